"""The four cells of the confusion matrix of a binary target, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.labels.counting.targets import count_binary

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "false_negatives",
    "false_positives",
    "true_negatives",
    "true_positives",
]


def true_positives(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
) -> Any:
    r"""Count the positive rows that are predicted positive.

    .. math:: \mathrm{tp} = \sum_i w_i\,
              1[y_i = \mathrm{pos}]\;
              1[\hat y_i = \mathrm{pos}]

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

    Returns
    -------
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all positive rows; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, or a weight is negative.

    See Also
    --------
    binary_counts : all four at once.
    true_positive_rate : this over all positive rows.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import true_positives
    >>> true_positives([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    3
    """
    return count_binary(y_true, y_pred, pos_label, sample_weight).tp


def true_negatives(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
) -> Any:
    r"""Count the negative rows that are predicted negative.

    .. math:: \mathrm{tn} = \sum_i w_i\,
              1[y_i \ne \mathrm{pos}]\;
              1[\hat y_i \ne \mathrm{pos}]

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

    Returns
    -------
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all negative rows; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, or a weight is negative.

    See Also
    --------
    binary_counts : all four at once.
    true_negative_rate : this over all negative rows.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import true_negatives
    >>> true_negatives([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    2
    """
    return count_binary(y_true, y_pred, pos_label, sample_weight).tn


def false_positives(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
) -> Any:
    r"""Count the negative rows that are predicted positive.

    .. math:: \mathrm{fp} = \sum_i w_i\,
              1[y_i \ne \mathrm{pos}]\;
              1[\hat y_i = \mathrm{pos}]

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

    Returns
    -------
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all negative rows; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, or a weight is negative.

    See Also
    --------
    binary_counts : all four at once.
    false_positive_rate : this over all negative rows.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import false_positives
    >>> false_positives([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    1
    """
    return count_binary(y_true, y_pred, pos_label, sample_weight).fp


def false_negatives(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
) -> Any:
    r"""Count the positive rows that are predicted negative.

    .. math:: \mathrm{fn} = \sum_i w_i\,
              1[y_i = \mathrm{pos}]\;
              1[\hat y_i \ne \mathrm{pos}]

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

    Returns
    -------
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all positive rows; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is neither of two labels, lengths
        differ, there are no rows, or a weight is negative.

    See Also
    --------
    binary_counts : all four at once.
    false_negative_rate : this over all positive rows.

    References
    ----------
    .. [1] T. Fawcett, "An introduction to ROC analysis", Pattern Recognition Letters
       27, 2006, 861-874.

    Examples
    --------
    >>> from fastmetrics import false_negatives
    >>> false_negatives([0, 0, 0, 1, 1, 1, 1], [0, 1, 0, 1, 1, 1, 0])
    1
    """
    return count_binary(y_true, y_pred, pos_label, sample_weight).fn
