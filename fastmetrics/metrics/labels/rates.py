"""Rates of a binary target: proportions of a true or of a predicted class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.records import same_as
from fastmetrics.metrics.labels.counting.targets import count_binary
from fastmetrics.metrics.labels.definitions import rate
from fastmetrics.metrics.labels.formulas.rates import predicted_positive

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.labels.definitions import Labels, Predicted


@rate
def true_positive_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of positive rows that are predicted positive (true positive rate).

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the positive rows.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, unless ``zero_division`` is a number.

    See Also
    --------
    recall_score : the same number, with averages over classes.
    false_negative_rate : one minus this.
    true_negative_rate : the same for the negative rows.

    Notes
    -----
    Also known as sensitivity, recall, hit rate and, for a statistical test, power.

    References
    ----------
    .. [1] J. Yerushalmy, "Statistical problems in assessing methods of medical
       diagnosis, with special reference to X-ray techniques", Public Health Reports
       62, 1947, 1432-1449.

    Examples
    --------
    >>> from fastmetrics import true_positive_rate
    >>> true_positive_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.75
    """
    return tp, tp + fn


@rate
def true_negative_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of negative rows that are predicted negative (true negative rate).

    .. math:: \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fp}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the negative rows.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative, unless ``zero_division`` is a number.

    See Also
    --------
    specificity_score : the same function under its other name.
    false_positive_rate : one minus this.
    true_positive_rate : the same for the positive rows.

    Notes
    -----
    Also known as specificity and selectivity.

    References
    ----------
    .. [1] J. Yerushalmy, "Statistical problems in assessing methods of medical
       diagnosis, with special reference to X-ray techniques", Public Health Reports
       62, 1947, 1432-1449.

    Examples
    --------
    >>> from fastmetrics import true_negative_rate
    >>> true_negative_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.6666666666666666
    """
    return tn, tn + fp


@same_as(true_negative_rate)
@rate
def specificity_score(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    """Specificity: the true negative rate, as it is called in medicine."""
    return tn, tn + fp


@rate
def false_positive_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of negative rows that are predicted positive (false positive rate).

    .. math:: \frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tn}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the negative rows.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative, unless ``zero_division`` is a number.

    See Also
    --------
    true_negative_rate : one minus this.
    false_discovery_rate : false positives among those predicted positive.
    roc_curve : false and true positive rates at all thresholds.

    Notes
    -----
    Also known as fall-out and false alarm rate; for a statistical test, the type I
    error rate. The proportion of false positives among the predicted positives is a
    different quantity, the false discovery rate.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import false_positive_rate
    >>> false_positive_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.3333333333333333
    """
    return fp, fp + tn


