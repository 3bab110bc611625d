"""Brier score integrated over time: trapezoids, steps, or exactly."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import check_choice, check_flag
from fastmetrics._inputs.censored_times import Forecasts
from fastmetrics.metrics.survival.areas import event_shares
from fastmetrics.metrics.survival.brier import (
    Judged,
    brier_scores,
    combined,
    constant_scores,
    one_minus_ratio,
    read_judged,
    warn_constant,
)
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.survival.rows import Censoring

    Floats = NDArray[np.float64]

METHODS = ("trapezoid", "left", "exact")


def _step_weights(times: Floats, method: str) -> Floats:
    """Return the weight of the score at each time in the mean over time."""
    steps = np.diff(times)
    weights = np.zeros(len(times))
    if method == "left":
        weights[:-1] = steps
    else:
        weights[:-1] += steps / 2
        weights[1:] += steps / 2
    return weights / (times[-1] - times[0])


def integrated(judged: Judged, scores: Estimates, method: str) -> Estimates:
    """Return the mean over time of scores at times."""
    times = judged.forecasts.times
    if method == "exact":
        return _exact(judged)
    weights = _step_weights(times, method)
    value = np.array([scores.values @ weights])
    return Estimates(
        "integrated_brier_score", "Integrated Brier score", np.array([np.nan]), value,
        scores.n, partial(combined, scores, weights[:, None]), "log",
    )  # fmt: skip


def _exact(judged: Judged) -> Estimates:
    value, _ = _exact_terms(judged)
    return Estimates(
        "integrated_brier_score", "Integrated Brier score", np.array([np.nan]),
        np.array([value]), judged.censoring.rows.n, partial(_exact_influence, judged),
        "log",
    )  # fmt: skip


class _Area(NamedTuple):
    """The integral of one over the probability of no censoring, by group."""

    edges: list[Floats]
    values: list[Floats]
    inverse: list[Floats]

    @classmethod
    def of(cls, censoring: Censoring, last: float) -> _Area:
        edges, values, inverse = [], [], []
        for g, (part, _) in enumerate(censoring.parts):
            inside = part.distinct[part.distinct < last]
            at = np.concatenate([[0.0], inside[inside > 0], [last]])
            over = censoring.inverse(g, at[:-1], False)
            edges.append(at)
            inverse.append(over)
            values.append(np.concatenate([[0.0], np.cumsum(over * np.diff(at))]))
        return cls(edges, values, inverse)

    def until(self, g: int, x: Floats) -> Floats:
        """Return the integral from 0 to x."""
        return np.interp(x, self.edges[g], self.values[g])


def _exact_terms(judged: Judged) -> tuple[float, Floats]:
    """Return the mean score over time, and the integral of each row."""
    censoring, forecasts, cause = judged
    rows, times = censoring.rows, forecasts.times
    lanes = censoring.lanes(times, cause)
    area = _Area.of(censoring, times[-1])
    p = judged.probabilities
    target = (lanes.kind == 1).astype(np.float64)
    terms = np.zeros(rows.n)
    for m, (start, end) in enumerate(itertools.pairwise(times)):
        until = np.clip(rows.time, start, end)
        for g in range(len(censoring.parts)):
            mine = censoring.group == g
            before = area.until(g, until[mine]) - area.until(g, start)
            terms[mine] += p[mine, m] ** 2 * before
        terms += lanes.weight * (target - p[:, m]) ** 2 * (end - until)
    terms /= times[-1] - times[0]
    return float(terms.mean()), terms


def _exact_influence(judged: Judged) -> Influence:
    """Return the influence on the exact integral.

    The estimate of censoring at v is a factor of what a row adds from v on, if the row
    is later than v. These parts are summed over rows for each v, interval by interval.
    """
    censoring, forecasts, cause = judged
    rows, times = censoring.rows, forecasts.times
    value, terms = _exact_terms(judged)
    length = times[-1] - times[0]
    lanes = censoring.lanes(times, cause)
    p = judged.probabilities
    target = (lanes.kind == 1).astype(np.float64)
    psi = terms - value
    chi = None
    side: Literal["left", "right"] = "right" if censoring.left_limit else "left"
    for g, (part, members) in enumerate(censoring.parts):
        mine = np.arange(rows.n) if members is None else members
        order = mine[np.argsort(rows.time[mine], kind="stable")]
        x = rows.time[order]
        v = part.distinct
        later = np.searchsorted(x, v, side)
        # Of rows with an event: the integral from their own time on.
        of_events = np.zeros(len(order))
        for m, (start, end) in enumerate(itertools.pairwise(times)):
            until = np.clip(x, start, end)
            of_events += (
                lanes.weight[order] * (target[order] - p[order, m]) ** 2 * (end - until)
            )
        sums = np.concatenate([np.cumsum(of_events[::-1])[::-1], [0.0]])[later]
        # Of rows before their time: ∫ Σ p² / G from v on, over all that are later.
        edges = np.unique(np.concatenate([[0.0], v[v < times[-1]], times]))
        inverse = censoring.inverse(g, edges[:-1], False)
        interval = np.searchsorted(times, edges[:-1], "right") - 1
        alive = np.searchsorted(x, edges[:-1], "right")
        density = np.zeros(len(edges) - 1)
        for m in range(len(times) - 1):
            inside = interval == m
            squares = np.concatenate([np.cumsum((p[order, m] ** 2)[::-1])[::-1], [0.0]])
            density[inside] = squares[alive[inside]] * inverse[inside]
        areas = np.concatenate(
            [np.cumsum((density * np.diff(edges))[::-1])[::-1], [0.0]]
        )
        sums += np.interp(v, edges, areas)
        sums[v > times[-1]] = 0.0
        mean = sums * (part.remaining > 0) / np.maximum(part.remaining, 1) / length
        done = np.cumsum(mean * part.hazard)
        before = np.concatenate([[0.0], done[:-1]])
        censored = part.code == 0
        found = np.where(
            censored, mean[part.step] - done[part.step], -before[part.step]
        )
        if censoring.is_own:
            psi[mine] += found
        else:
            chi = found[:, None] / rows.n
    return Influence(psi[:, None], chi)


def _exact_constant(judged: Judged) -> Estimates:
    """Return the exact integral for the forecast F at the start of each step."""
    censoring, forecasts, cause = judged
    shares = event_shares(censoring, forecasts.times, cause)
    same = np.ascontiguousarray(np.broadcast_to(shares.values, forecasts.matrix.shape))
    constant = judged._replace(forecasts=Forecasts(same, False, forecasts.times, False))
    of = _exact(constant)
    of.influence = partial(_exact_constant_influence, constant, shares)
    return of


def _exact_constant_influence(judged: Judged, shares: Estimates) -> Influence:
    """Add the influence of F to that of the integral for a fixed forecast."""
    found = _exact_influence(judged)
    times = judged.forecasts.times
    # The integral is quadratic in each forecast: its slope from two values.
    slopes = np.zeros((len(times), 1))
    for m in range(len(times) - 1):
        ends = []
        for change in (-0.5, 0.5):
            matrix = judged.forecasts.matrix.copy()
            matrix[:, m] += change
            moved = judged.forecasts._replace(matrix=matrix)
            ends.append(_exact_terms(judged._replace(forecasts=moved))[0])
        slopes[m] = ends[1] - ends[0]
    return Influence(found.rows + shares.computed.rows @ slopes, found.others)


def integrated_brier_score(
    time: ArrayLike,
    event: ArrayLike | None,
    survival: Any = None,
    times: ArrayLike | None = None,
    *,
    incidence: Any = None,
    cause: int = 1,
    method: Literal["trapezoid", "left", "exact"] = "trapezoid",
    scaled: bool = False,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalScore:
    r"""Integrated Brier score: mean of the Brier score from the first to the last time.

    .. math:: \frac{1}{t_m - t_1} \int_{t_1}^{t_m} \mathrm{BS}(t)\, dt

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    survival : array_like of shape (n_samples, n_times), optional
        Probability of no event of any cause by each time; a data frame whose columns
        are named by times, or a list of functions of time. One column for one time.
    times : float or array_like of shape (n_times,), optional
        Times of the forecasts, increasing and below the largest of ``time``. A data
        frame of forecasts has them as names of its columns.
    incidence : array_like of shape (n_samples, n_times), optional
        Probability of an event of ``cause`` by each time, in place of ``survival``.
    cause : int, default=1
        The event that ``incidence`` is of.
    method : {"trapezoid", "left", "exact"}, default="trapezoid"
        Integral: trapezoids between the times; the score at the start of each step; or
        forecasts constant on each step and censored times as they are.
    scaled : bool, default=False
        Return 1 minus the ratio to the same integral for the estimated probability of
        the event.
    censoring : (time, event) or structured array, optional
        Rows from which censoring is estimated, such as the training set. By default the
        evaluated rows.
    conditional : array_like of shape (n_samples,), optional
        Groups in each of which censoring is estimated, if it depends on a covariate.
    left_limit : bool, default=True
        Whether the weight of an event uses the estimate just before its time. False is
        the convention of scikit-survival, and biased if an event and a censoring have
        the same time.

    Returns
    -------
    SurvivalScore
        At least 0, lower is better; with ``scaled`` at most 1, higher is better.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, times do not increase or are too large, a probability is
        outside [0, 1], survival increases or incidence decreases along a row, censoring
        cannot be estimated where a weight is needed, or there are fewer than two times.

    Warns
    -----
    UndefinedMetricWarning
        With ``scaled``, if no row has the event by the last time.

    See Also
    --------
    survival_brier_score : the score at each time.

    Notes
    -----
    scikit-survival has "trapezoid". pec and riskRegression have "left", and integrate
    from 0 on: add the time 0 with a survival of 1.

    References
    ----------
    .. [1] E. Graf, C. Schmoor, W. Sauerbrei and M. Schumacher, "Assessment and
       comparison of prognostic classification schemes for survival data", Statistics in
       Medicine 18(17-18), 1999, 2529-2545.

    Examples
    --------
    >>> from fastmetrics import integrated_brier_score
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> survival = [
    ...     [0.4, 0.3], [0.9, 0.8], [0.6, 0.4], [0.8, 0.6], [0.9, 0.7], [1, 0.9]
    ... ]
    >>> round(integrated_brier_score(time, event, survival, [2, 4]), 4)
    0.1073
    """
    check_choice(method, METHODS, "method")
    check_flag(scaled, "scaled")
    judged = read_judged(
        time, event, survival, times, incidence, cause, censoring, conditional,
        left_limit,
    )  # fmt: skip
    times = judged.forecasts.times
    if len(times) < 2:
        raise ValueError(f"an integral needs two times or more, got {len(times)}.")
    scores = brier_scores(judged)  # checks the forecasts
    of = integrated(judged, scores, method)
    if not scaled:
        return SurvivalScore(of)
    base = constant_scores(judged)
    below = (
        _exact_constant(judged)
        if method == "exact"
        else integrated(judged, base, method)
    )
    of = one_minus_ratio(
        of, below, "integrated_brier_score", say("Scaled integrated Brier score")
    )
    warn_constant(of.values, "the scaled integrated_brier_score")
    return SurvivalScore(of)
