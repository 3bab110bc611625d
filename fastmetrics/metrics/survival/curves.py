"""Estimates of survival and incidence over time, and the restricted mean."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval
from fastmetrics._common.options import (
    check_choice,
    check_level,
    positive,
    share,
    whole,
)
from fastmetrics._common.records import data_frame, overloaded, plain_all
from fastmetrics._inputs.censored_times import read_censored
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.metrics.survival.rows import (
    CensoredRows,
    check_cause,
    count_steps,
)
from fastmetrics.show.result import Result
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

    Floats = NDArray[np.float64]
    Transform = Literal["log-log", "log", "plain", "logit"]

TRANSFORMS = ("log-log", "log", "plain", "logit")
# Rows of the table at risk below a picture, and of the text.
_SHOWN = 10


@dataclass(eq=False)
class SurvivalCurve(Result):
    """Estimate of survival, or of the incidence of a cause, over time.

    Attributes
    ----------
    times : ndarray of shape (n_steps,)
        All distinct times, ascending.
    at_risk : ndarray of shape (n_steps,)
        Rows at risk just before each time.
    events : ndarray of shape (n_steps,)
        Rows with the event at each time.
    standard_error : ndarray of shape (n_steps,)
        Standard errors; NaN once nobody survives.
    low, high : ndarray of shape (n_steps,)
        Bounds at each time.
    confidence_level : float
        Their nominal coverage.
    transform : {"log-log", "log", "plain", "logit"}
        Scale on which they are symmetric.
    cause : int or None
        The cause of an incidence; None for survival.
    """

    times: Floats
    values: Floats
    at_risk: NDArray[np.int64]
    events: NDArray[np.int64]
    standard_error: Floats
    confidence_level: float
    transform: Transform
    cause: int | None = None

    @cached_property
    def _bounds(self) -> tuple[Floats, Floats]:
        """Return the bounds, those of an incidence from the bounds of 1 - F."""
        low, high = transformed_bounds(
            self.survival, self.standard_error, self.confidence_level, self.transform
        )
        return (low, high) if self.cause is None else (1 - high, 1 - low)

    @property
    def low(self) -> Floats:
        """Lower bounds at each time."""
        return self._bounds[0]

    @property
    def high(self) -> Floats:
        """Upper bounds at each time."""
        return self._bounds[1]

    @property
    def survival(self) -> Floats:
        """Probability of no event by each time; 1 minus the incidence of a cause."""
        return self.values if self.cause is None else 1 - self.values

    @property
    def incidence(self) -> Floats:
        """Probability of an event by each time; 1 minus the survival."""
        return 1 - self.values if self.cause is None else self.values

    def at(self, t: ArrayLike) -> Any:
        """Return the estimate at times.

        Parameters
        ----------
        t : float or array_like
            Times, not negative.

        Returns
        -------
        float or ndarray
            The estimate; NaN after the last time, unless nobody survives it.
        """
        times = np.asarray(t, dtype=np.float64)
        first = 1.0 if self.cause is None else 0.0
        places = np.searchsorted(self.times, times, "right")
        found = np.concatenate([[first], self.values])[places]
        known = (times <= self.times[-1]) | (self.values[-1] == 0)
        found = np.where(known & (times >= 0), found, np.nan)
        return float(found) if found.ndim == 0 else found

    def quantile(self, p: float = 0.5) -> Interval:
        """Return the time by which a proportion of rows has the event.

        Parameters
        ----------
        p : float in (0, 1), default=0.5
            The proportion; 0.5 for the median.

        Returns
        -------
        Interval
            Smallest time with an incidence of at least p; the middle of a step on which
            it is equal to p. Bounds by the same rule from the bounds of the curve
            (Brookmeyer and Crowley). Infinite if it is not reached.
        """
        p = share(p, "p")
        if not 0 < p < 1:
            raise ValueError(f"p must be in (0, 1), got {p!r}.")
        above = self.incidence
        ends = (
            (self.low, self.high)
            if self.cause is None
            else (1 - self.high, 1 - self.low)
        )
        value, low, high = (
            _first_time(self.times, each, p)
            for each in (above, 1 - ends[0], 1 - ends[1])
        )
        return Interval(
            value, low, high, math.nan, self.confidence_level, "brookmeyer-crowley"
        )

    def _columns(self) -> dict[str, NDArray[Any]]:
        name = "survival" if self.cause is None else "incidence"
        return {
            "times": self.times, name: self.values, "at_risk": self.at_risk,
            "events": self.events, "standard_error": self.standard_error,
            "low": self.low, "high": self.high,
        }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return the columns, as JSON can hold them."""
        found: dict[str, Any] = plain_all(self._columns())
        return found

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per time.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Library of the frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns of the curve; the time is the index in pandas.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        columns = {name: column.tolist() for name, column in self._columns().items()}
        columns["time"] = columns.pop("times")
        rows = [
            dict(zip(columns, row, strict=True))
            for row in zip(*columns.values(), strict=True)
        ]
        return data_frame(rows, ["time"], backend, "SurvivalCurve.to_frame")

    def _places(self) -> NDArray[np.int64]:
        """Return a few steps, evenly spread over the rows that leave."""
        n = len(self.times)
        places = np.linspace(0, n - 1, min(n, _SHOWN))
        return np.unique(np.round(places).astype(np.int64))

    def _title(self) -> Any:
        if self.cause is None:
            return say("Survival (Kaplan–Meier)")
        return say("Incidence of cause {cause} (Aalen–Johansen)", cause=str(self.cause))

    def _document(self, width: int | None = None, **options: Any) -> Document:
        from fastmetrics.show.numbers import count, numerals
        from fastmetrics.show.text import Document, Table

        rows = []
        for at in self._places().tolist():
            value, *ends = numerals(
                *(float(c[at]) for c in (self.values, self.low, self.high))
            )
            rows.append([
                f"{self.times[at]:g}", count(int(self.at_risk[at])),
                count(int(self.events[at])), value,
                "—" if math.isnan(self.low[at]) else f"[{', '.join(ends)}]",
            ])  # fmt: skip
        heads = [
            say("Time"),
            say("At risk"),
            say("Events"),
            say("Value"),
            say("{level} interval", level=f"{100 * self.confidence_level:g} %"),
        ]
        table = Table(self._title(), heads, rows, frozenset(range(5)))
        return Document(sentences=[], tables=[table], foot=[], title=self._title())

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        from fastmetrics.show.pictures import Band, Line, Mark, Panel, Picture, Scale

        first = 1.0 if self.cause is None else 0.0
        x = np.repeat(np.concatenate([[0.0], self.times]), 2)[1:]
        low, values, high = (
            np.repeat(np.concatenate([[first], c]), 2)[:-1]
            for c in (self.low, self.values, self.high)
        )
        marks: list[Mark] = [Band(x, low, high, 0), Line(x, values, 0)]
        scale = Scale(self._title(), 0.0, 1.0)
        panel = Panel("", Scale(say("Time")), scale, marks)
        return [Picture("survival", self._title(), [panel], columns=1)]

    def __repr__(self) -> str:
        return (
            f"SurvivalCurve(n_steps={len(self.times)}, n={int(self.at_risk[0])}, "
            f"events={int(self.events.sum())})"
        )


