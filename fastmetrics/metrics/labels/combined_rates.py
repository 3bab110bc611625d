"""Two rates of a binary target in one number."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.labels.definitions import combined_rate
from fastmetrics.metrics.labels.formulas.rates import divide, root


@combined_rate
def informedness(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Youden's J: true positive rate plus true negative rate minus 1.

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}
              + \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fp}} - 1

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [-1, 1]: 1 for perfect predictions, 0 for predictions independent of the true
        labels; higher is better. NaN if a class is absent from y_true.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent from ``y_true``.

    See Also
    --------
    markedness : the same for the predicted classes.
    balanced_accuracy_score : the same if adjusted and with two classes.
    matthews_corrcoef : in magnitude, the geometric mean of informedness and markedness.
    optimal_threshold : the threshold on a score with the largest value.

    Notes
    -----
    Informedness does not depend on the proportion of positive rows.

    References
    ----------
    .. [1] W. J. Youden, "Index for rating diagnostic tests", Cancer 3, 1950, 32-35.
    .. [2] D. M. W. Powers, "Evaluation: from precision, recall and F-measure to ROC,
       informedness, markedness and correlation", Journal of Machine Learning
       Technologies 2, 2011, 37-63.

    Examples
    --------
    >>> from fastmetrics import informedness
    >>> informedness([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.4166666666666667
    """
    return divide(tp, tp + fn) - divide(fp, fp + tn)


