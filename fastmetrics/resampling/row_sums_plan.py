"""RowSumsPlan: what the interval of a mean is made from whose rows are summed up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.warn import hold_warnings
from fastmetrics.metrics.record import BOOTSTRAP, MEAN, PROPORTION
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Data, Design, MetricCall, Of, Plan, Refusal
from fastmetrics.resampling.row_intervals import JACKKNIFE_T, interval_of, share_of
from fastmetrics.resampling.row_records import JACKKNIFE, methods_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.row_sums import RowSums

__all__ = ["RowSumsPlan", "ScatterPlan"]


class RowSumsPlan(Plan):
    """What the interval of a mean over rows is made from: its `RowSums`, of one model.

    All its bounds are closed forms; no row can be drawn.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        if not design.is_plain or design.stratified:
            raise TypeError("RowSums have no rows that groups or weights belong to")
        self._sums: RowSums = data.summary
        self.names = list(data.models)
        self.summaries = {self.names[0]: self._sums}
        self.n_rows = self._sums.n_samples

    def ask(self, asked: Sequence[MetricCall]) -> None:
        """Take the metric that is wanted; raise where it is another one."""
        for row, given in asked:
            own = {k: v for k, v in given.items() if k not in row.parameters}
            self._sums.compute(row.name, **own)
        super().ask(asked)

    def value(self, metric: int, model: int) -> float:
        """Return the metric."""
        return self._sums.value

    @property
    def estimates(self) -> NDArray[np.float64]:
        """The value, (1, metrics)."""
        return np.full((1, len(self.asked)), self._sums.value)

    @property
    def n_units(self) -> int:
        """How many rows there are."""
        return self._sums.spread.n

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of the metric will be made."""
        row = self.asked[metric].row
        if row.interval is None:
            if asked == "auto":
                return Refusal(row.reason)
            return refusals.unknown_interval(row.name, row.reason)
        way = row.interval if asked == "auto" else asked
        if way in BOOTSTRAP:
            return refusals.sums_have_no_rows("" if asked == "auto" else asked)
        if way not in methods_of(row):
            return refusals.not_for_rows(asked, row.name, methods_of(row))
        if way in PROPORTION and not self._sums.is_share:
            way = MEAN[0]
        if math.isnan(self._sums.value):
            return Refusal(refusals.UNDEFINED)
        if not math.isfinite(self._sums.value):
            return Refusal(refusals.INFINITE)
        return JACKKNIFE_T if way == JACKKNIFE else way

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make the interval in closed form."""
        row, sums = self.asked[metric].row, self._sums
        if method in PROPORTION:
            return share_of(sums.spread, sums.value, method, level)
        note = self.note(metric, "auto", of)
        given = sums.spread, sums.value, sums.weight
        return interval_of(row, *given, method, of, level, note)


class ScatterPlan(RowSumsPlan):
    """The values that a `ClusterScatter` tells; no point can be left out of it."""

    def ask(self, asked: Sequence[MetricCall]) -> None:
        """Take the metric that is wanted; raise where it needs the points."""
        for row, _ in asked:
            if "ClusterScatter" not in row.merges:
                raise TypeError(f"{row.name} needs the points: {row.merging}")
        Plan.ask(self, asked)

    def value(self, metric: int, model: int) -> float:
        """Return the metric."""
        return float(self.asked[metric].row.public(self._sums, None))

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values, (1, metrics)."""
        with hold_warnings():
            return np.array([[self.value(j, 0) for j in range(len(self.asked))]])

    @property
    def n_units(self) -> int:
        """How many points there are."""
        return self.n_rows

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Say why there is no interval."""
        if asked != "auto":
            return refusals.sums_have_no_rows(asked)
        return Refusal(refusals.SUMS_LACK_SQUARES)
