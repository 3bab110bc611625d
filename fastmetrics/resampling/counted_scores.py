"""CountedScores: a scorer of very many rows, of which only their sweep is known.

Replicates are drawn over cells of neighbouring thresholds, as those of rows are, and to
the same bits; but no row is laid out, so that memory does not grow with their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._kernels import sweep
from fastmetrics.resampling import score_cells
from fastmetrics.resampling.score_cells import ScoreCells
from fastmetrics.resampling.score_rows import Totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.score_sweep import ScoreSweep
    from fastmetrics.resampling.plan import Progress
    from fastmetrics.resampling.sweep_models import Reducer

# The rows of a sweep of no more are laid out, and so can be smoothed and left out.
MOST_LAID_OUT = 10_000_000


class CountedScores:
    """A scorer whose rows were counted; what ``SweepModels`` is of rows.

    Parameters
    ----------
    summary : ScoreSweep
        Of rows that count alike.
    stratified : bool
        Whether rows are drawn within their class.

    Attributes
    ----------
    n_units : int
        How many rows are drawn.
    totals : Totals
    are_cut : bool
        True: replicates are read off cells.
    """

    are_cut = True

    def __init__(self, summary: ScoreSweep, *, stratified: bool = False) -> None:
        n_pos, n_neg = int(summary.n_positive), int(summary.n_negative)
        self.n_units = n_pos + n_neg
        self.totals = Totals(self.n_units, n_pos, n_neg, n_pos, n_neg)
        self._summary = summary
        self._stratified = stratified

    def observed(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return values of the data themselves, (1, reducers)."""
        one = self._summary
        values, _ = sweep.reduce_steps(
            one.true_positives, one.false_positives, list(reducers)
        )
        return values[None, :]

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return bootstrap values, (n_resamples, 1, reducers).

        Those of the rows laid out.
        """
        return score_cells.replicates_of_values(
            [self._cells()],
            self.observed(reducers),
            reducers,
            seed,
            n_resamples,
            progress,
            stratified=self._stratified,
        )

    @property
    def can_be_drawn(self) -> bool:
        """Whether no score has more rows of a class than are drawn at once."""
        return bool(self._cells().counts.max(initial=0) <= score_cells.MOST_IN_CELL)

    @property
    def rows_per_replicate(self) -> int:
        """How many rows a replicate costs as much as."""
        return score_cells.rows_worth(self.n_units)

    def _cells(self) -> ScoreCells:
        return ScoreCells.of_counts(self._summary.positives, self._summary.negatives)
