"""Pairs of models whose rows are read once more: placements of all, and some rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.scores import split_scores
from fastmetrics.adapters.accumulated_values import swept
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.kept_rows import rows_of
from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.resampling.sampled_sweeps import (
    CutSweep,
    PairedSweeps,
    RowSample,
    SampledSweep,
)
from fastmetrics.resampling.score_rows import MOST_SHARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.scores import RowScores
    from fastmetrics.adapters.batch_summaries import Batch, Kind, State
    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.sweep_models import Reducer

SWEEP = ScoreSweep.__name__
# Parts of each class that cells of scores are cut by. A placement is known to half of
# a cell, and is exact where a cell is a single score: if there are no more rows.
PAIR_SHARES = 1 << 16
# Largest number of models: the number of pairs grows with its square.
MOST_MODELS = 10
# Rows that are kept of all, a half of them of each class if there are so many. They
# determine the standard error of a difference to about 0.1 %, and to 1 % where a
# hundredth of the rows decides it.
_FEWEST_KEPT, _MOST_KEPT = 1 << 17, 1 << 20
# Bytes that a kept row takes while replicates are drawn, and of each model.
_ROW_BYTES, _MODEL_BYTES = 48, 8


def _n_kept(n_bytes: int, n_models: int) -> int:
    """Return how many rows are kept at most, for so many bytes of memory."""
    there_is_room = n_bytes // (_ROW_BYTES + _MODEL_BYTES * n_models)
    return min(max(there_is_room, _FEWEST_KEPT), _MOST_KEPT)


class _Placer(NamedTuple):
    """The cells of a model, and where their rows are placed in the other class.

    ``lowest`` has the lowest key of each cell, ascending, and ``placements`` those of
    negative and of positive rows, from the highest cell on.
    """

    dtype: np.dtype[Any]
    lowest: NDArray[np.unsignedinteger]
    placements: NDArray[np.float64]

    @classmethod
    def of(cls, cells: ScoreSweep) -> Self:
        """Return the placer of the scores of all rows, counted in cells."""
        split = split_scores(np.ones(len(cells), np.uint8), cells.thresholds)
        level = cells.negatives, cells.positives
        n_neg, n_pos = (int(each.sum()) for each in level)
        below = n_neg - np.cumsum(level[0])
        above = np.cumsum(level[1]) - level[1]
        # Of negative rows, and then of positive ones.
        doubled = 2 * above + level[1], 2 * below + level[0]
        sizes = 2 * max(n_pos, 1), 2 * max(n_neg, 1)
        each = (of_class / n for of_class, n in zip(doubled, sizes, strict=True))
        return cls(cells.thresholds.dtype, split.keys[::-1].copy(), np.stack([*each]))

    def cells_of(self, rows: RowScores, which: Any) -> NDArray[np.intp]:
        """Return the cell of some of the rows, from the highest scores on."""
        keys = rows.keys[which]
        if rows.kind.dtype != self.dtype:  # batches had scores of two dtypes
            scores = rows.kind.decode(keys).astype(self.dtype)
            keys = split_scores(np.ones(len(keys), np.uint8), scores).keys
        # Keys in order are found in the cache.
        keys, order = sort_pairs(keys, np.arange(len(keys), dtype=np.uint64))
        found = np.empty(len(keys), np.intp)
        n_cells = len(self.lowest)
        places = n_cells - np.searchsorted(self.lowest, keys, side="right")
        found[order.view(np.intp)] = places
        return found


class PlacedRows(NamedTuple):
    """The rows of a batch, placed.

    ``sizes`` counts the rows of each class, the negative ones first, and ``sums`` has
    of each pair of models and of each class the sum and the sum of squares of the
    differences of placements. ``labels`` and, of each model, ``cells`` are those of the
    rows that are kept.
    """

    sizes: NDArray[np.int64]
    sums: Mapping[tuple[str, str], NDArray[np.float64]]
    labels: NDArray[np.uint8]
    cells: Mapping[str, NDArray[np.uint32]]


class Placing(NamedTuple):
    """What places the rows of a batch, and says which of them are kept.

    ``shares`` are the probabilities that a negative and a positive row is kept;
    ``places_all`` is whether areas are compared, for which all rows are placed.
    """

    placers: Mapping[str, _Placer]
    shares: tuple[float, float]
    places_all: bool

    @classmethod
    def of(
        cls, sweeps: Mapping[str, CutSweep], most_kept: int, places_all: bool
    ) -> Self:
        """Return what places rows in the sweeps of all models."""
        cells = {model: sweep.cells for model, sweep in sweeps.items()}
        first = next(iter(cells.values()))
        # Each row of a class is kept with the same probability, whatever the blocks.
        half = most_kept // 2
        n_neg, n_pos = int(first.n_negative), int(first.n_positive)
        of_negatives, of_positives = (
            min(max(half, most_kept - others) / max(n, 1), 1.0)
            for n, others in ((n_neg, n_pos), (n_pos, n_neg))
        )
        placers = {model: _Placer.of(own) for model, own in cells.items()}
        return cls(placers, (of_negatives, of_positives), places_all)

    def place(
        self, rows: Mapping[str, RowScores], rng: np.random.Generator
    ) -> PlacedRows:
        """Place the rows of a batch, whose scores each model has."""
        labels = next(iter(rows.values())).labels
        kept: NDArray[np.intp] | slice = slice(None)
        if min(self.shares) < 1.0:
            drawn = rng.random(len(labels)) < np.array(self.shares)[labels]
            kept = np.flatnonzero(drawn)
        placed, of_placed = (
            (slice(None), kept) if self.places_all else (kept, slice(None))
        )
        cells = {
            model: self.placers[model].cells_of(own, placed)
            for model, own in rows.items()
        }
        sums = {pair: np.zeros((2, 2)) for pair in combinations(self.placers, 2)}
        if self.places_all:
            self._add_placements(labels, cells, sums)
        return PlacedRows(
            np.bincount(labels, minlength=2),
            sums,
            labels[kept],
            {model: own[of_placed].astype(np.uint32) for model, own in cells.items()},
        )

    def _add_placements(
        self,
        labels: NDArray[np.uint8],
        cells: Mapping[str, NDArray[np.intp]],
        sums: Mapping[tuple[str, str], NDArray[np.float64]],
    ) -> None:
        for label in (0, 1):
            at = np.flatnonzero(labels == label)
            placed = {
                model: self.placers[model].placements[label][own[at]]
                for model, own in cells.items()
            }
            for (a, b), of_pair in sums.items():
                apart = placed[a] - placed[b]
                of_pair[label] += apart.sum(), apart @ apart


class PairedScores:
    """Differences of placements, after DeLong, and a sample of rows with their cells.

    Parameters
    ----------
    sweeps : mapping
        The sweep of each model, with cells.
    n_bytes : int
        Memory for the rows that are kept.
    places_all : bool
        Whether areas are compared.
    """

    def __init__(
        self, sweeps: Mapping[str, CutSweep], n_bytes: int, places_all: bool
    ) -> None:
        self._sweeps = sweeps
        self.placing = Placing.of(sweeps, _n_kept(n_bytes, len(sweeps)), places_all)
        self._rng = np.random.default_rng(0)
        self._sizes = np.zeros(2, np.int64)
        self._sums = {pair: np.zeros((2, 2)) for pair in combinations(sweeps, 2)}
        self._labels: list[NDArray[np.uint8]] = []
        self._kept: dict[str, list[NDArray[np.uint32]]] = {
            model: [] for model in sweeps
        }

    def place(self, rows: Mapping[str, RowScores]) -> None:
        """Place the rows of the next batch, whose scores each model has."""
        self.add(self.placing.place(rows, self._rng))

    def add(self, placed: PlacedRows) -> None:
        """Add the rows of a batch that are placed already."""
        self._sizes += placed.sizes
        for pair, sums in placed.sums.items():
            self._sums[pair] += sums
        self._labels.append(placed.labels)
        for model, cells in placed.cells.items():
            self._kept[model].append(cells)

    def pairs(self) -> dict[tuple[str, str], PairedSweeps]:
        """Return what differences of each pair of models are made of.

        Raises
        ------
        ValueError
            If other rows were placed than those of the sweeps.
        """
        sides = next(iter(self._sweeps.values())).cells
        if self._sizes.tolist() != [int(sides.n_negative), int(sides.n_positive)]:
            raise ValueError(
                f"{self._sizes[0]} negative and {self._sizes[1]} positive rows were "
                f"read to compare models, and {sides.n_negative} and "
                f"{sides.n_positive} before: the data must not change meanwhile"
            )
        n_neg, n_pos = self._sizes.tolist()
        sample = RowSample.of(np.concatenate(self._labels), n_pos, n_neg)
        models = {
            model: SampledSweep(sweep, sample, np.concatenate(self._kept[model]))
            for model, sweep in self._sweeps.items()
        }
        return {
            (a, b): PairedSweeps((models[a], models[b]), self._variance(sums))
            for (a, b), sums in self._sums.items()
        }

    def _variance(self, sums: NDArray[np.float64]) -> DelongVariance | None:
        """Return the variance of a difference of areas, if each class has two rows."""
        if min(self._sizes) < 2 or not self.placing.places_all:
            return None
        of_negatives, of_positives = (
            max(float(squares - total * total / n), 0.0) / (n - 1) / n
            for (total, squares), n in zip(sums, self._sizes.tolist(), strict=True)
        )
        n_neg, n_pos = self._sizes.tolist()
        return DelongVariance(of_positives, of_negatives, n_pos, n_neg)


class PairedAccumulator(Accumulator):
    """Accumulator of models whose scores are read once more to compare them.

    Attributes
    ----------
    paired : dict of Kind to PairedScores
        Of each kind of sweep, where models are compared.
    """

    __slots__ = ("paired",)

    paired: dict[Kind, PairedScores]

    @classmethod
    def of(cls, accumulator: Accumulator) -> Self:
        """Return an accumulator of the same rows, of which no model is compared."""
        own = object.__new__(cls)
        for name in Accumulator.__slots__:
            setattr(own, name, getattr(accumulator, name))
        own.paired = {}
        return own

    def sweeps(self) -> dict[Kind, dict[str, Any]]:
        """Return the sweep of each model, by kind."""
        found: dict[Kind, dict[str, Any]] = {}
        for model, kinds in swept(self._held.total()).items():
            for kind, summary in kinds.items():
                if kind.summary == SWEEP:
                    found.setdefault(kind, {})[model] = summary
        return found

    def readings_of(self, kind: Kind) -> list[tuple[Metric, dict[str, Any]]]:
        """Return the metrics that are computed from a kind of sweep."""
        return [
            reading
            for part in self._parts
            if part.kind == kind
            for reading in part.readings()
        ]

    def compare(
        self, kind: Kind, sweeps: Mapping[str, Any], n_bytes: int
    ) -> PairedScores:
        """Begin to compare models by the sweeps of all their scores."""
        cut = {
            model: CutSweep.of(sweep, PAIR_SHARES) for model, sweep in sweeps.items()
        }
        places_all = any(map(is_of_area, self.readings_of(kind)))
        self.paired[kind] = PairedScores(cut, n_bytes, places_all)
        return self.paired[kind]

    def pairs(self) -> Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]:
        """Return by family and by pair of models what metrics' differences need."""
        reads: dict[str, dict[tuple[str, str], dict[str, Any]]] = {
            family: {pair: {**own} for pair, own in by_pair.items()}
            for family, by_pair in super().pairs().items()
        }
        for part in self._parts:
            if part.kind not in self.paired:
                continue
            by_pair = reads.setdefault(part.family, {})
            names = [one[0].name for one in part.readings() if _reducer(*one)]
            for pair, both in self.paired[part.kind].pairs().items():
                by_pair.setdefault(pair, {}).update(dict.fromkeys(names, both))
        return reads


