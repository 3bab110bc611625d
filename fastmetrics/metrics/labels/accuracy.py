"""Proportions of correct and wrong rows, and their mean over classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.options import check_flag, warn
from fastmetrics._common.records import same_as
from fastmetrics._kernels import confusion
from fastmetrics.metrics.labels.confusion import (
    count_single_labels,
    warn_of_single_label,
)
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.targets import Matches, count_matches
from fastmetrics.metrics.labels.formulas import FORMULAS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.labels.definitions import (
        Labels,
        Predicted,
        PredictedTargets,
        Targets,
    )


def accuracy_score(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Accuracy: proportion of rows whose label is predicted correctly.

    .. math:: \frac1n \sum_i 1[\hat y_i = y_i]

    With several labels per row, all of them must be correct (subset accuracy).

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    normalize : bool, default=True
        If False, the number (or weight) of correct rows is returned.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 1 is best. Always predicting the most frequent label scores the
        proportion of that label.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions, are missing or mix
        numbers with strings, a matrix has more than two distinct values, or a weight is
        negative.

    See Also
    --------
    error_rate : 1 - accuracy.
    balanced_accuracy_score : mean recall over classes, for classes of unequal size.
    cohen_kappa_score : accuracy in excess of chance.

    Notes
    -----
    Labels and entries of matrices are compared by value. With weights and one label per
    row, the result is the double nearest to the exact quotient. O(n) time. Without
    weights, arrays of numbers take one pass and no extra memory, and the interpreter
    lock is released while counting.

    References
    ----------
    .. [1] Z.-H. Zhou, "Machine Learning", Springer, 2021, sec. 2.3.1.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import accuracy_score
    >>> accuracy_score([0, 1, 2, 3], [0, 2, 1, 3])
    0.5
    >>> accuracy_score([0, 1, 2, 3], [0, 2, 1, 3], normalize=False)
    2.0
    >>> accuracy_score(np.array([[0, 1], [1, 1]]), np.ones((2, 2)))
    0.5
    """
    check_flag(normalize, "normalize")
    if sample_weight is None:
        equal = confusion.count_equal_plain(y_true, y_pred)
        if equal:  # otherwise the labels may be written differently
            return equal / len(y_true) if normalize else float(equal)  # type: ignore[arg-type]
    counts = count_matches(y_true, y_pred, sample_weight)
    if isinstance(counts, Matches):
        return float(counts.equal / counts.n if normalize else counts.equal)
    if isinstance(counts, IndicatorCounts):
        return float(counts.n_exact / counts.total if normalize else counts.n_exact)
    value = FORMULAS["accuracy_score"].value
    return float(value(counts.margins, normalize=normalize))


