"""Predictive values: shares of the rows predicted positive, or predicted negative."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.labels._rates import rate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "false_discovery_rate",
    "false_omission_rate",
    "negative_predictive_value",
    "positive_predictive_value",
]


def positive_predictive_value(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the rows predicted positive that are positive.

    .. math:: \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}

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
        What to return where no row is predicted positive; "warn" is 0.0 with a warning.

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
        If no row is predicted positive, unless ``zero_division`` is a number.

    See Also
    --------
    precision_score : the same number, with averages over classes.
    false_discovery_rate : one minus this.
    negative_predictive_value : the same of the rows predicted negative.

    Notes
    -----
    Also known as precision. It depends on the share of positive rows, so that a
    value from balanced data says little about rare positives.

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
    return rate(
        "positive_predictive_value",
        y_true,
        y_pred,
        pos_label,
        sample_weight,
        zero_division,
    )


def negative_predictive_value(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the rows predicted negative that are negative.

    .. math:: \frac{\mathrm{tn}}{\mathrm{tn} + \mathrm{fn}}

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
        What to return where no row is predicted negative; "warn" is 0.0 with a warning.

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
        If no row is predicted negative, unless ``zero_division`` is a number.

    See Also
    --------
    false_omission_rate : one minus this.
    positive_predictive_value : the same of the rows predicted positive.

    Notes
    -----
    It depends on the share of positive rows, and is close to 1 for any prediction
    where they are rare.

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
    return rate(
        "negative_predictive_value",
        y_true,
        y_pred,
        pos_label,
        sample_weight,
        zero_division,
    )


def false_discovery_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the rows predicted positive that are negative.

    .. math:: \frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tp}}

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
        What to return where no row is predicted positive; "warn" is 0.0 with a warning.

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
        If no row is predicted positive, unless ``zero_division`` is a number.

    See Also
    --------
    positive_predictive_value : one minus this.
    false_positive_rate : false positives among the negative rows.
    false_omission_rate : the same of the rows predicted negative.

    Notes
    -----
    The share in the data at hand, the expectation of which over data sets is what
    procedures of multiple testing control.

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
    return rate(
        "false_discovery_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )


def false_omission_rate(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
    zero_division: Any = "warn",
) -> float:
    r"""Share of the rows predicted negative that are positive.

    .. math:: \frac{\mathrm{fn}}{\mathrm{fn} + \mathrm{tn}}

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
        What to return where no row is predicted negative; "warn" is 0.0 with a warning.

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
        If no row is predicted negative, unless ``zero_division`` is a number.

    See Also
    --------
    negative_predictive_value : one minus this.
    false_negative_rate : false negatives among the positive rows.
    false_discovery_rate : the same of the rows predicted positive.

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
    return rate(
        "false_omission_rate", y_true, y_pred, pos_label, sample_weight, zero_division
    )
