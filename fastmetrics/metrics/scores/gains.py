"""What the top of a ranking holds: gain, lift, break-even point and KS distance.

All are read off one curve, the true and false positives among the rows taken so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number
from fastmetrics.metrics.scores.score_sweep import steps
from fastmetrics.metrics.scores.sweep_values import (
    from_infinity,
    rate_from_zero,
    reduced,
    undefined,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.annotations import Classes, Scores


def cumulative_gain_curve(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    r"""Compute the cumulative gain curve: recall against proportion predicted positive.

    .. math:: x(t) = \frac{\mathrm{tp}(t) + \mathrm{fp}(t)}{n},\qquad
              y(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Proportions of rows are then
        proportions of weight.

    Returns
    -------
    population : ndarray of shape (n_thresholds + 1,), float64
        Proportion predicted positive, increasing from 0 to 1.
    gain : ndarray of shape (n_thresholds + 1,), float64
        Recall, increasing from 0 to 1. Chance is the diagonal; higher is better.
    thresholds : ndarray of shape (n_thresholds + 1,), float64
        Decreasing thresholds; the first is ``inf`` (no row predicted positive).

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive; ``gain`` is then all NaN.

    See Also
    --------
    lift_curve : the gain as a multiple of chance.

    Notes
    -----
    One point per distinct score; all rows of a tie enter together. O(n log n) time,
    O(n) memory; the interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] G. Piatetsky-Shapiro and B. Masand, "Estimating campaign benefits and
       modeling lift", KDD 1999, 185-193.

    Examples
    --------
    >>> from fastmetrics import cumulative_gain_curve
    >>> population, gain, thresholds = cumulative_gain_curve(
    ...     [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> population
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    >>> gain
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight)
    gain = rate_from_zero(tps)
    if gain is None:
        gain = np.full(len(tps) + 1, undefined("cumulative_gain_curve", 0))
    population = rate_from_zero(tps + fps)
    assert population is not None  # there are rows, and not all weigh 0
    return population, gain, from_infinity(thresholds)


def lift_curve(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[Any]]:
    r"""Compute the lift curve: precision over base rate at every threshold.

    .. math:: \mathrm{lift}(t)
              = \frac{\mathrm{tp}(t) / (\mathrm{tp} + \mathrm{fn})}
                     {(\mathrm{tp}(t) + \mathrm{fp}(t)) / n}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Proportions are then
        proportions of weight.

    Returns
    -------
    population : ndarray of shape (n_thresholds,), float64
        Proportion predicted positive, increasing to 1.
    lift : ndarray of shape (n_thresholds,), float64
        At least 0 and at most 1 / base rate; chance is 1; higher is better.
    thresholds : ndarray of shape (n_thresholds,)
        The distinct scores, decreasing, in the dtype of ``y_score``.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive; ``lift`` is then all NaN.

    See Also
    --------
    lift_score : the lift at one proportion of the rows.
    cumulative_gain_curve : the numerator.

    Notes
    -----
    The curve begins at the first threshold: if no row is predicted positive, the lift
    is 0 / 0. All rows of a tie enter together. O(n log n) time, O(n) memory; the
    interpreter lock is released while sorting and sweeping.

    Examples
    --------
    >>> from fastmetrics import lift_curve
    >>> population, lift, thresholds = lift_curve(
    ...     [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> lift
    array([2.        , 1.        , 1.33333333, 1.        ])
    """
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight)
    taken = tps + fps
    population = taken / taken[-1]
    if tps[-1] == 0:
        return population, np.full(len(tps), undefined("lift_curve", 0)), thresholds
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lift = (tps / tps[-1]) / population
        # Rows of next to no weight are no share of all, but have a lift.
        lost = population == 0
        lift[lost] = (tps[lost] / taken[lost]) * (taken[-1] / tps[-1])
    return population, lift, thresholds


def lift_score(
    y_true: Classes,
    y_score: Scores,
    *,
    at: float = 0.1,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Lift in the top-scored rows: their proportion of positives over the base rate.

    .. math:: \mathrm{lift}(a) = \frac{R(a)}{a}

    with :math:`R(a)` the recall if the proportion :math:`a` of rows with the highest
    scores is predicted positive.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    at : float in (0, 1], default=0.1
        The proportion of rows (of weight) taken from the top.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0, at most the smaller of 1 / ``at`` and 1 / base rate; higher is
        better, 1 is chance. NaN without positives.

    Raises
    ------
    ValueError
        If ``at`` is not in (0, 1], lengths differ, there are no rows, a score is NaN or
        infinite, a weight is negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive.

    See Also
    --------
    lift_curve : the lift at every threshold.

    Notes
    -----
    The proportion need not be a whole number of rows, and may end inside a tie group.
    The true positives are interpolated linearly in between. mlxtend's ``lift_score`` is
    a different quantity, the precision of hard predictions over the base rate. O(n log
    n) time, O(n) memory; the interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] G. Piatetsky-Shapiro and B. Masand, "Estimating campaign benefits and
       modeling lift", KDD 1999, 185-193.

    Examples
    --------
    >>> from fastmetrics import lift_score
    >>> lift_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], at=0.25)
    2.0
    """
    at = number(at, "at")
    if not 0 < at <= 1:
        raise ValueError(f"at must be in (0, 1], got {shown(at)}.")
    return reduced("lift_score", y_true, y_score, pos_label, sample_weight, "lift", at)


def break_even_point(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Precision-recall break-even point: the value at which both are equal.

    Precision equals recall if the number of rows predicted positive is the number of
    positives, :math:`\mathrm{tp} + \mathrm{fp} = \mathrm{tp} + \mathrm{fn} = P`; the
    value is :math:`\mathrm{tp} / P` there.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 1 is best; chance is the proportion of positives. NaN without
        positives.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive.

    See Also
    --------
    precision_recall_curve : the curve.

    Notes
    -----
    Also called R-precision. If a tie group straddles the point, the true positives are
    interpolated linearly in the rows taken from the group. This is their expected
    number if rows are taken in random order. O(n log n) time, O(n) memory; the
    interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning", Springer, 2021, sec. 2.3.2.

    Examples
    --------
    >>> from fastmetrics import break_even_point
    >>> break_even_point([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    return reduced(
        "break_even_point",
        y_true,
        y_score,
        pos_label,
        sample_weight,
        "break_even_point",
    )


def ks_statistic(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Kolmogorov-Smirnov distance between the scores of the two classes.

    .. math:: D = \max_t\,\lvert \mathrm{TPR}(t) - \mathrm{FPR}(t) \rvert

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive. The distance is unchanged if
        scores are reversed.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rates are then proportions
        of weight.

    Returns
    -------
    float
        In [0, 1]; 1 separates the classes (in either direction), 0 means equal
        distributions. NaN if a class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    optimal_threshold : with ``criterion="youden"``, the threshold with the largest
        ``TPR - FPR``.

    Notes
    -----
    Without weights, this is SciPy's two-sided ``ks_2samp`` statistic of the scores by
    class. Reversed scores have the same distance as the original ones. Only TPR - FPR
    without the absolute value (Youden's J) distinguishes them. O(n log n) time, O(n)
    memory; the interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] N. Smirnov, "Table for estimating the goodness of fit of empirical
       distributions", Annals of Mathematical Statistics 19, 1948, 279-281.

    Examples
    --------
    >>> from fastmetrics import ks_statistic
    >>> ks_statistic([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    return reduced("ks_statistic", y_true, y_score, pos_label, sample_weight, "ks")
