"""Tables of counts: which labels were predicted for which; and their four cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of, warn
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.rows import is_sparse
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.targets import (
    BinaryCounts,
    IndicatorRows,
    count_binary,
    count_targets,
)
from fastmetrics.metrics.labels.definitions import UNWEIGHTED, cell_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.labels.definitions import (
        Labels,
        Predicted,
        PredictedTargets,
        Targets,
    )
    from fastmetrics.metrics.labels.formulas.counts import Counts


@overloaded(
    {**UNWEIGHTED, "normalize": "None", "return": "NDArray[np.int64]"},
    {
        "normalize": "Literal['true', 'pred', 'all']",
        "return": "NDArray[np.float64]",
    },
    {},
)
def confusion_matrix(
    y_true: Labels,
    y_pred: Predicted,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    normalize: Literal["true", "pred", "all"] | None = None,
) -> NDArray[np.int64 | np.float64]:
    r"""Compute the confusion matrix.

    Entry :math:`C_{ij}` is the number (or weight) of rows with true label i and
    predicted label j. Rows are true labels, columns predicted labels.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    labels : array_like of shape (n_labels,), optional
        The labels of the matrix, in this order; rows with any other true or predicted
        label are left out. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    normalize : {"true", "pred", "all"}, optional
        Divide by the sum of each row, of each column, or of the whole matrix. Entries
        whose sum is 0 become 0.

    Returns
    -------
    ndarray of shape (n_classes, n_classes)
        int64 without weights and with weights of integers or bool; otherwise, and if
        normalised, float64.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions or are missing, are
        in several columns or mix numbers with strings, a weight is negative, ``labels``
        is empty or contains none of the true labels, or ``normalize`` is unknown.
    TypeError
        If they are sparse.

    Warns
    -----
    UserWarning
        If the matrix has a single entry.

    See Also
    --------
    multilabel_confusion_matrix : a 2 × 2 table for each label.
    binary_counts : the four counts of two classes.
    ConfusionCounts : a mergeable table of counts, accepted by every metric.

    Notes
    -----
    If a label is listed twice in ``labels``, the last position receives the counts. One
    pass over the rows, and memory for the matrix; the interpreter lock is released
    while counting numbers.

    References
    ----------
    .. [1] J. T. Townsend, "Theoretical analysis of an alphabetic confusion matrix",
       Perception & Psychophysics 9, 1971, 40-50.

    Examples
    --------
    >>> from fastmetrics import confusion_matrix
    >>> y_true = ["cat", "ant", "cat", "cat", "ant", "bird"]
    >>> y_pred = ["ant", "ant", "cat", "cat", "ant", "cat"]
    >>> confusion_matrix(y_true, y_pred)
    array([[2, 0, 0],
           [0, 0, 1],
           [1, 0, 2]])
    >>> confusion_matrix(y_true, y_pred, labels=["cat", "ant"], normalize="true")
    array([[0.66666667, 0.33333333],
           [0.        , 1.        ]])
    """
    if not is_one_of(normalize, (None, "true", "pred", "all")):
        raise ValueError(
            f"normalize must be 'true', 'pred', 'all' or None, got {shown(normalize)}."
        )
    counts = count_single_labels(y_true, y_pred, sample_weight)
    if labels is not None:
        counts = counts.restrict(labels)
    matrix = counts.counts if normalize is None else counts.normalize(normalize)
    if matrix.shape == (1, 1):
        warn_of_single_label()
    return matrix


@overloaded({**UNWEIGHTED, "return": "NDArray[np.int64]"}, {})
def multilabel_confusion_matrix(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    samplewise: bool = False,
) -> NDArray[np.int64 | np.float64]:
    """Compute a 2 × 2 confusion matrix for each label, or for each row.

    Each table is [[tn, fp], [fn, tp]]. With one label per row, a table compares a label
    with all others. With indicator matrices, there is a table per column or per row.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_labels,), optional
        The labels of the tables, in this order. By default all that occur, sorted. For
        indicator matrices, the numbers of their columns.
    samplewise : bool, default=False
        One table per row, over its labels; for indicator matrices only.

    Returns
    -------
    ndarray of shape (n_classes, 2, 2) or (n_samples, 2, 2)
        int64; float64 with weights, except with ``samplewise`` and weights of integers
        or bool.

    Raises
    ------
    ValueError
        If lengths or numbers of labels differ, there are no rows, labels have
        fractions, are missing or mix numbers with strings, a matrix has more than two
        distinct values, a weight is negative, ``labels`` are not columns of the matrix,
        or ``samplewise`` is True for labels of one column.

    See Also
    --------
    confusion_matrix : one table for all labels.
    binary_counts : the four counts of two classes.

    Notes
    -----
    A label in ``labels`` that does not occur has true negatives only. One pass over the
    rows, in blocks: memory for the tables. Sparse matrices take O(stored entries) time
    and memory. The interpreter lock is released while counting.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import multilabel_confusion_matrix
    >>> y_true = np.array([[1, 0, 1], [0, 1, 0]])
    >>> y_pred = np.array([[1, 0, 0], [0, 1, 1]])
    >>> multilabel_confusion_matrix(y_true, y_pred).tolist()
    [[[1, 0], [0, 1]], [[1, 0], [0, 1]], [[0, 1], [1, 0]]]
    >>> multilabel_confusion_matrix(y_true, y_pred, samplewise=True).tolist()
    [[[1, 0], [1, 1]], [[1, 1], [0, 1]]]
    >>> multilabel_confusion_matrix(["a", "b", "c"], ["a", "c", "c"]).tolist()
    [[[2, 0], [0, 1]], [[2, 0], [1, 0]], [[1, 1], [0, 1]]]
    """
    check_flag(samplewise, "samplewise")
    summary = count_targets(y_true, y_pred, sample_weight)
    if not isinstance(summary, IndicatorCounts):
        if samplewise:
            raise ValueError(
                "samplewise must be False for labels of one column: there is one label "
                "per row."
            )
        counts = summary.margins
        if labels is not None:
            counts = counts.select(as_column(labels, "labels"))
    elif samplewise:
        if not isinstance(summary, IndicatorRows):
            raise ValueError(
                "samplewise must be False for counts, which have no table per row."
            )
        return _tables_of_rows(summary, labels)
    else:
        counts = summary.margins
        if labels is not None:
            columns = summary.columns(as_column(labels, "labels"))
            counts = counts.select(columns)
    tables = _tables(counts)
    return tables if not summary.weighted else tables.astype(np.float64, copy=False)


@overloaded({**UNWEIGHTED, "return": "BinaryCounts[int]"}, {})
def binary_counts(
    y_true: Labels,
    y_pred: Predicted,
    *,
    pos_label: Label = 1,
    sample_weight: ArrayLike | None = None,
) -> BinaryCounts[int | float]:
    """Count true negatives, false positives, false negatives and true positives.

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
    BinaryCounts
        Named tuple ``(tn, fp, fn, tp)`` of int, or of float with float weights.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions, are missing, are of
        more than two classes or mix numbers with strings, ``pos_label`` is not one of
        the two labels, or a weight is negative.

    See Also
    --------
    confusion_matrix : counts for any number of classes.
    confusion_matrix_at_thresholds : the four counts at every threshold of a score.

    Notes
    -----
    One pass over the rows, no memory; the interpreter lock is released while counting
    numbers.

    Examples
    --------
    >>> from fastmetrics import binary_counts
    >>> binary_counts([0, 1, 0, 1, 1], [1, 1, 0, 0, 1])
    BinaryCounts(tn=1, fp=1, fn=1, tp=2)
    >>> binary_counts(["ill", "well"], ["ill", "ill"], pos_label="ill").fp
    1
    """
    return count_binary(y_true, y_pred, pos_label, sample_weight)


@cell_count
def true_positives(tn: Any, fp: Any, fn: Any, tp: Any) -> int | float:
    r"""Count the positive rows that are predicted positive.

    .. math:: \mathrm{tp} = \sum_i w_i\,
              1[y_i = \mathrm{pos}]\;
              1[\hat y_i = \mathrm{pos}]

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
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all positive rows; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
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
    return tp


