"""Scores as lines that an engine sorts, and the sweeps that take them in order.

The engine brings lines of equal keys together, and ranges of keys in order, the highest
scores first; a `ContinuedSweep` takes one after the other. A line has

====  =========  ===================================================================
0     int32      the sweep: its place among those that are read
1     int64      a key that ascends where scores descend
2, 3  float64    the weight of the positive and of the negative rows of this score
====  =========  ===================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._inputs.scores import ScoreKind, split_scores
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.batch_summaries import State, sweep_of
from fastmetrics.adapters.paired_scores import are_compared, shares_for
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

Lines: TypeAlias = tuple["NDArray[Any]", ...]
_SIGN = np.uint64(1 << 63)


class Sweep(NamedTuple):
    """The model of lines, with the dtype of its scores."""

    model: str
    dtype: str
    weighted: bool


class LinedScores(Accumulator):
    """Keeps of scores how many there are of each class, and hands out the rest."""

    __slots__ = ("taken",)

    taken: list[tuple[str, ScoreSweep]]  # model and sweep of all scores of a batch

    def _kept(self, pieces: State) -> State:
        self.taken = []
        counted: State = {}
        for model, kinds in pieces.items():
            counted[model] = {}
            for kind, piece in kinds.items():
                piece = sweep_of(piece)
                if isinstance(piece, ScoreSweep):
                    self.taken.append((model, piece))
                    piece = _totals(piece)
                counted[model][kind] = piece
        return super()._kept(counted)


def _totals(sweep: ScoreSweep) -> ScoreSweep:
    """Return a sweep of as many rows, all of one score."""
    score = np.zeros(1, sweep.thresholds.dtype)
    sides = sweep.positives, sweep.negatives
    return ScoreSweep(score, *(side.sum(keepdims=True) for side in sides))


# --- in tasks


def lines_of(taken: Iterable[tuple[str, ScoreSweep]], sweeps: Sequence[Sweep]) -> Lines:
    """Return the lines of the scores of a batch.

    Raises
    ------
    ValueError
        If their dtype differs from the dtype of other batches.
    """
    lines: list[Lines] = []
    for model, sweep in taken:
        at = [each.model for each in sweeps].index(model)
        dtype = sweep.thresholds.dtype
        if dtype != sweeps[at].dtype:
            raise ValueError(
                f"y_score has dtype {dtype} here and {np.dtype(sweeps[at].dtype)} with "
                "others: all partitions must have one"
            )
        keys = _split(sweep.thresholds).keys.astype(np.uint64)
        descending = (~keys ^ _SIGN).view(np.int64)
        which = np.full(len(keys), at, np.int32)
        sides = (side.astype(np.float64) for side in (sweep.positives, sweep.negatives))
        lines.append((which, descending, *sides))
    return tuple(np.concatenate(column) for column in zip(*lines, strict=True))


def tiles(
    chunks: Iterable[Lines], sweeps: Sequence[Sweep]
) -> Iterator[tuple[int, bytes]]:
    """Yield which sweep, and the bytes of a ScoreSweep, of lines in order.

    They are sorted by sweep and key; lines of one key are added up.
    """
    kinds = [_kind(np.dtype(sweep.dtype)) for sweep in sweeps]
    held: Lines | None = None  # the last line, of which more may come
    for chunk in chunks:
        if held is not None:
            chunk = tuple(map(np.concatenate, zip(held, chunk, strict=True)))
        lines = _added_up(chunk)
        yield from _by_sweep(tuple(line[:-1] for line in lines), sweeps, kinds)
        held = tuple(line[-1:] for line in lines)
    if held is not None:
        yield from _by_sweep(held, sweeps, kinds)


def _added_up(lines: Lines) -> Lines:
    which, keys, *sides = lines
    is_new = np.ones(len(keys), bool)
    is_new[1:] = (keys[1:] != keys[:-1]) | (which[1:] != which[:-1])
    first = np.flatnonzero(is_new)
    sums = (np.add.reduceat(side, first) for side in sides)
    return (which[first], keys[first], *sums)


def _by_sweep(
    lines: Lines, sweeps: Sequence[Sweep], kinds: Sequence[ScoreKind]
) -> Iterator[tuple[int, bytes]]:
    which, keys, positives, negatives = lines
    for at in np.unique(which).tolist():
        mine = which == at
        back = ~(keys[mine].view(np.uint64) ^ _SIGN)
        scores = kinds[at].decode(back.astype(kinds[at].key_dtype))
        number = np.float64 if sweeps[at].weighted else np.int64
        sides = (side[mine].astype(number) for side in (positives, negatives))
        yield at, ScoreSweep(scores, *sides).to_bytes()


def _split(scores: NDArray[Any]) -> SplitScores:
    return split_scores(np.ones(len(scores), np.uint8), scores)


def _kind(dtype: np.dtype[Any]) -> ScoreKind:
    return _split(np.zeros(1, dtype)).kind


# --- where ranges arrive


class SortedSweeps:
    """The sweeps of all models, which take ranges of scores, the highest first.

    Parameters
    ----------
    counted : Accumulator
        What `LinedScores` of all rows add up to.
    """

    def __init__(self, counted: Accumulator) -> None:
        self._counted = counted
        self._continued: list[ContinuedSweep] = []
        self.sweeps: list[Sweep] = []
        for by_model in counted.handed_out().values():
            found = [
                (model, summary, readings)
                for model, parts in by_model.items()
                for summary, readings in parts
                if isinstance(summary, ScoreSweep)
            ]
            is_compared = are_compared({model: sweep for model, sweep, _ in found})
            for model, totals, readings in found:
                self._begin(model, totals, readings, is_compared)

    def _begin(
        self,
        model: str,
        totals: ScoreSweep,
        readings: Sequence[tuple[Metric, Mapping[str, Any]]],
        is_compared: bool,
    ) -> None:
        weighted, sides = totals.weighted, (totals.n_positive, totals.n_negative)
        sweep = ContinuedSweep(
            readings,
            *sides,
            weighted=weighted,
            variance=not weighted and min(sides) > 1,
            shares=shares_for(readings, is_compared),
        )
        self._continued.append(sweep)
        self.sweeps.append(Sweep(model, totals.thresholds.dtype.str, weighted))

    def add(self, sweep: int, data: bytes) -> None:
        """Add the bytes that `tiles` returned, in order."""
        self._continued[sweep].add(ScoreSweep.from_bytes(data))

    def finished(self) -> Accumulator:
        """Return the accumulator with the sweeps of all scores."""
        sweeps = {
            place.model: sweep
            for place, sweep in zip(self.sweeps, self._continued, strict=True)
        }
        return self._counted.with_sweeps(sweeps)
