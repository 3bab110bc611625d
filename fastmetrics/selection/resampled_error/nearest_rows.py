"""Predictions by nearest neighbours that leave out the row itself, for every k."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, whole
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.points import Points, check_distances, read_rows
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics._inputs.targets import check_length
from fastmetrics.metrics.clustering.measuring.distances import (
    Source,
    metric_name,
    open_source,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

__all__ = ["leave_one_out_neighbors"]

_TASKS = ("classification", "regression")
# So many numbers are held at a time.
_AT_ONCE = 1 << 21


def leave_one_out_neighbors(
    X: ArrayLike,
    y: ArrayLike,
    *,
    n_neighbors: int,
    metric: str | Callable[..., float] = "euclidean",
    task: Literal["classification", "regression"],
) -> NDArray[Any]:
    """Predict each row by its nearest other rows, for all numbers of neighbours.

    The label that most of the k nearest other rows have, or the mean of their numbers.

    Parameters
    ----------
    X : array_like of shape (n_samples, n_features)
        The points, finite; or, with ``metric="precomputed"``, their distances
        (n_samples, n_samples).
    y : array_like of shape (n_samples,)
        Labels of any kind, or numbers.
    n_neighbors : int
        The largest number of neighbours, from 1 to n_samples - 1.
    metric : str or callable, default="euclidean"
        As `silhouette_samples` takes it.
    task : {"classification", "regression"}
        Whether ``y`` are labels or numbers.

    Returns
    -------
    ndarray of shape (n_samples, n_neighbors)
        Column k - 1 holds the predictions by k neighbours: what a model of k neighbours
        predicts of each row in leave-one-out cross-validation.

    Raises
    ------
    ValueError
        On empty, NaN, infinite or mismatched input, and if an option is unknown or out
        of range.
    TypeError
        If X is sparse.

    See Also
    --------
    leave_one_out_predict : Of linear models.
    out_of_fold_score : A metric of such predictions, with its interval.

    Notes
    -----
    All distances are measured once, a block of rows at a time: :math:`O(n^2 p)` time,
    O(n) memory beside the result. Of points as far, those of earlier rows are nearer;
    of labels as frequent, the smallest is predicted.

    References
    ----------
    .. [1] T. Cover and P. Hart, "Nearest neighbor pattern classification", IEEE
       Transactions on Information Theory 13(1), 1967, 21-27.

    Examples
    --------
    >>> from fastmetrics import leave_one_out_neighbors
    >>> X, y = [[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"]
    >>> leave_one_out_neighbors(X, y, n_neighbors=2, task="classification")
    array([['a', 'a'],
           ['a', 'a'],
           ['b', 'a'],
           ['b', 'a']], dtype='<U1')
    """
    if not is_one_of(task, _TASKS):
        raise ValueError(f"task must be one of {_TASKS}, got {shown(task)}.")
    name, options = metric_name(metric, {})
    rows = read_rows(X)
    n = len(rows)
    codes = np.arange(n, dtype=np.int32)
    points = Points(rows, codes, codes)
    if name == "precomputed":
        check_distances(points)
    k = whole(n_neighbors, "n_neighbors", 1)
    if k >= n:
        raise ValueError(
            f"n_neighbors must be less than the number of rows, {n}, got {k}."
        )
    column = as_column(y, "y")
    check_length(column, n, "y")
    source = open_source(points, name, options)
    if task == "regression":
        numbers = finite_matrix(column, "y").astype(np.float64)
        means = np.empty((n, k))
        for start, near in _nearest(source, k):
            sums = np.cumsum(numbers[near], axis=1)
            means[start : start + len(near)] = sums / np.arange(1, k + 1)
        return means
    labels = ClassCodes(column, "y")
    found = np.empty((n, k), np.int32)
    step = max(1, _AT_ONCE // (k * labels.k))
    for start, near in _nearest(source, k):
        for at in range(0, len(near), step):
            some = labels.codes[near[at : at + step]]
            found[start + at : start + at + len(some)] = _majorities(some, labels.k)
    return labels.classes[found]


def _majorities(codes: NDArray[np.int32], k: int) -> NDArray[np.intp]:
    """Return the most frequent of the first 1, 2, … codes of each row."""
    counts = np.cumsum(codes[:, :, None] == np.arange(k), axis=1, dtype=np.int32)
    return counts.argmax(axis=2)


def _nearest(source: Source, k: int) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the first row of each block, and the k nearest others of its rows."""
    n = source.n
    for start, stop in source.row_blocks(max(1, min(256, _AT_ONCE // n))):
        kernel, first, own, _ = source.open(start, stop)
        distances = np.zeros((stop - start, n))
        kernel.rows(first, own, distances)  # each point is a cluster
        at = np.arange(stop - start)
        distances[at, at + start] = np.inf
        near = np.sort(np.argpartition(distances, k - 1, axis=1)[:, :k], axis=1)
        farthest = np.take_along_axis(distances, near, axis=1).max(axis=1)
        # Which of several at the largest distance are taken is not left to chance.
        tied = (distances <= farthest[:, None]).sum(axis=1) > k
        if tied.any():
            order = np.argsort(distances[tied], axis=1, kind="stable")
            near[tied] = np.sort(order[:, :k], axis=1)
        own_distances = np.take_along_axis(distances, near, axis=1)
        by_distance = np.argsort(own_distances, axis=1, kind="stable")
        yield start, np.take_along_axis(near, by_distance, axis=1)
