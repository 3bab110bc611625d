"""Curves over all thresholds of one set of binary scores.

A curve is the running (weighted) number of positives and negatives at or above each
distinct score, divided by something. The running sums come from one sweep
(`score_sweep.steps`); what is left here is the division, the end points and
the order in which scikit-learn returns them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, warn
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.scores import numbers
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.score_sweep import count_classes, steps
from fastmetrics.metrics.scores.sweep_values import from_infinity, rate_from_zero

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.annotations import Classes, Scores


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
