"""Scores of many rows in cells: replicates whose cost hardly depends on the rows.

A sweep of a million thresholds varies over replicates as one of some thousand does.
What a replicate weighs in each cell between two of these follows from how many of its
rows are heavy (``fm_heavy.h``), and one pass draws that for 64 replicates. Their values
get what those of the data themselves lose by the cut.

Rows with weights weigh as much more in a replicate as they do in the data. Rows of a
group are heavy together; where groups are no more than rows that are walked, they are
drawn with replacement as ever, and only thresholds inside cells are not looked at.
``fastmetrics.reference.cell_intervals`` has the definitions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels import score_cells, sweep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Progress
    from fastmetrics.resampling.score_rows import OrderedRows

# Replicates of more rows are read off cells; up to so many groups are drawn as ever.
MOST_WALKED = 50_000
# Cells hold at most so much of a class but for ties, and are at most twice as many.
SHARES = 4096
# Drawing so many rows once more takes as long as reducing one more threshold.
_ROWS_PER_STEP = 128
# No cell has more rows of a class.
MOST_IN_CELL = 2**31 - 1


class ScoreCells(NamedTuple):
    """The cells of one model, scores falling.

    Attributes
    ----------
    counts : ndarray of int64, shape (cells, 2)
        Positive and negative rows of each cell.
    weights : ndarray of float64, shape (cells, 2)
        What these weigh on average over replicates.
    units : ndarray of uint32 or None
        The rows, cell by cell, positives first, or the group of each; None: by this
        order they are numbered.
    own : ndarray of float64 or None
        What each of these rows weighs in the data, if they do not count alike.
    """

    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    units: NDArray[np.uint32] | None = None
    own: NDArray[np.float64] | None = None

    @classmethod
    def of_rows(
        cls,
        model: OrderedRows,
        weights: NDArray[np.float64] | None = None,
        units: NDArray[np.uint32] | None = None,
        *,
        alone: bool = True,
    ) -> ScoreCells:
        """Cut the thresholds of a model into cells.

        Parameters
        ----------
        model : OrderedRows
        weights : ndarray of float64 or None
            Of the rows given.
        units : ndarray of uint32 or None
            The group of each of the rows given.
        alone : bool
            Whether rows without groups are numbered by cell; else as they were given.
        """
        if weights is None:
            n_pos = int(np.count_nonzero(model.labels))
            n_neg = len(model.flags) - n_pos
            ends = score_cells.cut(model.flags, n_pos, n_neg, SHARES)
        else:
            ends = _ends_by_weight(model, weights)
        counts = score_cells.count_cells(model.flags, ends)
        if weights is None and units is None and alone:
            return cls(counts, counts.astype(np.float64))
        assert model.order is not None
        rows = score_cells.arrange(model.flags, model.order, ends, counts)
        numbers = None if alone else rows
        if units is not None:
            numbers = units[rows]
        if weights is None:
            return cls(counts, counts.astype(np.float64), numbers)
        own = weights[rows]
        return cls(counts, score_cells.sum_cells(counts, own), numbers, own)

    @classmethod
    def of_counts(
        cls, positives: NDArray[np.int64], negatives: NDArray[np.int64]
    ) -> ScoreCells:
        """Cut thresholds with so many rows each, as those rows are cut."""
        is_end = np.zeros(len(positives), bool)
        for each in (positives, negatives):
            reached = np.cumsum(each)
            if len(reached) and reached[-1] >= 2**63 // SHARES:
                reached = reached.astype(object)
            shares = reached * SHARES // (reached[-1] or 1) if len(reached) else reached
            is_end |= np.diff(shares, prepend=0) > 0
        starts = np.flatnonzero(np.append(True, is_end)[: len(is_end)])
        columns = [np.add.reduceat(one, starts) for one in (positives, negatives)]
        counts = np.ascontiguousarray(np.stack(columns, axis=1))
        counts = counts[counts.any(axis=1)]  # thresholds without rows come last
        return cls(counts, counts.astype(np.float64))

    def values(self, reducers: Sequence[Any]) -> NDArray[np.float64]:
        """Return values of thresholds between cells only."""
        return _reduced(self.weights, reducers)

    def without_groups(
        self, reducers: Sequence[Any], groups: NDArray[np.uint16], n_groups: int
    ) -> NDArray[np.float64]:
        """Return these values without each group of units, (groups, reducers)."""
        left_out = score_cells.sum_by_group(
            self.counts, self.units, self.own, groups, n_groups
        )
        # Weights are rounded: what is left of a cell may be a little below nothing.
        left = (np.maximum(self.weights - one, 0.0) for one in left_out)
        return np.array([_reduced(one, reducers) for one in left])


def _ends_by_weight(
    model: OrderedRows, weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return where cells end that hold equal shares of the weight of a class."""
    steps = model.steps_in_parts(weights[model.order])
    ends, *sums = map(np.concatenate, zip(*steps, strict=True))
    is_end = np.zeros(len(ends), bool)
    for reached in sums:
        shares = np.floor(reached * (SHARES / (reached[-1] or 1.0)))
        is_end |= np.diff(shares, prepend=0.0) > 0
    is_end[-1] = True
    found: NDArray[np.int64] = ends[is_end] + 1
    return found


def replicates(
    models: Sequence[ScoreCells],
    reducers: Sequence[Any],
    seed: int,
    n_resamples: int,
    progress: Progress = None,
    *,
    stratified: bool = False,
    n_units: int = 0,
) -> NDArray[np.float64]:
    """Return values of replicates of the cells, (n_resamples, models, reducers).

    A replicate depends on ``seed`` and its number alone. So many units are drawn with
    replacement; of 0 which are heavy is drawn.
    """
    out = np.empty((n_resamples, len(models), len(reducers)))
    flat = out.reshape(n_resamples, -1)
    rows = [
        score_cells.CellRows(one.counts, one.weights, one.units, one.own, reducers)
        for one in models
    ]
    size = score_cells.BATCH_SIZE

    def run(first: int) -> None:
        block = flat[first : first + size]
        score_cells.replicate(rows, stratified, n_units, seed, first // size, block)

    threads.map_blocks(run, range(0, n_resamples, size), progress=progress)
    return out


def replicates_of_values(
    models: Sequence[ScoreCells],
    observed: NDArray[np.float64],
    reducers: Sequence[Any],
    *drawing: Any,
    **options: Any,
) -> NDArray[np.float64]:
    """Return what `replicates` does, with what values of the data lose by the cut.

    ``observed`` are these, (models, reducers).
    """
    drawn = replicates(models, reducers, *drawing, **options)
    drawn += observed - np.array([one.values(reducers) for one in models])
    return drawn


def _reduced(weights: NDArray[Any], reducers: Sequence[Any]) -> NDArray[np.float64]:
    """Return values of cells that weigh so much; those without weight are no steps."""
    filled = weights[weights.any(axis=1)]
    tps, fps = np.cumsum(filled, axis=0, dtype=np.float64).T.copy()
    found: NDArray[np.float64] = sweep.reduce_steps(tps, fps, reducers)[0]
    return found


def rows_worth(n_rows: int) -> int:
    """Return how many rows a replicate of cells costs as much as."""
    return min(n_rows, 2 * SHARES + n_rows // _ROWS_PER_STEP)