def _first_time(times: Floats, incidence: Floats, p: float) -> float:
    """Return the smallest time with an incidence of p, or the middle of a step at p."""
    # Rounding of a product of quotients must not decide whether p is reached.
    near = np.abs(incidence - p) <= 8 * np.finfo(np.float64).eps
    reached = np.flatnonzero((incidence >= p) | near)
    if not len(reached):
        return math.inf
    at = int(reached[0])
    if near[at]:
        after = np.flatnonzero((incidence > p) & ~near)
        if len(after):
            return float(times[at] + times[after[0]]) / 2
    return float(times[at])


def transformed_bounds(
    values: Floats, errors: Floats, level: float, transform: str
) -> tuple[Floats, Floats]:
    """Return bounds of probabilities of survival; [1, 1] before the first event."""
    z = bounds.quantile(math.inf, level)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if transform == "plain":
            low, high = values - z * errors, values + z * errors
        elif transform == "log":
            factor = np.exp(z * errors / values)
            low, high = values / factor, values * factor
        elif transform == "log-log":
            power = np.exp(np.abs(z * errors / (values * np.log(values))))
            low, high = values**power, values ** (1 / power)
        else:
            centre = np.log(values / (1 - values))
            half = z * errors / (values * (1 - values))
            low, high = (1 / (1 + np.exp(-(centre + s * half))) for s in (-1, 1))
    at_start = (values == 1) & (errors == 0)
    unknown = np.isnan(errors) | (values <= 0) | ((values >= 1) & ~at_start)
    low, high = (
        np.where(at_start, 1.0, np.where(unknown, np.nan, np.clip(side, 0.0, 1.0)))
        for side in (low, high)
    )
    return low, high