@rate
def false_negative_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of positive rows that are predicted negative (false negative rate).

    .. math:: \frac{\mathrm{fn}}{\mathrm{fn} + \mathrm{tp}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the positive rows.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, unless ``zero_division`` is a number.

    See Also
    --------
    true_positive_rate : one minus this.
    false_omission_rate : false negatives among those predicted negative.
    det_curve : false negative and false positive rates at all thresholds.

    Notes
    -----
    Also known as miss rate; for a statistical test, the type II error rate.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import false_negative_rate
    >>> false_negative_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.25
    """
    return fn, fn + tp


@rate
def positive_predictive_value(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of predicted positives that are positive (positive predictive value).

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the rows predicted positive.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is predicted positive, unless ``zero_division`` is a number.

    See Also
    --------
    precision_score : the same number, with averages over classes.
    false_discovery_rate : one minus this.
    negative_predictive_value : the same for the rows predicted negative.

    Notes
    -----
    Also known as precision. The value depends on the proportion of positive rows. A
    value from balanced data is therefore uninformative about rare positives.

    References
    ----------
    .. [1] T. J. Vecchio, "Predictive value of a single diagnostic test in unselected
       populations", New England Journal of Medicine 274, 1966, 1171-1173.

    Examples
    --------
    >>> from fastmetrics import positive_predictive_value
    >>> positive_predictive_value([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.75
    """
    return tp, tp + fp


@rate
def negative_predictive_value(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of predicted negatives that are negative (negative predictive value).

    .. math:: \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fn}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the rows predicted negative.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is predicted negative, unless ``zero_division`` is a number.

    See Also
    --------
    false_omission_rate : one minus this.
    positive_predictive_value : the same for the rows predicted positive.

    Notes
    -----
    The value depends on the proportion of positive rows, and is close to 1 for any
    prediction if positives are rare.

    References
    ----------
    .. [1] T. J. Vecchio, "Predictive value of a single diagnostic test in unselected
       populations", New England Journal of Medicine 274, 1966, 1171-1173.

    Examples
    --------
    >>> from fastmetrics import negative_predictive_value
    >>> negative_predictive_value([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.6666666666666666
    """
    return tn, tn + fn


@rate
def false_discovery_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of predicted positives that are negative (false discovery rate).

    .. math:: \frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tp}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the rows predicted positive.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is predicted positive, unless ``zero_division`` is a number.

    See Also
    --------
    positive_predictive_value : one minus this.
    false_positive_rate : false positives among the negative rows.
    false_omission_rate : the same for the rows predicted negative.

    Notes
    -----
    This is the proportion in the given data. Multiple testing procedures control its
    expectation over data sets.

    References
    ----------
    .. [1] Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a
       practical and powerful approach to multiple testing", Journal of the Royal
       Statistical Society B 57, 1995, 289-300.

    Examples
    --------
    >>> from fastmetrics import false_discovery_rate
    >>> false_discovery_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.25
    """
    return fp, fp + tp


@rate
def false_omission_rate(tn: Any, fp: Any, fn: Any, tp: Any) -> tuple[Any, Any]:
    r"""Proportion of predicted negatives that are positive (false omission rate).

    .. math:: \frac{\mathrm{fn}}{\mathrm{fn} + \mathrm{tn}}

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
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        Value of a quotient with denominator 0; "warn" means 0.0 with a warning. The
        denominator counts the rows predicted negative.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, ``zero_division`` is unknown, or a weight is
        negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is predicted negative, unless ``zero_division`` is a number.

    See Also
    --------
    negative_predictive_value : one minus this.
    false_negative_rate : false negatives among the positive rows.
    false_discovery_rate : the same for the rows predicted positive.

    Notes
    -----
    Also known as false non-discovery rate.

    References
    ----------
    .. [1] C. Genovese and L. Wasserman, "Operating characteristics and extensions of
       the false discovery rate procedure", Journal of the Royal Statistical Society B
       64, 2002, 499-517.

    Examples
    --------
    >>> from fastmetrics import false_omission_rate
    >>> false_omission_rate([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.3333333333333333
    """
    return fn, fn + tn


def selection_rate(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Proportion of all rows that are predicted positive (selection rate).

    .. math:: \frac{\mathrm{tp} + \mathrm{fp}}
              {\mathrm{tp} + \mathrm{fp} + \mathrm{tn} + \mathrm{fn}}

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
        In [0, 1]; neither end is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
        differ, there are no rows, or a weight is negative.

    See Also
    --------
    demographic_parity_difference : difference of the selection rate between groups.

    Notes
    -----
    Also known as detection prevalence and predicted positive rate.

    References
    ----------
    .. [1] S. Barocas, M. Hardt and A. Narayanan, "Fairness and Machine Learning", MIT
       Press, 2023, chapter 3.

    Examples
    --------
    >>> from fastmetrics import selection_rate
    >>> selection_rate([0, 0, 1, 1], [0, 1, 1, 1])
    0.75
    """
    cells = count_binary(y_true, y_pred, pos_label, sample_weight)
    successes, trials = predicted_positive(*cells)
    return successes / trials
