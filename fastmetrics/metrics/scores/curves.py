"""ROC, precision-recall and DET curves, equal error rates, and bands for curves."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import check_flag, warn
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.scores import numbers
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.score_sweep import (
    count_classes,
    from_infinity,
    rate_from_zero,
    reduced,
    steps,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores


def auc(x: ArrayLike, y: ArrayLike) -> float:
    r"""Area under a curve through given points, by the trapezoidal rule.

    .. math:: \sum_i (x_{i+1} - x_i)\,\frac{y_{i+1} + y_i}{2}

    Parameters
    ----------
    x : array_like of shape (n,)
        Abscissae, either nondecreasing or nonincreasing. Points with falling ``x`` are
        read from right to left, which keeps the sign of the area.
    y : array_like of shape (n,)
        Ordinates.

    Returns
    -------
    float
        The area, in units of ``x`` times units of ``y``. NaN if a point is NaN.

    Raises
    ------
    ValueError
        If the lengths differ, there are fewer than two points, or ``x`` goes both up
        and down.

    See Also
    --------
    roc_auc_score : the area under the ROC curve, without building the curve.
    pr_auc_score : areas under the precision-recall curve, whose points should not be
        joined by straight lines.

    Notes
    -----
    Equal neighbours in ``x`` are allowed and contribute nothing. O(n) time and memory.

    Examples
    --------
    >>> from fastmetrics import auc
    >>> auc([0.0, 0.5, 1.0], [0.0, 1.0, 1.0])
    0.75
    """
    x = _ordinates(x, "x")
    y = _ordinates(y, "y")
    if len(x) != len(y):
        raise ValueError(
            f"x and y must be of the same length, got {len(x)} and {len(y)}."
        )
    if len(x) < 2:
        raise ValueError(
            f"x must have at least two points for an area, got {len(x)} point(s)."
        )
    with np.errstate(over="ignore", invalid="ignore"):
        widths = np.diff(x)
    direction = 1
    if (widths < 0).any():
        if not (widths <= 0).all():
            raise ValueError(
                "x must be in order (none falls, or none rises), but it goes both "
                "up and down. auc is the trapezoid of two columns of a curve; the area "
                "under the ROC curve of labels and scores is roc_auc_score."
            )
        direction = -1
    with np.errstate(over="ignore", invalid="ignore"):
        area = np.trapezoid(y, x)
        if not np.isfinite(area):  # on the way there, or in earnest
            powers = [int(np.frexp(np.abs(each).max())[1]) + 2 for each in (x, y)]
            unit = np.trapezoid(np.ldexp(y, -powers[1]), np.ldexp(x, -powers[0]))
            area = np.ldexp(unit, sum(powers))
    return float(direction * area)


def roc_curve(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = True,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    r"""Compute the receiver operating characteristic (ROC) curve.

    At threshold :math:`t`, with "predicted positive" meaning score :math:`\ge t`:

    .. math:: \mathrm{FPR}(t) = \frac{\mathrm{fp}(t)}{\mathrm{fp}+\mathrm{tn}},\qquad
              \mathrm{TPR}(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp}+\mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.
    drop_intermediate : bool, default=True
        Leave out points that a plot does not need: points on the straight line between
        their neighbours, with equal steps before and after. The area does not change.
        Collinear points with unequal steps are kept.

    Returns
    -------
    fpr, tpr : ndarray of shape (n_points,), float64
        Rates in [0, 1], rising from 0 to 1. Good curves rise early.
    thresholds : ndarray of shape (n_points,), float64
        Decreasing thresholds; the first is ``inf`` (no row predicted positive).

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative (``fpr`` is all NaN) or none is positive (``tpr`` is).

    See Also
    --------
    roc_auc_score : the area under this curve.
    det_curve : the same trade-off as two error rates.
    cost_curve : the same points as expected costs.

    Notes
    -----
    All rows of a tie enter together, so a tie group with both classes is a slanted
    segment. Compare two models at equal FPR, not at equal thresholds. O(n log n) time,
    O(n) memory; the interpreter lock is released while sorting and sweeping.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27(8), 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import roc_curve
    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr
    array([0. , 0. , 0.5, 0.5, 1. ])
    >>> tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    >>> thresholds
    array([ inf, 0.8 , 0.4 , 0.35, 0.1 ])
    """
    check_flag(drop_intermediate, "drop_intermediate")
    drop = "roc" if drop_intermediate else None
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight, drop)
    fpr = rate_from_zero(fps)
    if fpr is None:
        warn(
            "No negative samples in y_true, false positive value should be "
            "meaningless: no negative row has a weight above 0, and the false positive "
            "rate is returned as NaN.",
            UndefinedMetricWarning,
        )
        fpr = np.full(len(fps) + 1, np.nan)
    tpr = rate_from_zero(tps)
    if tpr is None:
        warn(
            "No positive samples in y_true, true positive value should be "
            "meaningless: no positive row has a weight above 0, and the true positive "
            "rate is returned as NaN.",
            UndefinedMetricWarning,
        )
        tpr = np.full(len(tps) + 1, np.nan)
    return fpr, tpr, from_infinity(thresholds)


def precision_recall_curve(
    y_true: Classes,
    y_score: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[Any]]:
    r"""Compute the precision-recall curve over all thresholds.

    At threshold :math:`t`, with "predicted positive" meaning score :math:`\ge t`:

    .. math:: P(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp}(t) + \mathrm{fp}(t)},\qquad
              R(t) = \frac{\mathrm{tp}(t)}{\mathrm{tp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.
    drop_intermediate : bool, default=False
        Leave out points that a plot does not need: all but the first and the last point
        at each value of recall.

    Returns
    -------
    precision : ndarray of shape (n_thresholds + 1,), float64
        Precision in [0, 1] at each threshold, followed by 1.
    recall : ndarray of shape (n_thresholds + 1,), float64
        Recall in [0, 1], decreasing, followed by 0.
    thresholds : ndarray of shape (n_thresholds,)
        The distinct scores, increasing, in the dtype of ``y_score``.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UserWarning
        If no row is positive; recall is then 1 at every threshold.

    See Also
    --------
    average_precision_score : the area as a step function.
    pr_auc_score : other areas under the curve, and how they differ.
    break_even_point : the point with equal precision and recall.

    Notes
    -----
    The last point (0, 1) has no threshold and is not an observation. All rows of a tie
    enter together. Do not join the points by straight lines: between two points
    precision is not linear in recall. O(n log n) time, O(n) memory; the interpreter
    lock is released while sorting and sweeping.

    References
    ----------
    .. [1] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.

    Examples
    --------
    >>> from fastmetrics import precision_recall_curve
    >>> precision, recall, thresholds = precision_recall_curve(
    ...     [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision
    array([0.5       , 0.66666667, 0.5       , 1.        , 1.        ])
    >>> recall
    array([1. , 1. , 0.5, 0.5, 0. ])
    >>> thresholds
    array([0.1 , 0.35, 0.4 , 0.8 ])
    """
    check_flag(drop_intermediate, "drop_intermediate")
    drop = "pr" if drop_intermediate else None
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight, drop)
    n_points = len(tps)
    precision = np.empty(n_points + 1)
    precision[-1] = 1.0
    # No step is empty (rows of weight 0 are gone), so the divisor is above 0.
    np.add(tps[::-1], fps[::-1], out=precision[:-1])
    np.divide(tps[::-1], precision[:-1], out=precision[:-1])
    recall = np.empty(n_points + 1)
    recall[-1] = 0.0
    if tps[-1] == 0:
        warn(
            "No positive class found in y_true, recall is set to one for all "
            "thresholds. No positive row has a weight above 0."
        )
        recall[:-1] = 1.0
    else:
        np.divide(tps[::-1], tps[-1], out=recall[:-1])
    return precision, recall, thresholds[::-1]


def det_curve(
    y_true: Classes,
    y_score: Scores,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
    drop_intermediate: bool = False,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    r"""Compute the detection error trade-off (DET) curve.

    At threshold :math:`t`, with "predicted positive" meaning score :math:`\ge t`:

    .. math:: \mathrm{FPR}(t) = \frac{\mathrm{fp}(t)}{\mathrm{fp}+\mathrm{tn}},\qquad
              \mathrm{FNR}(t) = \frac{\mathrm{fn}(t)}{\mathrm{tp}+\mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of exactly two classes.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Rows of weight 0 count as
        absent.
    drop_intermediate : bool, default=False
        Leave out points that a plot does not need: all but the first and the last point
        at each value of the miss rate.

    Returns
    -------
    fpr : ndarray of shape (n_points,), float64
        False positive rate in [0, 1], decreasing.
    fnr : ndarray of shape (n_points,), float64
        False negative rate in [0, 1], increasing. Lower is better for both rates.
    thresholds : ndarray of shape (n_points,), float64
        Increasing thresholds. The last is ``inf`` unless a finite threshold already has
        no false positives.

    Raises
    ------
    ValueError
        If only one class is present, or there are more than two; if lengths differ,
        there are no rows, a score is NaN or infinite, a weight is negative, or
        ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If a class has rows but no weight, or no row has ``pos_label``: its rate is
        0 / 0 and returned as NaN.

    See Also
    --------
    roc_curve : the same trade-off with the true positive rate instead of the miss rate.

    Notes
    -----
    The curve starts at the highest threshold without false negatives and ends at the
    lowest threshold without false positives. It is usually drawn on normal-deviate
    axes. O(n log n) time, O(n) memory; the interpreter lock is released while sorting
    and sweeping.

    References
    ----------
    .. [1] A. Martin et al., "The DET curve in assessment of detection task
       performance", Eurospeech 1997, 1895-1898.

    Examples
    --------
    >>> from fastmetrics import det_curve
    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr
    array([0.5, 0.5, 0. ])
    >>> fnr
    array([0. , 0.5, 0.5])
    >>> thresholds
    array([0.35, 0.4 , 0.8 ])
    """
    check_flag(drop_intermediate, "drop_intermediate")
    drop = "pr" if drop_intermediate else None
    thresholds, tps, fps = steps(y_true, y_score, pos_label, sample_weight, drop)
    if pos_label is not None or tps[-1] == 0 or fps[-1] == 0:
        n_classes = count_classes(y_true)
        if n_classes != 2:
            raise ValueError(
                "y_true must hold two classes for a detection error trade-off, but it "
                f"holds {n_classes}."
            )
    if drop and len(tps) > 1 and tps[0] == 0 == tps[1]:
        # The rule looks at (0, 0, inf) too: behind it the first point is one of
        # several with no true positive, and not the last of them.
        thresholds, tps, fps = thresholds[1:], tps[1:], fps[1:]
    tps = np.concatenate(([0.0], tps))
    fps = np.concatenate(([0.0], fps))
    first = np.searchsorted(fps, 0.0, side="right") - 1
    last = np.searchsorted(tps, tps[-1]) + 1
    used = slice(first, last)
    return (
        _share(fps[used][::-1], fps[-1], "false positive"),
        _share(tps[-1] - tps[used][::-1], tps[-1], "false negative"),
        from_infinity(thresholds)[used][::-1],
    )


def _share(counts: NDArray, total: float, name: str) -> NDArray:
    """Divide by the weight of a class; NaN and a warning where that is 0."""
    if total == 0:
        warn(
            f"a class of y_true has no weight, so the {name} rate is 0 / 0 and "
            "returned as NaN.",
            UndefinedMetricWarning,
        )
        return np.full(len(counts), np.nan)
    return counts / total


def _ordinates(values: ArrayLike, name: str) -> NDArray:
    """Return a column of numbers whose sums and differences are numbers as well."""
    column = numbers(as_column(values, name), name)
    # Small and unsigned integers would wrap around.
    exact = column.dtype.kind == "f" or column.dtype == np.int64
    return column if exact else column.astype(np.float64)


# ------------------------------------------------------------------------- equal errors


def equal_error_rate(
    y_true: Classes,
    y_score: Scores,
    *,
    convex_hull: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Equal error rate (EER): error rate at equal false positive and negative rates.

    The curve of the two rates is interpolated linearly between thresholds, and
    evaluated at its intersection with the diagonal:

    .. math:: \mathrm{EER} = \mathrm{FPR}_\lambda = \mathrm{FNR}_\lambda,\qquad
              \mathrm{FPR}_\lambda = (1 - \lambda)\,\mathrm{FPR}_k
              + \lambda\,\mathrm{FPR}_{k + 1}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    convex_hull : bool, default=False
        Whether to use the upper convex hull of the ROC points (ROCCH-EER), the curve of
        optimally calibrated scores. The rate is then never higher.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 0 is best, 0.5 is chance, above 0.5 the ranking is reversed. NaN if a
        class is absent.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.
    TypeError
        If ``convex_hull`` is not True or False.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    det_curve : both rates at all thresholds.
    optimal_threshold : with ``criterion="equal_error_rate"``, the nearest threshold.

    Notes
    -----
    A point between two thresholds is attained by choosing one of them at random for
    each row. Other packages use the threshold with the smallest difference of the
    rates, and return their mean, or one of them. O(n log n) time, O(n) memory, plus the
    vertices of the hull with ``convex_hull``; the interpreter lock is released while
    sorting and sweeping.

    References
    ----------
    .. [1] A. Martin, G. Doddington, T. Kamm, M. Ordowski and M. Przybocki, "The DET
       curve in assessment of detection task performance", Eurospeech 1997, 1895-1898.
    .. [2] N. Brümmer and E. de Villiers, "The BOSARIS toolkit: theory, algorithms and
       code for surviving the new DCF", 2013, arXiv:1304.2865 (ROCCH-EER).

    Examples
    --------
    >>> from fastmetrics import equal_error_rate
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> equal_error_rate(y_true, y_score)
    0.5
    >>> equal_error_rate(y_true, y_score, convex_hull=True)
    0.25
    """
    check_flag(convex_hull, "convex_hull")
    reducer = "equal_error_rate_hull" if convex_hull else "equal_error_rate"
    return reduced(
        "equal_error_rate", y_true, y_score, pos_label, sample_weight, reducer
    )


# -------------------------------------------------------------------------------- bands
# Bounds around a ROC or a precision-recall curve, at one rate or at all rates at once.
#
# A point of a curve belongs to a threshold. Two numbers are uncertain: the threshold at
# which the curve has this rate, and the proportion of the other class above it. The
# first depends on the negatives and the second on the positives, so they are
# independent. No replicates are drawn, so a band has no random error of its own.


BANDS = ("pointwise", "simultaneous")
# How each is made without replicates, and whether that is approximate.
METHODS = {"pointwise": ("clopper-pearson", True), "simultaneous": ("ks", False)}

# A curve at some places, and its bounds.
Bounds = tuple["NDArray[np.float64]", "NDArray[np.float64]", "NDArray[np.float64]"]


class CurveBand(NamedTuple):
    """A curve and its bounds at several places.

    Attributes
    ----------
    x : ndarray of shape (n_places,)
        Places: rates, recalls or forecasts in [0, 1], increasing.
    y : ndarray of shape (n_places,)
        Values of the curve.
    low, high : ndarray of shape (n_places,)
        Bounds of the curve.
    kind : str
        Statement that has the confidence level: "simultaneous", the whole curve is
        within the bounds; "pointwise", the curve at one place.
    method : str
        Method of the bounds.
    approximate : bool
        Whether the level is approximate.
    confidence_level : float
        In (0, 1).
    """

    x: NDArray[Any]
    y: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]
    kind: str
    method: str
    approximate: bool
    confidence_level: float


def roc_bounds(
    tps: NDArray[Any],
    fps: NDArray[Any],
    at: NDArray[Any],
    kind: str,
    confidence_level: float,
) -> Bounds:
    """Return the true positive rate at given false positive rates, with bounds.

    Parameters
    ----------
    tps, fps : ndarray of shape (n_thresholds,)
        Number of rows of each class with at least the score of each threshold,
        increasing. Both classes have rows.
    at : ndarray of shape (n,)
        False positive rates in [0, 1].
    kind : {"pointwise", "simultaneous"}
        Whether the confidence level holds at each place, or for the whole curve.
    confidence_level : float
        In (0, 1).

    Notes
    -----
    Simultaneous: each empirical distribution differs from the true distribution at no
    point by more than a quantile of Kolmogorov's distance, with the square root of the
    confidence level as probability. Each point of the true curve is therefore in a
    rectangle of that size around a point of the empirical curve [1]_ [2]_. The quantile
    is exact for the number of rows; ties make the distances smaller.

    Pointwise: the Clopper-Pearson interval of the true positive rate at the threshold,
    and the range of that rate over the thresholds whose false positive rate may be the
    given rate, combined as the bounds of a sum of independent parts [3]_. It is
    approximate.

    References
    ----------
    .. [1] G. Campbell, "Advances in statistical methodology for the evaluation of
       diagnostic and laboratory tests", Statistics in Medicine 13, 1994, 499-508.
    .. [2] G. Marsaglia, W. W. Tsang and J. Wang, "Evaluating Kolmogorov's
       distribution", Journal of Statistical Software 8(18), 2003, 1-4.
    .. [3] G. Y. Zou and A. Donner, "Construction of confidence limits about effect
       measures: a general approach", Statistics in Medicine 27, 2008, 1693-1702.
    """
    curve = _Curve(fps, tps)
    estimate = curve.read(at)
    if kind == "simultaneous":
        return estimate, *curve.everywhere(at, math.sqrt(confidence_level))
    z = NormalDist().inv_cdf((1 + confidence_level) / 2)
    parts = [exact_bounds(estimate, curve.n_y, confidence_level), curve.beside(at, z)]
    return estimate, *_together(estimate, parts)


def precision_at(
    recall: NDArray[Any], share: Any, rate: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the precision from a proportion of positives and false positive rates."""
    positives, total = share * recall, share * recall + (1 - share) * rate
    return np.divide(positives, total, out=np.ones(len(recall)), where=total > 0)


def precision_recall_bounds(
    tps: NDArray[Any],
    fps: NDArray[Any],
    at: NDArray[Any],
    kind: str,
    confidence_level: float,
) -> Bounds:
    """Return the precision at given recalls, with bounds; see `roc_bounds`.

    Notes
    -----
    The precision at a recall r is π r / (π r + (1 - π) f), where π is the proportion of
    positives and f the false positive rate at the threshold with this recall. The
    bounds combine the bounds of f, from `roc_bounds` with both classes exchanged, with
    bounds of π: Hoeffding's [1]_, or Clopper and Pearson's for pointwise bounds. Rows
    of both classes are assumed to be drawn together, so π is also estimated. At recall
    0 the bounds are 0 and 1.

    References
    ----------
    .. [1] W. Hoeffding, "Probability inequalities for sums of bounded random
       variables", Journal of the American Statistical Association 58, 1963, 13-30.
    """
    curve = _Curve(tps, fps)
    n = curve.n_x + curve.n_y
    share = curve.n_x / n

    rate = curve.read(at)

    def precision(share: Any, rate: Any) -> NDArray[np.float64]:
        return precision_at(at, share, rate)

    if kind == "simultaneous":
        each = confidence_level ** (1 / 3)
        low_rate, high_rate = curve.everywhere(at, each)
        off = _hoeffding(n, each)
        low = precision(max(share - off, 0.0), high_rate)
        high = precision(min(share + off, 1.0), low_rate)
    else:
        z = NormalDist().inv_cdf((1 + confidence_level) / 2)
        parts = [exact_bounds(rate, curve.n_y, confidence_level), curve.beside(at, z)]
        shares = exact_bounds(np.array(share), n, confidence_level)
        low, high = _together(
            precision(share, rate),
            [
                *(
                    (precision(share, top), precision(share, foot))
                    for foot, top in parts
                ),
                (precision(shares[0], rate), precision(shares[1], rate)),
            ],
        )
    estimate = precision(share, rate)
    return estimate, np.where(at > 0, low, 0.0), np.where(at > 0, high, 1.0)


class _Curve:
    """Proportions of one class above each threshold against the other class."""

    def __init__(self, x: NDArray[Any], y: NDArray[Any]) -> None:
        self.n_x, self.n_y = float(x[-1]), float(y[-1])
        self.x = np.concatenate([[0.0], x / self.n_x])
        self.y = np.concatenate([[0.0], y / self.n_y])

    def read(self, at: NDArray[Any]) -> NDArray[np.float64]:
        """Return y, with linear interpolation between points."""
        return np.asarray(np.interp(at, self.x, self.y))

    def between(self, low: Any, high: Any) -> tuple[Any, Any]:
        """Return the range of y over thresholds with x in these bounds.

        Without such a threshold, the values of the adjacent thresholds.
        """
        last = len(self.x) - 1
        first = np.minimum(np.searchsorted(self.x, low, side="left"), last)
        final = np.maximum(np.searchsorted(self.x, high, side="right") - 1, 0)
        return self.y[first], self.y[final]

    def everywhere(self, at: NDArray[Any], each: float) -> tuple[Any, Any]:
        """Return bounds for all places at once, with a level for each class."""
        off_x = kolmogorov_quantile(round(self.n_x), each)
        off_y = kolmogorov_quantile(round(self.n_y), each)
        low, high = self.between(at - off_x, at + off_x)
        return np.maximum(low - off_y, 0.0), np.minimum(high + off_y, 1.0)

    def beside(self, at: NDArray[Any], z: float) -> tuple[Any, Any]:
        """Return y at the thresholds whose true x may be the given x."""
        off = z * np.sqrt(at * (1 - at) / self.n_x) + 0.5 / self.n_x
        return self.between(at - off, at + off)


@lru_cache(maxsize=1024)
def kolmogorov_quantile(n: int, level: float) -> float:
    """Return the quantile of Kolmogorov's distance for n rows."""
    from scipy.stats import kstwo

    return float(kstwo.ppf(level, n))


def _hoeffding(n: float, level: float) -> float:
    """Return Hoeffding's bound for the error of a proportion of n rows."""
    return math.sqrt(math.log(2 / (1 - level)) / (2 * n))


def exact_bounds(share: NDArray[Any], n: Any, level: float) -> tuple[Any, Any]:
    """Return the Clopper-Pearson bounds of a proportion of n rows."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    hits = np.minimum(share * n, n)
    inside = np.clip(hits, 1e-9, n - 1e-9)
    low = np.where(hits > 0, betaincinv(inside, n - inside + 1, tail), 0.0)
    high = np.where(hits < n, betaincinv(inside + 1, n - inside, 1 - tail), 1.0)
    return low, high


def _together(estimate: NDArray[Any], parts: Any) -> tuple[Any, Any]:
    """Return combined bounds from the bounds of each independent part."""
    below = sum(np.maximum(estimate - low, 0.0) ** 2 for low, _ in parts)
    above = sum(np.maximum(high - estimate, 0.0) ** 2 for _, high in parts)
    low, high = estimate - np.sqrt(below), estimate + np.sqrt(above)
    return np.maximum(low, 0.0), np.minimum(high, 1.0)
