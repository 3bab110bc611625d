"""A column of labels as numbers of its classes, which are sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown, some
from fastmetrics._common.texts import distinct_labels
from fastmetrics._inputs.columns import Categories, convert, raise_no_rows
from fastmetrics._inputs.label_columns import LabelColumn, label_column
from fastmetrics._inputs.labels import type_of_matrix
from fastmetrics._kernels import keys

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ClassCodes"]

# Whole numbers in a range no wider than this are told apart by a table.
_TABLE = 1 << 16
# So many rows are asked first which classes there are.
_FIRST_ROWS = 4096
_BOTH = np.arange(2, dtype=np.int32)


class ClassCodes:
    """The class of each row as a number.

    Attributes
    ----------
    codes : ndarray of int32, shape (n,)
        The place of each row's label among the classes.
    classes : ndarray of shape (k,)
        The distinct labels, sorted.
    name : str
        What errors call the labels.
    """

    __slots__ = ("classes", "codes", "name")

    def __init__(self, labels: ArrayLike, name: str) -> None:
        column = _whole_column(labels, name)
        self.name = name
        self.codes, items = _number(column.items)
        self.classes = column.labels(items)
        if column.values is not None:  # in no order, and perhaps not distinct
            self.classes, rank = distinct_labels(self.classes)
            self.codes = rank.astype(np.int32)[self.codes]

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.codes)

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(self.classes)

    @property
    def in_order(self) -> bool:
        """Whether the labels are the classes, each once and sorted."""
        return np.array_equal(self.codes, np.arange(self.k))

    def among(self, known: ClassCodes) -> NDArray[np.int32]:
        """Return the place of each row's label among other classes, all of which."""
        place = {label: i for i, label in enumerate(known.classes.tolist())}
        found = [place.get(label, -1) for label in self.classes.tolist()]
        if -1 in found:
            unknown = self.classes[np.array(found) < 0].tolist()
            names = some([shown(label) for label in unknown], ", ")
            raise ValueError(
                f"{self.name} contains values {{{names}}} not belonging to the passed "
                f"{known.name} {listed(known.classes.tolist())}."
            )
        if found == list(range(self.k)):
            return self.codes
        return np.array(found, np.int32)[self.codes]


def _whole_column(labels: ArrayLike, name: str) -> LabelColumn:
    """Return labels that are strings or whole numbers; others raise."""
    found = convert(labels, name)
    if not isinstance(found, Categories):
        if found.ndim == 2 and found.shape[1] != 1:
            raise ValueError(
                f"{name}: {type_of_matrix(found)} format is not supported; it must be "
                f"of shape (n_samples,), got {found.shape}."
            )
    if len(found.codes if isinstance(found, Categories) else found) == 0:
        raise_no_rows(name)
    column = label_column(found, name)
    odd = column.first_fraction()
    if odd is not None:
        raise ValueError(
            f"{name}: continuous format is not supported; labels must be strings or "
            f"whole numbers, got {odd}."
        )
    return column


def _number(items: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return the rank of each item among the distinct ones, and these, sorted.

    Where the first rows have all that occur, one pass over the rows is enough.
    """
    for few in (items[:_FIRST_ROWS], items):
        low, high = (int(few.min()), int(few.max()))
        if items.dtype.kind == "b" or high - low >= _TABLE:
            break
        if high - low < 2:  # both ends occur, and nothing is between them
            ranks = _BOTH[: high - low + 1]
            filled = np.arange(len(ranks))
        else:
            seen = np.zeros(high - low + 1, np.bool_)
            seen[few.astype(np.int64, copy=False) - low] = True
            ranks = np.where(seen, np.cumsum(seen, dtype=np.int32) - 1, np.int32(-1))
            filled = np.flatnonzero(seen)
        codes = keys.rank_labels(items, low, ranks)
        if codes is not None:
            return codes, (filled + low).astype(items.dtype)
    found, places = np.unique(items, return_inverse=True)
    return places.astype(np.int32), found
