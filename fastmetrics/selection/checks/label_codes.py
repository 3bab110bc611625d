"""Labels of rows, told apart, and their classes where they are such."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import Categories, convert, raise_no_rows
from fastmetrics._inputs.label_columns import label_column
from fastmetrics._inputs.row_codes import number_table
from fastmetrics._inputs.sparse import is_sparse
from fastmetrics._inputs.tables import read_table
from fastmetrics._inputs.targets import check_length

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LabelCodes", "label_codes"]


class LabelCodes(NamedTuple):
    """A code per row, and the class of each code.

    ``classes`` is None of numbers with fractions and of several labels per row.
    """

    codes: NDArray[np.integer[Any]]
    n_codes: int
    classes: NDArray[Any] | None = None


def label_codes(y: Any, n: int, name: str = "y") -> LabelCodes:
    """Return the labels of n rows as codes; none may be missing."""
    if not is_sparse(y):
        found = convert(y, name)
        column = found.codes if isinstance(found, Categories) else found
        check_length(column, n, name)
        if not n:
            raise_no_rows(name)
        if isinstance(found, Categories) or found.ndim == 1 or found.shape[1:] == (1,):
            if label_column(found, name).first_fraction() is None:
                labels = ClassCodes(found, name)
                return LabelCodes(labels.codes, labels.k, labels.classes)
    table = read_table(y, name)
    codes, n_codes = number_table(table, name=name)
    check_length(codes, n, name)
    return LabelCodes(codes, n_codes)