def kaplan_meier(
    time: ArrayLike,
    event: ArrayLike | None,
    *,
    confidence_level: float = 0.95,
    transform: Transform = "log-log",
) -> SurvivalCurve:
    r"""Kaplan and Meier's estimate of survival, with bounds at each time.

    .. math:: \hat S(t) = \prod_{u \le t} \left( 1 - \frac{d_u}{Y_u} \right)

    over the distinct times u, with Y rows at risk and d events. Any cause is an event.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage at each single time.
    transform : {"log-log", "log", "plain", "logit"}, default="log-log"
        Scale on which the bounds are symmetric.

    Returns
    -------
    SurvivalCurve
        The estimate at all distinct times, with Greenwood's standard errors;
        ``quantile(0.5)`` is the median.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        there are no rows, or an option is unknown.

    See Also
    --------
    aalen_johansen : incidence of one of several causes.
    restricted_mean_survival_time : area below the curve.
    log_rank_test : test of equal curves.

    Notes
    -----
    Without an event the estimate is 1. The median of times without censoring is the
    median of the times, because the middle of a step at 1/2 is taken.

    References
    ----------
    .. [1] E. L. Kaplan and P. Meier, "Nonparametric estimation from incomplete
       observations", Journal of the American Statistical Association 53(282), 1958,
       457-481.
    .. [2] R. Brookmeyer and J. Crowley, "A confidence interval for the median survival
       time", Biometrics 38(1), 1982, 29-41.

    Examples
    --------
    >>> from fastmetrics import kaplan_meier
    >>> curve = kaplan_meier([1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1])
    >>> curve.survival.round(4)
    array([0.8333, 0.8333, 0.625 , 0.4167, 0.4167, 0.    ])
    >>> curve.quantile(0.5).estimate
    4.0
    """
    level = check_level(confidence_level)
    check_choice(transform, TRANSFORMS, "transform")
    steps = count_steps(read_censored(time, event))
    with np.errstate(divide="ignore", invalid="ignore"):
        left = steps.at_risk - steps.events
        terms = np.where(left > 0, steps.events / (steps.at_risk * left), 0.0)
    errors = np.where(
        steps.survival > 0, steps.survival * np.sqrt(np.cumsum(terms)), np.nan
    )
    return SurvivalCurve(
        steps.distinct, steps.survival, steps.at_risk, steps.events, errors, level,
        transform,
    )  # fmt: skip


def _incidence_errors(rows: CensoredRows, cause: int, values: Floats) -> Floats:
    """Return the standard errors of an incidence from its influence values.

    The influence of a row on F(t) is a - F(t) b, where a and b stay as they are once
    the row has left. Rows still at risk have the same a and b.
    """
    at_risk, events = rows.at_risk, rows.events
    of_cause = rows.count(rows.code == cause)
    before = np.concatenate([[1.0], rows.survival[:-1]])
    left = at_risk - events
    inverse = np.where(left > 0, 1 / np.maximum(left, 1), 0.0)
    change_a = -before * of_cause / at_risk**2 - values * events / at_risk * inverse
    change_b = -events / at_risk * inverse
    path_a, path_b = np.cumsum(change_a), np.cumsum(change_b)
    other = events - of_cause
    exits = (
        (rows.censored, path_a, path_b),
        (of_cause, path_a + before / at_risk + values * inverse, path_b + inverse),
        (other, path_a + values * inverse, path_b + inverse),
    )
    squares = np.zeros((3, len(values)))
    for number, a, b in exits:
        squares += number * np.array([a * a, a * b, b * b])
    gone = np.cumsum(squares, axis=1)
    gone += rows.remaining * np.array([path_a**2, path_a * path_b, path_b**2])
    variance = gone[0] - 2 * values * gone[1] + values**2 * gone[2]
    found: Floats = np.sqrt(np.maximum(variance, 0.0))
    return found


def aalen_johansen(
    time: ArrayLike,
    event: ArrayLike | None,
    *,
    cause: int = 1,
    confidence_level: float = 0.95,
    transform: Transform = "log-log",
) -> SurvivalCurve:
    r"""Aalen and Johansen's estimate of the incidence of one of several causes.

    .. math:: \hat F_k(t) = \sum_{u \le t} \hat S(u-) \frac{d_{ku}}{Y_u}

    over the distinct times u, with Y rows at risk, :math:`d_k` events of the cause, and
    S the Kaplan–Meier estimate of no event of any cause.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    cause : int, default=1
        The cause.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage at each single time.
    transform : {"log-log", "log", "plain", "logit"}, default="log-log"
        Scale of 1 - F on which the bounds are symmetric.

    Returns
    -------
    SurvivalCurve
        The incidence at all distinct times, with standard errors of the infinitesimal
        jackknife, which are those of ``survfit`` in R.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has an event of the cause, or an option is unknown.

    See Also
    --------
    kaplan_meier : survival; with one cause, 1 minus this.

    References
    ----------
    .. [1] O. O. Aalen, "Nonparametric estimation of partial transition probabilities in
       multiple decrement models", Annals of Statistics 6(3), 1978, 534-545.

    Examples
    --------
    >>> from fastmetrics import aalen_johansen
    >>> curve = aalen_johansen([1, 2, 3, 4, 5, 6], [1, 0, 2, 1, 0, 1], cause=1)
    >>> curve.incidence.round(4)
    array([0.1667, 0.1667, 0.1667, 0.375 , 0.375 , 0.7917])
    """
    level = check_level(confidence_level)
    check_choice(transform, TRANSFORMS, "transform")
    rows = CensoredRows(read_censored(time, event))
    cause = whole(cause, "cause", at_least=1)
    check_cause(rows.code, cause)
    values = rows.incidence(cause)
    errors = _incidence_errors(rows, cause, values)
    only = not np.any((rows.code != 0) & (rows.code != cause))
    if only:  # as of survival, whose error is unknown once nobody survives
        errors = np.where(rows.survival > 0, errors, np.nan)
    events = rows.count(rows.code == cause)
    return SurvivalCurve(
        rows.distinct, values, rows.at_risk, events, errors, level, transform, cause
    )


