"""Points and the clusters that they are in, or a matrix of the distances between them.

Valid and invalid input are the same as in scikit-learn, and so are conversions: all
numbers become float64, except float32, which stays float32.
"""

from __future__ import annotations

import numbers as abstract
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    convert,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.label_columns import LabelColumn, label_column
from fastmetrics._inputs.rows import is_sparse, sparse_rows
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

_EPS = {np.dtype(t): 100 * np.finfo(t).eps for t in (np.float32, np.float64)}
# Codes are given by a mark for each number of a range up to so many per row.
_FEW_MARKS = 8


class Points:
    """Rows of numbers and the cluster of each.

    Attributes
    ----------
    X : ndarray or csr_array of shape (n, n_features)
        Of float32 or float64, all finite; of any strides. It may be the caller's own:
        read it only. Distances, of shape (n, n), on request.
    codes : ndarray of int32, of shape (n,)
        Position of each row's cluster among the labels.
    labels : ndarray of shape (k,)
        The labels that occur, ascending.
    is_sample : bool
        Whether they were drawn at random out of more points.
    known : dict
        Cached results about the points, which are not computed again.
    """

    __slots__ = ("X", "codes", "is_sample", "known", "labels")

    def __init__(self, X: Any, codes: NDArray[np.int32], labels: NDArray[Any]) -> None:
        self.X = X
        self.codes = codes
        self.labels = labels
        self.is_sample = False
        self.known: dict[Any, Any] = {}

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.codes)

    @property
    def k(self) -> int:
        """The number of clusters."""
        return len(self.labels)

    @property
    def sparse(self) -> bool:
        """Whether X is sparse."""
        return not isinstance(self.X, np.ndarray)

    def sample(self, rows: NDArray[np.int64], *, square: bool = False) -> Points:
        """Return some rows, and of a matrix of distances the same columns."""
        X = self.X[rows]
        if square:
            X = X[:, rows]
        drawn = encoded(X, self.labels[self.codes[rows]])
        drawn.is_sample = True
        return drawn


def clustered_points(
    X: Any, labels: ArrayLike | None, *, sparse: bool = False, distances: bool = False
) -> Points:
    """Return points and their clusters, of which there must be 2 to n - 1.

    ``sparse`` takes sparse rows, ``distances`` a square matrix of distances.
    """
    points = rows_with_labels(X, labels, sparse=sparse)
    if distances:
        check_distances(points)
    check_number_of_labels(points)
    return points


def rows_with_labels(
    X: Any, labels: ArrayLike | None, *, sparse: bool = False
) -> Points:
    """Return points and the cluster of each, however many there are.

    Points that have been here before, with ``labels`` None, are returned as they are.
    """
    if isinstance(X, Points) and labels is None:
        if not sparse:
            refuse_sparse(X)
        return X
    return label_rows(read_rows(X, sparse=sparse), labels)


def label_rows(rows: Any, labels: Any) -> Points:
    """Return rows that `read_rows` has read, and the cluster of each."""
    column = _labels(labels)
    if rows.shape[0] != len(column.items):
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{rows.shape[0]}, {len(column.items)}] in X and labels."
        )
    column.first_fraction()  # raises for NaN and infinity
    codes, distinct = _encode(column)
    return Points(rows, codes, distinct)


def encoded(X: Any, labels: NDArray[Any]) -> Points:
    """Return points that have been checked before."""
    distinct, codes = np.unique(labels, return_inverse=True)
    return Points(X, codes.astype(np.int32), distinct)


def check_number_of_labels(points: Points) -> None:
    """Raise unless there are several clusters, and not one for each row."""
    if not 1 < points.k < points.n:
        raise ValueError(
            f"Number of labels is {points.k}. Valid values are 2 to n_samples - 1 "
            f"(inclusive), n_samples being {points.n}."
        )


def check_distances(points: Points) -> None:
    """Raise unless these can be distances of points from one another.

    The matrix is read once, however often this is asked.
    """
    if "are_distances" not in points.known:
        _check_distances(points.X)
        points.known["are_distances"] = True


def refuse_sparse(points: Points) -> None:
    """Raise TypeError if the points are sparse."""
    if points.sparse:
        as_array(points.X, "X")


def _check_distances(X: Any) -> None:
    if X.shape[0] != X.shape[1]:
        raise ValueError(
            f"Precomputed metric requires shape (n, n): X is of shape {X.shape}."
        )
    if np.any(np.abs(X.diagonal()) > _EPS[X.dtype]):
        raise ValueError(
            "The precomputed distance matrix contains non-zero elements on the "
            "diagonal. Use np.fill_diagonal(X, 0)."
        )
    smallest = X.min()
    if smallest < 0:
        raise ValueError(
            "Negative values in data passed to X: precomputed distances need to be "
            f"non-negative, got {smallest}."
        )


