"""Classes and groups of rows as whole numbers, for those who only tell rows apart.

Codes are 0 for what appears first, 1 for the next that differs and so on: that takes
one pass and sorts nothing. Where sorted order is wanted, the distinct ones are sorted.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import Categories, convert, raise_no_rows
from fastmetrics._inputs.groups import GroupIds, group_ids
from fastmetrics._inputs.label_columns import LabelColumn, label_column
from fastmetrics._inputs.labels import type_of_matrix
from fastmetrics._kernels import folds
from fastmetrics._kernels.codes import encode_text, encode_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Encoded", "class_target", "encode_classes", "encode_groups"]

# A table of all numbers in a range is worth its memory up to so wide a range, or up to
# so many places per row.
_TABLE = 1 << 16
_ROOM_PER_ROW = 4
# So many rows are asked first in which range the numbers lie.
_FIRST_ROWS = 4096
# How far around it others are looked for.
_AROUND = 1 << 14


class Encoded:
    """What each row is, as a number from 0 up.

    Attributes
    ----------
    codes : ndarray of uint8, uint16 or uint32, shape (n,)
        Every number below ``k`` occurs.
    values : ndarray of shape (k,)
        What each number stands for: all different.
    """

    def __init__(self, codes: NDArray[Any], values: NDArray[Any]) -> None:
        self.codes = codes
        self.values = values

    @property
    def k(self) -> int:
        """How many different ones there are."""
        return len(self.values)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How many rows each number has."""
        return folds.count_codes(self.codes, self.k)

    def in_order(self) -> Encoded:
        """Return the same with numbers in the sorted order of what they stand for."""
        order = np.argsort(self.values, kind="stable")
        if np.array_equal(order, np.arange(self.k)):
            return self
        rank = np.empty(self.k, self.codes.dtype)
        rank[order] = np.arange(self.k)
        codes = np.empty_like(self.codes)
        folds.look_up(rank, self.codes, codes)
        return Encoded(codes, self.values[order])


def encode_classes(labels: ArrayLike, name: str = "y") -> Encoded:
    """Return the classes that labels name by first appearance; other labels raise."""
    column = _class_column(labels, name)
    if isinstance(column, str):
        raise ValueError(
            f"{name}: Supported target types are: ('binary', 'multiclass'). Got "
            f"{column!r} instead."
        )
    codes, distinct = _encode(column.items)
    values = column.labels(distinct)
    if column.values is not None:  # some may be equal to one another
        _, first, rank = np.unique(values, return_index=True, return_inverse=True)
        if len(first) < len(values):
            codes, distinct = _encode(rank[codes])
            values = values[first[distinct]]
    return Encoded(codes, values)


def encode_groups(groups: ArrayLike, n: int, name: str = "groups") -> Encoded:
    """Return the groups of n rows by first appearance; ids may be of any kind."""
    found = group_ids(groups, n, name)
    if not n:
        raise_no_rows(name)
    codes, numbers = _encode(found.numbers, found)
    offsets = numbers.view(np.uint64) - np.uint64(found.low % 2**64)
    return Encoded(codes, found.ids(offsets))


def class_target(y: ArrayLike, name: str = "y") -> bool:
    """Whether labels are of two or more classes, so that folds can have shares."""
    return not isinstance(_class_column(y, name), str)


def _class_column(labels: ArrayLike, name: str) -> LabelColumn | str:
    """Return labels that name classes; of others, what they are in one word."""
    found = convert(labels, name)
    if isinstance(found, Categories):
        n = len(found.codes)
    else:
        n = len(found)
        if found.ndim != 1 and not (found.ndim == 2 and found.shape[1] == 1):
            return type_of_matrix(found)
    if not n:
        raise_no_rows(name)
    column = label_column(found, name)
    if column.kind == "continuous" or column.first_fraction() is not None:
        return "continuous"
    return column


def _encode(
    items: NDArray[Any], found: GroupIds | None = None
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return codes of whole numbers, and the number of each code, as int64 bits."""
    n = len(items)
    if found is None:
        few = items[:_FIRST_ROWS]
        low, high = int(few.min()), int(few.max())
        if high - low < _TABLE:
            around = _AROUND if len(few) < n else 0
            low = max(low - around, -(2**63))
            codes, numbers, done = encode_whole(items, low, high - low + around + 1)
            if done == n:
                return codes, numbers
        low, high = int(items.min()), int(items.max())
        span = high - low + 1
    else:
        low, span = found.low, found.span
    if span <= max(_TABLE, _ROOM_PER_ROW * n):
        low -= 2**64 if low >= 2**63 else 0
        codes, numbers, done = encode_whole(items, low, span)
        assert done == n
        return codes, numbers
    # Eight bytes are told apart by a table of hashes, whatever they mean.
    bits = np.ascontiguousarray(items).astype(
        np.uint64 if items.dtype.kind == "u" else np.int64
    )
    codes, first = encode_text(bits.view("U2"))
    return codes, bits[first].view(np.int64)