class PlacedScores(Accumulator):
    """Accumulator that places the scores of each batch and keeps the placed rows.

    Attributes
    ----------
    placed : list of PlacedRows
        Of all batches so far.
    """

    __slots__ = ("_kind", "_placing", "_rng", "placed")

    _kind: Kind
    _placing: Placing
    _rng: np.random.Generator
    placed: list[PlacedRows]

    @classmethod
    def among(
        cls, asked: bytes, kind: Kind, placing: Placing, rng: np.random.Generator
    ) -> Self:
        """Return what places scores among those of all rows, for a kind of sweep."""
        own = cls.from_bytes(asked)
        own._kind, own._placing, own._rng, own.placed = kind, placing, rng, []
        return own

    def _made(self, kind: Kind, batch: Batch) -> Any:
        if kind == self._kind:
            return rows_of(batch, in_order=True)
        return super()._made(kind, batch)

    def _kept(self, pieces: State) -> State:
        rows = {
            model: kinds[self._kind]
            for model, kinds in pieces.items()
            if self._kind in kinds  # other models have labels only
        }
        self.placed.append(self._placing.place(rows, self._rng))
        return super()._kept(
            {
                model: {kind: s for kind, s in kinds.items() if kind != self._kind}
                for model, kinds in pieces.items()
            }
        )


def are_compared(sweeps: Mapping[str, Any]) -> bool:
    """Whether models with these sweeps are compared: they are few and not weighted."""
    are_few = 1 < len(sweeps) <= MOST_MODELS
    return are_few and not any(sweep.weighted for sweep in sweeps.values())


def shares_for(
    readings: Sequence[tuple[Metric, Mapping[str, Any]]], is_compared: bool
) -> int:
    """Return by how many parts of each class cells of scores are cut; 0: none."""
    if is_compared:
        return PAIR_SHARES
    return 0 if all(map(is_of_area, readings)) else MOST_SHARES


def is_of_area(reading: tuple[Metric, Mapping[str, Any]]) -> bool:
    """Whether it is a linear function of the area, whose variance is known."""
    return _reducer(*reading) == ("roc_auc",)


def _reducer(row: Metric, parameters: Mapping[str, Any]) -> Reducer | None:
    """Return the reducer of a metric; None if the metric needs all steps of a sweep."""
    own = {k: v for k, v in parameters.items() if k != "pos_label"}
    reduction = row.reduce(row.with_parameters(own))
    return None if reduction is None else reduction.reducer
