"""The arguments that all validation shares: data, splits, estimator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.encoded import encode_classes
from fastmetrics._inputs.row_takers import common_length, takeable
from fastmetrics._inputs.sparse import is_sparse
from fastmetrics.selection.splitters.given_splits import GivenSplits, check_cv
from fastmetrics.selection.splitters.splitter import Splitter
from fastmetrics.selection.validation.estimators import is_classifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]


__all__ = [
    "Data",
    "checked_splits",
    "classes_of",
    "read_data",
    "split_rows",
    "splitter_of",
]


class Data(NamedTuple):
    """What models learn from and are judged by.

    Attributes
    ----------
    X, y, groups : object
        Of the same length, where they are not None; rows can be taken from each.
    n : int
        How many rows.
    split_params : mapping or None
        What the splitter is given, where scikit-learn routes it; None: the groups.
    """

    X: Any
    y: Any
    groups: Any
    n: int
    split_params: Mapping[str, Any] | None = None


def read_data(X: Any, y: Any, groups: Any = None) -> Data:
    """Return data of which rows can be taken.

    Raises
    ------
    TypeError
        If something has no rows.
    ValueError
        If there are not as many of each.
    """
    if X is None or isinstance(X, Integral):
        raise TypeError(f"X must be data with rows, got {shown(X)}.")
    X, y, groups = takeable(X), takeable(y), takeable(groups)
    n = common_length(X, y, groups)
    if n == 0:
        raise ValueError("X must have rows, got none.")
    return Data(X, y, groups, n)


def splitter_of(cv: Any, y: Any, estimator: Any) -> Any:
    """Return the splitter that ``cv`` asks for, for such an estimator."""
    several = is_sparse(y)  # labels per row
    classifier = not several and is_classifier(estimator)
    return check_cv(cv, None if several else y, classifier=classifier)


def split_rows(splitter: Any, data: Data) -> Iterator[tuple[Rows, Rows]]:
    """Return the splits of the data, as row numbers."""
    if data.split_params is None:
        splits = splitter.split(data.X, data.y, data.groups)
    else:
        splits = splitter.split(data.X, data.y, **data.split_params)
    if isinstance(splitter, Splitter) and not isinstance(splitter, GivenSplits):
        return splits  # our own
    return checked_splits(splits, data.n)


def checked_splits(
    splits: Iterable[tuple[Any, Any]], n: int
) -> Iterator[tuple[Rows, Rows]]:
    """Yield splits as row numbers; masks and lists become such.

    Raises
    ------
    TypeError, ValueError
        If a split is no pair of rows, or rows are not among the n.
    """
    for k, split in enumerate(splits):
        try:
            train, test = split
        except (TypeError, ValueError):
            raise TypeError(
                f"cv must yield pairs (train, test), but split {k} is a "
                f"{type(split).__name__}."
            ) from None
        yield (
            _rows(train, n, f"train of split {k}"),
            _rows(test, n, f"test of split {k}"),
        )


def _rows(given: Any, n: int, name: str) -> Rows:
    rows = given if isinstance(given, np.ndarray) else np.asarray(given)
    if rows.ndim != 1:
        raise ValueError(f"{name} must have one dimension, got shape {rows.shape}.")
    if rows.dtype.kind == "b":
        if len(rows) != n:
            raise ValueError(f"{name} must be a mask of {n} rows, got {len(rows)}.")
        return np.flatnonzero(rows)
    if not len(rows):
        return np.empty(0, np.intp)
    if rows.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold row numbers or a mask, got {rows.dtype}.")
    low, high = int(rows.min()), int(rows.max())
    if low < -n or high >= n:
        raise ValueError(
            f"{name} must hold rows from 0 to {n - 1}, got {low if low < -n else high}."
        )
    rows = rows.astype(np.intp, copy=False)
    return np.where(rows < 0, rows + n, rows) if low < 0 else rows


def classes_of(y: Any) -> NDArray[Any] | None:
    """Return the distinct labels of a target in sorted order; None of a matrix."""
    if y is None or is_sparse(y):
        return None
    column = as_array(y, "y")
    if column.ndim != 1 and column.shape[1:] != (1,):
        return None
    if column.dtype.kind == "f":
        return np.unique(column)
    return np.sort(encode_classes(y).values)
