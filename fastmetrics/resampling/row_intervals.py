"""Intervals of means and quantiles over rows in closed form."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds, means
from fastmetrics._common.arrays import order_statistics, quantile_of_sorted
from fastmetrics._common.effective_sizes import are_unequal_and_few, effective_size
from fastmetrics._common.interval import Interval, from_jackknife, no_interval, of_share
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.means import Mean, each_pair
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._common.pair_laws import StudentLaws
from fastmetrics._common.paired_differences import PairedDifferences, PairSums
from fastmetrics._common.records import loaded
from fastmetrics._inputs.columns import Categories, as_array
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import (
    DistanceOfCurve,
    ListMeasure,
    MadeOf,
    PseudoValues,
    RowMean,
    RowQuantile,
    Scale,
)
from fastmetrics.metrics.record import (
    BAND,
    BOOTSTRAP,
    EFFECTIVE,
    INFINITY,
    MEAN,
    ORDER,
    PROPORTION,
    SKEWED_T,
    SMOOTHED,
    Metric,
)
from fastmetrics.metrics.record import JACKKNIFE as JACKKNIFE_METHODS
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import MOST_GROUPS, Data, Design, Of, Plan, Refusal

if TYPE_CHECKING:
    from fastmetrics.metrics.row_sums import RowSums


# -------------------------------------------------------------------------- row records
# The record of a metric of rows: its values, and suitable methods.


JACKKNIFE = "jackknife"


def is_mean(row: Metric) -> bool:
    """Whether a metric is made of the mean of its row values."""
    return isinstance(row.how, RowMean | ListMeasure)


def is_quantile(row: Metric) -> bool:
    """Whether a metric is a quantile of its row values."""
    return isinstance(row.how, RowQuantile)


def has_row_values(row: Metric) -> bool:
    """Whether a metric is nearly a mean of its rows' contributions."""
    return isinstance(row.how, RowMean | PseudoValues | ListMeasure)


def level_of(row: Metric, parameters: Mapping[str, Any]) -> float:
    """Return which quantile it is, called with these parameters."""
    assert isinstance(row.how, RowQuantile)
    level = row.how.level
    return float(parameters[level]) if isinstance(level, str) else level


def methods_of(row: Metric) -> tuple[str, ...]:
    """Return the methods that the interval of a metric can be made by."""
    if is_quantile(row):
        return (ORDER, *BOOTSTRAP)
    if isinstance(row.how, DistanceOfCurve):
        return (BAND,)  # replicates are farther from the curve than rows are
    if not has_row_values(row):
        return BOOTSTRAP
    if not is_mean(row):
        return (JACKKNIFE, *BOOTSTRAP)
    shares = PROPORTION if row.interval in PROPORTION else ()
    return (*shares, *MEAN, JACKKNIFE, *BOOTSTRAP)


def row_values_of(row: Metric) -> Callable[..., Any]:
    """Return the function that gives the row values of a metric."""
    if isinstance(row.how, ListMeasure):
        return row.public  # with average=None it gives the value of each query
    assert isinstance(row.how, RowMean | PseudoValues | RowQuantile)
    found: Callable[..., Any] = loaded(row.how.values)
    return found


