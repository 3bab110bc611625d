"""CSV: by pyarrow where it is installed, else by the standard library."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    TextRows,
    open_bytes,
    values_missing,
)
from fastmetrics.readers.memory import watched

# CSV cells that stand for a missing value. "nan" is not among them: it is read as a
# number, and refused as one.
MISSING = ["", "#N/A", "NA", "N/A", "n/a", "NULL", "Null", "null", "None", "<NA>"]
TRUE, FALSE = ["true", "True", "TRUE"], ["false", "False", "FALSE"]
DELIMITERS = [",", "\t", ";", "|"]


def open_zipped_csv(source: str | bytes) -> Columns:
    """Find the columns of a CSV file that gzip has packed."""
    return open_csv(source, zipped=True)


def open_csv(source: str | bytes, zipped: bool = False) -> Columns:
    """Find the columns of a CSV file: its delimiter, and whether it has a header."""
    with _open_text(source, zipped) as text:
        # The first record can span lines; more than this of it is not a header.
        start = text.read(1 << 20)
    if not start.strip():
        raise DataError("the file is empty")
    if "\0" in start:
        raise DataError(
            f"is not UTF-8 text, nor in any other format that is read ({FORMATS})"
        )

    def first(delimiter: str) -> list[str]:
        records = csv.reader(io.StringIO(start, newline=""), delimiter=delimiter)
        return next(record for record in records if record)

    delimiter = max(DELIMITERS, key=lambda d: len(first(d)))  # the first, if equal
    names = [name.strip() for name in first(delimiter)]
    notes = []
    if delimiter != ",":
        notes.append(f"columns are separated by {delimiter!r}")
    header = not all(_is_number(name) for name in names)
    if not header:
        notes.append("the first row holds numbers: it is data, columns have no names")
        names = [str(i) for i in range(len(names))]
    layout = _CsvLayout(source, zipped, delimiter, names, header)
    rows = TextRows(delimiter, header, layout.records)
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return Columns(names, "CSV", layout.read_plainly, notes, text=rows)
    return Columns(
        names, "CSV", layout.read_by_arrow, notes, layout.read_arrow, text=rows
    )


def _open_text(source: str | bytes, zipped: bool) -> io.TextIOWrapper:
    file = watched(open_bytes(source, zipped))
    return io.TextIOWrapper(file, encoding="utf-8-sig", newline="")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@dataclass
class _CsvLayout:
    """How a CSV file is laid out, and the two ways to read it."""

    source: str | bytes
    zipped: bool
    delimiter: str
    names: list[str]
    header: bool

    def read_by_arrow(self, positions: Sequence[int]) -> list[np.ndarray]:
        from fastmetrics.readers.arrow_file import to_arrays

        return to_arrays(self.read_arrow(positions), [self.names[i] for i in positions])

    def read_arrow(self, positions: Sequence[int]) -> list[Any]:
        from pyarrow import csv as arrow_csv

        # Named by position, because names may occur twice.
        numbered = [str(i) for i in range(len(self.names))]
        with watched(open_bytes(self.source, self.zipped)) as file:
            table = arrow_csv.read_csv(
                file,
                read_options=arrow_csv.ReadOptions(
                    column_names=numbered, skip_rows_after_names=int(self.header)
                ),
                parse_options=arrow_csv.ParseOptions(
                    delimiter=self.delimiter, newlines_in_values=True
                ),
                convert_options=arrow_csv.ConvertOptions(
                    include_columns=[str(i) for i in positions],
                    null_values=MISSING,
                    true_values=TRUE,
                    false_values=FALSE,
                    strings_can_be_null=True,
                    auto_dict_encode=True,
                ),
            )
        return table.columns

    def records(self) -> Iterator[list[str]]:
        """Yield the cells of each record as they are written, blank lines left out."""
        with _open_text(self.source, self.zipped) as file:
            for place, record in enumerate(csv.reader(file, delimiter=self.delimiter)):
                if not record:
                    continue
                if len(record) != len(self.names):
                    raise DataError(
                        f"record {place + 1} has {len(record)} columns, not "
                        f"{len(self.names)}"
                    )
                yield record

    def read_plainly(self, positions: Sequence[int]) -> list[np.ndarray]:
        cells: list[list[str]] = [[] for _ in positions]
        with _open_text(self.source, self.zipped) as file:
            records = (r for r in csv.reader(file, delimiter=self.delimiter) if r)
            if self.header:
                next(records)
            for row, record in enumerate(records, start=1):
                if len(record) != len(self.names):
                    raise DataError(
                        f"row {row} has {len(record)} columns, not {len(self.names)}"
                    )
                for column, position in zip(cells, positions, strict=True):
                    column.append(record[position])
        return [
            _from_strings(column, self.names[position])
            for column, position in zip(cells, positions, strict=True)
        ]


def _from_strings(cells: list[str], name: str) -> np.ndarray:
    gaps = [row for row, cell in enumerate(cells, start=1) if cell in MISSING]
    if gaps:
        raise values_missing(name, len(gaps), len(cells), gaps[0])
    with contextlib.suppress(ValueError):
        return np.array([int(cell) for cell in cells], dtype=np.int64)
    with contextlib.suppress(ValueError, OverflowError):
        return np.array([float(cell) for cell in cells])
    if all(cell in TRUE or cell in FALSE for cell in cells):
        return np.array([cell in TRUE for cell in cells])
    return np.array(cells, dtype=object)
