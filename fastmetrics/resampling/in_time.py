"""TimePlan: intervals where rows are one series in time, by any family's plan.

Neighbouring rows depend on each other: forecasts of overlapping spans share most of
their errors. So the standard error of a mean comes from the long-run variance, and the
bootstrap draws blocks of neighbouring times. The plan of the family below reads the
data and computes the metrics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import means
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.means import automatic_block_length, cosine_error, mean_in_time
from fastmetrics._common.options import hold_warnings
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import (
    BLOCKS,
    BOOTSTRAP,
    LONG_RUN,
    ORDER,
    SMOOTHED,
    Metric,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.plan import (
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    draw_blocks,
)
from fastmetrics.resampling.row_intervals import (
    Means,
    interval_of,
    is_quantile,
    means_of,
    parameters_of,
    scale_of,
)

__all__ = ["TimePlan", "check_alone", "planned"]

# Runs of neighbouring times that are left out in turn, at most: enough for the slow
# waves that the long-run variance is read off.
_MOST_RUNS = 400
# What blocks of times are drawn for; BCa has no acceleration of blocks.
_DRAWN = tuple(one for one in BOOTSTRAP if one != "bca")


def planned(
    make: Callable[[Data, Design, Mapping[str, Any]], Plan],
    data: Data,
    design: Design,
    options: Mapping[str, Any],
) -> Plan:
    """Make a family's plan; of rows in order of time one that takes this into account.

    Raises
    ------
    TypeError, ValueError
        If the columns do not fit the family, are bad, or the design is not allowed.
    """
    if design.order is None:
        return make(data, design, options)
    check_alone(design)
    return TimePlan(make, data, design, options)


def check_alone(design: Design) -> None:
    """Raise ValueError if rows in order of time have another design as well."""
    for name, is_given in (
        ("groups", design.groups is not None),
        ("stratified", design.stratified),
    ):
        if is_given:
            raise ValueError(
                f"{name} and order exclude each other: order is for the rows of one "
                "series, or of several at the same times; of several series that are "
                "independent of each other give groups"
            )


class TimePlan(Plan):
    """The plan of rows in order of time; ``of_rows`` is the plan of the family.

    Means over rows have the equally weighted cosine estimate of their long-run
    variance, and so have functions of values without each run of neighbouring times;
    quantiles, optima and all that is asked for by name are drawn in blocks.
    """

    def __init__(
        self,
        make: Callable[[Data, Design, Mapping[str, Any]], Plan],
        data: Data,
        design: Design,
        options: Mapping[str, Any],
    ) -> None:
        assert design.order is not None
        self._design = design._replace(order=None)
        self._make = lambda w: make(
            data, self._design._replace(sample_weight=w), options
        )
        self._plan = make(data, design, options)
        self._order = design.order
        self.names, self.kinds = self._plan.names, self._plan.kinds
        self.n_rows, self.summaries = self._plan.n_rows, self._plan.summaries
        if data.summary is not None:
            raise ValueError("order needs the rows, which a summary does not have")
        self._units, self._n = self._order.units(self.n_rows)
        weights = design.sample_weight
        self._weights = np.ones(self.n_rows)
        if weights is not None:
            self._weights = sample_weights(weights, self.n_rows)
        self._means: dict[int, Means] = {}
        self._left_out: NDArray[np.float64] | None = None

    @property
    def of_rows(self) -> Plan:
        """The family's plan, which reads the same rows."""
        return self._plan

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted."""
        super().ask(asked)
        self._plan.ask(asked)
        self._means, self._left_out = {}, None

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the object that a metric's function takes in place of the columns."""
        return self._plan.prepared(metric, model)

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        return self._plan.value(metric, model)

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it."""
        return self._plan.exact(metric, model, estimate)

    def adds_up(self, metric: int) -> bool:
        """Whether a metric is made of the mean of a value of each row."""
        return self._plan.adds_up(metric)

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return each row's contribution to such a metric."""
        return self._plan.row_values(metric, model)

    @property
    def estimates(self) -> NDArray[Any]:
        """Values of the data themselves, (models, metrics)."""
        return self._plan.estimates

    @property
    def n_units(self) -> int:
        """How many times there are."""
        return self._n

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return self.n_rows * len(self.names)

    @property
    def drawn_by(self) -> str:
        """What names of methods end with: replicates are drawn in blocks."""
        return BLOCKS

    def kind_of_model(self, metric: int, model: int) -> Hashable:
        """Return what the family's plan asks of a model."""
        return self._plan.kind_of_model(metric, model)

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        if asked not in ("auto", *_DRAWN):
            return Refusal("", refusals.of_independent_rows(asked, _DRAWN))
        known = self._plan.method(metric, "auto", of)
        if isinstance(known, Refusal):
            return known
        if not np.isfinite(self.estimates[list(of), metric]).all():
            return Refusal(refusals.UNDEFINED)
        if self._n < 3:
            return Refusal(refusals.FEW_TIMES)
        row = self.asked[metric].row
        if not (self.adds_up(metric) or self._takes_weights(row)):
            return Refusal(refusals.TAKES_NO_WEIGHTS)
        return self._by_default(metric) if asked == "auto" else asked

    def _by_default(self, metric: int) -> str:
        row = self.asked[metric].row
        is_smooth = row.interval not in (ORDER, SMOOTHED, None)
        return LONG_RUN if self.adds_up(metric) or is_smooth else _DRAWN[0]

    def _takes_weights(self, row: Metric) -> bool:
        """Whether rows can be left out, or drawn several times."""
        if isinstance(self._plan, CallablePlan):
            return True
        return "sample_weight" in parameters_of(row.public)

    # --- the long-run variance

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval of the long-run variance."""
        row = self.asked[metric].row
        estimates = self.estimates[:, metric]
        estimate = float(estimates[of[0]])
        if len(of) > 1:
            estimate -= float(estimates[of[1]])
        if not self.adds_up(metric):
            return self._without_runs(row, metric, estimate, of, level)
        mean = self._mean(metric, of)
        total = float(np.sum(self._weights))
        found = interval_of(row, mean, estimate, total, "t", of, level, "")
        return replace(found, method=LONG_RUN) if found.method == "t" else found

    def _mean(self, metric: int, of: Of) -> means.Mean:
        """Return the mean of the row values of a model, or of two models' differences.

        Rows without a value of some model, which the metric leaves out, are left out.
        """
        if metric in self._means:
            return self._means[metric].of(of)
        row = self.asked[metric].row
        values = [self.row_values(metric, k) for k in range(len(self.names))]
        kept = np.logical_not(np.isnan(values).any(axis=0)) & (self._weights > 0)
        rows = self._units[kept]
        weights = None if self._design.sample_weight is None else self._weights[kept]

        def in_time(some: NDArray[np.float64]) -> means.Mean:
            return mean_in_time(some, weights, rows, self._n, self._order.horizon)

        self._means[metric] = means_of(row, [own[kept] for own in values], in_time)
        return self._means[metric].of(of)

    def _without_runs(
        self, row: Metric, metric: int, estimate: float, of: Of, level: float
    ) -> Interval:
        """Make an interval of pseudo-values of runs of times, on the metric's scale."""
        values = self._values_left_out()[:, list(of), metric]
        values = values[:, 0] - values[:, 1] if len(of) > 1 else values[:, 0]
        if not np.isfinite(values).all():
            return no_interval(estimate, level, refusals.UNDEFINED_WITHOUT_TIMES)
        n = len(values)
        if np.ptp(values) <= means.ROUNDING * np.abs(values).max():
            same = len(of) > 1 and not estimate  # two models of the same value
            made = no_interval(estimate, level, refusals.NO_SPREAD)
            if not same:
                return made
            return replace(
                made,
                low=0.0,
                high=0.0,
                standard_error=0.0,
                method=LONG_RUN,
                approximate=True,
            )
        horizon = math.ceil(self._order.horizon * n / self._n)
        error, freedom = cosine_error((n - 1) * (values.mean() - values), horizon)
        error /= n
        scale = scale_of(row) if len(of) == 1 else "plain"
        if not means.has_place(estimate, scale):
            return no_interval(estimate, level, refusals.ends_scale(scale))
        low, high = means.on_scale(estimate, error, freedom, scale, level)
        distribution = StudentLaw(estimate, error, freedom) if len(of) > 1 else None
        name = LONG_RUN if scale == "plain" else f"{LONG_RUN}-{scale}"
        return Interval(estimate, low, high, error, level, name, law=distribution)

    def _values_left_out(self) -> NDArray[np.float64]:
        """Return the values without each run of neighbouring times, of all metrics."""
        if self._left_out is None:
            n_runs = min(self._n, _MOST_RUNS)
            run = np.arange(self._n) * n_runs // self._n
            values = [self._drawn(run != one) for one in range(n_runs)]
            self._left_out = np.array(values)
        return self._left_out

    # --- blocks of times

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of blocks of times drawn anew, (n, models, metrics)."""
        length = self._block_length(metrics)
        found = np.empty((n, len(self.names), len(metrics)))
        for i in range(n):
            times = draw_blocks(seed, i, self._n, length)
            found[i] = self._drawn(times)[:, list(metrics)]
            if progress is not None:
                progress(i + 1, n)
        return found

    def _block_length(self, metrics: Sequence[int]) -> int:
        """Return how many times are drawn together: the longest that a value needs."""
        if self._order.block_length is not None:
            return self._order.block_length
        longest = float(self._order.horizon)
        for metric in metrics:
            for model in range(len(self.names)):
                series = self._series(metric, model)
                if len(series) > 2 and np.isfinite(series).all():
                    length = automatic_block_length(series)
                    longest = max(longest, length * self._n / len(series))
        return min(math.ceil(longest), self._n - 1)

    def _series(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return the contributions of times to a metric: its values without each."""
        row = self.asked[metric].row
        is_known = is_quantile(row) and not isinstance(self._plan, CallablePlan)
        if is_known and self._plan.row_values(metric, model).ndim == 1:
            below = (
                self._plan.row_values(metric, model) <= self.estimates[model, metric]
            )
            shares = np.bincount(self._units, below * self._weights, self._n)
            return shares.astype(np.float64, copy=False)
        return -self._values_left_out()[:, model, metric]

    def _drawn(self, times: NDArray[Any]) -> NDArray[np.float64]:
        """Return values of all metrics, each time with its rows so often; (models, …).

        NaN where a metric is undefined.
        """
        often = times[self._units]
        shape = len(self.names), len(self.asked)
        if isinstance(self._plan, CallablePlan):
            rows = np.repeat(np.arange(self.n_rows), often)
            return np.reshape(self._plan.values_on(rows), shape)
        with hold_warnings():
            try:
                plan = self._make(self._weights * often)
                plan.ask(self.asked)
                return np.asarray(plan.estimates, np.float64)
            except ValueError:
                return np.full(shape, np.nan)

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife | None:
        """Return nothing: values without a row say nothing of a series."""
        return None
