"""Costs of decisions at a threshold, and gain, lift and KS curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import nonnegative, number, stretch, warn
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.number_pairs import check_shapes, plain, quantity
from fastmetrics._kernels.sweep import roc_hull
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.score_sweep import (
    from_infinity,
    rate_from_zero,
    reduced,
    steps,
    undefined,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores


def cost_curve(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    r"""Compute the cost curve: lowest normalised expected cost per operating condition.

    .. math:: y(x) = \min_t\,\bigl[(1 - x)\,\mathrm{FPR}(t)
              + x\,\mathrm{FNR}(t)\bigr]

    over all thresholds :math:`t`, including the trivial ones (every row predicted
    negative, or every row positive), with :math:`x` the probability cost.

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
    x : ndarray of shape (n_vertices,), float64
        Probability cost at the vertices of the envelope, increasing from 0 to 1.
    y : ndarray of shape (n_vertices,), float64
        Cost at the vertices, in [0, ½], linear between vertices. 0 at both ends; lower
        is better.
    thresholds : ndarray of shape (n_vertices - 1,), float64
        Decreasing thresholds: the best threshold to the right of each vertex. ``inf``
        predicts every row negative, the lowest score every row positive.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent; ``x`` is then (0, 1), ``y`` and the one threshold NaN.

    See Also
    --------
    expected_cost : the area under this curve.
    probability_cost : position of an operating condition on ``x``.
    roc_curve : the same thresholds as points instead of lines.

    Notes
    -----
    Each vertex except the outer two is the crossing of two lines, which belong to
    neighbours on the convex hull of the ROC points, :math:`x = \Delta\mathrm{FPR} /
    (\Delta\mathrm{FPR} + \Delta\mathrm{TPR})`. The curve is exact. O(n log n) time,
    O(n) memory; the interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] C. Drummond and R. C. Holte, "Cost curves: an improved method for
       visualizing classifier performance", Machine Learning 65, 2006, 95-130.

    Examples
    --------
    >>> from fastmetrics import cost_curve
    >>> x, y, thresholds = cost_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> x
    array([0. , 0.5, 1. ])
    >>> y
    array([0.  , 0.25, 0.  ])
    >>> thresholds
    array([0.8 , 0.35])
    """
    scores, tps, fps = steps(y_true, y_score, pos_label, sample_weight)
    n_pos, n_neg = tps[-1], fps[-1]
    if not (n_pos > 0 and n_neg > 0):
        nan = undefined("cost_curve", n_pos)
        return np.array([0.0, 1.0]), np.array([nan, nan]), np.array([nan])
    hull_tps, hull_fps = _hull_of(tps, fps)
    # A constant prediction that another threshold equals or beats everywhere is in
    # force on no interval: above it in the hull with the same FPR, or the same TPR.
    first = 1 if hull_fps[1] == 0 else 0
    last = len(hull_tps) - (1 if hull_tps[-2] == n_pos else 0)
    hull_tps, hull_fps = hull_tps[first:last], hull_fps[first:last]
    fpr, fnr = hull_fps / n_neg, (n_pos - hull_tps) / n_pos
    right, down = np.diff(hull_fps) / n_neg, np.diff(hull_tps) / n_pos
    x = np.concatenate(([0.0], right / (right + down), [1.0]))
    y = np.concatenate(([0.0], (1.0 - x[1:-1]) * fpr[:-1] + x[1:-1] * fnr[:-1], [0.0]))
    # A vertex of the hull is the first step with its true positives.
    at = np.searchsorted(tps, hull_tps)
    thresholds = scores[at].astype(np.float64)
    if first == 0:
        thresholds[0] = math.inf
    return x, y, thresholds


@overloaded({"p_positive": "float", "return": "float"}, {})
def probability_cost(
    p_positive: ArrayLike, *, cost_fn: float = 1.0, cost_fp: float = 1.0
) -> float | NDArray[np.float64]:
    r"""Probability cost: position of an operating condition on a cost curve.

    .. math:: x = \frac{p\,c_{fn}}{p\,c_{fn} + (1 - p)\,c_{fp}}

    Parameters
    ----------
    p_positive : float or array_like
        Proportion of positives where the scorer is used, in [0, 1].
    cost_fn : float, default=1.0
        Cost of a false negative, in any unit; not negative.
    cost_fp : float, default=1.0
        Cost of a false positive, in the same unit; not negative.

    Returns
    -------
    float or ndarray
        In [0, 1]: the proportion of the cost due to false negatives if every row were
        predicted wrong. NaN if that cost is 0.

    Raises
    ------
    ValueError
        If a cost is negative, infinite or NaN, or ``p_positive`` is not in [0, 1].

    Warns
    -----
    UndefinedMetricWarning
        If no error has a cost.

    See Also
    --------
    cost_curve : the curve with this abscissa.

    References
    ----------
    .. [1] C. Drummond and R. C. Holte, "Cost curves: an improved method for
       visualizing classifier performance", Machine Learning 65, 2006, 95-130.

    Examples
    --------
    >>> from fastmetrics import probability_cost
    >>> probability_cost(0.2, cost_fn=8.0, cost_fp=1.0)
    0.6666666666666666
    """
    p = _unit_interval(p_positive, "p_positive")
    nonnegative(cost_fn, "cost_fn")
    nonnegative(cost_fp, "cost_fp")
    of_positives = p * cost_fn
    total = of_positives + (1.0 - p) * cost_fp
    if not np.all(total > 0):
        warn(
            "no error costs anything at this p_positive, cost_fn and cost_fp, so the "
            "probability cost is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        total = np.where(total > 0, total, math.nan)
    return plain(of_positives / total)


def expected_cost(
    y_true: Classes,
    y_score: Scores,
    *,
    x_range: tuple[float, float] = (0, 1),
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Area under the cost curve: expected cost over a range of operating conditions.

    .. math:: \int_a^b \min_t\,\bigl[(1 - x)\,\mathrm{FPR}(t)
              + x\,\mathrm{FNR}(t)\bigr]\,dx

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    x_range : pair of float, default=(0, 1)
        The probability costs (a, b) to integrate over, 0 <= a < b <= 1.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, ¼] over the whole range: 0 for perfect separation, ¼ for scores no better
        than a constant prediction. Divide the area by b - a for the mean. NaN if a
        class is absent.

    Raises
    ------
    ValueError
        If ``x_range`` is not a part of [0, 1], lengths differ, there are no rows, a
        score is NaN or infinite, a weight is negative, or ``pos_label`` is needed and
        not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    cost_curve : the curve.
    normalized_expected_cost : the cost of one threshold at one condition.

    Notes
    -----
    The area is under the lower envelope: the cost with the best threshold for each
    operating condition. The area under the line of one threshold is different (half the
    sum of its two error rates). The envelope is piecewise linear, so the area is exact
    up to rounding. O(n log n) time, O(n) memory; the interpreter lock is released while
    sorting and sweeping.

    References
    ----------
    .. [1] C. Drummond and R. C. Holte, "Cost curves: an improved method for
       visualizing classifier performance", Machine Learning 65, 2006, 95-130.

    Examples
    --------
    >>> from fastmetrics import expected_cost
    >>> expected_cost([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.125
    """
    low, high = stretch(x_range, "x_range")
    return reduced(
        "expected_cost",
        y_true,
        y_score,
        pos_label,
        sample_weight,
        "expected_cost",
        low,
        high,
    )


