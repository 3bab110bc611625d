"""Scores that outgrow memory, read in passes over ranges of the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_column
from fastmetrics._inputs.scores import ScoreKind, row_scores, split_scores
from fastmetrics._kernels import sort
from fastmetrics._kernels.labelled import LabelledScores
from fastmetrics.adapters.accumulated_metrics import PlainBatch, summed
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.metrics.scores.class_areas import ClassSweeps
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.scores.sorted_scores import SortedKeys
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.batch_summaries import Batch, Kind, State
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.summary import Handed

# A pass keeps the keys of one range, the highest first; when it ends, they go into a
# `ContinuedSweep`, which goes on from there in the next pass. A sample of all keys,
# taken in the first pass, says how far down a range may reach; where it was wrong, the
# range is cut shorter while it is gathered, and the next one is the longer.


# So much of what may be kept a range is meant to fill: a sample is not exact.
_FILLED = 0.9
# Rows that are sorted and reduced in one go, while they are in the cache.
_TILE = 1 << 16
# Bytes that a range may take however little there is.
_LEAST = 1 << 16
# Keys that say where ranges are cut.
_SAMPLE = 1 << 16


class Rows(NamedTuple):
    """The keys of the rows of either class as they came, with their weights if any."""

    positives: NDArray[Any]
    negatives: NDArray[Any]
    weights: tuple[NDArray[np.float64], NDArray[np.float64]] | None
    kind: ScoreKind

    @property
    def n_bytes(self) -> int:
        """The memory in bytes."""
        held = [self.positives, self.negatives, *(self.weights or ())]
        return sum(array.nbytes for array in held)

    def __len__(self) -> int:
        return len(self.positives) + len(self.negatives)

    def sides(self) -> list[tuple[NDArray[Any], NDArray[np.uint64] | None]]:
        """Return the keys of each class, and the bits of their weights."""
        keys = [self.positives, self.negatives]
        if self.weights is None:
            return [(side, None) for side in keys]
        bits = (weight.view(np.uint64) for weight in self.weights)
        return [*zip(keys, bits, strict=True)]

    def between(self, low: int, high: int | None) -> Rows:
        """Return the rows with keys from one bound to below the other; None: no end."""
        last = (1 << 8 * self.positives.itemsize) - 1 if high is None else high - 1
        kept = [sort.between(*side, low, last) for side in self.sides()]
        return _rows(kept, self.kind)


def _rows(sides: Sequence[tuple[NDArray[Any], Any]], kind: ScoreKind) -> Rows:
    (positives, payload), (negatives, other) = sides
    weights = None
    if payload is not None:
        weights = payload.view(np.float64), other.view(np.float64)
    return Rows(positives, negatives, weights, kind)


def rows_of(batch: Batch) -> Any:
    """Return the rows of a batch as they come, before any is chosen."""
    columns, positive = batch.columns, batch.options.get("pos_label")
    true, scores = columns["y_true"], columns["y_score"]
    if batch.weights is None:
        return split_scores(true, scores, pos_label=positive)
    return row_scores(true, scores, pos_label=positive, sample_weight=batch.weights)


class KeyRange:
    """The keys of a model that one pass after the other keeps.

    Parameters
    ----------
    n_bytes : int
        What may be kept.
    n_rows : int or None
        How many rows there are in all, if that is known.
    """

    def __init__(self, n_bytes: int, n_rows: int | None) -> None:
        self._n_rows = n_rows
        self._most = max(n_bytes, _LEAST)
        self._kind: ScoreKind | None = None
        self._sample: list[NDArray[Any]] = []
        self._stride, self._sampled = 1, 0
        self._low, self._high = 0, None  # type: int, int | None
        self._held: list[Rows] = []
        self._bytes = 0
        self._folded: ScoreSweep | None = None
        self._seen = 0  # rows, in this pass
        self._totals: list[Any] = [0, 0]
        self._sweep: ContinuedSweep | None = None
        self.is_weighted = False
        # Whether there is more than one range.
        self.is_cut = False
        self.is_done = False

    # --- a pass

    def add(self, rows: Any) -> None:
        """Add a batch; rows in the range are kept."""
        is_first = self._sweep is None
        if self._kind is None:
            self._kind = rows.kind
        elif self._kind != rows.kind:
            raise ValueError(
                f"y_score has dtype {rows.kind.dtype} here and {self._kind.dtype} "
                "before: all files must have one"
            )
        self._seen += len(rows.keys)
        if is_first:
            self._look_at(rows.keys)
        kept = self._chosen(rows, is_first)
        if len(kept):
            self._held.append(kept)
            self._bytes += kept.n_bytes
            if self._bytes > self._most:
                self._make_room()

    def _look_at(self, keys: NDArray[Any]) -> None:
        """Put some of the keys to the sample."""
        self._sample.append(keys[:: self._stride].copy())
        self._sampled += len(self._sample[-1])
        if self._sampled > _SAMPLE:
            whole = np.concatenate(self._sample)[::4]
            self._sample, self._sampled = [whole.copy()], len(whole)
            self._stride *= 4

    def _chosen(self, rows: Any, is_first: bool) -> Rows:
        keys = rows.keys
        n_pos = getattr(rows, "n_pos", None)
        if n_pos is not None:
            mine = Rows(keys[:n_pos], keys[n_pos:], None, rows.kind)
            totals: list[Any] = [*map(len, mine[:2])]
        else:
            self.is_weighted = True
            parts = [rows.labels == positive for positive in (True, False)]
            weights = rows.weights[parts[0]], rows.weights[parts[1]]
            mine = Rows(keys[parts[0]], keys[parts[1]], weights, rows.kind)
            totals = [float(weight.sum()) for weight in weights]
        if is_first:
            self._totals = [a + b for a, b in zip(self._totals, totals, strict=True)]
        if self._low == 0 and self._high is None:
            return mine
        return mine.between(self._low, self._high)

    # --- where there is too much

    def _make_room(self) -> None:
        """Cut the range shorter, or count equal scores together."""
        n = sum(map(len, self._held))
        if self._has_ties():
            self._fold()
            if 2 * self._bytes <= self._most:
                return
            self._cut(self._low_of_folded())
            return
        part = 0.5
        if self._n_rows and self._sweep is None:
            # The same proportion of the remaining rows lies in the range.
            part = _FILLED * self._seen / self._n_rows
        keep = max(int(min(part, 0.75) * n), 1)
        every = np.concatenate([_spaced(rows) for rows in self._held])
        every.sort()
        at = len(every) - max(int(keep / n * len(every)), 1)
        low = int(every[at]) + 1
        left = [rows.between(low, None) for rows in self._held]
        if 4 * sum(map(len, left)) < keep:
            # One score has so many rows: they are counted, and stay.
            self._fold()
            if 2 * self._bytes <= self._most:
                return
            low = self._low_of_folded()
        self._cut(low)

    def _has_ties(self) -> bool:
        """Whether of some rows each score has two on average."""
        some = max(self._held, key=len)
        keys = np.concatenate([some.positives, some.negatives])
        return 2 * len(np.unique(keys)) <= len(keys)

    def _cut(self, low: int) -> None:
        self._low, self.is_cut = low, True
        self._held = [part for r in self._held if len(part := r.between(low, None))]
        self._bytes = sum(rows.n_bytes for rows in self._held)
        if self._folded is not None:
            self._folded = self._upper(self._folded, low)
            self._bytes += _bytes_of(self._folded)

    def _fold(self) -> None:
        """Count the rows of each score."""
        for rows in self._held:
            sweep = ScoreSweep.from_scores(*self._columns([rows]))
            self._folded = sweep if self._folded is None else self._folded + sweep
        self._held = []
        self._bytes = _bytes_of(self._folded)

    def _low_of_folded(self) -> int:
        """Return the key above which a half of the scores is that were counted."""
        assert self._folded is not None
        assert self._kind is not None
        keys = self._keys_of(self._folded)
        return int(keys[len(keys) // 2])

    def _keys_of(self, sweep: ScoreSweep) -> NDArray[Any]:
        """Return the keys of its thresholds."""
        ones = np.ones(len(sweep.thresholds), np.uint8)
        return split_scores(ones, sweep.thresholds).keys

    def _upper(self, sweep: ScoreSweep, low: int) -> ScoreSweep | None:
        n = int(np.count_nonzero(self._keys_of(sweep) >= low))
        if not n:
            return None
        sides = sweep.positives[:n], sweep.negatives[:n]
        return ScoreSweep(sweep.thresholds[:n], *sides)

    def _columns(self, parts: Sequence[Rows]) -> tuple[Any, Any, Any, Any]:
        """Return labels, scores, the positive label and weights of some rows."""
        assert self._kind is not None
        sides = [part.positives for part in parts], [part.negatives for part in parts]
        n_pos = sum(map(len, sides[0]))
        keys = np.concatenate([*sides[0], *sides[1]])
        labels = np.zeros(len(keys), np.uint8)
        labels[:n_pos] = 1
        weights = None
        if self.is_weighted:
            weights = np.concatenate(
                [part.weights[k] for k in (0, 1) for part in parts if part.weights]
            )
        return labels, self._kind.decode(keys, reuse=True), 1, weights

    # --- the end of a pass

    def finish(self, readings: Sequence[tuple[Metric, Mapping[str, Any]]]) -> None:
        """Add the kept rows to the sweep, and move on to the next range.

        ``asked``: the metrics to compute from the sweep.
        """
        if self._sweep is None:
            n_pos, n_neg = self._totals
            variance = not self.is_weighted and min(n_pos, n_neg) > 1
            self._sweep = ContinuedSweep(
                readings,
                n_pos,
                n_neg,
                weighted=self.is_weighted,
                variance=variance,
            )
            self._n_rows = self._seen
        elif self._seen != self._n_rows:
            raise ValueError(
                f"there were {self._n_rows} rows before and are {self._seen} now: they "
                "have changed while they were read"
            )
        self._seen = 0
        if self._folded is not None:
            self._fold()
            self._sweep.add(self._folded)
            self._folded = None
        else:
            for tile, is_low in self._tiles():
                if tile.weights is None:
                    self._sweep.add(_in_order(tile, is_low))
                    continue
                labels, scores, positive, weights = self._columns([tile])
                self._sweep.add(
                    labels, scores, pos_label=positive, sample_weight=weights
                )
        self._held, self._bytes = [], 0
        self.is_done = self._low == 0
        if not self.is_done:
            self._high = self._low
            self._low = self._next_low()

    def _tiles(self) -> Iterator[tuple[Rows, bool]]:
        """Yield the rows that were kept in parts, the highest scores first.

        And whether their keys are without their highest bit.
        """
        if not self._held:
            return
        assert self._kind is not None
        n = sum(map(len, self._held))
        sample = np.concatenate([_spaced(rows) for rows in self._held])
        buckets = sort.Buckets(sample, n)
        dealt: list[list[Any]] = [[], []]
        sizes = np.zeros(buckets.n_buckets, np.int64)
        while self._held:  # each is let go of when it is dealt
            for side, of_side in zip(self._held.pop(0).sides(), dealt, strict=True):
                keys, payload, starts = buckets.deal(*side)
                sizes += np.diff(starts)
                of_side.append((keys, payload, starts.tolist()))
        first = last = buckets.n_buckets
        while last:
            first, held = last - 1, sizes[last - 1]
            while first not in (0, buckets.n_low) and held + sizes[first - 1] <= _TILE:
                first -= 1
                held += sizes[first]
            if held:
                sides = [_cut_out(side, first, last) for side in dealt]
                yield _rows(sides, self._kind), last <= buckets.n_low
            last = first

    def _next_low(self) -> int:
        """Return the lower end of the next range."""
        sample = np.sort(np.concatenate(self._sample))
        assert self._n_rows is not None
        row_bytes = sample.itemsize + 8 * self.is_weighted
        left = int(np.searchsorted(sample, sample.dtype.type(self._high)))
        share = _FILLED * self._most / (row_bytes * self._n_rows)
        at = left - max(int(share * len(sample)), 1)
        return int(sample[at]) if at > 0 else 0

    @property
    def n_passes(self) -> int:
        """About how many passes there are still to be."""
        if self.is_done or not self._sample:
            return 0 if self.is_done else 1
        sample = np.concatenate(self._sample)
        below = sample if self._high is None else sample[sample < self._high]
        assert self._n_rows is not None
        row_bytes = sample.itemsize + 8 * self.is_weighted
        left = len(below) / max(len(sample), 1) * self._n_rows * row_bytes
        return max(1, -int(-left // (_FILLED * self._most)))

    @property
    def sweep(self) -> ContinuedSweep:
        """The sweep of all rows, when all passes are done."""
        assert self._sweep is not None
        return self._sweep


def _spaced(rows: Rows) -> NDArray[Any]:
    """Return some of the keys, evenly spaced."""
    sides = rows.positives, rows.negatives
    step = max(1, len(rows) // 1024)
    return np.concatenate([side[::step] for side in sides])


def _cut_out(dealt: Sequence[Any], first: int, last: int) -> tuple[Any, Any]:
    """Return the keys in some buckets, and their payload if any."""
    keys = [bucket_keys[at[first] : at[last]] for bucket_keys, _, at in dealt]
    if dealt[0][1] is None:
        return np.concatenate(keys), None
    payload = [bucket_payload[at[first] : at[last]] for _, bucket_payload, at in dealt]
    return np.concatenate(keys), np.concatenate(payload)


def _in_order(rows: Rows, is_low: bool) -> SortedKeys:
    """Sort rows whose keys all have the same highest bit."""
    n_pos, bit = len(rows.positives), rows.positives.dtype.type(1)
    labelled = np.concatenate([rows.positives, rows.negatives])
    labelled <<= bit
    labelled[:n_pos] |= bit
    n_low = len(labelled) if is_low else 0
    return SortedKeys(LabelledScores(sort_column(labelled), n_low, n_pos, rows.kind))


def _bytes_of(sweep: ScoreSweep | None) -> int:
    if sweep is None:
        return 0
    held = sweep.thresholds, sweep.positives, sweep.negatives
    return sum(array.nbytes for array in held)


# --- RangedAccumulator: an accumulator that keeps a bounded number of scores at a time

_SWEEP, _SCORES = "ScoreSweep", "binary_scores"


class RangedAccumulator(Accumulator):
    """Accumulator of rows that are read in several passes.

    The first pass takes all: `update`. Where scores are more than may be kept, each
    further pass takes a range of them: `take_scores`. After each, `finish` says whether
    that was the last.
    """

    __slots__ = ("_again", "_most", "_of_classes", "_ranges", "_rows_in_all")

    _again: PlainBatch | None  # kind of the last batch of scores
    _most: int
    _of_classes: int  # bytes that sweeps of classes take at most
    _rows_in_all: int | None
    _ranges: dict[tuple[Kind, str], KeyRange]

    def __init__(
        self, metrics: Any, most: int, n_rows: int | None, **settings: Any
    ) -> None:
        super().__init__(metrics, **settings)
        self._most, self._rows_in_all, self._ranges = most, n_rows, {}
        self._again, self._of_classes = None, 0

    @property
    def outgrows(self) -> bool:
        """Whether scores are more than may be kept at a time."""
        return any(range_.is_cut for range_ in self._ranges.values())

    @property
    def n_passes(self) -> int:
        """The approximate number of remaining passes."""
        return max((range_.n_passes for range_ in self._ranges.values()), default=0)

    def _made(self, kind: Kind, batch: Batch) -> Any:
        return rows_of(batch) if kind.summary == _SWEEP else super()._made(kind, batch)

    def _kept(self, pieces: State) -> State:
        self._add(pieces)
        more = _bytes_of_classes(pieces)
        self._of_classes += more
        if self._of_classes > self._most:  # equal scores are one when added up
            before = self._held.total() if self._held.n_batches else {}
            self._of_classes = _bytes_of_classes(before) + more
            if self._of_classes > self._most:
                raise ValueError(
                    "the probabilities of all classes, which multiclass_auc_score "
                    "keeps, do not fit: give more memory, or leave it out"
                )
        return super()._kept(
            {
                model: {k: s for k, s in kinds.items() if k.summary != _SWEEP}
                for model, kinds in pieces.items()
            }
        )

    def _add(self, pieces: State) -> None:
        for model, kinds in pieces.items():
            for kind, piece in kinds.items():
                if kind.summary != _SWEEP:
                    continue
                if (kind, model) not in self._ranges:
                    share = self._most // len(pieces)
                    self._ranges[kind, model] = KeyRange(share, self._rows_in_all)
                if not self._ranges[kind, model].is_done:
                    self._ranges[kind, model].add(piece)

    def _asked_of(self, kind: Kind) -> list[tuple[Any, dict[str, Any]]]:
        return [
            reading
            for part in self._parts
            if part.kind == kind
            for reading in part.readings()
        ]

    def take_scores(
        self, columns: Mapping[str, Any], sample_weight: Any = None
    ) -> None:
        """Add the scores of a batch whose other columns were added before."""
        design = Design(sample_weight)
        gathered, self._again = self._gathered(columns, design, {_SCORES}, self._again)
        parts = [part for part in self._parts if part.kind.summary == _SWEEP]
        options = self._settings
        pieces, _ = summed(
            parts, gathered, sample_weight, options, None, "raise", self._made
        )
        self._add(pieces)

    def take_again(
        self, columns: Mapping[str, Any], by: Any, sample_weight: Any = None
    ) -> None:
        """Add a batch in a later pass; ``by``: the columns of its slices."""
        self.take_scores(columns, sample_weight)

    def finish(self) -> bool:
        """End a pass; return whether it was the last."""
        for (kind, _), range_ in self._ranges.items():
            if not range_.is_done:
                range_.finish(self._asked_of(kind))
        return all(range_.is_done for range_ in self._ranges.values())

    def sweep_of(self, kind: Kind, model: str) -> ContinuedSweep:
        """Return the sweep of a model, when all passes are done."""
        return self._ranges[kind, model].sweep

    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return each summary and the metrics computed from it, by family and model."""
        reads: dict[str, dict[str, list[Handed]]] = {
            family: {model: [*parts] for model, parts in by_model.items()}
            for family, by_model in super().handed_out().items()
        }
        for part in self._parts:
            for (kind, model), range_ in self._ranges.items():
                if kind == part.kind:
                    by_model = reads.setdefault(part.family, {})
                    summary_reads: Any = range_.sweep, self._asked_of(kind)
                    by_model.setdefault(model, []).append(summary_reads)
        return reads


def _bytes_of_classes(state: State) -> int:
    return sum(
        summary.n_bytes
        for kinds in state.values()
        for summary in kinds.values()
        if isinstance(summary, ClassSweeps)
    )
