"""RowPlan: intervals of means over rows, and of metrics that are nearly such means.

What each row contributes, its loss or its pseudo-value, is what ``Metric.how`` says.
Bounds are closed forms of the sums of these, so no row is drawn unless a bootstrap
method is asked for. Then the mean of a replicate is made of the same contributions. For
a metric that is not a mean they would give only replicates of its linear approximation,
which lacks the curvature that a bootstrap shows: there the metric's function itself is
called with new weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.interval import Interval
from fastmetrics._common.laws import BoundsLaw
from fastmetrics._common.means import Mean
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._common.records import loaded
from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.families import Family
from fastmetrics.metrics.how import DistanceOfCurve
from fastmetrics.metrics.record import (
    BAND,
    BOOTSTRAP,
    EFFECTIVE,
    ORDER,
    PROPORTION,
    UNNAMED,
    Metric,
)
from fastmetrics.metrics.row_sums import make
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import (
    MOST_GROUPS,
    MOST_PASSES,
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    of_models,
)
from fastmetrics.resampling.row_intervals import (
    GROUP_JACKKNIFE,
    JACKKNIFE,
    JACKKNIFE_T,
    PAIRED,
    Means,
    SampleQuantile,
    UnitShares,
    are_few,
    count_rows,
    has_row_values,
    interval_of,
    intervals_of_pairs,
    is_mean,
    is_quantile,
    level_of,
    means_of,
    methods_of,
    one_number,
    parameters_of,
    row_values_of,
    share_of,
    shares_by_unit,
    suits,
    taken_by,
)
from fastmetrics.resampling.row_sums import RowUnits

__all__ = ["RowPlan"]

# Rows that are gone over, at most, for the values of a model without each group.
_MOST_ROWS_LEFT = 2_000_000
# What "auto" is where rows are not drawn as the closed forms take them to be.
BOOTSTRAPPED = "bca"
# The same of quantiles, of which few values are possible.
QUANTILE_BOOTSTRAPPED = "percentile"


class RowPlan(Plan):
    """Plan of metrics of rows.

    A family's plan says which columns its functions take, and how rows are classed. A
    record's ``how`` says what its row values are: losses of which the metric is the
    mean, pseudo-values, or values of which it is a quantile.

    Attributes
    ----------
    family : Family
        Whose functions these are; it says which columns each of them takes.
    common : tuple of str
        Options of a call that become parameters of functions that have such ones.
    """

    family: ClassVar[Family]
    common: ClassVar[tuple[str, ...]] = ()

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models) or [UNNAMED]
        self.summaries: Mapping[str, Any] = {}
        self._data, self._design, self._options = data, design, options
        self._summary = data.summary
        if self._summary is None:
            self.n_rows = self._count()
        else:
            self._check_alone()
            self.summaries = {self.names[0]: self._summary}
            self.n_rows = self._rows_summed()
        rows = design if self._summary is None else Design()
        self._units = RowUnits(self.n_rows, rows, self._classes)
        self._parts: dict[bytes, RowUnits] = {}
        self._units_by_metric: dict[int, RowUnits] = {}
        self._means: dict[int, Means] = {}
        self._alone: dict[tuple[int, int], Mean] = {}
        self._shares: dict[int, UnitShares | None] = {}
        self._quantiles: dict[tuple[int, int], SampleQuantile] = {}
        self._distances: dict[tuple[int, int], Any] = {}
        self._without: dict[tuple[int, int, int], NDArray[np.float64]] = {}
        self._found: NDArray[np.float64] | None = None

    def _count(self) -> int:
        """Return how many rows were given."""
        return count_rows(self._data.shared["y_true"])

    def _rows_summed(self) -> int:
        """Return how many rows the summary is of."""
        n: int = self._summary.n_samples
        return n

    def _check_alone(self) -> None:
        """Refuse arguments for rows next to a summary."""
        for name in ("groups", "sample_weight"):
            if getattr(self._design, name) is not None:
                what = type(self._summary).__name__
                raise TypeError(f"{what} have no rows that {name} belong to")

    def _classes(self) -> NDArray[Any]:
        """Return the number of each row's stratum."""
        raise ValueError("stratified needs rows that have classes")

    # --- metrics

    @classmethod
    def reads(cls, asked: BoundMetric) -> bool:
        """Whether it is a mean, and no sum, over rows."""
        if asked.parameters.get("normalize", True) or not has_row_values(asked.row):
            return True
        return "normalize" in parameters_of(row_values_of(asked.row))

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        rows = [row for row in cls.family.metrics if row.interval is not None]
        return frozenset(method for row in rows for method in methods_of(row))

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted."""
        self.asked = [
            BoundMetric(row, self._completed(row, given)) for row, given in asked
        ]
        self._means, self._quantiles, self._found = {}, {}, None
        self._alone = {}
        self._shares = {}
        self._without, self._distances = {}, {}
        self._units_by_metric = {}

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all that a metric's function is called with besides the columns."""
        row.check_required(given)
        known = parameters_of(row.public)
        common = {name: self._options.get(name) for name in self.common}
        ours = {"sample_weight": self._units.weights, "groups": self._design.groups}
        beside = {
            one.name: self._data.shared.get(one.name)
            for one in self.family.arguments
            if one.by_name
        }
        made = {
            name: value
            for name, value in {**common, **ours, **beside}.items()
            if name in known and value is not None
        }
        return {**made, **given}

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns, which the public functions read themselves."""
        if self._summary is not None:
            return super().prepared(metric, model)
        own = {**self._data.shared, **self._data.models[self.names[model]]}
        return tuple(own[name] for name in self.family.leading(self.asked[metric].row))

    # --- what rows contribute

    def adds_up(self, metric: int) -> bool:
        """Whether a metric is made of the mean of what each row has."""
        return is_mean(self.asked[metric].row)

    def row_values(self, metric: int, model: int) -> NDArray[np.float64]:
        """Return each row's contribution to a metric of a model."""
        row, given = self.asked[metric]
        function = row_values_of(row)
        given = taken_by(function, given)
        with hold_warnings():  # the public function warns
            values = function(*self.prepared(metric, model), **given)
        return np.asarray(values, np.float64)

    def _mean(self, metric: int, of: Of) -> Mean:
        """Return the mean of the row values of a model, or of two models' differences.

        The values themselves, n of each model, are not kept.
        """
        key = metric, of[0]
        if len(of) == 1 and key not in self._alone and metric not in self._means:
            alone = self._in_one_pass(*key)
            if alone is not None:
                self._alone[key] = alone
        if len(of) == 1 and key in self._alone:
            return self._alone[key]
        return self._means_of(metric).of(of)

    def _means_of(self, metric: int) -> Means:
        """Return those of all models and pairs, from one pass over the row values."""
        if metric not in self._means:
            self._means[metric] = self._measure(metric)
        return self._means[metric]

    def _in_one_pass(self, metric: int, model: int) -> Mean | None:
        """Return that mean of a model if it can be had without its row values."""
        return None

    def _measure(self, metric: int) -> Means:
        """Return that mean of each model, and of each two models' differences."""
        if self._summary is not None:
            raise NotImplementedError(f"{type(self).__name__} reads no summary")
        values = [self.row_values(metric, k) for k in range(len(self.names))]
        units = self._units_of(metric)
        return means_of(
            self.asked[metric].row, values, units.mean, units.means_of_pairs
        )

    def _units_of(self, metric: int) -> RowUnits:
        """Return the units of the rows that a metric is a mean of."""
        asked = self.asked[metric]
        if not asked.row.leaves_out(asked.parameters):
            return self._units
        if metric not in self._units_by_metric:
            values = [self.row_values(metric, k) for k in range(len(self.names))]
            kept = np.logical_not(np.isnan(values).any(axis=0))
            self._units_by_metric[metric] = self._units_where(kept)
        return self._units_by_metric[metric]

    def _units_where(self, kept: NDArray[np.bool_]) -> RowUnits:
        """Return the units of these rows alone, once for all metrics of the same."""
        given = self._units.weights
        weights = kept.astype(np.float64) if given is None else kept * given
        if kept.all() or not weights.any():  # of no rows the mean is NaN
            return self._units
        key = kept.tobytes()
        if key not in self._parts:
            design = self._design._replace(sample_weight=weights)
            self._parts[key] = RowUnits(self.n_rows, design, self._classes)
        return self._parts[key]

    def _quantile(self, metric: int, model: int) -> SampleQuantile:
        """Return the quantile of row values that a metric is, of a single output."""
        row, given = self.asked[metric]
        return SampleQuantile(self.row_values(metric, model), level_of(row, given))

    def _distance(self, metric: int, model: int) -> Any:
        """Return the distance of a curve that a metric is."""
        key = metric, model
        if key not in self._distances:
            row, given = self.asked[metric]
            assert isinstance(row.how, DistanceOfCurve)
            measure = loaded(row.how.measure)
            given = taken_by(measure, given)
            self._distances[key] = measure(*self.prepared(metric, model), **given)
        return self._distances[key]

    def _by_band(self, metric: int, estimate: float, of: Of, level: float) -> Interval:
        """Make the interval of a distance of a curve, or of two models' difference.

        Bounds of both models at the level (1 + level) / 2 hold together at ``level``.
        """
        one, *other = (self._distance(metric, model) for model in of)
        note = self.note(metric, "auto", of)
        distribution = None
        if other:

            def apart(level: float) -> tuple[float, float]:
                both = (1 + level) / 2
                (low, high), (least, most) = one.bounds(both), other[0].bounds(both)
                return low - most, high - least

            distribution = BoundsLaw(apart)
        low, high = (
            one.bounds(level) if distribution is None else distribution.bounds(level)
        )
        return Interval(
            *(estimate, low, high, math.nan, level, BAND),
            approximate=bool(note),
            reason=note,
            law=distribution,
        )

    def _is_column(self) -> bool:
        """Whether there is a single output: averages of quantiles are none."""
        true = as_array(self._data.shared["y_true"], "y_true")
        return true.shape[1:] in ((), (1,))

    @property
    def _total(self) -> float:
        """What all rows weigh."""
        return self._units.total

    # --- results

    @property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        if self._found is None:
            models, metrics = range(len(self.names)), range(len(self.asked))
            values = [[self._estimate(j, k) for j in metrics] for k in models]
            self._found = np.array(values, np.float64)
        return self._found

    def _estimate(self, metric: int, model: int) -> float:
        row = self.asked[metric].row
        if is_mean(row):
            return float(make(row, self._mean(metric, (model,)).value, self._total))
        if isinstance(row.how, DistanceOfCurve):
            return float(getattr(self._distance(metric, model), "value", math.nan))
        return self._value(metric, model)

    def _value(
        self, metric: int, model: int, weights: NDArray[np.float64] | None = None
    ) -> float:
        """Call the metric's function, with other weights if they are given."""
        row, given = self.asked[metric]
        if weights is not None:
            given = {**given, "sample_weight": weights}
        with hold_warnings():
            return one_number(row, row.public(*self.prepared(metric, model), **given))

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it, which an estimate often is."""
        if not is_mean(self.asked[metric].row):
            return estimate
        if self._units_of(metric) is not self._units:  # fewer rows than the function's
            return estimate
        return super().exact(metric, model, estimate)

    @property
    def n_units(self) -> int:
        """How many rows or groups are drawn."""
        return self._units.n

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return self.n_rows * len(self.names)

    @property
    def advice(self) -> str:
        """What can be done about replicates on which a metric is undefined."""
        return refusals.advice_on_undefined(self._design)

    # --- how an interval is made

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        if row.interval is None:
            return refusals.unknown_interval(row.name, row.reason, asked)
        known = methods_of(row)
        if asked != "auto" and asked not in known:
            if asked in PROPORTION and BOOTSTRAP[0] in known:
                also = tuple(one for one in known if one not in BOOTSTRAP)
                return refusals.not_a_share(asked, row.name, also=also)
            return refusals.not_for_rows(asked, row.name, known)
        if shares_by_unit(row, asked):
            by_unit = self._way_by_unit(metric, of)
            if by_unit is not None:
                return by_unit
        way: str | Refusal = GROUP_JACKKNIFE
        if not suits(row, asked, self._design, self.n_units):
            way = self._way(row.interval if asked == "auto" else asked, asked, of)
        if isinstance(way, Refusal) and way.error:
            return way
        estimates = self.estimates[list(of), metric]
        if np.isnan(estimates).any():
            return Refusal(refusals.UNDEFINED)
        return way if np.isfinite(estimates).all() else Refusal(refusals.INFINITE)

    def _way_by_unit(self, metric: int, of: Of) -> str | None:
        """Name the way of a proportion of rows in groups, or of a difference."""
        if len(of) == 1 and self._design.groups is None:
            return None
        shares = self.unit_shares(metric)
        return None if shares is None else shares.way(self._design, of)

    def unit_shares(self, metric: int) -> UnitShares | None:
        """Return the successes and trials of each unit; None: values are not 0 or 1."""
        if metric not in self._shares:
            self._shares[metric] = self._count_units(metric)
        return self._shares[metric]

    def _count_units(self, metric: int) -> UnitShares | None:
        units, totals = self._units_of(metric), []
        for k in range(len(self.names)):
            values = self.row_values(metric, k)
            if not np.isin(values[~np.isnan(values)], (0.0, 1.0)).all():
                return None
            totals.append(units.sums(values))
        sizes = np.repeat(units.sums()[:, None], len(totals), axis=1)
        square = units.mean_square
        return UnitShares(np.stack(totals, axis=1), sizes, mean_square=square)

    def _way(self, way: str, asked: str, of: Of) -> str | Refusal:
        """Name the way that suits the design, if this one does not."""
        by_name = asked != "auto"
        if self._summary is not None and (way in BOOTSTRAP or self._design.stratified):
            return refusals.not_drawn(refusals.SUMS_HAVE_NO_ROWS, asked)
        if way in BOOTSTRAP:
            return way
        if way == BAND:
            plain = self._design.is_independent and not self._design.stratified
            return BAND if plain else refusals.band_of_independent_rows(asked)
        if way == ORDER:
            return self._by_order_statistics(by_name, of)
        if self._design.stratified:
            return refusals.takes_no_strata(asked) if by_name else BOOTSTRAPPED
        if way in PROPORTION and self._design.groups is not None:
            return refusals.shares_take_no_groups(asked) if by_name else BOOTSTRAPPED
        if way in PROPORTION and len(of) > 1:
            return Refusal(refusals.NO_SHARE) if by_name else BOOTSTRAPPED
        return JACKKNIFE_T if way == JACKKNIFE else way

    def _by_order_statistics(self, by_name: bool, of: Of) -> str | Refusal:
        """Name the way of a quantile: order statistics need rows with equal weights."""
        given = self._design
        alike = given.sample_weight is None and given.groups is None
        if alike and not given.stratified and len(of) == 1 and self._is_column():
            return ORDER
        if by_name:
            return refusals.order_statistics_are_of_rows_alike()
        return QUANTILE_BOOTSTRAPPED

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval in closed form."""
        row = self.asked[metric].row
        estimate = float(of_models(self.estimates[:, metric], of))
        if method == BAND:
            return self._by_band(metric, estimate, of, level)
        if method == ORDER:
            return self._quantile(metric, of[0]).interval(estimate, level)
        if method == EFFECTIVE:
            shares = self.unit_shares(metric)
            assert shares is not None  # or it would have another way
            return shares.interval(estimate, of[0], level)
        mean = self._mean(metric, of)
        if method in PROPORTION:
            return share_of(mean, estimate, method, level)
        note = self.note(metric, "auto", of)
        return interval_of(row, mean, estimate, self._total, method, of, level, note)

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the intervals of differences in closed form, as `analytic`."""
        if method == PAIRED:
            shares = self.unit_shares(metric)
            assert shares is not None  # or it would have another way
            return shares.intervals(pairs, level)
        if method == BAND:
            return super().analytic_pairs(metric, method, pairs, level)
        first, second = pairs.T
        values = self.estimates[:, metric]
        estimate = values[first] - values[second]
        mean = self._means_of(metric).at(first, second)
        note = self.note(metric, "auto", tuple(pairs[0].tolist()))
        row = self.asked[metric].row
        return intervals_of_pairs(row, mean, estimate, self._total, method, level, note)

    # --- data drawn anew, and without a row

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of rows or groups drawn anew, (n, models, metrics)."""
        models = range(len(self.names))
        found = np.empty((n, len(models), len(metrics)))
        of_means = [at for at, j in enumerate(metrics) if self._is_of_means(j)]
        others = [at for at in range(len(metrics)) if at not in of_means]
        if of_means:
            report = None if others else progress
            for units, some in self._by_units(metrics, of_means):
                sums = [
                    units.sums(self.row_values(metrics[at], k))
                    for k in models
                    for at in some
                ]
                drawn = units.drawn_means(sums, seed, n, report)
                drawn = drawn.reshape(n, len(models), len(some))
                for column, at in enumerate(some):
                    row = self.asked[metrics[at]].row
                    found[:, :, at] = make(row, drawn[:, :, column], self._total)
        for i in range(n if others else 0):
            weights = self._units.drawn_weights(seed, i)
            for at in others:
                for k in models:
                    found[i, k, at] = self._value_or_nan(metrics[at], k, weights)
            if progress is not None:
                progress(i + 1, n)
        return found

    def _by_units(
        self, metrics: Sequence[int], places: Sequence[int]
    ) -> Iterator[tuple[RowUnits, list[int]]]:
        """Yield the places of metrics that are means of the same rows."""
        units = {at: self._units_of(metrics[at]) for at in places}
        for one in {id(each): each for each in units.values()}.values():
            yield one, [at for at in places if units[at] is one]

    def _is_of_means(self, metric: int) -> bool:
        """Whether its row values determine its value on resampled rows."""
        return is_mean(self.asked[metric].row)

    def _value_or_nan(
        self, metric: int, model: int, weights: NDArray[np.float64]
    ) -> float:
        """Return the value with other weights, NaN if it is undefined with them.

        The function has checked everything else before.
        """
        if is_quantile(self.asked[metric].row) and self._is_column():
            key = metric, model
            if key not in self._quantiles:
                self._quantiles[key] = self._quantile(metric, model)
            return self._quantiles[key].of(weights)
        try:
            return self._value(metric, model, weights)
        except ValueError:
            return math.nan

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each row or group, as `jackknife` makes them."""
        if any(self._units_of(metric) is not self._units for metric in metrics):
            return None  # they have not the same units
        rows = [self.asked[metric].row for metric in metrics]
        if not all(map(has_row_values, rows)):
            if self.n_units > MOST_PASSES:
                return None
            weights = [*self._units.weights_without_each()]
        found = np.empty((self.n_units, len(self.names), len(metrics)))
        for at, (metric, row) in enumerate(zip(metrics, rows, strict=True)):
            models = tuple(range(len(self.names)))
            if has_row_values(row):
                found[:, :, at] = self.jackknife(metric, models, 0).values
                continue
            for i, w in enumerate(weights):
                found[i, :, at] = [self._value_or_nan(metric, k, w) for k in models]
        return Jackknife(found)

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return the values of a metric without each row or group.

        For a mean they are exact, for metrics with pseudo-values linear, unless there
        are few groups; all others are computed without each of up to 200 random groups.
        """
        row = self.asked[metric].row
        if not has_row_values(row) or self._bends(metric):
            known = [self._without_units(metric, k, seed) for k in models]
            return Jackknife(np.stack(known, axis=1))
        units = self._units_of(metric)
        values = [units.means_without_each(self.row_values(metric, k)) for k in models]
        if is_mean(row):
            with np.errstate(invalid="ignore"):
                values = [make(row, own, self._total) for own in values]
        return Jackknife(np.stack(values, axis=1))

    def _bends(self, metric: int) -> bool:
        """Whether groups weigh so much that pseudo-values do not add up to theirs."""
        row = self.asked[metric].row
        return (
            not is_mean(row)
            and "sample_weight" in parameters_of(row.public)
            and are_few(self._design, self.n_units)
            and self.n_units * self.n_rows <= _MOST_ROWS_LEFT
        )

    def _without_units(self, metric: int, model: int, seed: int) -> NDArray[np.float64]:
        """Return the values of a model without each unit, or each of 200 parts."""
        key = metric, model, seed
        if key not in self._without:
            units = self._units
            each = units.weights_without_each()
            weights = each if units.n <= MOST_GROUPS else units.weights_without(seed)
            values = [self._value_or_nan(metric, model, w) for w in weights]
            self._without[key] = np.array(values)
        return self._without[key]
