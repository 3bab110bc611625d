"""Calibration of forecasts of survival at one time, with weights for censoring."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import check_choice, number, warn, whole
from fastmetrics._common.records import data_frame, plain_all
from fastmetrics._inputs.censored_times import CensoredColumns
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.areas import event_shares
from fastmetrics.metrics.survival.brier import brier_scores, read_judged
from fastmetrics.metrics.survival.curves import aalen_johansen, kaplan_meier
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.metrics.survival.rows import CensoredRows
from fastmetrics.show.result import Result
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.survival.brier import Judged
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

    Floats = NDArray[np.float64]

SMOOTHS = ("spline", "isotonic")
_LEAST = 1e-12
_KNOTS = (0.1, 0.5, 0.9)
# Newton steps until a coefficient changes by less than this.
_STEPS, _CONVERGED = 200, 1e-12
_GRID = 100


class CalibrationBin(NamedTuple):
    """A bin of forecasts: their mean, the observed proportion with bounds, rows."""

    forecast: float
    observed: float
    low: float
    high: float
    n: int


@dataclass(eq=False)
class SurvivalCalibration(Result):
    """Calibration of the probability of an event by a time; see `survival_calibration`.

    Attributes
    ----------
    time : float
        The time.
    table : tuple of CalibrationBin
        Mean forecast and observed proportion of quantile bins, with 95 % bounds.
    observed_expected : SurvivalScore
        Observed proportion divided by the mean forecast; 1 if calibrated.
    intercept, slope : SurvivalScore
        Of the regression on log(-log(1 - p)); 0 and 1 if calibrated.
    ici, e50, e90, e_max : float
        Mean, median, 90 % quantile and maximum of the distance between smoothed
        observations and forecasts.
    curve : tuple of ndarray
        Forecasts and the smoothed proportions for them.
    """

    time: float
    table: tuple[CalibrationBin, ...]
    observed_expected: SurvivalScore
    intercept: SurvivalScore
    slope: SurvivalScore
    ici: float
    e50: float
    e90: float
    e_max: float
    curve: tuple[Floats, Floats]

    def to_dict(self) -> dict[str, Any]:
        """Return values and the table, as JSON can hold them."""
        names = "observed_expected intercept slope ici e50 e90 e_max".split()
        values = {name: float(getattr(self, name)) for name in names}
        found: dict[str, Any] = plain_all(
            {"time": self.time, **values, "table": self.table}
        )
        return found

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per bin.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Library of the frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Mean forecast, observed proportion, bounds and number of rows.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        rows = [{"bin": at, **row._asdict()} for at, row in enumerate(self.table)]
        return data_frame(rows, ["bin"], backend, "SurvivalCalibration.to_frame")

    def _document(self, width: int | None = None, **options: Any) -> Document:
        from fastmetrics.show.numbers import count, numerals
        from fastmetrics.show.text import Document, Table

        summary: list[list[str]] = []
        for name, score in (
            (say("Observed / expected"), self.observed_expected),
            (say("Intercept"), self.intercept),
            (say("Slope"), self.slope),
        ):
            value, *ends = numerals(*score.confidence_interval())
            summary.append([name, value, f"[{', '.join(ends)}]"])
        gaps = {"ICI": self.ici, "E50": self.e50, "E90": self.e90, "E max": self.e_max}
        summary += [[said, *numerals(gap), ""] for said, gap in gaps.items()]
        rows = []
        for each in self.table:
            forecast, observed, *ends = numerals(*each[:4])
            rows.append([forecast, observed, f"[{', '.join(ends)}]", count(each.n)])
        heads = ["", say("Value"), say("95 % interval")]
        bins = [say("Forecast"), say("Observed"), say("95 % interval"), say("Rows")]
        title = say("Calibration at time {t}", t=f"{self.time:g}")
        tables = [
            Table("", heads, summary, frozenset({1, 2})),
            Table("", bins, rows, frozenset(range(4))),
        ]
        return Document(sentences=[], tables=tables, foot=[], title=title)

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        from fastmetrics.show.pictures import Line, Mark, Panel, Picture, Points, Scale

        known = [each for each in self.table if each.observed == each.observed]
        marks: list[Mark] = [
            Line(np.array([0.0, 1.0]), np.array([0.0, 1.0])),
            Line(*self.curve, 0),
            Points(
                np.array([each.forecast for each in known]),
                np.array([each.observed for each in known]), 0,
            ),
        ]  # fmt: skip
        panel = Panel(
            "", Scale(say("Forecast"), 0.0, 1.0), Scale(say("Observed"), 0.0, 1.0),
            marks, square=True,
        )  # fmt: skip
        title = say("Calibration at time {t}", t=f"{self.time:g}")
        return [Picture("survival_calibration", title, [panel], columns=1)]

    def __repr__(self) -> str:
        return (
            f"SurvivalCalibration(time={self.time:g}, "
            f"observed_expected={float(self.observed_expected):.4f}, "
            f"intercept={float(self.intercept):.4f}, slope={float(self.slope):.4f}, "
            f"ici={self.ici:.4f})"
        )


def _link(p: Floats) -> Floats:
    return np.log(-np.log1p(-np.clip(p, _LEAST, 1 - _LEAST)))


def _derivatives(eta: Floats, outcome: Any) -> tuple[Floats, Floats, Floats]:
    """Return the log likelihood of rows, and its first two derivatives."""
    rate = np.exp(np.minimum(eta, 700.0))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        slope = np.where(rate < 700, rate / np.expm1(rate), 0.0)
        mean = np.maximum(-np.expm1(-rate), 1e-300)
        value = np.where(outcome, np.log(mean), -rate)
        first = np.where(outcome, slope, -rate)
        second = np.where(
            outcome, np.where(slope > 0, slope * (1 - rate - slope), 0.0), -rate
        )
    return value, first, second


class _Fit(NamedTuple):
    """Coefficients of a regression, scores of rows, and the observed information."""

    beta: Floats
    scores: Floats
    information: Floats


def _fit(design: Floats, offset: Floats, outcome: Any, weights: Floats) -> _Fit:
    """Maximize the weighted likelihood of a cloglog regression by Newton's method.

    The coefficients are NaN if there is no maximum.
    """
    beta = np.zeros(design.shape[1])
    value = np.sum(weights * _derivatives(offset + design @ beta, outcome)[0])
    for _ in range(_STEPS):
        _, first, second = _derivatives(offset + design @ beta, outcome)
        scores = (weights * first)[:, None] * design
        information = -(design * (weights * second)[:, None]).T @ design
        try:
            step = np.linalg.solve(information, scores.sum(axis=0))
        except np.linalg.LinAlgError:
            break
        size = 1.0
        for _ in range(60):
            tried = beta + size * step
            after = np.sum(weights * _derivatives(offset + design @ tried, outcome)[0])
            if after >= value - 1e-13 * abs(value):
                break
            size /= 2
        beta, value = tried, after
        if np.abs(size * step).max() < _CONVERGED:
            return _Fit(beta, scores, information)
    k = design.shape[1]
    return _Fit(np.full(k, math.nan), np.zeros((len(design), k)), np.eye(k))


def _coefficient(
    judged: Judged, fit: _Fit, at: int, name: str, title: str
) -> SurvivalScore:
    n = judged.censoring.rows.n
    return SurvivalScore(
        Estimates(
            name, title, judged.forecasts.times, fit.beta[at : at + 1], n,
            partial(_coefficient_influence, judged, fit, at), "plain",
        )
    )  # fmt: skip


def _coefficient_influence(judged: Judged, fit: _Fit, at: int) -> Influence:
    n = judged.censoring.rows.n
    column = np.linalg.solve(fit.information, np.eye(len(fit.beta))[at])
    terms = (n * fit.scores @ column)[:, None].copy()
    others = judged.censoring.add_terms(terms, judged.forecasts.times)
    return Influence(terms, None if others is None else others / n)


def _ratio_influence(shares: Estimates, p: Floats) -> Influence:
    mean, f = p.mean(), shares.values[0]
    rows = shares.computed.rows / mean - (f * (p - mean) / mean**2)[:, None]
    return Influence(rows)


def _spline(x: Floats, knots: Floats) -> Floats:
    """Return the design of a restricted cubic spline with three knots."""
    if len(np.unique(x)) < 2 and len(np.unique(knots)) < 3:
        return np.ones((len(x), 1))
    columns = [np.ones(len(x)), x]
    if len(np.unique(knots)) == 3:
        a, b, c = knots
        cubes = [np.maximum(x - knot, 0.0) ** 3 for knot in knots]
        term = cubes[0] - cubes[1] * (c - a) / (c - b) + cubes[2] * (b - a) / (c - b)
        columns.append(term / (c - a) ** 2)
    return np.column_stack(columns)


def _smoothed(
    p: Floats, outcome: Any, weights: Floats, smooth: str, at: Floats
) -> Floats:
    """Return smoothed proportions of the outcome for forecasts ``at``."""
    if smooth == "isotonic":
        from scipy.optimize import isotonic_regression

        known = weights > 0
        points, place = np.unique(p[known], return_inverse=True)
        total = np.bincount(place, weights[known])
        share = np.bincount(place, weights[known] * outcome[known]) / total
        return np.interp(at, points, isotonic_regression(share, weights=total).x)
    x = _link(p)
    knots = np.quantile(x, _KNOTS)
    if len(np.unique(x)) < 2:
        fit = _fit(np.ones((len(x), 1)), np.zeros(len(x)), outcome, weights)
        eta = np.full(len(at), fit.beta[0])
    else:
        fit = _fit(_spline(x, knots), np.zeros(len(x)), outcome, weights)
        eta = _spline(_link(at), knots) @ fit.beta
    return -np.expm1(-np.exp(np.minimum(eta, 700.0)))


def _table(judged: Judged, p: Floats, bins: int) -> tuple[CalibrationBin, ...]:
    """Return mean forecasts and observed proportions of quantile bins."""
    rows, cause = judged.censoring.rows, judged.cause
    t = float(judged.forecasts.times[0])
    below = np.searchsorted(np.sort(p), p, "left")
    of_row = bins * below // rows.n
    return tuple(
        _bin(rows, np.flatnonzero(of_row == b), p, t, cause)
        for b in np.unique(of_row).tolist()
    )


def _bin(
    rows: CensoredRows, mine: Any, p: Floats, t: float, cause: int | None
) -> CalibrationBin:
    time, code = rows.time[mine], rows.code[mine]
    columns = CensoredColumns(time, code)
    mean, n = float(p[mine].mean()), len(mine)
    part = CensoredRows(columns)
    at = int(np.searchsorted(part.distinct, t, "right")) - 1
    if part.distinct[-1] < t and part.survival[-1] > 0:
        return CalibrationBin(mean, math.nan, math.nan, math.nan, n)
    if at < 0 or (cause is not None and not np.any(code == cause)):
        return CalibrationBin(mean, 0.0, 0.0, 0.0, n)
    if cause is None:
        curve = kaplan_meier(time, code)
        observed = float(1 - curve.values[at])
        low, high = float(1 - curve.high[at]), float(1 - curve.low[at])
        return CalibrationBin(mean, observed, low, high, n)
    curve = aalen_johansen(time, code, cause=cause)
    return CalibrationBin(
        mean, float(curve.values[at]), float(curve.low[at]), float(curve.high[at]), n
    )


def survival_calibration(
    time: ArrayLike,
    event: ArrayLike | None,
    survival: Any = None,
    t: float | None = None,
    *,
    bins: int = 10,
    smooth: Literal["spline", "isotonic"] = "spline",
    incidence: Any = None,
    cause: int = 1,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalCalibration:
    r"""Calibration of the predicted probability of an event by a time.

    .. math:: \log(-\log(1 - \Pr(D = 1))) = a + b\, x, \quad
              x = \log(-\log(1 - p))

    with p the predicted probability and D whether a row has the event by t, weighted
    for censoring. A calibrated forecast has a = 0 and b = 1.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    survival : array_like of shape (n_samples,), optional
        Probability of no event of any cause by ``t``, or a list of functions of time.
    t : float
        Time of the forecasts, below the largest of ``time``.
    bins : int, default=10
        Number of quantile bins of the table, at least 2; equal forecasts share a bin.
    smooth : {"spline", "isotonic"}, default="spline"
        Smoothed observations: the regression on a restricted cubic spline of x with
        knots at the 10, 50 and 90 % quantiles, or isotonic regression.
    incidence : array_like of shape (n_samples,), optional
        Probability of an event of ``cause`` by ``t``, in place of ``survival``.
    cause : int, default=1
        The event that ``incidence`` is of.
    censoring : (time, event) or structured array, optional
        Rows from which censoring is estimated, such as the training set. By default the
        evaluated rows.
    conditional : array_like of shape (n_samples,), optional
        Groups in each of which censoring is estimated, if it depends on a covariate.
    left_limit : bool, default=True
        Whether the weight of an event uses the estimate just before its time.

    Returns
    -------
    SurvivalCalibration
        Table of bins, observed / expected, intercept (with slope 1) and slope (with a
        free intercept) with intervals, and distances of the smoothed curve from the
        forecasts. NaN if all forecasts are equal (slope), or without cases or controls.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, ``t`` is too large, a probability is outside [0, 1], an
        option is unknown, or censoring cannot be estimated where a weight is needed.

    Warns
    -----
    UndefinedMetricWarning
        If there is no case or no control at ``t``.

    See Also
    --------
    d_calibration_test : calibration of whole distributions.
    survival_brier_score : accuracy and calibration in one number.

    Notes
    -----
    The distances are positive for a calibrated model too: with 35 % censored the ICI
    has a mean of about 0.04 for 200 rows and 0.02 for 1,000. Forecasts are cut to
    [1e-12, 1 - 1e-12] for x. A bin whose rows end censored before t has no observation.

    References
    ----------
    .. [1] P. C. Austin, F. E. Harrell and D. van Klaveren, "Graphical calibration
       curves and the integrated calibration index (ICI) for survival models",
       Statistics in Medicine 39(21), 2020, 2714-2742.

    Examples
    --------
    >>> from fastmetrics import survival_calibration
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> alive = [0.3, 0.8, 0.4, 0.6, 0.7, 0.9]
    >>> result = survival_calibration(time, event, alive, 3, bins=2)
    >>> round(result.observed_expected, 4)
    0.9783
    """
    bins = whole(bins, "bins", at_least=2)
    check_choice(smooth, SMOOTHS, "smooth")
    t = number(t, "t")
    judged = read_judged(
        time, event, survival, t, incidence, cause, censoring, conditional, left_limit
    )
    brier_scores(judged)  # checks the forecasts
    known, of_cause = judged.censoring, judged.cause
    times, n = judged.forecasts.times, judged.censoring.rows.n
    p = judged.probabilities[:, 0]
    shares = event_shares(known, times, of_cause)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = shares.values / p.mean()
    expected = SurvivalScore(
        Estimates(
            "observed_expected", "Observed / expected", times, ratio, n,
            partial(_ratio_influence, shares, p), "log",
        )
    )  # fmt: skip
    table = _table(judged, p, bins)
    lanes = known.lanes(times, of_cause)
    outcome = (lanes.kind == 1) & (lanes.lane == 0)
    weights = known.weights(times)[:, 0]
    x = _link(p)
    grid = np.linspace(p.min(), p.max(), _GRID)
    undefined = not outcome.any() or outcome[weights > 0].all()
    if undefined:
        warn(
            f"no row is known to have the event by time {t:g}, or none not to have it, "
            "so the calibration is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        nothing = _Fit(np.full(2, math.nan), np.zeros((n, 2)), np.eye(2))
        first = second = nothing
        smoothed, along = np.full(n, math.nan), np.full(_GRID, math.nan)
    else:
        first = _fit(np.ones((n, 1)), x, outcome, weights)
        second = _Fit(np.full(2, math.nan), np.zeros((n, 2)), np.eye(2))
        if x.min() < x.max():
            design = np.column_stack([np.ones(n), x])
            second = _fit(design, np.zeros(n), outcome, weights)
        both = _smoothed(p, outcome, weights, smooth, np.concatenate([p, grid]))
        smoothed, along = both[:n], both[n:]
    gaps = np.abs(smoothed - p)
    middle, most = np.quantile(gaps, (0.5, 0.9)).tolist()
    return SurvivalCalibration(
        float(times[0]), table, expected,
        _coefficient(judged, first, 0, "intercept", "Intercept"),
        _coefficient(judged, second, 1, "slope", "Slope"),
        float(gaps.mean()), middle, most, float(gaps.max()), (grid, along),
    )  # fmt: skip