@combined_rate
def markedness(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Markedness: positive plus negative predictive value, minus 1.

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}
              + \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fn}} - 1

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [-1, 1]: 1 for perfect predictions, 0 for predictions independent of the true
        labels; higher is better. NaN if no row is predicted as one of the classes.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If all rows are predicted as the same class.

    See Also
    --------
    informedness : the same for the true classes.
    matthews_corrcoef : in magnitude, the geometric mean of informedness and markedness.

    Notes
    -----
    Markedness measures how well the prediction determines the true class. Informedness
    measures how well the true class determines the prediction.

    References
    ----------
    .. [1] D. M. W. Powers, "Evaluation: from precision, recall and F-measure to ROC,
       informedness, markedness and correlation", Journal of Machine Learning
       Technologies 2, 2011, 37-63.

    Examples
    --------
    >>> from fastmetrics import markedness
    >>> markedness([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.4166666666666667
    """
    return divide(tp, tp + fp) - divide(fn, fn + tn)


@combined_rate
def geometric_mean_score(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Geometric mean of true positive rate and true negative rate.

    .. math:: \sqrt{\mathrm{TPR} \cdot \mathrm{TNR}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; higher is better. NaN if a class is absent from y_true.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent from ``y_true``.

    See Also
    --------
    balanced_accuracy_score : their arithmetic mean.
    precision_recall_geometric_mean : geometric mean of precision and recall.

    Notes
    -----
    For two classes only. The value does not depend on the proportion of positive rows,
    and is 0 if one class is never predicted correctly.

    References
    ----------
    .. [1] M. Kubat and S. Matwin, "Addressing the curse of imbalanced training sets:
       one-sided selection", Proceedings of the 14th International Conference on Machine
       Learning, 1997, 179-186.

    Examples
    --------
    >>> from fastmetrics import geometric_mean_score
    >>> geometric_mean_score([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.7071067811865476
    """
    return root(divide(tp, tp + fn) * divide(tn, tn + fp))


@combined_rate
def precision_recall_geometric_mean(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Geometric mean of precision and recall.

    .. math:: \sqrt{\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}} \cdot
                    \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; higher is better. NaN if no row is positive, or none is
        predicted positive.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, or none is predicted positive.

    See Also
    --------
    f1_score : their harmonic mean, never larger.
    geometric_mean_score : geometric mean of the true positive and true negative rates.

    Notes
    -----
    True negatives do not count. Over pairs of rows in two clusterings, this is the
    Fowlkes-Mallows index.

    References
    ----------
    .. [1] E. B. Fowlkes and C. L. Mallows, "A method for comparing two hierarchical
       clusterings", Journal of the American Statistical Association 78, 1983, 553-569.

    Examples
    --------
    >>> from fastmetrics import precision_recall_geometric_mean
    >>> precision_recall_geometric_mean([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.75
    """
    return root(divide(tp, tp + fp) * divide(tp, tp + fn))


@combined_rate
def precision_recall_mean(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Arithmetic mean of precision and recall.

    .. math:: \frac12 \left(\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}} +
                    \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}\right)

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; higher is better. NaN if no row is positive, or none is
        predicted positive.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, or none is predicted positive.

    See Also
    --------
    f1_score : their harmonic mean, never larger.
    precision_recall_geometric_mean : the geometric mean, which is between the other
        two.
    break_even_point : for scores, the value at which both are equal.

    Notes
    -----
    True negatives do not count. The harmonic mean is near the smaller of the two. The
    arithmetic mean is at least ½ if either is 1, for example when every row is
    predicted positive.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", 2nd edition, Butterworths,
       1979, chapter 7.

    Examples
    --------
    >>> from fastmetrics import precision_recall_mean
    >>> precision_recall_mean([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.75
    """
    return (divide(tp, tp + fp) + divide(tp, tp + fn)) / 2


@combined_rate
def diagnostic_odds_ratio(
    tn: Any, fp: Any, fn: Any, tp: Any, *, haldane: bool = False
) -> Any:
    r"""Diagnostic odds ratio: odds of a positive prediction, positive vs negative rows.

    .. math:: \frac{\mathrm{tp} \cdot \mathrm{tn}}{\mathrm{fp} \cdot \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    haldane : bool, default=False
        Whether to add one half to each of the four cells first (Haldane's correction).
        The ratio is then always defined.

    Returns
    -------
    float
        In [0, inf): 1 for predictions independent of the true labels; higher is better.
        NaN if there are no false positives or no false negatives, unless ``haldane``.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.
    TypeError
        If ``haldane`` is not a bool.

    Warns
    -----
    UndefinedMetricWarning
        If there are no false positives or no false negatives, and ``haldane``
        is False.

    See Also
    --------
    class_likelihood_ratios : the two ratios whose quotient this is.

    Notes
    -----
    The ratio does not depend on the proportion of positive rows. Compute intervals and
    averages on its logarithm.

    References
    ----------
    .. [1] A. S. Glas et al., "The diagnostic odds ratio: a single indicator of test
       performance", Journal of Clinical Epidemiology 56, 2003, 1129-1135.
    .. [2] J. B. S. Haldane, "The estimation and significance of the logarithm of a
       ratio of frequencies", Annals of Human Genetics 20, 1956, 309-311.

    Examples
    --------
    >>> from fastmetrics import diagnostic_odds_ratio
    >>> diagnostic_odds_ratio([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    6.0
    """
    check_flag(haldane, "haldane")
    cells = tn, fp, fn, tp
    if haldane:
        cells = tn + 0.5, fp + 0.5, fn + 0.5, tp + 0.5
    elif isinstance(tn, int):
        return divide(tp * tn, fp * fn)
    # Products of cells of very different size over- or underflow; the odds do not.
    parts, powers = zip(
        *(np.frexp(np.asarray(cell, float)) for cell in cells), strict=True
    )
    tn, fp, fn, tp = parts
    with np.errstate(over="ignore", under="ignore"):
        odds = np.ldexp(
            divide(tp * tn, fp * fn), powers[3] + powers[0] - powers[1] - powers[2]
        )
    return float(odds) if isinstance(cells[0], float) else odds


@combined_rate
def roc_distance(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Distance of the ROC point from the top left corner (no errors).

    .. math:: \sqrt{\mathrm{FNR}^2 + \mathrm{FPR}^2} =
              \sqrt{(1 - \mathrm{TPR})^2 + (1 - \mathrm{TNR})^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, √2]; 0 is best. NaN if a class is absent from y_true.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a class is absent from ``y_true``.

    See Also
    --------
    informedness : height above the diagonal, seldom largest at the same threshold.
    geometric_mean_score : square root of the product of the two rates.

    Notes
    -----
    The threshold with the smallest distance has no other interpretation. The threshold
    with the largest ``informedness`` minimises the sum of the two error rates [1]_.
    yardstick calls it ``roc_dist``.

    References
    ----------
    .. [1] N. J. Perkins and E. F. Schisterman, "The inconsistency of 'optimal'
       cutpoints obtained using two criteria based on the receiver operating
       characteristic curve", American Journal of Epidemiology 163, 2006, 670-675.

    Examples
    --------
    >>> from fastmetrics import roc_distance
    >>> roc_distance([0, 0, 0, 0, 0, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0])
    1.0
    """
    missed, called = divide(fn, fn + tp), divide(fp, fp + tn)
    return root(missed * missed + called * called)


@combined_rate
def symmetric_extremal_dependence_index(tn: Any, fp: Any, fn: Any, tp: Any) -> Any:
    r"""Symmetric extremal dependence index (SEDI) of forecasts of rare events.

    .. math:: \frac{\ln F - \ln H - \ln(1 - F) + \ln(1 - H)}
                   {\ln F + \ln H + \ln(1 - F) + \ln(1 - H)}

    with H the true positive rate and F the false positive rate.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [-1, 1]: 1 is the limit for perfect forecasts, 0 for forecasts independent of
        the truth; higher is better. NaN if one of the four cells is empty.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If a cell is empty.

    See Also
    --------
    informedness : difference of the same two rates, both of which fall towards 0 as
        events get rarer.
    diagnostic_odds_ratio : odds ratio from the same four cells.

    Notes
    -----
    The SEDI has a nontrivial limit as events become rare, does not depend on the base
    rate, and is unchanged if events and non-events are exchanged. It is meant for
    forecasts that predict the observed number of events [1]_.

    References
    ----------
    .. [1] C. A. T. Ferro and D. B. Stephenson, "Extremal dependence indices: improved
       verification measures for deterministic forecasts of rare binary events",
       Weather and Forecasting 26, 2011, 699-713, equation 8.

    Examples
    --------
    >>> from fastmetrics import symmetric_extremal_dependence_index
    >>> y_true, y_pred = [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 1, 0, 0, 0]
    >>> round(symmetric_extremal_dependence_index(y_true, y_pred), 6)
    0.656289
    """
    tn, fp, fn, tp = (np.asarray(cell, np.float64) for cell in (tn, fp, fn, tp))
    with np.errstate(divide="ignore", invalid="ignore"):
        # Logarithms of ratios, which may be out of range themselves.
        of_events, of_others = np.log(fn) - np.log(tp), np.log(fp) - np.log(tn)
        ratios = of_events, -of_events, of_others, -of_others
        below = -sum(np.logaddexp(0.0, ratio) for ratio in ratios)
        value = (of_others + of_events) / below
        value = np.where(np.isfinite(value) & np.isfinite(below), value, np.nan)
    return value if value.ndim else float(value)
