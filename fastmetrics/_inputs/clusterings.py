"""Two labellings of the same rows: what measures of clusterings read.

Only which labels of one side are equal matters. So, unlike true and predicted labels,
the two sides may be of different kinds, floats may have fractions (scikit-learn warns
of those), and there may be no rows at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.label_columns import LabelColumn, label_column

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_NO_ITEMS = np.empty(0, np.int64)


class Clusterings:
    """Two columns of labels of the same rows.

    Attributes
    ----------
    true, predicted : LabelColumn
        Of kinds of their own; floats among their items need not be whole.
    n : int
        How many rows there are.
    """

    __slots__ = ("n", "predicted", "true")

    def __init__(self, true: LabelColumn, predicted: LabelColumn) -> None:
        self.true = true
        self.predicted = predicted
        self.n = len(true.items)

    def continuous(self) -> list[str]:
        """Name the sides whose labels have fractions; NaN and infinity raise."""
        sides = (self.true, self.predicted)
        return [side.name for side in sides if side.target_type() == "continuous"]

    def numbered(self) -> Clusterings:
        """Return the same rows with whole numbers for labels that are none."""
        return Clusterings(_numbered(self.true), _numbered(self.predicted))


def clusterings(
    labels_true: ArrayLike,
    labels_pred: ArrayLike,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
) -> Clusterings:
    """Return two labellings, checked but for whether floats are finite and whole."""
    first, second = convert(labels_true, names[0]), convert(labels_pred, names[1])
    lengths = _length(first, names[0]), _length(second, names[1])
    if lengths[0] != lengths[1]:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{lengths[0]}, {lengths[1]}] in {names[0]} and {names[1]}."
        )
    return Clusterings(_column(first, names[0]), _column(second, names[1]))


def labelling(labels: ArrayLike, name: str = "labels") -> Clusterings:
    """Return one labelling, as both of a pair."""
    found = convert(labels, name)
    _length(found, name)
    column = _column(found, name)
    return Clusterings(column, column)


def _length(found: NDArray[Any] | Categories, name: str) -> int:
    """Return how many labels there are; raise unless each row has one."""
    column = found.codes if isinstance(found, Categories) else found
    if column.ndim != 1:
        raise ValueError(f"{name} must be 1D: shape is {column.shape}.")
    return len(column)


def _column(found: NDArray[Any] | Categories, name: str) -> LabelColumn:
    if isinstance(found, Categories):
        if not len(found.codes):
            return LabelColumn(name, _NO_ITEMS, found.values.dtype)
    elif not len(found):
        return LabelColumn(name, _NO_ITEMS, found.dtype)
    return label_column(found, name)


def _numbered(column: LabelColumn) -> LabelColumn:
    if column.values is not None or column.first_fraction() is None:
        return column
    values, codes = np.unique(column.items, return_inverse=True)
    return LabelColumn(column.name, codes, column.dtype, values, "continuous")