def _restricted_mean(rows: CensoredRows, tau: float) -> Estimates:
    """Return the area below S up to tau."""
    edges = np.concatenate([[0.0], rows.distinct[rows.distinct < tau], [tau]])
    heights = np.concatenate([[1.0], rows.survival[rows.distinct < tau]])
    value = float(heights @ np.diff(edges))
    return Estimates(
        "restricted_mean_survival_time", say("Restricted mean"), np.array([tau]),
        np.array([value]), rows.n, partial(_mean_influence, rows, tau), "plain",
        greater_is_better=True,
    )  # fmt: skip


def _mean_influence(rows: CensoredRows, tau: float) -> Influence:
    inside = rows.distinct <= tau
    edges = np.append(rows.distinct, tau)
    widths = np.diff(np.minimum(edges, tau))
    areas = np.cumsum((rows.survival * widths)[::-1])[::-1]  # below S from u to tau
    left = rows.at_risk - rows.events
    inverse = np.where((left > 0) & inside, 1 / np.maximum(left, 1), 0.0)
    passed = np.cumsum(areas * inverse * rows.events / rows.at_risk)
    own = np.where(rows.code != 0, (areas * inverse)[rows.step], 0.0)
    influence = -rows.n * (own - passed[rows.step])
    return Influence(influence[:, None])


@overloaded(
    {"group": "None", "return": "SurvivalScore"},
    {"group": "ArrayLike", "return": "dict[Any, SurvivalScore]"},
)
def restricted_mean_survival_time(
    time: ArrayLike,
    event: ArrayLike | None,
    *,
    tau: float,
    group: ArrayLike | None = None,
) -> SurvivalScore | dict[Any, SurvivalScore]:
    r"""Restricted mean survival time: mean time without an event, up to tau.

    .. math:: \int_0^\tau \hat S(t)\, dt

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored; any other code is an event.
    tau : float
        End of the integral: above 0, and at most the largest time of each group.
    group : array_like of shape (n_samples,), optional
        Groups with a mean each.

    Returns
    -------
    SurvivalScore, or dict of label to SurvivalScore with ``group``
        Time in [0, tau], with its standard error and interval. Means of two groups are
        compared with ``a.difference(b, paired=False)``.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        there are no rows, or ``tau`` is out of range.

    See Also
    --------
    kaplan_meier : the curve.
    log_rank_test : test of equal curves.

    References
    ----------
    .. [1] P. Royston and M. K. B. Parmar, "Restricted mean survival time: an
       alternative to the hazard ratio for the design and analysis of randomized trials
       with a time-to-event outcome", BMC Medical Research Methodology 13, 2013, 152.

    Examples
    --------
    >>> from fastmetrics import restricted_mean_survival_time
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> mean = restricted_mean_survival_time(time, event, tau=5)
    >>> round(mean, 4), round(mean.standard_error, 4)
    (3.7083, 0.6032)
    """
    columns = read_censored(time, event)
    tau = positive(tau, "tau")
    if group is None:
        parts = {None: CensoredRows(columns)}
    else:
        ids = coded(group_ids(group, len(columns.time), "group"))
        labels = ids.ids(np.arange(ids.span, dtype=np.uint64)).tolist()
        codes = ids.numbers
        parts = {
            label: CensoredRows(type(columns)(*(c[codes == g] for c in columns)))
            for g, label in enumerate(labels)
        }
    for label, rows in parts.items():
        if tau > rows.distinct[-1]:
            where = "" if label is None else f" of group {label!r}"
            raise ValueError(
                f"tau must be at most {rows.distinct[-1]:g}, the largest time{where}, "
                f"got {tau:g}."
            )
    found = {k: SurvivalScore(_restricted_mean(r, tau)) for k, r in parts.items()}
    return found[None] if group is None else found
