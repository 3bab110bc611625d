"""What a metric is read off: counts, a sweep, sums, or what its rows contribute.

``Metric.how`` is one of these. Values, replicates, values without a row and intervals
follow from it; ``Metric.interval`` says only how an interval is made by default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

__all__ = [
    "DistanceOfCurve",
    "Formula",
    "How",
    "ListMeasure",
    "MadeOf",
    "PointIndex",
    "PseudoValues",
    "RatesApart",
    "Reduction",
    "RowMean",
    "RowQuantile",
    "Scale",
    "SweepReduction",
]

Scale = Literal["plain", "log", "logit", "fisher-z", "log-complement"]
MadeOf = Literal["mean", "root", "sum", "exp"]


@dataclass(frozen=True, slots=True)
class Formula:
    """How the value of a public function is computed from a summary.

    Attributes
    ----------
    value : callable
        ``value(part, **parameters)``: float64 of the leading shape of that part of the
        summary. ``parameters`` are the keyword parameters of the public function
        without ``sample_weight``; ``zero_division`` arrives as a number.
    reads : str
        Which part: of counts of labels the "margins" or the whole "table", of a
        contingency table its "pairs" or its "information".
    proportion : callable, optional
        ``proportion(part, **parameters)``: the pair (successes, trials) of which the
        value is the quotient, or None if with these parameters it is none.
    log_variance : callable, optional
        ``log_variance(part, **parameters)``: the estimated variance of the value's
        logarithm, of a ratio whose interval is made on that scale.
    table_parameters : tuple of str
        Parameters that make it a matter of the whole table if they are not None.
    takes_cells : bool
        Whether of that table the cells that are not empty will do.
    multilabel : bool
        Whether counts of a multilabel target will do as well.
    share_of : str
        Of several labels per row, what it is a share of: rows that are right in all
        of their labels ("exact") or "entries"; empty: it is read off the counts of
        the labels.
    made_of : {"mean", "sum"}
        Whether it is a share or a mean, or a count that grows with the rows.
    of_each_row : bool
        Whether it is the mean, or the sum, over all rows of its value on each of them.
    scale : {"plain", "log", "logit", "fisher-z", "log-complement"}
        On which a jackknife of it is symmetric.
    moments : callable, optional
        ``moments(summary, **parameters)``: how much what rows contribute varies, as far
        as the summary alone tells it.
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
        """Return whether the value needs the table, with these parameters."""
        return self.reads == "table" or any(
            parameters.get(name) is not None for name in self.table_parameters
        )


class Reduction(NamedTuple):
    """A metric as ``scale * reducer + offset``, the reducer one of ScoreSweep's."""

    reducer: tuple[Any, ...]
    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class SweepReduction:
    """What a sweep over the thresholds of scores is reduced to.

    Attributes
    ----------
    reduce : callable
        ``reduce(**parameters)``: the metric as a `Reduction`; None: with these it needs
        the rows.
    by_group : bool
        Whether it is a mean over groups of rows, which are then given, and are its
        units.
    """

    reduce: Callable[..., Reduction | None]
    by_group: bool = False


@dataclass(frozen=True, slots=True)
class RowMean:
    """What is made of the weighted mean over rows of what each of them contributes.

    Attributes
    ----------
    values : callable
        ``values(*columns, sample_weight=None, **parameters)``, the columns as the
        public function takes them: what each row contributes, (n,) float64.
    made_of : {"mean", "root", "sum", "exp"}
        What the metric makes of that mean: itself, its square root, the sum, as many
        times the mean as the rows weigh, or e to its power, of a geometric mean.
    moments : callable, optional
        ``moments(*columns, **parameters)``: that mean of rows that count alike and how
        it varies, a `Mean`, in one pass that keeps no values; None where it takes
        these.
    formula : Formula, optional
        How it is read off sums of what rows contribute.
    leaves_out : bool
        Whether the mean leaves out rows whose value is NaN; else it is NaN.
    """

    values: Callable[..., Any]
    made_of: MadeOf = "mean"
    moments: Callable[..., Any] | None = None
    formula: Formula | None = None
    leaves_out: bool = False


@dataclass(frozen=True, slots=True)
class PseudoValues:
    """What is no mean over rows, but nearly one, of what each of them makes of it.

    Attributes
    ----------
    values : callable
        As of `RowMean`: the pseudo-value of each row, ``n v - (n - 1) v_i`` with v_i
        the metric without the row, or its limit for small weights, whose weighted mean
        is the metric.
    scale : {"plain", "log", "logit", "fisher-z", "log-complement"}
        On which a jackknife of these is symmetric; "log-complement" is the logarithm of
        1 less the metric.
    formula : Formula, optional
        How it is read off sums over rows.
    light_tails : bool
        Whether it is a matter of squared errors, so that its interval covers too little
        where errors have heavy tails, and is marked approximate there.
    """

    values: Callable[..., Any]
    scale: Scale = "plain"
    formula: Formula | None = None
    light_tails: bool = False


@dataclass(frozen=True, slots=True)
class RowQuantile:
    """A quantile of what rows contribute.

    Attributes
    ----------
    values : callable
        As of `RowMean`.
    level : float or str
        Which quantile, or the parameter that says it.
    """

    values: Callable[..., Any]
    level: float | str = 0.5


@dataclass(frozen=True, slots=True)
class DistanceOfCurve:
    """How far a curve that is fitted to all rows is from where it should be.

    Attributes
    ----------
    measure : callable
        ``measure(*columns, sample_weight=None, **parameters)``: the distance, whose
        ``bounds(level)`` follow from a band around the curve; a text where there is no
        curve.
    """

    measure: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class ListMeasure:
    """A mean over queries, of something that is measured of each ranked list.

    Attributes
    ----------
    request : callable
        ``request(**parameters)``: what the metric asks of the pass over the queries,
        and makes of the answer. ``parameters`` are those of the public function
        besides the data, and what says how the queries' values are averaged.
    made_of : {"mean", "exp"}
        What it makes of the mean over queries, as `RowMean`.
    read : callable, optional
        ``read(*columns, **ids)``: the ranked lists of the data that the public function
        takes, so that queries are known by their ids.
    """

    request: Callable[..., Any]
    made_of: MadeOf = "mean"
    read: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class PointIndex:
    """An index of points in clusters.

    Attributes
    ----------
    value : callable
        ``value(points, **parameters)`` of points that are in clusters.
    without_each : callable, optional
        ``without_each(points, None, progress=progress, **parameters)``: the values
        without each point, (n,) float64.
    distances : tuple of str
        What is read of the distances between all points, for both; they are of the
        parameter "metric" if the function has it.
    """

    value: Callable[..., float]
    without_each: Callable[..., Any] | None = None
    distances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RatesApart:
    """How far rates of groups of rows are apart.

    Attributes
    ----------
    rates : tuple of str
        Which rates: "selection_rate", "true_positive_rate", "false_positive_rate".
    kind : {"difference", "ratio"}
        What is made of those of two groups.
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
    | PointIndex
    | RatesApart
)
