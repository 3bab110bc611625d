"""Scores of many rows in cells: replicates whose cost hardly depends on the rows.

A sweep of a million thresholds varies over replicates as one of some thousand does.
What a replicate weighs in each cell between two of these follows from how many of its
rows are heavy (``fm_heavy.h``), and one pass draws that for 64 replicates. Their values
get what those of the data themselves lose by the cut.
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

# Replicates of more rows than this are read off cells.
MOST_WALKED = 50_000
# Cells hold at most so much of a class but for ties, and are at most twice as many.
SHARES = 4096
# Drawing so many rows once more takes as long as reducing one more threshold.
_ROWS_PER_STEP = 128


class ScoreCells(NamedTuple):
    """The cells of one model, scores falling.

    Attributes
    ----------
    counts : ndarray of int64, shape (cells, 2)
        Positive and negative rows of each cell.
    weights : ndarray of float64, shape (cells, 2)
        What these weigh on average over replicates.
    rows : ndarray of uint32 or None
        The rows, cell by cell, positives first; None: by this order they are numbered.
    """

    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    rows: NDArray[np.uint32] | None = None

    @classmethod
    def of_rows(cls, model: OrderedRows) -> ScoreCells:
        """Cut the thresholds of a model; of several, by the rows that they share."""
        n_pos = int(np.count_nonzero(model.labels))
        n_neg = len(model.flags) - n_pos
        ends = score_cells.cut(model.flags, n_pos, n_neg, SHARES)
        counts = score_cells.count_cells(model.flags, ends)
        rows = None
        if model.order is not None:
            rows = score_cells.arrange(model.flags, model.order, ends, counts)
        return cls(counts, counts.astype(np.float64), rows)

    def values(self, reducers: Sequence[Any]) -> NDArray[np.float64]:
        """Return values of thresholds between cells only."""
        return _reduced(self.weights, reducers)

    def without_groups(
        self, reducers: Sequence[Any], groups: NDArray[np.uint16], n_groups: int
    ) -> NDArray[np.float64]:
        """Return these values without each group of rows, (groups, reducers)."""
        left_out = score_cells.count_by_group(self.counts, self.rows, groups, n_groups)
        return np.array([_reduced(self.counts - own, reducers) for own in left_out])


def replicates(
    models: Sequence[ScoreCells],
    reducers: Sequence[Any],
    seed: int,
    n_resamples: int,
    progress: Progress = None,
    *,
    stratified: bool = False,
) -> NDArray[np.float64]:
    """Return values of replicates of the cells, (n_resamples, models, reducers).

    A replicate depends on ``seed`` and its number alone.
    """
    out = np.empty((n_resamples, len(models), len(reducers)))
    flat = out.reshape(n_resamples, -1)
    rows = [
        score_cells.CellRows(one.counts, one.weights, one.rows, reducers)
        for one in models
    ]
    size = score_cells.BATCH_SIZE

    def run(first: int) -> None:
        block = flat[first : first + size]
        score_cells.replicate(rows, stratified, seed, first // size, block)

    threads.map_blocks(run, range(0, n_resamples, size), progress=progress)
    return out


def _reduced(weights: NDArray[Any], reducers: Sequence[Any]) -> NDArray[np.float64]:
    """Return values of cells that weigh so much; those without weight are no steps."""
    filled = weights[weights.any(axis=1)]
    tps, fps = np.cumsum(filled, axis=0, dtype=np.float64).T.copy()
    found: NDArray[np.float64] = sweep.reduce_steps(tps, fps, reducers)[0]
    return found


def rows_worth(n_rows: int) -> int:
    """Return how many rows a replicate of cells costs as much as."""
    return min(n_rows, 2 * SHARES + n_rows // _ROWS_PER_STEP)
