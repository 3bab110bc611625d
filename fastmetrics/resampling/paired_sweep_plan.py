"""PairedSweepPlan: differences of two models whose rows were read in passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.resampling.plan import Data, Design, Of, Plan, Progress, Smoothed
from fastmetrics.resampling.smoothed_models import why_unsuited
from fastmetrics.resampling.sweep_plan import SweepPlan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.pair_intervals import PairIntervals
    from fastmetrics.resampling.sampled_sweeps import PairedSweeps


class PairedSweepPlan(SweepPlan):
    """Plan of the differences of two models whose rows were read in passes."""

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self._pair: PairedSweeps = data.summary
        self._design, self._models = design, self._pair
        self._summary = self._rows = self._groups = self._left_out = None
        self.names = list(data.models)
        self.n_rows = self._pair.n_units
        self._reductions = []

    @property
    def summaries(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The sweep of each model."""
        sweeps = (one.sweep for one in self._pair.models)
        return dict(zip(self.names, sweeps, strict=True))

    @property
    def _alone(self) -> None:
        return None

    @cached_property
    def _unsuited(self) -> list[str]:
        return [why_unsuited(one.steps) for one in self._pair.models]

    def smoothed(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Smoothed:
        """Return values of the smooth distributions, and of their samples."""
        reducers = self._reducers(metrics)
        found = self._pair.smoothed(reducers, seed, n, progress)
        values, drawn = (self._of_metrics(one, reducers, metrics) for one in found)
        return Smoothed(values, drawn, min(self.totals[1:3]) - 1)

    def delong_variance(self, of: Of) -> DelongVariance | None:
        """Return DeLong's variance of the difference of the two areas."""
        return self._pair.variance

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the interval of the difference of DeLong's variance."""
        return Plan.analytic_pairs(self, metric, method, pairs, level)
