"""Two rates of a binary target in one number."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import check_flag
from fastmetrics._common.warn import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.targets import count_binary
from fastmetrics.metrics.labels.formulas import MISSING
from fastmetrics.metrics.labels.formulas import rates as formulas

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.labels.annotations import Labels, Predicted

__all__ = [
    "combined_rate",
    "diagnostic_odds_ratio",
    "geometric_mean_score",
    "informedness",
    "markedness",
    "precision_recall_geometric_mean",
    "precision_recall_mean",
    "roc_distance",
    "symmetric_extremal_dependence_index",
]


def informedness(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
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
        In [-1, 1]: 1 for perfect predictions, 0 for those independent of the
        truth; higher is better. NaN if a class is absent from y_true.

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
    markedness : the same of the predicted classes.
    balanced_accuracy_score : of two classes and adjusted, the same.
    matthews_corrcoef : in magnitude, the geometric mean of the two.
    optimal_threshold : the threshold on a score where it is greatest.

    Notes
    -----
    It does not depend on the share of positive rows.

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
    return combined_rate(
        formulas.informedness, y_true, y_pred, pos_label, sample_weight
    )


def markedness(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Positive predictive value plus negative predictive value minus 1.

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
        In [-1, 1]: 1 for perfect predictions, 0 for those independent of the
        truth; higher is better. NaN if no row is predicted as one of the
        classes.

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
    informedness : the same of the true classes.
    matthews_corrcoef : in magnitude, the geometric mean of the two.

    Notes
    -----
    How much a prediction says about the truth, where informedness is how much the
    truth says about the prediction.

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
    return combined_rate(formulas.markedness, y_true, y_pred, pos_label, sample_weight)


def geometric_mean_score(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
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
    precision_recall_geometric_mean : of precision and recall instead.

    Notes
    -----
    Of two classes only. It does not depend on the share of positive rows, and is 0
    as soon as one class is never predicted right.

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
    return combined_rate(
        formulas.geometric_mean_score, y_true, y_pred, pos_label, sample_weight
    )


def precision_recall_geometric_mean(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
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
    geometric_mean_score : of the two rates of right predictions instead.

    Notes
    -----
    True negatives do not count. As an index of two clusterings, over pairs of rows,
    it is that of Fowlkes and Mallows.

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
    return combined_rate(
        formulas.precision_recall_geometric_mean,
        y_true,
        y_pred,
        pos_label,
        sample_weight,
    )


def precision_recall_mean(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
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
    precision_recall_geometric_mean : the one between the two.
    break_even_point : of scores, where both are equal.

    Notes
    -----
    True negatives do not count. The harmonic mean is near the smaller of the two; this
    one is ½ or more as soon as either is 1, as where every row is predicted positive.

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
    return combined_rate(
        formulas.precision_recall_mean,
        y_true,
        y_pred,
        pos_label,
        sample_weight,
    )


def diagnostic_odds_ratio(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
    haldane: bool = False,
) -> float:
    r"""Odds of a positive prediction among positive rows over those among negatives.

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
        Whether to add one half to each of the four cells first, as Haldane proposed,
        so that the ratio is always defined.

    Returns
    -------
    float
        In [0, inf): 1 for predictions independent of the truth; higher is
        better. NaN if there are no false positives or no false negatives,
        unless ``haldane``.

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
    class_likelihood_ratios : the two ratios of which it is the quotient.

    Notes
    -----
    It does not depend on the share of positive rows. Its logarithm is what
    intervals and averages are best taken of.

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
    return combined_rate(
        formulas.diagnostic_odds_ratio,
        y_true,
        y_pred,
        pos_label,
        sample_weight,
        haldane=haldane,
    )


def roc_distance(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Distance of the two error rates from none, which is the corner of the ROC.

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
    informedness : how far the point is above the diagonal, which is seldom least here.
    geometric_mean_score : the product of the two rates in place of squares.

    Notes
    -----
    The threshold where it is least has no other meaning than that; the one where
    ``informedness`` is greatest loses the fewest rows of both classes alike [1]_.
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
    return combined_rate(
        formulas.roc_distance, y_true, y_pred, pos_label, sample_weight
    )


def symmetric_extremal_dependence_index(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Skill of forecasts of rare events, the SEDI.

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
        In [-1, 1]: 1 towards perfect forecasts, 0 for those independent of the truth;
        higher is better. NaN if there are no rows of one of the four cells.

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
    informedness : the same two rates, which both fall towards 0 as events get rarer.
    diagnostic_odds_ratio : of the same four cells.

    Notes
    -----
    It goes to no trivial limit as events become rare, does not depend on how many there
    are, and exchanging events and others changes nothing. It is meant for forecasts
    that predict as many events as there are [1]_.

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
    return combined_rate(
        formulas.symmetric_extremal_dependence_index,
        y_true,
        y_pred,
        pos_label,
        sample_weight,
    )


def combined_rate(
    formula: Callable[..., Any],
    y_true: Labels,
    y_pred: Predicted,
    pos_label: Label,
    sample_weight: ArrayLike | None,
    **parameters: Any,
) -> float:
    """Return a measure made of several rates, NaN with a warning if one has no rows."""
    cells = count_binary(y_true, y_pred, pos_label, sample_weight)
    value = float(formula(cells, **parameters))
    if math.isnan(value):
        name = formula.__name__
        warn(
            f"there are no {MISSING[name]} (of weight above 0), so {name} is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return value