@cell_count
def true_negatives(tn: Any, fp: Any, fn: Any, tp: Any) -> int | float:
    r"""Count the negative rows that are predicted negative.

    .. math:: \mathrm{tn} = \sum_i w_i\,
              1[y_i \ne \mathrm{pos}]\;
              1[\hat y_i \ne \mathrm{pos}]

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
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all negative rows; higher is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
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
    return tn


@cell_count
def false_positives(tn: Any, fp: Any, fn: Any, tp: Any) -> int | float:
    r"""Count the negative rows that are predicted positive.

    .. math:: \mathrm{fp} = \sum_i w_i\,
              1[y_i \ne \mathrm{pos}]\;
              1[\hat y_i = \mathrm{pos}]

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
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all negative rows; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
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
    return fp


@cell_count
def false_negatives(tn: Any, fp: Any, fn: Any, tp: Any) -> int | float:
    r"""Count the positive rows that are predicted negative.

    .. math:: \mathrm{fn} = \sum_i w_i\,
              1[y_i = \mathrm{pos}]\;
              1[\hat y_i \ne \mathrm{pos}]

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
    int or float
        Rows, or their total weight as a float; with weights of whole numbers an int.
        From 0 to all positive rows; lower is better.

    Raises
    ------
    ValueError
        If the target is not binary, ``pos_label`` is not one of the two labels, lengths
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
    return fn


# --- shared with accuracy


def count_single_labels(
    y_true: Labels, y_pred: Predicted, sample_weight: ArrayLike | None
) -> ConfusionCounts:
    """Count labels of one column; several columns raise."""
    counts = count_targets(y_true, y_pred, sample_weight)
    if isinstance(counts, IndicatorCounts):
        if is_sparse(y_true) or is_sparse(y_pred):
            raise TypeError("y_true and y_pred must be dense, sparse data was passed.")
        raise ValueError(
            "multilabel-indicator is not supported: y_true and y_pred must have one "
            "label per row."
        )
    return counts


def warn_of_single_label() -> None:
    """Warn that one label is all there is."""
    warn(
        "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix "
        "to have the correct shape, use the 'labels' parameter to pass all known "
        "labels."
    )


def _tables_of_rows(summary: IndicatorRows, labels: ArrayLike | None) -> NDArray[Any]:
    if labels is not None:
        labels = as_column(labels, "labels")
    counts = summary.rows(labels)
    tables = _tables(counts)
    weights = summary.row_weights
    return tables if weights is None else tables * weights[:, None, None]


def _tables(counts: Counts) -> NDArray[Any]:
    """Return [[tn, fp], [fn, tp]] of each class, column or row."""
    return np.stack(counts.each_vs_rest(), axis=-1).reshape(-1, 2, 2)
