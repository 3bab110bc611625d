"""Columns whose rows are taken for slices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.rows import take_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def column_of(given: Any, name: str) -> Any:
    """Return a column whose rows can be taken; what is none is left for its reader."""
    if given is None:
        return None
    if isinstance(given, list | tuple) and given and isinstance(given[0], str | list):
        return given
    try:
        return convert(given, name)
    except (TypeError, ValueError, OverflowError):
        return given


def rows_of(column: Any, rows: NDArray[np.intp] | None) -> Any:
    """Return some rows of a column; None: all of it."""
    if column is None or rows is None:
        return column
    try:
        return take_rows(column, rows)
    except (TypeError, IndexError, KeyError):
        raise TypeError(f"rows cannot be taken from {shown(column)}") from None