def taken_by(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that a function takes: one of any name, all."""
    if _takes_any(function):
        return dict(given)
    known = parameters_of(function)
    return {name: value for name, value in given.items() if name in known}


@functools.cache
def _takes_any(function: Callable[..., Any]) -> bool:
    kinds = inspect.signature(function).parameters.values()
    return any(one.kind is one.VAR_KEYWORD for one in kinds)


@functools.cache
def parameters_of(function: Callable[..., Any]) -> frozenset[str]:
    """Return the names of a function's parameters."""
    return frozenset(inspect.signature(function).parameters)


def one_number(row: Metric, value: Any) -> float:
    """Return the value of a metric; raise where its parameters ask for several."""
    if isinstance(value, np.ndarray) and value.ndim:
        raise ValueError(
            f"{row.name} gives {value.size} numbers with these parameters; an "
            "interval is for one number."
        )
    return float(value)


def count_rows(column: Any) -> int:
    """Return the number of rows of a column or sparse matrix."""
    if isinstance(column, Categories):
        return len(column.codes)
    shape = getattr(column, "shape", None)
    if isinstance(shape, tuple) and shape and isinstance(shape[0], int):
        return shape[0]
    try:
        return len(column)
    except TypeError:
        return len(as_array(column, "y_true"))


# ------------------------------------------------------------------------ row intervals
# Intervals in closed form of means over rows, and of functions of such means.
# The bounds of a root are roots of the mean's bounds, the bounds of a geometric mean
# are e to the power of the bounds of the mean logarithm, and the bounds of a sum are
# the mean's bounds times the weight of the rows.


# Its name in an interval: Student's distribution, on the scale that follows.
JACKKNIFE_T = "jackknife-t"


def made_of(row: Metric, of: Of) -> MadeOf:
    """Return a metric, or a difference of two models, as a function of the mean.

    A difference of roots or powers is the mean of the values of `shares`, minus the
    same of the other model.
    """
    bent = row.made_of in ("root", "exp")
    return "mean" if len(of) > 1 and bent else row.made_of


def shares(
    row: Metric, values: NDArray[np.float64], mean: float
) -> NDArray[np.float64]:
    """Return values whose mean is the metric's function of the mean of these.

    They are the metric plus each row's contribution: to a root (l - mean) / (2 root),
    to a power (l - mean) times the power.
    """
    if row.made_of == "exp":
        return math.exp(mean) * (1 + (values - mean))
    if row.made_of != "root":
        return values
    root = math.sqrt(mean)
    return (values / root + root) / 2 if root else np.zeros_like(values)


class Means(NamedTuple):
    """Means of the row values of models, and of the differences of two.

    ``of_pairs`` has matrices, (models, models), of the differences of a model and a
    later one. Numbers that are the same for all pairs are no matrices.
    """

    of_models: list[Mean]
    of_pairs: Mean | None

    def of(self, of: Of) -> Mean:
        """Return the mean of a model, or of the difference of two."""
        if len(of) == 1:
            return self.of_models[of[0]]
        every: Any = self.at(*np.array(of)[:, None])
        return Mean._make(one.item() if np.ndim(one) else one for one in every)

    def at(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Mean:
        """Return the means of the differences of pairs, as arrays."""
        every: Any = self.of_pairs  # there are several models
        return Mean._make(one[first, second] if np.ndim(one) else one for one in every)


def means_of(
    row: Metric,
    values: Sequence[NDArray[np.float64]],
    mean: Callable[[NDArray[np.float64]], Mean],
    of_pairs: Callable[[Sequence[NDArray[np.float64]]], Mean] | None = None,
) -> Means:
    """Return the mean of each model's row values, and of each two models' differences.

    ``mean`` computes a mean with its standard error, ``of_pairs`` those of all pairs.
    """
    values, alone = [*values], []
    with np.errstate(invalid="ignore", over="ignore"):  # of infinite losses
        for i, own in enumerate(values):
            alone.append(mean(own))
            if len(values) > 1:
                values[i] = shares(row, own, alone[i].value)
        if len(values) == 1:
            return Means(alone, None)
        return Means(alone, (of_pairs or partial(each_pair, mean))(values))


def share_of(mean: Mean, estimate: float, method: str, level: float) -> Interval:
    """Make the interval of a proportion of rows."""
    alike = mean.total == mean.total_of_squares == mean.n
    squares = None if alike else mean.total_of_squares
    return of_share(estimate * mean.total, mean.total, squares, method, level)


def interval_of(
    row: Metric,
    mean: Mean,
    estimate: float,
    total: float,
    method: str,
    of: Of,
    level: float,
    note: str,
) -> Interval:
    """Make the interval of a metric, from the mean of its row values.

    ``total`` is the weight of the rows. ``note`` says why it is approximate; empty: it
    is not. For two models ``mean`` is the mean of the differences, and ``estimate`` the
    difference of their metrics.
    """
    why = _impossible(row, mean, estimate, method, of)
    if why:
        return no_interval(estimate, level, why)
    name = _name_of(row, method, of)
    if mean.standard_error == 0:
        return no_interval(estimate, level, refusals.NO_SPREAD)
    if made_of(row, of) == "mean":
        mean = mean._replace(value=estimate)
    low, high = _bounds(row, mean, method, of, level)
    if math.isnan(low) or math.isnan(high):
        return no_interval(estimate, level, refusals.ONE_WEIGHS_ALL)
    error = mean.standard_error
    if made_of(row, of) == "root":
        low, high = math.sqrt(max(low, 0.0)), math.sqrt(max(high, 0.0))
        error /= 2 * estimate
    elif made_of(row, of) == "exp":
        low, high, error = math.exp(low), math.exp(high), error * estimate
    elif made_of(row, of) == "sum":
        low, high, error = low * total, high * total, error * total
    distribution = None
    if len(of) > 1:
        scale = total if made_of(row, of) == "sum" else 1.0
        skewness = mean.skewness if method == SKEWED_T else 0.0
        freedom = mean.degrees_of_freedom
        distribution = StudentLaw(mean.value * scale, error, freedom, skewness)
    return Interval(
        estimate,
        float(low),
        float(high),
        error,
        level,
        name,
        approximate=bool(note),
        reason=note,
        law=distribution,
    )


def intervals_of_pairs(
    row: Metric,
    mean: Mean,
    estimate: NDArray[np.float64],
    total: float,
    method: str,
    level: float,
    note: str,
) -> PairIntervals:
    """Make the intervals of differences of many pairs; see `interval_of`.

    ``mean`` has arrays of the means of the differences.
    """
    of, scale = (0, 1), 1.0
    value, error, freedom = mean.value, mean.standard_error, mean.degrees_of_freedom
    if made_of(row, of) == "mean":
        centre = estimate
    else:
        centre, scale = value, total
    skewness = mean.skewness if method == SKEWED_T else 0.0
    no_spread = refusals.NO_SPREAD if is_mean(row) else refusals.NO_VARIANCE
    freedom = np.broadcast_to(freedom, estimate.shape)
    with np.errstate(invalid="ignore"):
        is_alone = np.full(estimate.shape, mean.n < 2)
        reasons = {
            refusals.ALONE: is_alone,
            refusals.UNDEFINED_WITHOUT: np.isnan(error),
            refusals.ONE_WEIGHS_ALL: ~(freedom > 0),
            no_spread: error == 0,
        }
        freedom = np.where(freedom > 0, freedom, 1.0)
        ends = StudentLaws.of(centre, error, freedom, skewness).bounds(level)
    reasons[refusals.UNDEFINED] = np.isnan(ends).any(axis=0)
    none = np.logical_or.reduce([*reasons.values()])
    why = np.select([*reasons.values()], [np.array(one, object) for one in reasons], "")
    laws = StudentLaws.of(centre * scale, error * scale, freedom, skewness)
    return PairIntervals.of_laws(
        estimate,
        level,
        _name_of(row, method, of),
        laws,
        (ends[0] * scale, ends[1] * scale),
        note=note,
        none=none,
        why=why,
    )


def _impossible(row: Metric, mean: Mean, estimate: float, method: str, of: Of) -> str:
    """Say why there can be no interval; empty: there can."""
    if mean.n < 2:
        return refusals.ALONE
    if math.isnan(mean.standard_error):
        return refusals.UNDEFINED_WITHOUT
    if not mean.degrees_of_freedom > 0:
        return refusals.ONE_WEIGHS_ALL
    if is_mean(row):
        return ""
    scale = _scale_of(row, of)
    if not means.has_place(estimate, scale):
        return refusals.ends_scale(scale)
    return "" if mean.standard_error else refusals.NO_VARIANCE


def _bounds(
    row: Metric, mean: Mean, method: str, of: Of, level: float
) -> tuple[float, float]:
    """Return bounds of the mean, or around its substitute."""
    if method == SKEWED_T:
        return means.skew_t(mean, level)
    if method != JACKKNIFE_T:
        return means.student_t(mean, level)
    value, error, freedom = mean.value, mean.standard_error, mean.degrees_of_freedom
    return means.on_scale(value, error, freedom, _scale_of(row, of), level)


def _name_of(row: Metric, method: str, of: Of) -> str:
    """Return the method's name in an interval: with the scale, if any."""
    if method != JACKKNIFE_T or _scale_of(row, of) == "plain":
        return method
    return f"{method}-{_scale_of(row, of)}"


def _scale_of(row: Metric, of: Of) -> str:
    """Return the scale of a metric; a difference of two models is on none."""
    return row.scale if len(of) == 1 else "plain"


# ------------------------------------------------------------------------- unit shares
# Proportions of rows by unit: of rows in groups, and differences of two models.


# Name of the method of a difference in a plan; intervals have "t".
PAIRED = "paired-shares"


class UnitShares:
    """Successes and trials of each unit, of all models.

    Parameters
    ----------
    totals, sizes : ndarray of shape (n_units, n_models)
        Successes and trials of the rows of each unit, or their weights.
    counts : ndarray of int64, of shape (n_units,), optional
        Number of units that each row of these arrays stands for; None: one.
    mean_square : float
        Mean of the squared weights of rows.
    """

    def __init__(
        self,
        totals: NDArray[np.float64],
        sizes: NDArray[np.float64],
        counts: NDArray[np.int64] | None = None,
        mean_square: float = 1.0,
    ) -> None:
        self._totals, self._sizes, self._counts = totals, sizes, counts
        self._mean_square = mean_square

    @cached_property
    def are_paired(self) -> bool:
        """Whether the trials of all models are the same rows."""
        return bool((self._sizes == self._sizes[:, :1]).all())

    def way(self, design: Design, of: Of) -> str | None:
        """Name the way of a proportion or a difference; None: not by units."""
        if design.stratified:
            return None
        if len(of) > 1:
            return PAIRED if self.are_paired else None
        return EFFECTIVE if design.groups is not None else None

    def interval(self, estimate: float, model: int, level: float) -> Interval:
        """Make the interval of a proportion of rows in groups."""
        kept = self._sizes[:, model] > 0
        if np.count_nonzero(kept) < 2:
            undefined = math.isnan(estimate)
            why = refusals.UNDEFINED if undefined else refusals.ALONE
            return no_interval(estimate, level, why)
        totals, sizes = self._totals[kept, model], self._sizes[kept, model]
        n = float(effective_size(totals, sizes))
        if not n > 0:
            return no_interval(estimate, level, refusals.ONE_WEIGHS_ALL)
        note = refusals.FEW_UNEQUAL_GROUPS if are_unequal_and_few(sizes) else ""
        return effective_interval(estimate, n, level, note)

    @cached_property
    def _pairs(self) -> PairedDifferences:
        sums = PairSums.of_units(self._totals, self._sizes[:, 0], self._counts)
        return PairedDifferences.of_strata([sums], least=self._mean_square)

    def intervals(self, pairs: NDArray[np.intp], level: float) -> PairIntervals:
        """Make the intervals of differences of models, (pairs, 2)."""
        return paired_intervals(self._pairs, pairs, level, refusals.ALONE)


def paired_intervals(
    differences: PairedDifferences,
    pairs: NDArray[np.intp],
    level: float,
    unknown: str,
) -> PairIntervals:
    """Make the intervals of differences of models by Student's t.

    ``unknown`` says why there is none if a standard error is unknown.
    """
    first, second = pairs.T
    estimate, error, freedom = (one[first, second] for one in differences)
    none = ~np.isfinite(error) | (error == 0)
    laws = StudentLaws.of(estimate, error, np.where(none, 1.0, freedom))
    why = np.where(error == 0, refusals.NO_SPREAD, unknown)
    return PairIntervals.of_laws(estimate, level, MEAN[1], laws, none=none, why=why)


def effective_interval(
    share: float, size: float, level: float, note: str = "", target: str = ""
) -> Interval:
    """Make Wilson's interval of a proportion with the effective number of units."""
    if math.isnan(size):
        return no_interval(share, level, refusals.ONE_UNIT)
    cut = min(max(share, 0.0), 1.0)  # an adjusted mean may lie beyond
    found = of_share(cut * size, size, None, PROPORTION[0], level)
    return replace(
        found,
        estimate=share,
        method=EFFECTIVE,
        approximate=bool(note),
        reason=note,
        target=target,
    )


def shares_by_unit(row: Metric, asked: str) -> bool:
    """Whether a metric may be a proportion with an interval by units."""
    return asked == "auto" and row.interval in PROPORTION


# ---------------------------------------------------------------------- group jackknife
# Few groups: Student's t of the values without each, one rule for all metrics.
# Five speakers or patients have few distinct replicates, whose quantiles are too close
# together, and their skewness is noise. The jackknife's standard error of groups is if
# anything too large, and has as many degrees of freedom as there are groups, less one.
# On the scale on which the range of a metric has no ends its law is about Student's.


# Name of the method in a plan; intervals have `JACKKNIFE_T`, with the scale.
GROUP_JACKKNIFE = "group-jackknife"
# range -> the scale on which it has no ends
_SCALES: dict[tuple[float, float], Scale] = {
    (0.0, 1.0): "logit",
    (-1.0, 1.0): "fisher-z",
    (-INFINITY, INFINITY): "plain",
    (-INFINITY, 1.0): "log-complement",
}


def are_few(design: Design, n_units: int) -> bool:
    """Whether there are groups, and so few that each can be left out."""
    return design.groups is not None and n_units <= MOST_GROUPS


def suits(row: Metric, asked: str, design: Design, n_units: int) -> bool:
    """Whether an interval is made of the values without each group.

    It is where there are few. An optimum over thresholds is no less too good without
    a group, and has another way by itself; so have errors that groups scale, each of
    which has a value of its own whatever its rows weigh.
    """
    if row.interval_needs or not are_few(design, n_units):
        return False
    return asked == JACKKNIFE_METHODS[0] or (
        asked == "auto" and row.interval not in (SMOOTHED, BAND)
    )


def scale_of(row: Metric) -> Scale:
    """Return the scale of a metric: the scale of its record, or of its range."""
    if row.scale != "plain" or row.interval == JACKKNIFE_METHODS[0]:
        return row.scale
    return _SCALES.get((row.lower, row.upper), "log" if row.lower == 0 else "plain")


def group_jackknife_interval(
    row: Metric,
    estimate: float,
    values: NDArray[Any],
    of: Of,
    level: float,
    note: str,
) -> Interval:
    """Make the interval of a metric, or of two models' difference, on no scale.

    ``values``: those without each group. ``note`` says why it is approximate; empty: it
    is not.
    """
    if _is_constant(values) and np.isfinite(estimate):
        return no_interval(estimate, level, refusals.NO_SPREAD)
    if row.interval == ORDER or (len(of) > 1 and row.interval == "percentile"):
        note = note or refusals.FEW_ROWS_DECIDE
    scale = scale_of(row) if len(of) == 1 else "plain"
    if np.isfinite(estimate) and not means.has_place(estimate, scale):
        return no_interval(estimate, level, refusals.ends_scale(scale))
    name = JACKKNIFE_T if scale == "plain" else f"{JACKKNIFE_T}-{scale}"
    return from_jackknife(
        estimate, values, None, name, level, scale=scale, approximate=note
    )


def _is_constant(values: NDArray[Any]) -> bool:
    """Whether values are all alike, but for rounding."""
    with np.errstate(invalid="ignore"):  # of infinite values
        return bool(np.ptp(values) <= bounds.ROUNDING * np.max(np.abs(values)))


# ------------------------------------------------------------------------ row sums plan
# RowSumsPlan: plan of means whose rows are summed.


class RowSumsPlan(Plan):
    """Plan of a mean over rows: its `RowSums`, of one model.

    All its bounds are closed forms; no row can be drawn.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        if not design.is_plain or design.stratified:
            raise TypeError("RowSums have no rows that groups or weights belong to")
        self._sums: RowSums = data.summary
        self.names = list(data.models)
        self.summaries = {self.names[0]: self._sums}
        self.n_rows = self._sums.n_samples

    def ask(self, asked: Sequence[BoundMetric]) -> None:
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
            return refusals.unknown_interval(row.name, row.reason, asked)
        way = row.interval if asked == "auto" else asked
        if way in BOOTSTRAP:
            return refusals.not_drawn(refusals.SUMS_HAVE_NO_ROWS, asked)
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

    def ask(self, asked: Sequence[BoundMetric]) -> None:
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
            return refusals.not_drawn(refusals.SUMS_HAVE_NO_ROWS, asked)
        return Refusal(refusals.SUMS_LACK_SQUARES)


# ------------------------------------------------------------------------ row quantiles
# Quantiles of what rows have, their replicates, and their bounds: order statistics.
#
# How many of n values lie below the quantile of level q is a binomial variable,
# whatever the distribution. So some order statistic is a lower bound at nearly the
# level that is asked for, and the next one is too high: the bound lies between the two.
#
# The plain definition is in ``fastmetrics.reference.mean_intervals``.
#
# Sources: T. P. Hettmansperger and S. J. Sheather (1986), "Confidence intervals based
# on interpolated order statistics"; J. Nyblom (1992), "Note on interpolated order
# statistics".


class SampleQuantile:
    """A quantile of values of rows.

    Parameters
    ----------
    values : ndarray of float64, of shape (n_samples,)
    level : float
        Which quantile, in [0, 1].
    """

    def __init__(self, values: NDArray[np.float64], level: float) -> None:
        self._values = np.ascontiguousarray(values)
        self._level = level

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The rows in the order of their values, and the values in that order."""
        order = np.argsort(self._values, kind="stable")
        return order, self._values[order]

    def of(self, weights: NDArray[np.float64]) -> float:
        """Return the quantile of rows that weigh so much; NaN if none weighs any."""
        order, values = self._sorted
        return quantile_of_sorted(values, weights[order], self._level)

    def interval(self, estimate: float, level: float) -> Interval:
        """Make the interval between interpolated order statistics, of rows alike."""
        n = len(self._values)
        places = places_of_bounds(n, self._level, level)
        ranks = [r for place in places if place for r in (place.rank, place.towards)]
        if not ranks:
            why = refusals.no_order_statistic("", n, self._level)
            return no_interval(estimate, level, why)
        found = order_statistics(self._values, ranks).tolist()
        low, high = (
            interpolated(found.pop(0), found.pop(0), place.share) if place else math.nan
            for place in places
        )
        why = ""
        if math.isnan(low) or math.isnan(high):
            side = "lower" if math.isnan(low) else "upper"
            why = refusals.no_order_statistic(side, n, self._level)
        return Interval(estimate, low, high, math.nan, level, ORDER, reason=why)


class Place(NamedTuple):
    """Where a bound lies: between two values, by their ranks from 0 on.

    Attributes
    ----------
    rank, towards : int
    share : float
        Of the way from the first to the second.
    """

    rank: int
    towards: int
    share: float


def places_of_bounds(
    n: int, level: float, confidence_level: float
) -> tuple[Place | None, Place | None]:
    """Return the places of both bounds of a quantile of n values.

    None for a bound that no order statistic is: there are too few values beyond.
    """
    low = _place(n, level, confidence_level)
    high = _place(n, 1 - level, confidence_level, complement=level)
    if high is not None:  # it was counted from the other end
        high = Place(n - 1 - high.rank, n - 1 - high.towards, high.share)
    return low, high


def interpolated(first: float, second: float, share: float) -> float:
    """Return the value so far from the first to the second, infinite ones too."""
    if share == 0 or first == second:
        return first
    away = second - first
    if math.isfinite(away):
        return first + share * away
    return (1 - share) * first + share * second


def _place(
    n: int, level: float, confidence_level: float, complement: float | None = None
) -> Place | None:
    """Return the place of a lower bound.

    d is the last index with P(B < d) ≤ α/2, B being binomial with n and the level.
    ``complement`` is 1 - level where that has more digits.
    """
    from scipy.special import betainc

    rest = 1 - level if complement is None else complement
    tail = (1 - confidence_level) / 2

    def below(d: int) -> float:
        """Return P(B < d), 1 ≤ d ≤ n."""
        return float(betainc(n - d + 1, d, rest))

    if below(1) > tail:
        return None
    d, beyond = 1, n + 1
    while beyond - d > 1:
        middle = (d + beyond) // 2
        if below(middle) <= tail:
            d = middle
        else:
            beyond = middle
    if d == n:
        return Place(n - 1, n - 1, 0.0)
    short, over = tail - below(d), below(d + 1) - tail
    if short == 0:
        return Place(d - 1, d, 0.0)
    return Place(d - 1, d, 1 / (1 + d * rest * over / ((n - d) * level * short)))
