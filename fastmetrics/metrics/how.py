"""Computation of a metric: from counts, a sweep, sums, or the values of its rows.

``Metric.how`` is one of these classes. Values, bootstrap replicates, jackknife values
and intervals follow from it; ``Metric.interval`` only names the default interval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Scale = Literal["plain", "log", "logit", "fisher-z", "log-complement"]
MadeOf = Literal["mean", "root", "sum", "exp"]


@dataclass(frozen=True, slots=True)
class Formula:
    """Value of a public function as a formula of a summary.

    Attributes
    ----------
    value : callable
        ``value(part, **parameters)`` returns float64 with the leading shape of the
        part of the summary. ``parameters`` are the keyword parameters of the public
        function without ``sample_weight``; ``zero_division`` is a number.
    reads : str
        The part: the "margins" or the whole "table" of label counts, the "pairs" or
        the "information" of a contingency table.
    proportion : callable, optional
        ``proportion(part, **parameters)`` returns (successes, trials), whose quotient
        is the value, or None if the value is not a proportion.
    log_variance : callable, optional
        ``log_variance(part, **parameters)`` returns the estimated variance of the
        logarithm of a ratio, for an interval on that scale.
    table_parameters : tuple of str
        Parameters that require the whole table if they are not None.
    takes_cells : bool
        Whether the cells of the table that are not empty are enough.
    multilabel : bool
        Whether it also supports counts of a multilabel target.
    share_of : str
        For several labels per row, the units of the proportion: rows with all labels
        right ("exact") or "entries"; empty if it is computed from the label counts.
    made_of : {"mean", "sum"}
        "mean" for a proportion or a mean, "sum" for a count that grows with the rows.
    of_each_row : bool
        Whether it is the mean or sum over all rows of its value for each row.
    scale : {"plain", "log", "logit", "fisher-z", "log-complement"}
        Scale on which its jackknife is symmetric.
    moments : callable, optional
        ``moments(summary, **parameters)`` returns the variance of the rows' values, as
        far as the summary determines it.
    """

    value: Callable[..., Any]
    reads: str
    proportion: Callable[..., Any] | None = None
    log_variance: Callable[..., float] | None = None
    table_parameters: tuple[str, ...] = ()
    takes_cells: bool = False
    multilabel: bool = False
    share_of: str = ""
    made_of: MadeOf = "mean"
    of_each_row: bool = False
    scale: Scale = "plain"
    moments: Callable[..., Any] | None = None

    def reads_table(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether these parameters require the whole table."""
        return self.reads == "table" or any(
            parameters.get(name) is not None for name in self.table_parameters
        )


class Reduction(NamedTuple):
    """A metric as ``scale * reducer + offset``, with a reducer of `ScoreSweep`."""

    reducer: tuple[Any, ...]
    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class SweepReduction:
    """Metric that is computed from a sweep over the thresholds of scores.

    Attributes
    ----------
    reduce : callable
        ``reduce(**parameters)`` returns a `Reduction`, or None if these parameters
        require the rows.
    by_group : bool
        Whether it is a mean over groups of rows, which are the units of its interval.
    """

    reduce: Callable[..., Reduction | None]
    by_group: bool = False


@dataclass(frozen=True, slots=True)
class RowMean:
    """Metric that is a function of the weighted mean of the rows' values.

    Attributes
    ----------
    values : callable
        ``values(*columns, sample_weight=None, **parameters)`` returns the value of each
        row, (n,) float64. The columns are those of the public function.
    made_of : {"mean", "root", "sum", "exp"}
        The function of the mean: the mean itself, its square root, the mean times the
        total weight, or its exponential for a geometric mean.
    moments : callable, optional
        ``moments(*columns, **parameters)`` returns a `Mean`, the unweighted mean and
        its variance, in one pass that stores no values; None if that needs the values.
    formula : Formula, optional
        Formula of sums over rows.
    leaves_out : bool
        Whether the mean leaves out rows whose value is NaN; otherwise it is NaN.
    """

    values: Callable[..., Any]
    made_of: MadeOf = "mean"
    moments: Callable[..., Any] | None = None
    formula: Formula | None = None
    leaves_out: bool = False


