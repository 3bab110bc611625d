"""Concordance of pairs of rows: Somers' D, gamma, Gini coefficient, c-index."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from fastmetrics._common.options import warn
from fastmetrics._common.test_result import check_alternative
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.regression.correlation import (
    CorrelationResult,
    correlation_result,
    undefined_result,
)
from fastmetrics.metrics.regression.formulas.totals import FORMULAS
from fastmetrics.metrics.regression.measuring.correlations import (
    gini_correlation,
    read_columns,
)
from fastmetrics.metrics.regression.measuring.pairs import (
    count_known_pairs,
    count_pairs,
    kendall_p,
    pair_values,
    read_events,
    weigh_pairs,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative


def somers_d(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    sample_weight: ArrayLike | None = None,
) -> CorrelationResult:
    r"""Somers' D: concordant minus discordant pairs, relative to pairs untied in y.

    .. math:: D_{\hat y | y} = \frac{C - D}{C + D + T_{\hat y}}

    with C concordant pairs of rows, D discordant pairs, and T pairs tied only in
    ``y_pred``.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    alternative : {"two-sided", "less", "greater"}, default="two-sided"
        Alternative hypothesis: a D that is not 0, below 0, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair weighs the product.

    Returns
    -------
    CorrelationResult
        A float in [-1, 1], higher is better, with ``pvalue``, ``n`` and
        ``confidence_interval()``.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if
        weights are negative or all zero, and if ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant; the result is NaN then.

    See Also
    --------
    concordance_index : the proportion of concordant pairs, (D + 1) / 2.
    gini_coefficient : the same for a binary target.
    kendall_tau : treats both columns alike.

    Notes
    -----
    It is not symmetric: the divisor of ``somers_d(y_pred, y_true)`` is the number of
    pairs with different predictions. For a binary target it is 2 AUC - 1. It equals
    ``scipy.stats.somersd(y_true, y_pred)``, which needs a table of all pairs of values.
    The p-value is the p-value of `kendall_tau`, because both statistics have the same
    C - D. For up to 33 rows it is a permutation test; SciPy estimates the variance from
    the rows, and rejects too often. With weights there is no p-value. O(n log n) time.

    References
    ----------
    .. [1] R. H. Somers, "A new asymmetric measure of association for ordinal
       variables", American Sociological Review 27(6), 1962, 799-811.

    Examples
    --------
    >>> from fastmetrics import somers_d
    >>> d = somers_d([0, 0, 1, 1, 2, 2], [0.1, 0.4, 0.4, 0.7, 0.6, 0.9])
    >>> round(d, 4), round(d.pvalue, 4)
    (0.75, 0.0889)
    """
    check_alternative(alternative)
    pair = read_columns(y_true, y_pred, sample_weight)
    counted = count_pairs(pair) if pair.weights is None else weigh_pairs(pair)
    d = FORMULAS["somers"](counted.pairs, counted.distinct).value()
    if counted.constant or d != d:
        return undefined_result("somers_d", pair.n, counted.true.constant)
    pvalue = partial(kendall_p, counted, pair, alternative)
    values = partial(
        pair_values, y_true, y_pred, variant="somers", sample_weight=sample_weight
    )
    return correlation_result(d, pair, pvalue, values)


def goodman_kruskal_gamma(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    sample_weight: ArrayLike | None = None,
) -> CorrelationResult:
    r"""Goodman and Kruskal's gamma: concordant minus discordant pairs, without ties.

    .. math:: \gamma = \frac{C - D}{C + D}

    with C concordant and D discordant pairs of rows.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, finite.
    alternative : {"two-sided", "less", "greater"}, default="two-sided"
        Alternative hypothesis: a gamma that is not 0, below 0, above 0.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair weighs the product.

    Returns
    -------
    CorrelationResult
        A float in [-1, 1], with ``pvalue``, ``n`` and ``confidence_interval()``.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if
        weights are negative or all zero, and if ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If a column is constant; the result is NaN then.

    See Also
    --------
    kendall_tau : ties reduce the value.
    somers_d : only ties in the predictions reduce the value.

    Notes
    -----
    Pairs that are tied in either column are left out, so a few classes in the right
    order can have a gamma of 1. It is 0 if Kendall's tau is 0, and has the p-value of
    `kendall_tau`; with weights there is none. O(n log n) time.

    References
    ----------
    .. [1] L. A. Goodman and W. H. Kruskal, "Measures of association for cross
       classifications", Journal of the American Statistical Association 49(268), 1954,
       732-764.

    Examples
    --------
    >>> from fastmetrics import goodman_kruskal_gamma
    >>> gamma = goodman_kruskal_gamma([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 1, 2])
    >>> round(gamma, 4), round(gamma.pvalue, 4)
    (0.75, 0.4)
    """
    check_alternative(alternative)
    pair = read_columns(y_true, y_pred, sample_weight)
    counted = count_pairs(pair) if pair.weights is None else weigh_pairs(pair)
    gamma = FORMULAS["gamma"](counted.pairs, counted.distinct).value()
    if counted.constant or gamma != gamma:
        return undefined_result("goodman_kruskal_gamma", pair.n, counted.true.constant)
    pvalue = partial(kendall_p, counted, pair, alternative)
    values = partial(
        pair_values, y_true, y_pred, variant="gamma", sample_weight=sample_weight
    )
    return correlation_result(gamma, pair, pvalue, values)


def concordance_index(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    event_observed: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Harrell's concordance index C: proportion of concordant pairs of rows.

    .. math:: C = \frac{\sum_{i, j} w_i w_j \, ([s_i < s_j] + [s_i = s_j] / 2)}
                       {\sum_{i, j} w_i w_j}

    over the pairs with a known order: the time of i ended with an event, and the time
    of j is longer, or equal and censored.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite: times until an event, or until a row was last seen.
    y_score : array_like of shape (n_samples,)
        Predicted numbers or times: the higher, the longer. For a risk score, which is
        higher for a shorter time, pass its negative.
    event_observed : array_like of shape (n_samples,), optional
        1 or True if the time ended with an event, 0 or False if it is censored. By
        default all ended with an event.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair weighs the product.

    Returns
    -------
    float
        In [0, 1]: 1 is best, and uninformative scores give 1/2.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, if events
        are neither 0 nor 1, and if weights are negative or all zero.

    Warns
    -----
    UndefinedMetricWarning
        If no pair has a known order; the result is NaN then.

    See Also
    --------
    somers_d : 2 C - 1 if nothing is censored.
    roc_auc_score : C for a binary target.

    Notes
    -----
    Pairs are counted exactly, in O(n log n) time, and are the same as in lifelines;
    scikit-survival expects a risk instead of a time.

    References
    ----------
    .. [1] F. E. Harrell, K. L. Lee and D. B. Mark, "Multivariable prognostic models",
       Statistics in Medicine 15(4), 1996, 361-387.

    Examples
    --------
    >>> from fastmetrics import concordance_index
    >>> times, predicted = [2.0, 3.5, 4.0, 6.0], [2.5, 4.5, 3.0, 5.0]
    >>> round(concordance_index(times, predicted), 4)
    0.8333
    >>> concordance_index(times, predicted, event_observed=[1, 0, 1, 1])
    1.0
    """
    pair = read_columns(y_true, y_score, sample_weight, "y_score")
    events = read_events(event_observed, pair.n)
    concordant, discordant, tied = count_known_pairs(pair, events)
    known = concordant + discordant + tied
    if not known:
        warn(
            "No pair of rows has a known order in time, so concordance_index is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    return float((2 * concordant + tied) / (2 * known))


def normalized_gini_coefficient(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Compute the normalized Gini coefficient of predictions of amounts.

    Rows are sorted by prediction. The curve plots the cumulative proportion of observed
    amounts against the cumulative proportion of rows. The coefficient is the area
    between curve and diagonal, divided by the area for the best order. That is

    .. math:: \frac{\sum_{i < j} w_i w_j\, (y_i - y_j)\,
                    \operatorname{sgn}(\hat y_i - \hat y_j)}
                   {\sum_{i < j} w_i w_j\, |y_i - y_j|}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        Observed numbers, finite: claims, sales. They may be below 0, since the total
        cancels.
    y_pred : array_like of shape (n_samples,)
        Predicted numbers, or scores of any scale: only their order counts.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. A pair weighs the product.

    Returns
    -------
    float
        In [-1, 1]: 1 if larger predictions never have smaller observations, 0 by
        chance, -1 in the opposite order. Higher is better.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, on more than one column, and if
        weights are negative or all zero.

    Warns
    -----
    UndefinedMetricWarning
        If ``y_true`` is constant; the result is NaN then.

    See Also
    --------
    gini_coefficient : the same for two classes.
    somers_d : counts ordered pairs, regardless of the differences.

    Notes
    -----
    The curve is a straight line through rows of equal predictions, which is the mean
    over all their orders, so the order of the given rows does not matter. In code known
    from competitions it does. Also known as the Gini correlation of ``y_true`` with
    ``y_pred``: its covariance with the ranks of the predictions, divided by its
    covariance with its own ranks. O(n log n) time.

    References
    ----------
    .. [1] E. Schechtman and S. Yitzhaki, "A measure of association based on Gini's mean
       difference", Communications in Statistics - Theory and Methods 16(1), 1987,
       207-231.
    .. [2] E. W. Frees, G. Meyers and A. D. Cummings, "Summarizing insurance scores
       using a Gini index", Journal of the American Statistical Association 106, 2011,
       1085-1098.

    Examples
    --------
    >>> from fastmetrics import normalized_gini_coefficient
    >>> normalized_gini_coefficient([0, 0, 2, 5], [0.3, 0.1, 0.9, 0.6])
    0.6470588235294118
    """
    found = gini_correlation(read_columns(y_true, y_pred, sample_weight))
    if math.isnan(found):
        warn(
            "y_true is constant, so normalized_gini_coefficient is undefined and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
    return found
