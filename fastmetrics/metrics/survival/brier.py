"""Brier scores of forecasts of survival or incidence, also scaled, and weights."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import is_real, warn, whole
from fastmetrics._inputs.censored_times import (
    ROUNDING,
    Forecasts,
    raise_forecast,
    read_censored,
    read_forecasts,
    read_times,
)
from fastmetrics._kernels import survival as kernel
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.areas import event_shares
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore, SurvivalScores
from fastmetrics.metrics.survival.rows import (
    CensoredRows,
    Censoring,
    check_cause,
    read_censoring,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """Forecasts with the rows that they are of.

    ``cause`` is None for forecasts of survival, which any event ends.
    """

    censoring: Censoring
    forecasts: Forecasts
    cause: int | None

    @property
    def probabilities(self) -> Floats:
        """Return the probabilities of an event."""
        matrix = self.forecasts.matrix
        return 1 - matrix if self.forecasts.of_survival else matrix


def read_judged(
    time: Any, event: Any, survival: Any, times: Any, incidence: Any, cause: int,
    censoring: Any, conditional: Any, left_limit: bool,
) -> Judged:  # fmt: skip
    """Read the arguments of a score of forecasts."""
    rows = CensoredRows(read_censored(time, event))
    of_cause = None if survival is not None else whole(cause, "cause", at_least=1)
    check_cause(rows.code, of_cause)
    known = read_censoring(rows, censoring, conditional, left_limit)
    forecasts = read_forecasts(survival, incidence, times, rows.n, known.largest)
    return Judged(known, forecasts, of_cause)


def brier_scores(judged: Judged) -> Estimates:
    """Return the Brier scores at the times of the forecasts."""
    censoring, forecasts, cause = judged
    times = forecasts.times
    lanes = censoring.lanes(times, cause)
    matrix, of_survival = forecasts.matrix, forecasts.of_survival
    n = censoring.rows.n
    sums, wrong = kernel.squared_errors(matrix, of_survival, ROUNDING, *lanes)
    if wrong < n:
        raise_forecast(forecasts, wrong)
    return Estimates(
        "survival_brier_score", "Survival Brier score", times, sums / n, n,
        partial(_influence, judged), "log",
    )  # fmt: skip


def _influence(judged: Judged) -> Influence:
    censoring, forecasts, cause = judged
    terms = np.empty_like(forecasts.matrix)
    lanes = censoring.lanes(forecasts.times, cause)
    kernel.squared_errors(
        forecasts.matrix, forecasts.of_survival, ROUNDING, *lanes, terms=terms
    )
    centre = terms.mean(axis=0)
    others = censoring.add_terms(terms, forecasts.times)
    terms -= centre
    return Influence(terms, None if others is None else others / len(terms))


def constant_scores(judged: Judged) -> Estimates:
    """Return the scores of the same forecast for all rows: the share of events F."""
    censoring, forecasts, cause = judged
    shares = event_shares(censoring, forecasts.times, cause)
    f, n = shares.values, censoring.rows.n
    if censoring.is_own and censoring.left_limit:  # weights add up to n
        values = f * (1 - f)
        weights = np.diag(1 - 2 * f)
        influence = partial(combined, shares, weights)
        return Estimates("constant", "", forecasts.times, values, n, influence, "log")
    same = np.ascontiguousarray(np.broadcast_to(f, (n, len(f))))
    constant = Judged(censoring, Forecasts(same, False, forecasts.times, False), cause)
    scores = brier_scores(constant)
    return Estimates(
        "constant", "", forecasts.times, scores.values, n,
        partial(_constant_influence, constant, scores, shares), "log",
    )  # fmt: skip


def combined(of: Estimates, weights: Floats) -> Influence:
    """Return the influence on linear combinations, a column of weights each."""
    return of.computed.combined(weights)


def _constant_influence(
    judged: Judged, scores: Estimates, shares: Estimates
) -> Influence:
    """Add the influence of F to that of the score of a fixed forecast."""
    censoring, forecasts, cause = judged
    lanes = censoring.lanes(forecasts.times, cause)
    weights = censoring.weights(forecasts.times)
    is_case = (lanes.kind == 1)[:, None] & (
        np.arange(len(forecasts.times)) >= lanes.lane[:, None]
    )
    of_cases = np.where(is_case, weights, 0.0).mean(axis=0)
    slope = 2 * shares.values * weights.mean(axis=0) - 2 * of_cases
    rows = scores.computed.rows + shares.computed.rows * slope
    return Influence(rows, scores.computed.others)


def one_minus_ratio(
    top: Estimates, bottom: Estimates, name: str, title: str
) -> Estimates:
    """Return 1 - top / bottom, NaN where the bottom is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.where(bottom.values > 0, 1 - top.values / bottom.values, np.nan)
    return Estimates(
        name, title, top.times, values, top.n,
        partial(_ratio_influence, top, bottom), "plain", greater_is_better=True,
    )  # fmt: skip


