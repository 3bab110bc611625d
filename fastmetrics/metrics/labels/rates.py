"""Rates of a binary target: shares of the positive rows and of the negative ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.labels._rates import rate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "false_negative_rate",
    "false_positive_rate",
    "specificity_score",
    "true_negative_rate",
    "true_positive_rate",
]


def true_positive_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the positive rows that are predicted positive.

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        What to return where no row is positive; "warn" is 0.0 with a warning.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, ``zero_division`` is none of its options, or a
        weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, unless ``zero_division`` is a number.

    See Also
    --------
    recall_score : the same number, with averages over classes.
    false_negative_rate : one minus this.
    true_negative_rate : the same of the negative rows.

    Notes
    -----
    Also known as sensitivity, recall, hit rate and, of a statistical test, power.

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
    return rate(
        "true_positive_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )


def true_negative_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the negative rows that are predicted negative.

    .. math:: \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fp}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        What to return where no row is negative; "warn" is 0.0 with a warning.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, ``zero_division`` is none of its options, or a
        weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative, unless ``zero_division`` is a number.

    See Also
    --------
    specificity_score : the same function under its other name.
    false_positive_rate : one minus this.
    true_positive_rate : the same of the positive rows.

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
    return rate(
        "true_negative_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )


def specificity_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the negative rows that are predicted negative.

    .. math:: \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fp}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        What to return where no row is negative; "warn" is 0.0 with a warning.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, ``zero_division`` is none of its options, or a
        weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative, unless ``zero_division`` is a number.

    See Also
    --------
    true_negative_rate : the same function under its other name.
    true_positive_rate : sensitivity.

    Notes
    -----
    The true negative rate under the name that medicine gave it.

    References
    ----------
    .. [1] J. Yerushalmy, "Statistical problems in assessing methods of medical
       diagnosis, with special reference to X-ray techniques", Public Health Reports
       62, 1947, 1432-1449.

    Examples
    --------
    >>> from fastmetrics import specificity_score
    >>> specificity_score([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    0.6666666666666666
    """
    return rate(
        "specificity_score", y_true, y_pred, pos_label, sample_weight, zero_division
    )


def false_positive_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the negative rows that are predicted positive.

    .. math:: \frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tn}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        What to return where no row is negative; "warn" is 0.0 with a warning.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, ``zero_division`` is none of its options, or a
        weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is negative, unless ``zero_division`` is a number.

    See Also
    --------
    true_negative_rate : one minus this.
    false_discovery_rate : false positives among those predicted positive.
    roc_curve : it and the true positive rate at all thresholds.

    Notes
    -----
    Also known as fall-out and false alarm rate; of a statistical test, the rate of
    errors of the first kind. The share of false ones among the rows predicted
    positive is another quantity, the false discovery rate.

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
    return rate(
        "false_positive_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )


def false_negative_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the positive rows that are predicted negative.

    .. math:: \frac{\mathrm{fn}}{\mathrm{fn} + \mathrm{tp}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes.
    y_pred : array_like of shape (n_samples,)
        Predicted labels.
    pos_label : int, float, bool or str, default=1
        The positive label.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    zero_division : {"warn", 0.0, 1.0, nan}, default="warn"
        What to return where no row is positive; "warn" is 0.0 with a warning.

    Returns
    -------
    float
        In [0, 1]; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, ``zero_division`` is none of its options, or a
        weight is negative.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive, unless ``zero_division`` is a number.

    See Also
    --------
    true_positive_rate : one minus this.
    false_omission_rate : false negatives among those predicted negative.
    det_curve : it and the false positive rate at all thresholds.

    Notes
    -----
    Also known as miss rate; of a statistical test, the rate of errors of the second
    kind.

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
    return rate(
        "false_negative_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )
