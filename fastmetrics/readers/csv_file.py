"""CSV: by pyarrow where it is installed, else by the standard library."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    TextRows,
    number_in,
    open_bytes,
    values_missing,
)
from fastmetrics.readers.ids import written_ids
from fastmetrics.readers.memory import check_room, watched

# CSV cells that stand for a missing value. "nan" is not among them: it is read as a
# number, and refused as one.
MISSING = ["", "#N/A", "NA", "N/A", "n/a", "NULL", "Null", "null", "None", "<NA>"]
TRUE, FALSE = ["true", "True", "TRUE"], ["false", "False", "FALSE"]
DELIMITERS = [",", "\t", ";", "|"]
# So much of a file is looked at to find out how it is laid out.
_HEAD = 1 << 20
# What Arrow reads at a time: a longer record needs a larger block.
_BLOCKS = (1 << 20, 1 << 24, 1 << 28, 2**31 - 1)
_LONGEST_CELL = 2**31 - 1


def open_zipped_csv(source: str | bytes) -> Columns:
    """Find the columns of a CSV file that gzip has packed."""
    return open_csv(source, zipped=True)


def open_csv(source: str | bytes, zipped: bool = False) -> Columns:
    """Find the columns of a CSV file: its delimiter, and whether it has a header."""
    with _open_text(source, zipped) as text:
        # The first record can span lines; more than this of it is not a header.
        start = text.read(_HEAD)
    if not start.strip():
        raise DataError("the file is empty")
    if "\0" in start:
        raise DataError(
            f"is not UTF-8 text, nor in any other format that is read ({FORMATS})"
        )

    def first(delimiter: str) -> tuple[list[str], int]:
        """Return the first record, and how many empty lines are ahead of it."""
        with any_length():
            records = csv.reader(io.StringIO(start, newline=""), delimiter=delimiter)
            return next((one, at) for at, one in enumerate(records) if one)

    delimiter = max(DELIMITERS, key=lambda d: len(first(d)[0]))  # the first, if equal
    record, n_empty = first(delimiter)
    names = [name.strip() for name in record]
    notes = []
    if delimiter != ",":
        notes.append(f"columns are separated by {delimiter!r}")
    header = not all(_is_number(name) for name in names)
    if not header:
        notes.append("the first row holds numbers: it is data, columns have no names")
        names = [str(i) for i in range(len(names))]
    lines_per_byte = max(map(start.count, "\n\r")) / len(start.encode())
    layout = _CsvLayout(
        source, zipped, delimiter, names, header, n_empty, lines_per_byte
    )
    rows = TextRows(delimiter, header, layout.records, layout.read_text, layout.line_of)
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return Columns(
            names, "CSV", layout.read_plainly, notes, text=rows, _as_ids=written_ids
        )
    return Columns(
        names,
        "CSV",
        layout.read_by_arrow,
        notes,
        layout.read_arrow,
        text=rows,
        _as_ids=written_ids,
    )


def _open_text(source: str | bytes, zipped: bool) -> io.TextIOWrapper:
    file = watched(open_bytes(source, zipped))
    return io.TextIOWrapper(file, encoding="utf-8-sig", newline="")


def _is_number(text: str) -> bool:
    try:
        number_in(float, text)
    except ValueError:
        return False
    return True


@dataclass
class _CsvLayout:
    """How a CSV file is laid out, and the two ways to read it.

    ``n_empty`` lines are ahead of the first record; ``lines_per_byte`` is what its
    beginning has.
    """

    source: str | bytes
    zipped: bool
    delimiter: str
    names: list[str]
    header: bool
    n_empty: int = 0
    lines_per_byte: float = 0.0

    def read_by_arrow(self, positions: Sequence[int]) -> list[np.ndarray]:
        from fastmetrics.readers.arrow_file import to_arrays

        return to_arrays(self.read_arrow(positions), [self.names[i] for i in positions])

    def read_arrow(self, positions: Sequence[int]) -> list[Any]:
        return self._read_arrow(
            positions,
            null_values=MISSING,
            true_values=TRUE,
            false_values=FALSE,
            strings_can_be_null=True,
            auto_dict_encode=True,
        )

    def read_text(self, positions: Sequence[int], words: bool = False) -> list[Any]:
        """Return columns of text as their cells are written; an empty one is None.

        ``words``: a cell with a word for a missing value is None too.
        """
        missing = MISSING if words else [""]
        try:
            import pyarrow as pa
        except ImportError:
            return [
                [None if one in missing else one for one in column]
                for column in self._cells(positions)
            ]
        return self._read_arrow(
            positions,
            null_values=missing,
            strings_can_be_null=True,
            column_types=dict.fromkeys(
                map(str, positions), pa.dictionary(pa.int32(), pa.string())
            ),
        )

    def _read_arrow(self, positions: Sequence[int], **convert: Any) -> list[Any]:
        import pyarrow as pa
        from pyarrow import csv as arrow_csv

        # Named by position, because names may occur twice.
        numbered = [str(i) for i in range(len(self.names))]
        file = self._native(len(positions))
        for block in _BLOCKS:
            file.seek(0)
            try:
                table = arrow_csv.read_csv(
                    file,
                    arrow_csv.ReadOptions(
                        column_names=numbered,
                        skip_rows=self.n_empty,
                        skip_rows_after_names=int(self.header),
                        block_size=block,
                    ),
                    arrow_csv.ParseOptions(
                        delimiter=self.delimiter, newlines_in_values=True
                    ),
                    arrow_csv.ConvertOptions(
                        include_columns=[str(i) for i in positions], **convert
                    ),
                )
            except pa.ArrowInvalid as error:
                if "Expected" in str(error):
                    for _ in self.records():  # which says the row
                        pass
                # A record is longer than a block, which Arrow reads whole.
                if "straddling" not in str(error) or block == _BLOCKS[-1]:
                    raise
            else:
                break
        return table.columns

    def _native(self, n_columns: int) -> Any:
        """Return the file as Arrow reads it without Python.

        Arrow reads ahead in threads of its own: were they to call a Python file, they
        could do so while it is closed after an error, or while the process ends.
        """
        import pyarrow as pa

        source = self.source
        if self.zipped:
            with watched(open_bytes(source, True)) as file:
                source = file.read()
        is_path = isinstance(source, str)
        size = os.path.getsize(source) if is_path else len(source)
        check_room(int(8 * size * self.lines_per_byte * n_columns))
        return pa.OSFile(source) if is_path else pa.BufferReader(source)

    def records(self) -> Iterator[list[str]]:
        """Yield the cells of each record as they are written, blank lines left out."""
        with any_length(), _open_text(self.source, self.zipped) as file:
            records = (r for r in csv.reader(file, delimiter=self.delimiter) if r)
            for row, record in enumerate(records, start=1 - self.header):
                if len(record) != len(self.names):
                    raise DataError(
                        f"row {row} has {len(record)} columns, not {len(self.names)}"
                    )
                yield record

    def line_of(self, row: int) -> int:
        """Return the line in which a row begins; rows count from 1."""
        with any_length(), _open_text(self.source, self.zipped) as file:
            reader, before, at = csv.reader(file, delimiter=self.delimiter), 0, 0
            for record in reader:
                at += bool(record)
                if at == row + self.header:
                    return before + 1
                before = reader.line_num
        raise DataError(f"there is no row {row}")

    def _cells(self, positions: Sequence[int]) -> list[list[str]]:
        """Return the cells of columns as they are written."""
        cells: list[list[str]] = [[] for _ in positions]
        for row, record in enumerate(self.records()):
            if row or not self.header:
                for column, position in zip(cells, positions, strict=True):
                    column.append(record[position])
        return cells

    def read_plainly(self, positions: Sequence[int]) -> list[np.ndarray]:
        return [
            _from_strings(column, self.names[position])
            for column, position in zip(self._cells(positions), positions, strict=True)
        ]


@contextlib.contextmanager
def any_length() -> Iterator[None]:
    """Let the standard library's reader take cells of any length."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _from_strings(cells: list[str], name: str) -> np.ndarray:
    gaps = [row for row, cell in enumerate(cells, start=1) if cell in MISSING]
    if gaps:
        raise values_missing(name, len(gaps), len(cells), gaps[0])
    with contextlib.suppress(ValueError):
        return np.array([number_in(int, cell) for cell in cells], dtype=np.int64)
    with contextlib.suppress(ValueError, OverflowError):
        return np.array([number_in(float, cell) for cell in cells])
    if all(cell in TRUE or cell in FALSE for cell in cells):
        return np.array([cell in TRUE for cell in cells])
    return np.array(cells, dtype=object)
