"""Columns of values that name things: as they are written, and never rounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fastmetrics.readers.columns import values_missing

__all__ = ["as_ids"]

_INT64 = np.iinfo(np.int64)


def as_ids(column: Any, name: str, start: int = 0, *, written: bool) -> np.ndarray:
    """Return what a column names its rows by, as an array.

    Parameters
    ----------
    column : Arrow column, ndarray or list
        As the file has it; of a list the cells, None where one is empty.
    name : str
        The column's name.
    start : int
        So many rows came before.
    written : bool
        Whether these are cells of a file of text. If all of them are whole numbers as
        Python writes them, they are numbers; "007", "1.0" or "+7" are texts, and so are
        all others of that column then.

    Raises
    ------
    DataError
        If a value is missing, or the column holds something else.
    """
    if isinstance(column, np.ndarray):
        return column
    if isinstance(column, list):
        return _of_cells(column, name)
    import pyarrow as pa

    from fastmetrics.readers.arrow_file import array_of

    if pa.types.is_decimal(column.type):  # whose digits no float has
        column = column.cast(pa.string())
    found = array_of(column, name, start)
    return _numbered(found) if written and found.dtype == object else found


def _of_cells(cells: Sequence[str | None], name: str) -> np.ndarray:
    gaps = [row for row, cell in enumerate(cells, start=1) if cell is None]
    if gaps:
        raise values_missing(name, len(gaps), len(cells), gaps[0])
    return _numbered(np.array(cells, object))


def _numbered(texts: np.ndarray) -> np.ndarray:
    """Return texts as numbers, if all are written as Python writes whole numbers."""
    found: dict[str, int] = {}
    for text in texts.tolist():
        if text not in found:
            try:
                found[text] = int(text)
            except ValueError:
                return texts
            value = found[text]
            if str(value) != text or not _INT64.min <= value <= _INT64.max:
                return texts
    return np.fromiter(map(found.__getitem__, texts.tolist()), np.int64, len(texts))