@overloaded(
    {"fnr": "float", "fpr": "float", "p_positive": "float", "return": "float"}, {}
)
def normalized_expected_cost(
    fnr: ArrayLike,
    fpr: ArrayLike,
    *,
    p_positive: ArrayLike,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
) -> float | NDArray[np.float64]:
    r"""Normalised expected cost of given error rates.

    .. math:: \frac{\mathrm{FNR}\,p\,c_{fn} + \mathrm{FPR}\,(1 - p)\,c_{fp}}
                   {p\,c_{fn} + (1 - p)\,c_{fp}}

    Parameters
    ----------
    fnr, fpr : float or array_like
        False negative and false positive rates, in [0, 1]. Arrays are broadcast.
    p_positive : float or array_like
        Proportion of positives where the scorer is used, in [0, 1].
    cost_fn : float, default=1.0
        Cost of a false negative, in any unit; not negative.
    cost_fp : float, default=1.0
        Cost of a false positive, in the same unit; not negative.

    Returns
    -------
    float or ndarray
        In [0, 1], relative to the cost if every row were predicted wrong; 0 is best.
        NaN if no error has a cost.

    Raises
    ------
    ValueError
        If a cost is negative, infinite or NaN, or a rate or ``p_positive`` is not in
        [0, 1].

    Warns
    -----
    UndefinedMetricWarning
        If no error has a cost.

    See Also
    --------
    cost_curve : the lowest cost over all thresholds.

    Notes
    -----
    With x the probability cost, this is (1 - x) FPR + x FNR: a line over x from the
    false positive rate to the false negative rate.

    References
    ----------
    .. [1] C. Drummond and R. C. Holte, "Cost curves: an improved method for
       visualizing classifier performance", Machine Learning 65, 2006, 95-130.

    Examples
    --------
    >>> from fastmetrics import normalized_expected_cost
    >>> normalized_expected_cost(0.5, 0.1, p_positive=0.5)
    0.3
    """
    fnr = _unit_interval(fnr, "fnr")
    fpr = _unit_interval(fpr, "fpr")
    p = _unit_interval(p_positive, "p_positive")
    check_shapes(fnr=fnr, fpr=fpr, p_positive=p)
    nonnegative(cost_fn, "cost_fn")
    nonnegative(cost_fp, "cost_fp")
    of_positives, of_negatives = p * cost_fn, (1.0 - p) * cost_fp
    total = of_positives + of_negatives
    if not np.all(total > 0):
        warn(
            "no error costs anything at this p_positive, cost_fn and cost_fp, so the "
            "normalized expected cost is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        total = np.where(total > 0, total, math.nan)
    return plain((fnr * of_positives + fpr * of_negatives) / total)


def _hull_of(tps: NDArray, fps: NDArray) -> tuple[NDArray, NDArray]:
    """Return the hull of steps; sums of weights of any size are brought into range."""
    powers = [int(np.frexp(side[-1])[1]) for side in (tps, fps)]
    if max(map(abs, powers)) < 400:
        return roc_hull(tps, fps)
    sides = (np.ldexp(column, -k) for column, k in zip((tps, fps), powers, strict=True))
    columns = zip(roc_hull(*sides), powers, strict=True)
    hull_tps, hull_fps = (np.ldexp(column, k) for column, k in columns)
    return hull_tps, hull_fps


def _unit_interval(values: ArrayLike, name: str) -> NDArray:
    """Return ``values`` as float64; raise unless all are in [0, 1]."""
    array = quantity(values, name)
    if not ((array >= 0) & (array <= 1)).all():
        raise ValueError(f"{name} must be in [0, 1], got {shown(values)}.")
    return array


# -------------------------------------------------------------------------------- gains
# The top of a ranking: gain, lift, break-even point and KS distance.
#
# All are computed from one curve, the true and false positives among the first rows.


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
        # Rows of negligible weight have a lift, though their proportion rounds to 0.
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
