"""The groups that rows belong to, users or sessions, by ids of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.sorting import sort_pairs
from fastmetrics._inputs.columns import (
    Categories,
    convert,
    one_dimension,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.targets import check_length
from fastmetrics._kernels import objects
from fastmetrics._kernels.codes import encode_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# A table of all possible ids is worth its memory up to so many per row.
_ROOM_PER_ROW = 4


class GroupIds(NamedTuple):
    """Whole numbers that stand for ids and are in their order.

    Attributes
    ----------
    numbers : ndarray of int or uint
        One per row. It may be the caller's own: read it only.
    low : int
        The least that a number can be.
    span : int
        How many numbers there can be, from ``low`` on.
    values : ndarray or None
        ``values[number]`` is the id; None: numbers are ids of ``dtype``.
    dtype : dtype
    """

    numbers: NDArray[Any]
    low: int
    span: int
    values: NDArray[Any] | None
    dtype: np.dtype[Any]

    def ids(self, offsets: NDArray[Any]) -> NDArray[Any]:
        """Return the ids of the numbers that are so far above the least."""
        if self.values is not None:
            return self.values[offsets.astype(np.int64)]
        numbers = offsets.astype(np.uint64) + np.uint64(self.low % 2**64)
        if self.dtype.kind in "mM":
            return numbers.view(np.int64).view(self.dtype)
        kind = np.uint64 if self.dtype.kind == "u" else np.int64
        return numbers.view(kind).astype(self.dtype)


def group_ids(groups: ArrayLike | None, n: int, name: str = "groups") -> GroupIds:
    """Return the groups of n rows; none may be missing."""
    found = convert(groups, name)
    if isinstance(found, Categories):
        check_length(found.codes, n, name)
        codes = found.codes.astype(np.intp, copy=False)
        used = np.flatnonzero(np.bincount(codes))
        values = found.values[used]
        if values.dtype.kind in "mM":
            missing = np.flatnonzero(np.isin(codes, used[np.isnat(values)]))
            if len(missing):
                raise_nulls(name, len(missing), n, int(missing[0]))
        return _ranked(codes, values, name, used)
    column = one_dimension(found, name)
    check_length(column, n, name)
    kind = column.dtype.kind
    if kind == "O":
        return _of_objects(column, name)
    if kind == "U":
        codes, first = encode_text(column)
        return _ranked(codes, column[first], name)
    if kind == "f":
        if not np.isfinite(column).all():
            raise_not_finite(column, name)
        numbers = _whole(column)
        if numbers is None:
            return _numbered(column)
        return _of_integers(numbers, column.dtype)
    if kind in "mM":
        missing = np.flatnonzero(np.isnat(column))
        if len(missing):
            raise_nulls(name, len(missing), n, int(missing[0]))
        return _of_integers(column.view(np.int64), column.dtype)
    if kind == "S":
        return _numbered(column)
    return _of_integers(column.view(np.uint8) if kind == "b" else column, column.dtype)


def group_codes(
    groups: ArrayLike, n: int, name: str = "groups"
) -> tuple[NDArray[np.int64], int]:
    """Return each row's group as a number from 0 up, in sorted order, and how many."""
    found = group_ids(groups, n, name)
    codes, distinct = _codes(found)
    return codes, len(distinct)


def coded(found: GroupIds) -> GroupIds:
    """Return the same ids with numbers from 0 up, none of them left out."""
    codes, distinct = _codes(found)
    return GroupIds(codes, 0, len(distinct), found.ids(distinct), found.dtype)


def _codes(found: GroupIds) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return each row's rank among the numbers, and these above the least."""
    offsets = found.numbers.astype(np.uint64)
    offsets -= np.uint64(found.low % 2**64)
    n = len(offsets)
    if found.span <= _ROOM_PER_ROW * n + 1024:
        places = offsets.view(np.int64)  # unsigned ones NumPy would convert each time
        seen = np.zeros(found.span, np.bool_)
        seen[places] = True
        rank = np.cumsum(seen, dtype=np.int64) - 1
        codes = rank.take(places, mode="clip")  # all are inside
        return codes, np.flatnonzero(seen).astype(np.uint64)
    keys, rows = sort_pairs(offsets, np.arange(n, dtype=np.uint64))
    is_first = np.empty(n, np.bool_)
    is_first[0] = True
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    codes = np.empty(n, np.int64)
    codes[rows] = np.cumsum(is_first) - 1
    return codes, keys[is_first]


def _of_integers(numbers: NDArray[Any], dtype: np.dtype[Any]) -> GroupIds:
    if not len(numbers):
        return GroupIds(numbers, 0, 0, None, dtype)
    low, high = int(numbers.min()), int(numbers.max())
    return GroupIds(numbers, low, high - low + 1, None, dtype)


def _whole(column: NDArray[Any]) -> NDArray[np.int64] | None:
    """Return finite floats as integers if they are such and all are held exactly."""
    if len(column) and float(np.abs(column).max()) >= 2.0**53:
        return None
    numbers = column.astype(np.int64)
    return numbers if np.array_equal(numbers, column) else None


def _numbered(column: NDArray[Any]) -> GroupIds:
    values, codes = np.unique(column, return_inverse=True)
    return GroupIds(codes, 0, len(values), values, column.dtype)


def _of_objects(column: NDArray[Any], name: str) -> GroupIds:
    try:
        codes, known, n_null, first = objects.encode_objects(column)
    except MemoryError:
        raise
    except Exception as error:  # of what has no hash, such as lists
        raise TypeError(f"{name} must hold one id per row: {error}.") from error
    if n_null:
        raise_nulls(name, n_null, len(column), first)
    values = np.empty(len(known), object)
    for i, value in enumerate(known):  # at one go, tuples would become a matrix
        values[i] = value
    return _ranked(codes, values, name)


def _ranked(
    codes: NDArray[Any],
    values: NDArray[Any],
    name: str,
    used: NDArray[Any] | None = None,
) -> GroupIds:
    """Rank distinct values, where a code says which a row has.

    ``used``: the codes of the values, if they are not all from 0 up.
    """
    if values.dtype.kind == "f":
        raise_not_finite(values, name)
    try:
        order = np.argsort(values, kind="stable")
    except TypeError as error:
        raise TypeError(f"{name} must be of one kind: {error}.") from error
    n_codes = len(values) if used is None else int(used.max(initial=-1)) + 1
    ranks = np.zeros(n_codes, np.int64)
    ranks[order if used is None else used[order]] = np.arange(len(values))
    values = values[order]
    return GroupIds(ranks[codes], 0, len(values), values, values.dtype)