@dataclass(frozen=True, slots=True)
class PseudoValues:
    """Metric that is nearly a mean over rows: the mean of its pseudo-values.

    Attributes
    ----------
    values : callable
        Called as in `RowMean`; returns the pseudo-value of each row, ``n v - (n - 1)
        v_i`` with v_i the metric without the row, or its limit for small weights. Their
        weighted mean is the metric.
    scale : {"plain", "log", "logit", "fisher-z", "log-complement"}
        Scale on which the jackknife is symmetric; "log-complement" is the logarithm of
        1 - metric.
    formula : Formula, optional
        Formula of sums over rows.
    light_tails : bool
        Whether it depends on squared errors. Its interval then covers too rarely if
        errors have heavy tails, and is marked approximate for them.
    read : callable, optional
        ``read(*columns, sample_weight=None, pos_label=None)`` returns an object that
        the public function and ``values`` accept in place of the columns, so both use
        one fit.
    """

    values: Callable[..., Any]
    scale: Scale = "plain"
    formula: Formula | None = None
    light_tails: bool = False
    read: Callable[..., Any] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class RowQuantile:
    """Metric that is a quantile of the rows' values.

    Attributes
    ----------
    values : callable
        As in `RowMean`.
    level : float or str
        Level of the quantile, or the parameter that sets it.
    """

    values: Callable[..., Any]
    level: float | str = 0.5


@dataclass(frozen=True, slots=True)
class DistanceOfCurve:
    """Metric that is the distance of a curve, fitted to all rows, from its ideal.

    Attributes
    ----------
    measure : callable
        ``measure(*columns, sample_weight=None, **parameters)`` returns the distance,
        whose ``bounds(level)`` follow from a band around the curve, or a text if there
        is no curve.
    """

    measure: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class ListMeasure:
    """Metric that is a mean over queries of a measure of each ranked list.

    The attribute ``request`` of the public function returns the request for the pass
    over the queries; it takes the parameters without data and averaging.

    Attributes
    ----------
    made_of : {"mean", "exp"}
        The function of the mean over queries, as in `RowMean`.
    read : callable, optional
        ``read(*columns, **ids)`` returns the ranked lists of the data, whose queries
        are identified by their ids.
    """

    made_of: MadeOf = "mean"
    read: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class ItemMean:
    """Metric that is a mean over items of a number of each item's runs.

    Attributes
    ----------
    measure : callable
        ``measure(**parameters)`` returns the `ItemMeasure`, with the required
        parameters of the record.
    """

    measure: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class PointIndex:
    """Metric that is an index of points in clusters.

    Attributes
    ----------
    value : callable
        ``value(points, **parameters)`` returns the index of clustered points.
    without_each : callable, optional
        ``without_each(points, None, progress=progress, **parameters)`` returns the
        values without each point, (n,) float64.
    distances : tuple of str
        Statistics of the distances between all points that both use, by the parameter
        "metric" if the function has it.
    """

    value: Callable[..., float]
    without_each: Callable[..., Any] | None = None
    distances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RatesApart:
    """Metric that compares rates between groups of rows.

    Attributes
    ----------
    rates : tuple of str
        The rates: "selection_rate", "true_positive_rate", "false_positive_rate".
    kind : {"difference", "ratio"}
        Comparison of the rates of two groups.
    """

    rates: tuple[str, ...]
    kind: Literal["difference", "ratio"]


How: TypeAlias = (
    Formula
    | SweepReduction
    | RowMean
    | PseudoValues
    | RowQuantile
    | DistanceOfCurve
    | ListMeasure
    | ItemMean
    | PointIndex
    | RatesApart
)