def sample_rows(n: int, sample_size: Any, random_state: Any) -> NDArray[np.int64]:
    """Return the rows that scikit-learn draws: the first of a permutation of all."""
    if not _is_whole(sample_size) or sample_size < 1:
        raise ValueError(
            f"sample_size must be an int of at least 1 or None, got "
            f"{shown(sample_size)}."
        )
    return generator(random_state).permutation(n)[: int(sample_size)]


def _is_whole(value: Any) -> bool:
    """Whether an object is an integer; NumPy has time differences among them."""
    return isinstance(value, abstract.Integral) and is_real(value)


def generator(random_state: Any) -> Any:
    if random_state is None:
        return np.random.mtrand._rand
    if isinstance(random_state, (np.random.RandomState, np.random.Generator)):
        return random_state
    if _is_whole(random_state):
        return np.random.RandomState(int(random_state))
    raise ValueError(
        "random_state must be None, an int, a NumPy RandomState or a Generator, got "
        f"{shown(random_state)}."
    )


# --- rows


def read_rows(X: Any, *, sparse: bool = False) -> Any:
    """Return rows of finite numbers, checked; ``sparse`` lets them be sparse."""
    if sparse and is_sparse(X):
        return _sparse_rows(X)
    array = as_array(X, "X")
    if array.ndim != 2:
        hint = " Reshape it, as by X.reshape(-1, 1)." if array.ndim == 1 else ""
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead: X must have a row "
            f"per point, its shape is {array.shape}.{hint}"
        )
    _check_shape(array.shape)
    array = as_floats(numbers(array, "X"))
    # The sum of finite numbers is finite, unless it overflows; then all are looked at.
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()
    if not np.isfinite(total):
        raise_not_finite(array, "X")
    return array


def _sparse_rows(X: Any) -> Any:
    from scipy import sparse

    if X.ndim != 2:
        raise ValueError(f"Expected 2D array: X is sparse of shape {X.shape}.")
    _check_shape(X.shape)
    if X.dtype.kind not in "biuf":
        raise ValueError(f"X must hold real numbers, got the dtype {X.dtype}.")
    rows = sparse_rows(X, "X")
    data = as_floats(rows.data)
    raise_not_finite(data, "X")
    rows = sparse.csr_array((data, rows.indices, rows.indptr), shape=rows.shape)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _check_shape(shape: Sequence[int]) -> None:
    if shape[0] == 0:
        raise_no_rows("X")
    if shape[1] == 0:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={tuple(shape)}) while a minimum of "
            "1 is required: X has no columns."
        )


def as_floats(array: NDArray[Any]) -> NDArray[Any]:
    """Return float32 unchanged, and other numbers as float64.

    Kernels read them where they are, unless these are places that C takes for none of
    such numbers.
    """
    is_float = array.dtype in (np.float32, np.float64)
    return np.require(array, array.dtype if is_float else np.float64, ["ALIGNED"])


# --- labels


def _labels(labels: Any) -> LabelColumn:
    converted = convert(labels, "labels")
    column = converted.codes if isinstance(converted, Categories) else converted
    if len(column) == 0:
        raise_no_rows("labels")
    return label_column(converted, "labels")


def _encode(column: LabelColumn) -> tuple[NDArray[np.int32], NDArray[Any]]:
    items, codes = _distinct(column.items)
    labels = column.labels(items)
    if column.values is not None:  # in no order, and maybe equal to one another
        labels, places = np.unique(labels, return_inverse=True)
        codes = places[codes]
    return np.ascontiguousarray(codes, np.int32), labels


def _distinct(items: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the items that occur, ascending, and where each one's are."""
    if items.dtype.kind not in "iu":
        return np.unique(items, return_inverse=True)
    low = int(items.min())
    span = int(items.max()) - low + 1
    if span > max(_FEW_MARKS * len(items), 256):
        return np.unique(items, return_inverse=True)
    if items.dtype.itemsize < 8:  # there the difference may not fit
        items = items.astype(np.int64)
    offsets = np.subtract(items, items.dtype.type(low)).astype(np.intp, copy=False)
    occurs = np.zeros(span, np.int32)
    occurs[offsets] = 1
    distinct = np.flatnonzero(occurs)
    labels = (distinct.astype(items.dtype) + items.dtype.type(low)).astype(items.dtype)
    return labels, (np.cumsum(occurs, dtype=np.int32) - 1)[offsets]
