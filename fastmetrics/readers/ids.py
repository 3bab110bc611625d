"""Ids in files of text: as they are written, and never rounded."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics.readers.columns import values_missing

__all__ = ["written_ids"]

_INT64 = np.iinfo(np.int64)


def written_ids(column: Any, name: str, start: int = 0) -> np.ndarray:
    """Return what a column of a file of text names its rows by.

    If all cells are whole numbers as Python writes them, they are numbers; "007", "1.0"
    or "+7" are texts, and so are all others of that column then.

    Parameters
    ----------
    column : Arrow column or list
        The cells, null or None where one is missing.
    name : str
        The column's name.
    start : int
        So many rows came before.

    Raises
    ------
    DataError
        If a cell is missing.
    """
    if not isinstance(column, list):
        from fastmetrics.readers.arrow_file import array_of

        return _numbered(array_of(column, name, start))
    gaps = [row for row, cell in enumerate(column, start=1) if cell is None]
    if gaps:
        raise values_missing(name, len(gaps), len(column), gaps[0], start)
    return _numbered(np.array(column, object))


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