def zero_one_loss(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Zero-one loss: proportion of rows that are predicted wrong.

    .. math:: \frac1n \sum_i 1[\hat y_i \ne y_i]

    With several labels per row, one wrong label makes the row wrong.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    normalize : bool, default=True
        If False, the number (or weight) of wrong rows is returned.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 0 is best.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions, are missing or mix
        numbers with strings, a matrix has more than two distinct values, or a weight is
        negative.

    See Also
    --------
    error_rate : the same function under its other name.
    accuracy_score : one minus this loss.
    hamming_loss : with several labels per row, the proportion of wrong labels.

    Notes
    -----
    Also called classification error. Wrong rows are counted directly, which avoids the
    cancellation of 1 - accuracy near 1. O(n) time, one pass. Arrays of numbers need no
    extra memory, and the interpreter lock is released while counting.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical
       Learning", 2nd ed., Springer, 2009, sec. 2.4.
    .. [2] Z.-H. Zhou, "Machine Learning", Springer, 2021, sec. 2.3.1.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import zero_one_loss
    >>> zero_one_loss(["a", "b", "b", "c"], ["a", "b", "c", "c"])
    0.25
    >>> zero_one_loss(["a", "b", "b", "c"], ["a", "b", "c", "c"], normalize=False)
    1.0
    >>> zero_one_loss(np.array([[0, 1], [1, 1]]), np.ones((2, 2)))
    0.5
    """
    check_flag(normalize, "normalize")
    if sample_weight is None:
        equal = confusion.count_equal_plain(y_true, y_pred)
        if equal:  # otherwise the labels may be written differently
            n = len(y_true)  # type: ignore[arg-type]
            return (n - equal) / n if normalize else float(n - equal)
    counts = count_matches(y_true, y_pred, sample_weight)
    if isinstance(counts, Matches):
        unequal = counts.n - counts.equal
        return float(unequal / counts.n if normalize else unequal)
    if isinstance(counts, IndicatorCounts):
        n_wrong = counts.total - counts.n_exact
        return float(n_wrong / counts.total if normalize else n_wrong)
    return float(FORMULAS["error_rate"].value(counts.margins, normalize=normalize))


@same_as(zero_one_loss)
def error_rate(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    normalize: bool = True,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Proportion of rows whose label is predicted wrong: the zero-one loss."""
    return zero_one_loss(
        y_true, y_pred, normalize=normalize, sample_weight=sample_weight
    )


def hamming_loss(
    y_true: Targets,
    y_pred: PredictedTargets,
    *,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Hamming loss: proportion of wrong labels over all rows and labels.

    .. math:: \frac1{n L} \sum_i \sum_{l=1}^L 1[\hat y_{il} \ne y_{il}]

    With one label per row this is the zero-one loss.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: whole numbers, strings or bool; or a matrix of indicators (zeros
        and ones, dense or sparse), one column per label.
    y_pred : array_like of the same shape
        Predicted labels, of the same kind.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]; 0 is best.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions, are missing or mix
        numbers with strings, a matrix has more than two distinct values, or a weight is
        negative.

    See Also
    --------
    zero_one_loss : with several labels per row, one wrong label is enough.
    jaccard_score : labels absent from both columns do not count as correct.

    Notes
    -----
    The mean is over rows and labels; some texts divide by the number of rows alone.
    Time is O(n L), or O(stored entries) for sparse matrices; memory is for one block of
    rows. The interpreter lock is released while counting.

    References
    ----------
    .. [1] G. Tsoumakas and I. Katakis, "Multi-label classification: an overview",
       International Journal of Data Warehousing and Mining 3(3), 2007, 1-13.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import hamming_loss
    >>> hamming_loss(np.array([[0, 1], [1, 1]]), np.zeros((2, 2)))
    0.75
    >>> hamming_loss([1, 2, 3, 4], [2, 2, 3, 4])
    0.25
    """
    if sample_weight is None:
        equal = confusion.count_equal_plain(y_true, y_pred)
        if equal:  # otherwise the labels may be written differently
            n = len(y_true)  # type: ignore[arg-type]
            return (n - equal) / n
    counts = count_matches(y_true, y_pred, sample_weight)
    if isinstance(counts, Matches):
        return float((counts.n - counts.equal) / counts.n)
    if isinstance(counts, IndicatorCounts):
        # Both sums are rounded, so their quotient could exceed 1 by a bit.
        return min(counts.n_wrong / (counts.total * counts.n_labels), 1.0)
    return float(FORMULAS["hamming_loss"].value(counts.margins))


def balanced_accuracy_score(
    y_true: Labels,
    y_pred: Predicted,
    *,
    sample_weight: ArrayLike | None = None,
    adjusted: bool = False,
) -> float:
    r"""Balanced accuracy: mean recall over the classes.

    .. math:: \frac1k \sum_{c=1}^k \frac{\mathrm{hits}_c}{n_c}

    with :math:`n_c` the number (or weight) of rows of class c in ``y_true``,
    :math:`\mathrm{hits}_c` the correctly predicted ones, and :math:`k` the number of
    classes in ``y_true``.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred : array_like of shape (n_samples,)
        Predicted labels, of the same kind.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    adjusted : bool, default=False
        Return :math:`(b - \frac1k) / (1 - \frac1k)` for the value b: chance becomes 0.

    Returns
    -------
    float
        In [0, 1]; 1 is best, 1/k is chance. Adjusted: from -1/(k - 1) to 1; with a
        single class NaN if every row is correct, else -inf.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels have fractions, are missing, are in
        several columns or mix numbers with strings, or a weight is negative.
    TypeError
        If they are sparse.

    Warns
    -----
    UserWarning
        If a predicted class has no rows (of weight above 0) in ``y_true``; such classes
        are left out. If there is only one label in total.
    RuntimeWarning
        If ``adjusted`` with a single class.

    See Also
    --------
    recall_score : with ``average="macro"``, the same except for classes without rows.
    informedness : the adjusted value for two classes.
    accuracy_score : accuracy with equal weight for every row.

    Notes
    -----
    Balanced accuracy equals the accuracy with weights
    :math:`\hat w_i = w_i / \sum_j 1[y_j = y_i]\,w_j`, divided by their sum. These
    weights enter the numerator and the denominator. Other definitions of balanced
    accuracy exist; [2]_ lists some. One pass over the rows, memory for the counts; the
    interpreter lock is released while counting numbers.

    References
    ----------
    .. [1] K. H. Brodersen, C. S. Ong, K. E. Stephan and J. M. Buhmann, "The balanced
       accuracy and its posterior distribution", ICPR 2010, 3121-3124.
    .. [2] L. Mosley, "A balanced approach to the multi-class imbalance problem", PhD
       thesis, Iowa State University, 2013.

    Examples
    --------
    >>> from fastmetrics import balanced_accuracy_score
    >>> y_true, y_pred = [0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1]
    >>> balanced_accuracy_score(y_true, y_pred)
    0.625
    >>> balanced_accuracy_score(y_true, y_pred, adjusted=True)
    0.25
    """
    check_flag(adjusted, "adjusted")
    margins = count_single_labels(y_true, y_pred, sample_weight).margins
    if len(margins.labels) == 1:
        warn_of_single_label()
    n_classes = np.count_nonzero(margins.true)
    if n_classes < len(margins.labels):
        warn(
            "y_pred contains classes not in y_true (or only with weight 0): they are "
            "left out."
        )
    if adjusted and n_classes == 1:
        warn(
            "y_true has a single class, where nothing can be better than chance: the "
            "adjusted score divides by zero.",
            RuntimeWarning,
        )
    value = FORMULAS["balanced_accuracy_score"].value
    return float(value(margins, adjusted=adjusted))
