"""Prediction sets: how often they have the true class, and how large they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.bounds import proportion
from fastmetrics._common.options import check_level
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.prediction_sets import read_sets
from fastmetrics._inputs.scores import sample_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def set_coverage(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Coverage of prediction sets: proportion of rows whose set has the true class.

    .. math:: \frac{1}{n} \sum_{i = 1}^{n} [y_i \in C_i]

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1]. For conformal prediction, compare it with the nominal coverage.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a weight is negative.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    mean_set_size : how large the sets are.
    conditional_set_coverage : coverage by set size or by group.

    Notes
    -----
    Empty sets count as not covering. `confidence_interval` has Wilson's interval by
    default and the exact one with ``method="clopper-pearson"``. It assumes that rows
    are independent and were not used to calibrate the sets.

    References
    ----------
    .. [1] V. Vovk, A. Gammerman and G. Shafer, "Algorithmic Learning in a Random
       World", Springer, 2005.

    Examples
    --------
    >>> from fastmetrics import set_coverage
    >>> sets = [[True, False, False], [True, True, False], [False, True, False]]
    >>> round(set_coverage(["a", "b", "c"], sets), 4)
    0.6667
    >>> round(set_coverage(["a", "b", "c"], [["a"], ["a", "b"], []]), 4)
    0.6667
    """
    hits = read_sets(y_true, y_set, labels).hits
    return _mean(hits.astype(np.float64), sample_weight)


def mean_set_size(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Mean number of classes in the prediction sets.

    .. math:: \frac{1}{n} \sum_{i = 1}^{n} |C_i|

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool. They only name the columns.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        At least 0, at most the number of classes. With the same coverage, lower is
        better.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a weight is negative.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    set_coverage : how often the sets have the true class.

    References
    ----------
    .. [1] M. Sadinle, J. Lei and L. Wasserman, "Least ambiguous set-valued classifiers
       with bounded error levels", Journal of the American Statistical Association
       114(525), 2019, 223-234.

    Examples
    --------
    >>> from fastmetrics import mean_set_size
    >>> mean_set_size(["a", "b", "c"], [["a"], ["a", "b"], []])
    1.0
    """
    sizes = read_sets(y_true, y_set, labels).sizes
    return _mean(sizes.astype(np.float64), sample_weight)


def _mean(values: NDArray[np.float64], sample_weight: Any) -> float:
    """Return the weighted mean of the rows' values."""
    if sample_weight is None:
        return float(np.mean(values))
    weights = sample_weights(sample_weight, len(values))
    return float(np.average(values, weights=weights))


def hits_of_rows(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return for each row 1.0 if its set has the true class, else 0.0."""
    return read_sets(y_true, y_set, labels).hits.astype(np.float64)


def sizes_of_rows(
    y_true: ArrayLike,
    y_set: Any,
    *,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the number of classes in the set of each row."""
    return read_sets(y_true, y_set, labels).sizes.astype(np.float64)


class ConditionalCoverage(NamedTuple):
    """Coverage of prediction sets in parts of the rows, in ascending order."""

    groups: NDArray[Any]
    """The set sizes, or the groups."""
    coverage: NDArray[np.float64]
    """Proportion of rows of each whose set has the true class."""
    low: NDArray[np.float64]
    """Lower bound of the coverage, for all parts at once."""
    high: NDArray[np.float64]
    """Upper bound."""
    n_rows: NDArray[np.int64]
    """Number of rows of each."""


def conditional_set_coverage(
    y_true: ArrayLike,
    y_set: Any,
    groups: ArrayLike | None = None,
    *,
    confidence_level: float = 0.95,
    labels: ArrayLike | None = None,
) -> ConditionalCoverage:
    """Compute the coverage of prediction sets by set size, or by group, with bounds.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_set : array_like of shape (n_samples, n_classes), or list of lists
        Prediction sets: a matrix of True and False with a column per class, the classes
        sorted; or the labels in the set of each row. A set may be empty.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids, such as classes or
        hospitals. By default the size of its set.
    confidence_level : float, default=0.95
        Nominal coverage of all bounds together, in (0, 1).
    labels : array_like of shape (n_classes,), optional
        All classes there are, in the order of the columns. By default all that occur,
        sorted.

    Returns
    -------
    ConditionalCoverage
        Named tuple ``(groups, coverage, low, high, n_rows)`` of arrays with an item per
        set size or group, ascending.

    Raises
    ------
    ValueError
        If lengths differ, the numbers of columns and classes differ, an entry is
        neither true nor false, ``labels`` lack a class, nested lists of 0 and 1 may be
        either form, or a group is missing.
    TypeError
        If the set of a row is not a list of labels.

    See Also
    --------
    set_coverage : the coverage of all rows.
    coverage_error : how far down the ranking of classes the true labels are.

    Notes
    -----
    Bounds are Clopper and Pearson's at the level 1 - α / g for g groups. By
    Bonferroni's inequality, all of them together have at least the confidence level
    1 - α. Conformal sets with the nominal coverage overall can have a much lower
    coverage if the sets are large, or in small groups.

    References
    ----------
    .. [1] A. N. Angelopoulos, S. Bates, J. Malik and M. I. Jordan, "Uncertainty sets
       for image classifiers using conformal prediction", ICLR 2021.

    Examples
    --------
    >>> from fastmetrics import conditional_set_coverage
    >>> sets = [["a"], ["a", "b"], [], ["b"]]
    >>> found = conditional_set_coverage(["a", "b", "a", "a"], sets)
    >>> found.groups, found.coverage, found.n_rows
    (array([0, 1, 2]), array([0. , 0.5, 1. ]), array([1, 2, 1]))
    """
    level = check_level(confidence_level)
    found = read_sets(y_true, y_set, labels)
    if groups is None:
        parts, codes = np.unique(found.sizes, return_inverse=True)
    else:
        ids = coded(group_ids(groups, len(found.hits)))
        codes, parts = ids.numbers, ids.ids(np.arange(ids.span))
    n_rows = np.bincount(codes, minlength=len(parts))
    hits = np.bincount(codes, weights=found.hits, minlength=len(parts))
    each = 1 - (1 - level) / len(parts)
    ends = [
        proportion("clopper-pearson", *one, each)
        for one in zip(hits.tolist(), n_rows.tolist(), strict=True)
    ]
    low, high = np.array(ends).T
    return ConditionalCoverage(parts, hits / n_rows, low, high, n_rows)
