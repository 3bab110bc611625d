"""CSV that every reader reads back cell by cell, and no spreadsheet calculates."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import IO, Any

from fastmetrics._common.names import uncontrolled

__all__ = ["RowWriter", "to_csv_text"]

# What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class RowWriter:
    """Writes rows of cells as they are, quoted where they have to be.

    The standard library's writer leaves a lone carriage return without quotes where
    lines end in a line feed, and readers then see a line end.
    """

    def __init__(self, file: IO[str], delimiter: str = ",") -> None:
        asked: Any = {"delimiter": delimiter, "lineterminator": "\n"}
        self._plain = csv.writer(file, **asked)
        self._quoting = csv.writer(file, quoting=csv.QUOTE_ALL, **asked)

    def write(self, row: Sequence[object]) -> None:
        """Write one row."""
        returns = any(isinstance(cell, str) and "\r" in cell for cell in row)
        (self._quoting if returns else self._plain).writerow(row)


def to_csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; a text that looks like a formula begins with an apostrophe.

    Control characters are shown, not sent to the terminal.

    >>> print(to_csv_text([["model", "value"], ["=1+1", -2.5]]), end="")
    model,value
    '=1+1,-2.5
    """
    file = io.StringIO()
    writer = RowWriter(file)
    for row in rows:
        writer.write([_defused(cell) for cell in row])
    return file.getvalue()


def _defused(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = uncontrolled(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
