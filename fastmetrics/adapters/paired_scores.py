"""Pairs of models that are read in passes: placements of all rows, and some rows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.scores import split_scores
from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.resampling.sampled_sweeps import (
    PairedSweeps,
    RowSample,
    SampledSweep,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.scores import RowScores
    from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep

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


def n_kept(n_bytes: int, n_models: int) -> int:
    """Return how many rows are kept at most, for so many bytes of memory."""
    there_is_room = n_bytes // (_ROW_BYTES + _MODEL_BYTES * n_models)
    return min(max(there_is_room, _FEWEST_KEPT), _MOST_KEPT)


class _Placer:
    """The cell of a score, and its placement among the rows of the other class."""

    def __init__(self, sweep: ContinuedSweep) -> None:
        cells = sweep.cells
        assert cells is not None
        n_pos, n_neg = int(sweep.n_positive), int(sweep.n_negative)
        ones = np.ones(len(cells), np.uint8)
        self._lowest = split_scores(ones, cells.thresholds).keys[::-1].copy()
        level = cells.negatives, cells.positives
        below = n_neg - np.cumsum(level[0])
        above = np.cumsum(level[1]) - level[1]
        # Of negative rows, and then of positive ones.
        doubled = 2 * above + level[1], 2 * below + level[0]
        sizes = 2 * max(n_pos, 1), 2 * max(n_neg, 1)
        each = (of_class / n for of_class, n in zip(doubled, sizes, strict=True))
        self.placements = np.stack([*each])

    def cells_of(self, keys: NDArray[np.unsignedinteger]) -> NDArray[np.intp]:
        """Return the cell of each row, from the highest scores on."""
        # Keys in order are found in the cache.
        keys, order = sort_pairs(keys, np.arange(len(keys), dtype=np.uint64))
        found = np.empty(len(keys), np.intp)
        n_cells = len(self._lowest)
        places = n_cells - np.searchsorted(self._lowest, keys, side="right")
        found[order.view(np.intp)] = places
        return found


class PairedScores:
    """Differences of placements, after DeLong, and a sample of rows with their cells.

    Parameters
    ----------
    sweeps : mapping
        The sweep of each model, with cells.
    most_kept : int
        How many rows the sample has, at most.
    places_all : bool
        Whether areas are compared, for which all rows are placed.
    """

    def __init__(
        self,
        sweeps: Mapping[str, ContinuedSweep],
        most_kept: int,
        places_all: bool,
    ) -> None:
        self._sweeps = sweeps
        self._placers = {model: _Placer(sweep) for model, sweep in sweeps.items()}
        first = next(iter(sweeps.values()))
        self._sizes = int(first.n_negative), int(first.n_positive)
        # Of each pair sums and squares of differences of placements, by class.
        self._places_all = places_all
        self._sums = {pair: np.zeros((2, 2)) for pair in combinations(sweeps, 2)}
        # Each row of a class is kept with the same probability, whatever the blocks.
        half = most_kept // 2
        rooms = (max(half, most_kept - n) for n in reversed(self._sizes))
        self._shares = np.array(
            [
                min(room / max(n, 1), 1.0)
                for room, n in zip(rooms, self._sizes, strict=True)
            ]
        )
        self._rng = np.random.default_rng(0)
        self._labels: list[NDArray[np.uint8]] = []
        self._kept: dict[str, list[NDArray[np.uint32]]] = {
            model: [] for model in sweeps
        }

    def add(self, rows: Mapping[str, RowScores]) -> None:
        """Add the rows of a batch, whose scores each model has."""
        labels = next(iter(rows.values())).labels
        kept: NDArray[np.intp] | slice = slice(None)
        if self._shares.min() < 1.0:
            drawn = self._rng.random(len(labels)) < self._shares[labels]
            kept = np.flatnonzero(drawn)
        placed, of_placed = (
            (slice(None), kept) if self._places_all else (kept, slice(None))
        )
        cells = {
            model: self._placers[model].cells_of(own.keys[placed])
            for model, own in rows.items()
        }
        if self._places_all:
            self._add_placements(labels, cells)
        self._labels.append(labels[kept])
        for model, places in cells.items():
            self._kept[model].append(places[of_placed].astype(np.uint32))

    def _add_placements(
        self, labels: NDArray[np.uint8], cells: Mapping[str, NDArray[np.intp]]
    ) -> None:
        for label in (0, 1):
            at = np.flatnonzero(labels == label)
            placed = {
                model: self._placers[model].placements[label][own[at]]
                for model, own in cells.items()
            }
            for (a, b), sums in self._sums.items():
                apart = placed[a] - placed[b]
                sums[label] += apart.sum(), apart @ apart

    def pairs(self) -> dict[tuple[str, str], PairedSweeps]:
        """Return what differences of each pair of models are made of."""
        sample = RowSample.of(np.concatenate(self._labels), *reversed(self._sizes))
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
        if min(self._sizes) < 2 or not self._places_all:
            return None
        of_negatives, of_positives = (
            max(float(squares - total * total / n), 0.0) / (n - 1) / n
            for (total, squares), n in zip(sums, self._sizes, strict=True)
        )
        n_neg, n_pos = self._sizes
        return DelongVariance(of_positives, of_negatives, n_pos, n_neg)
