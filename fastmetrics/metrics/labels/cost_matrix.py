"""Cost of predicted labels under a cost matrix.

The expected cost of a scorer over thresholds and operating conditions is in
``scores.costs``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.confusion import count_single_labels
from fastmetrics.metrics.labels.formulas import agreement as formulas

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.labels.definitions import Labels, Predicted
    from fastmetrics.metrics.labels.formulas.counts import Counts


def cost_sensitive_error(
    y_true: Labels,
    y_pred: Predicted,
    cost_matrix: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Cost-sensitive error: mean misclassification cost under a cost matrix.

    .. math:: \frac{1}{\sum_i w_i} \sum_i w_i\, c_{y_i \hat y_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    cost_matrix : array_like or pandas.DataFrame of shape (n_labels, n_labels)
        ``cost_matrix[i, j]`` is the cost of predicting label j for a row of label i, in
        any unit. Finite; correct predictions may also have a cost, and a negative cost
        is a gain. A data frame names its classes by its index (true) and columns
        (predicted), in any order.
    labels : array_like of shape (n_labels,), optional
        The labels in the order of the rows and columns of ``cost_matrix``; some may be
        absent from the data. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        From the lowest to the highest cost of the matrix, in its unit; lower is
        better. With 1 off the diagonal and 0 on it, the error rate.

    Raises
    ------
    ValueError
        If the matrix is not square, lacks the costs of a label in the data, or has an
        infinite, missing or masked entry. If labels are listed twice, or given with a
        data frame; if lengths differ, there are no rows, or a weight is negative.
    TypeError
        If the matrix is not numeric.

    See Also
    --------
    total_cost : the sum instead of the mean.
    cost_sensitive_accuracy : proportion of the highest possible cost that was avoided.
    normalized_expected_cost : for two classes, from error rates, prior and two costs.

    Notes
    -----
    O(n) time; computed from one table of counts.

    References
    ----------
    .. [1] C. Elkan, "The foundations of cost-sensitive learning", Proceedings of the
       17th International Joint Conference on Artificial Intelligence, 2001, 973-978.
    .. [2] Z.-H. Zhou, "Machine Learning" (in Chinese), Tsinghua University Press, 2016,
       section 2.3.4.

    Examples
    --------
    An ill patient sent home costs five times as much as a healthy one kept:

    >>> from fastmetrics import cost_sensitive_error
    >>> y_true = ["well", "well", "ill", "ill"]
    >>> y_pred = ["well", "ill", "ill", "well"]
    >>> cost_sensitive_error(y_true, y_pred, [[0, 5], [1, 0]], labels=["ill", "well"])
    1.5
    """
    counts = _counts(y_true, y_pred, cost_matrix, labels, sample_weight)
    return float(
        formulas.cost_sensitive_error(counts, cost_matrix=cost_matrix, labels=labels)
    )