def _ratio_influence(top: Estimates, bottom: Estimates) -> Influence:
    known = np.where(bottom.values > 0, bottom.values, 1.0)
    of_top = np.diag(-1 / known)
    of_bottom = np.diag(top.values / known**2)
    first, second = top.computed.combined(of_top), bottom.computed.combined(of_bottom)
    others = first.others
    if others is not None and second.others is not None:
        others = others + second.others
    return Influence(first.rows + second.rows, others)


def warn_constant(values: Floats, name: str) -> None:
    """Warn if the score of a constant forecast is 0 for one of the values."""
    if np.isnan(values).any():
        warn(
            "no row has the event by a time, or all rows have it, so the score of a "
            f"constant forecast is 0: {name} is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )


def _result(of: Estimates, forecasts: Forecasts) -> SurvivalScore | SurvivalScores:
    """Return one score, or those of several times."""
    return SurvivalScore(of) if forecasts.is_one_time else SurvivalScores(of)


def survival_brier_score(
    time: ArrayLike,
    event: ArrayLike | None,
    survival: Any = None,
    times: ArrayLike | None = None,
    *,
    incidence: Any = None,
    cause: int = 1,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalScore | SurvivalScores:
    r"""Brier score of forecasts of survival at times, weighted for censoring.

    .. math:: \mathrm{BS}(t) = \frac{1}{n} \sum_i W_i(t) (D_i(t) - p_i(t))^2

    with D whether a row has the event by t, p its forecast, and W one over the
    estimated probability of not being censored before its event, or by t; 0 if it is
    censored by t.

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
    SurvivalScore, or SurvivalScores for several times
        At least 0, lower is better; 0.25 for forecasts of 1/2. With standard errors
        and intervals.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, times do not increase or are too large, a probability is
        outside [0, 1], survival increases or incidence decreases along a row, or
        censoring cannot be estimated where a weight is needed.

    See Also
    --------
    scaled_brier_score : relative to the same forecast for all rows.
    integrated_brier_score : mean over time.
    brier_score_loss : without censoring.

    Notes
    -----
    With ``survival`` an event of any cause counts, with ``incidence`` one of ``cause``;
    rows with another cause have no event then [2]_.

    References
    ----------
    .. [1] E. Graf, C. Schmoor, W. Sauerbrei and M. Schumacher, "Assessment and
       comparison of prognostic classification schemes for survival data", Statistics in
       Medicine 18(17-18), 1999, 2529-2545.
    .. [2] R. Schoop, J. Beyersmann, M. Schumacher and H. Binder, "Quantifying the
       predictive accuracy of time-to-event models in the presence of competing risks",
       Biometrical Journal 53(1), 2011, 88-112.

    Examples
    --------
    >>> from fastmetrics import survival_brier_score
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> survival = [
    ...     [0.4, 0.3], [0.9, 0.8], [0.6, 0.4], [0.8, 0.6], [0.9, 0.7], [1, 0.9]
    ... ]
    >>> survival_brier_score(time, event, survival, [2, 4]).values.round(4)
    array([0.0704, 0.1442])
    """
    judged = read_judged(
        time, event, survival, times, incidence, cause, censoring, conditional,
        left_limit,
    )  # fmt: skip
    return _result(brier_scores(judged), judged.forecasts)


def scaled_brier_score(
    time: ArrayLike,
    event: ArrayLike | None,
    survival: Any = None,
    times: ArrayLike | None = None,
    *,
    incidence: Any = None,
    cause: int = 1,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalScore | SurvivalScores:
    r"""Scaled Brier score: improvement on the same forecast for all rows.

    .. math:: 1 - \frac{\mathrm{BS}(t)}{\mathrm{BS}_0(t)}

    with BS₀ the Brier score of the estimated probability of the event for all rows. It
    is also called the index of prediction accuracy.

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
    SurvivalScore, or SurvivalScores for several times
        At most 1, higher is better; 0 for a useless forecast, negative for a harmful
        one. NaN if the score of the constant forecast is 0.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, times do not increase or are too large, a probability is
        outside [0, 1], survival increases or incidence decreases along a row, or
        censoring cannot be estimated where a weight is needed.

    Warns
    -----
    UndefinedMetricWarning
        If no row has the event by a time, or all rows have it.

    See Also
    --------
    survival_brier_score : without the comparison.

    References
    ----------
    .. [1] M. W. Kattan and T. A. Gerds, "The index of prediction accuracy: an intuitive
       measure useful for evaluating risk prediction models", Diagnostic and Prognostic
       Research 2, 2018, 7.

    Examples
    --------
    >>> from fastmetrics import scaled_brier_score
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> survival = [
    ...     [0.4, 0.3], [0.9, 0.8], [0.6, 0.4], [0.8, 0.6], [0.9, 0.7], [1, 0.9]
    ... ]
    >>> scaled_brier_score(time, event, survival, [2, 4]).values.round(4)
    array([0.493 , 0.4069])
    """
    judged = read_judged(
        time, event, survival, times, incidence, cause, censoring, conditional,
        left_limit,
    )  # fmt: skip
    of = one_minus_ratio(
        brier_scores(judged), constant_scores(judged), "scaled_brier_score",
        "Scaled Brier score",
    )  # fmt: skip
    warn_constant(of.values, "scaled_brier_score")
    return _result(of, judged.forecasts)


def censoring_weights(
    time: ArrayLike,
    event: ArrayLike | None,
    times: ArrayLike,
    *,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> NDArray[np.float64]:
    r"""Weights of rows at times: one over the probability of not being censored.

    .. math:: W_i(t) = \frac{[X_i \le t, \text{event}]}{G(X_i-)}
              + \frac{[X_i > t]}{G(t)}

    As sample weights they make any metric of "an event by t" one of censored times.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    times : float or array_like of shape (n_times,)
        Times of evaluation, increasing and below the largest of ``time``.
    censoring : (time, event) or structured array, optional
        Rows from which censoring is estimated, such as the training set. By default the
        evaluated rows.
    conditional : array_like of shape (n_samples,), optional
        Groups in each of which censoring is estimated, if it depends on a covariate.
    left_limit : bool, default=True
        Whether the weight of an event uses the estimate just before its time.

    Returns
    -------
    ndarray of shape (n_samples,), or (n_samples, n_times) for several times
        Weights: 0 for rows censored by the time, otherwise at least 1. With the
        estimate of the same rows they add up to ``n_samples``.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        times do not increase or are too large, or censoring cannot be estimated where a
        weight is needed.

    See Also
    --------
    survival_brier_score : a metric with these weights.

    References
    ----------
    .. [1] E. Graf, C. Schmoor, W. Sauerbrei and M. Schumacher, "Assessment and
       comparison of prognostic classification schemes for survival data", Statistics in
       Medicine 18(17-18), 1999, 2529-2545.

    Examples
    --------
    >>> from fastmetrics import censoring_weights
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> censoring_weights(time, event, 4)
    array([1.  , 0.  , 1.25, 1.25, 1.25, 1.25])
    """
    rows = CensoredRows(read_censored(time, event))
    known = read_censoring(rows, censoring, conditional, left_limit)
    at = read_times(times, known.largest)
    weights = known.weights(at)
    return weights[:, 0] if is_real(times) else weights