def total_cost(
    y_true: Labels,
    y_pred: Predicted,
    cost_matrix: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Total misclassification cost under a cost matrix.

    .. math:: \sum_i w_i\, c_{y_i \hat y_i}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    cost_matrix : array_like or pandas.DataFrame of shape (n_labels, n_labels)
        ``cost_matrix[i, j]`` is the cost of predicting label j for a row of label i, in
        any unit. Finite; correct predictions may also have a cost, and a negative cost
        is a gain. A data frame names its classes by its index (true) and columns
        (predicted), in any order.
    labels : array_like of shape (n_labels,), optional
        The labels in the order of the rows and columns of ``cost_matrix``; some may be
        absent from the data. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        Any number, in the unit of the matrix; lower is better.

    Raises
    ------
    ValueError
        If the matrix is not square, lacks the costs of a label in the data, or has an
        infinite, missing or masked entry. If labels are listed twice, or given with a
        data frame; if lengths differ, there are no rows, or a weight is negative.
    TypeError
        If the matrix is not numeric.

    See Also
    --------
    cost_sensitive_error : the mean instead of the sum.
    optimal_threshold : the threshold on a score with the lowest cost.

    Notes
    -----
    For two classes, if only the two errors have a cost, the total cost at the threshold
    of ``optimal_threshold(criterion="cost")`` is the number of rows times its value.
    O(n) time; computed from one table of counts.

    References
    ----------
    .. [1] C. Elkan, "The foundations of cost-sensitive learning", Proceedings of the
       17th International Joint Conference on Artificial Intelligence, 2001, 973-978.

    Examples
    --------
    A right rejection costs nothing, a right acceptance gains 2:

    >>> from fastmetrics import total_cost
    >>> total_cost([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], [[0, 10], [3, -2]])
    9.0
    """
    counts = _counts(y_true, y_pred, cost_matrix, labels, sample_weight)
    return float(formulas.total_cost(counts, cost_matrix=cost_matrix, labels=labels))


def cost_sensitive_accuracy(
    y_true: Labels,
    y_pred: Predicted,
    cost_matrix: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Cost-sensitive accuracy: 1 - cost / highest possible cost.

    .. math:: 1 - \frac{\sum_i w_i\, c_{y_i \hat y_i}}
                       {\sum_i w_i \max_j c_{y_i j}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    cost_matrix : array_like or pandas.DataFrame of shape (n_labels, n_labels)
        ``cost_matrix[i, j]`` is the cost of predicting label j for a row of label i, in
        any unit. Finite; correct predictions may also have a cost. A negative cost is a
        gain, but the highest cost of a class must not be negative. A data frame names
        its classes by its index (true) and columns (predicted), in any order.
    labels : array_like of shape (n_labels,), optional
        The labels in the order of the rows and columns of ``cost_matrix``; some may be
        absent from the data. By default all that occur, sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        0 if every row has its highest possible cost, 1 if no row has a cost; above 1
        only if gains outweigh costs. Higher is better. NaN if no prediction could have
        a cost.

    Raises
    ------
    ValueError
        If the highest cost of a class in the data is negative; if the matrix is not
        square, lacks the costs of a label in the data, or has an infinite, missing or
        masked entry. If labels are listed twice, or given with a data frame; if lengths
        differ, there are no rows, or a weight is negative.
    TypeError
        If the matrix is not numeric.

    Warns
    -----
    UndefinedMetricWarning
        If no prediction could have a cost.

    See Also
    --------
    cost_sensitive_error : the mean cost, in its own unit.
    accuracy_score : the same if every error costs 1.

    Notes
    -----
    The highest cost is taken over all labels of the matrix, also labels not in the
    data, because they could have been predicted. O(n) time.

    References
    ----------
    .. [1] C. Elkan, "The foundations of cost-sensitive learning", Proceedings of the
       17th International Joint Conference on Artificial Intelligence, 2001, 973-978.

    Examples
    --------
    The cost is 10 + 3 of at most 10 + 10 + 3 + 3:

    >>> from fastmetrics import cost_sensitive_accuracy
    >>> cost_sensitive_accuracy([0, 0, 1, 1], [0, 1, 1, 0], [[0, 10], [3, 0]])
    0.5
    """
    counts = _counts(y_true, y_pred, cost_matrix, labels, sample_weight)
    value = float(
        formulas.cost_sensitive_accuracy(counts, cost_matrix=cost_matrix, labels=labels)
    )
    if math.isnan(value):
        warn(
            "No prediction could have had a cost, so cost_sensitive_accuracy is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return value


def _counts(
    y_true: Labels,
    y_pred: Predicted,
    cost_matrix: ArrayLike,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Counts:
    """Count the table, after checking that the matrix has a cost for each cell."""
    counted = count_single_labels(y_true, y_pred, sample_weight)
    # Checked first: without it, a table of very many labels could be huge.
    formulas.read_costs(cost_matrix, labels, counted.labels)
    return counted.full
