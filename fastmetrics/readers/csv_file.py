"""CSV files as typed columns, and columns of ids."""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.readers.arrow_file import (
    FALSE,
    TRUE,
    WORDS,
    Cell,
    are_doubtful,
    is_doubtful,
    is_number,
    meanings,
    unquoted,
    with_quotes,
)
from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    MissingValuesError,
    TextRows,
    check_room,
    open_bytes,
    values_missing,
    watched,
)

# --- ids in files of text: as they are written, and never rounded

_INT64 = np.iinfo(np.int64)


def written_ids(column: Any, name: str, start: int = 0) -> np.ndarray:
    """Return the ids of a column of a text file.

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
    numbers: dict[str, int] = {}
    for text in texts.tolist():
        if text not in numbers:
            try:
                numbers[text] = int(text)
            except ValueError:
                return texts
            value = numbers[text]
            if str(value) != text or not _INT64.min <= value <= _INT64.max:
                return texts
    return np.fromiter(map(numbers.__getitem__, texts.tolist()), np.int64, len(texts))


# --- CSV: by pyarrow where it is installed, else by the standard library

DELIMITERS = [",", "\t", ";", "|"]
# So much of a file is looked at to find out how it is laid out.
_HEAD = 1 << 20
# What Arrow reads at a time: a longer record needs a larger block.
_BLOCKS = (1 << 20, 1 << 24, 1 << 28, 2**31 - 1)
_LONGEST_CELL = 2**31 - 1


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
            return next((record, at) for at, record in enumerate(records) if record)

    delimiter = max(DELIMITERS, key=lambda d: len(first(d)[0]))  # the first, if equal
    record, n_empty = first(delimiter)
    names = [unquoted(name) for name in record]
    notes = []
    if delimiter != ",":
        notes.append(f"columns are separated by {delimiter!r}")
    header = not all(is_number(name) for name in names)
    if not header:
        notes.append("the first row holds numbers: it is data, columns have no names")
        names = [str(i) for i in range(len(names))]
    lines_per_byte = max(map(start.count, "\n\r")) / len(start.encode())
    layout = _CsvLayout(
        source, zipped, delimiter, names, header, n_empty, lines_per_byte
    )
    rows = TextRows(delimiter, header, layout.records, layout.read_text)
    by_arrow: dict[str, Any] = {}
    with contextlib.suppress(ImportError):
        import pyarrow  # noqa: F401

        by_arrow = {"_read_any": layout.read_arrow}
    return Columns(
        names,
        "CSV",
        layout.read,
        notes,
        **by_arrow,
        text=rows,
        line_of=layout.line_of,
        _as_ids=written_ids,
        _take_as_text=layout.as_text.update,
        _take_as_missing=layout.missing.update,
    )


def _open_text(source: str | bytes, zipped: bool) -> io.TextIOWrapper:
    file = watched(open_bytes(source, zipped))
    return io.TextIOWrapper(file, encoding="utf-8-sig", newline="")


@dataclass
class _CsvLayout:
    """The layout of a CSV file, and the two ways to read it.

    ``n_empty`` lines are ahead of the first record; ``lines_per_byte`` is what its
    beginning has. Columns at the positions ``as_text`` are read as text, whatever they
    hold; ``missing`` are words for a missing value in any column.
    """

    source: str | bytes
    zipped: bool
    delimiter: str
    names: list[str]
    header: bool
    n_empty: int = 0
    lines_per_byte: float = 0.0
    as_text: set[int] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)

    def read(self, positions: Sequence[int]) -> list[np.ndarray]:
        try:
            return self._read(positions)
        except MissingValuesError as error:
            [at] = [i for i in positions if self.names[i] == error.column][:1]
            rows = itertools.islice(self.records(), self.header, None)
            cell = next(itertools.islice(rows, error.row - 1, None))[at].strip()
            if not cell:
                raise
            raise MissingValuesError(
                f"{error} ({shown(cell)}, which in quotes would be a text)"
            ) from None

    def _read(self, positions: Sequence[int]) -> list[np.ndarray]:
        try:
            from fastmetrics.readers.arrow_file import to_arrays

            columns = self.read_arrow(positions)
        except ImportError:
            return [
                as_values(self._values(cells, at in self.as_text), self.names[at])
                for cells, at in zip(self._cells(positions), positions, strict=True)
            ]
        return to_arrays(columns, [self.names[i] for i in positions])

    def read_arrow(self, positions: Sequence[int]) -> list[Any]:
        return self._read_arrow(positions, self.as_text.intersection(positions))

    def read_text(self, positions: Sequence[int]) -> list[Any]:
        """Return columns of text as their cells are written; an empty one is None."""
        try:
            return self._read_arrow(positions, {*positions})
        except ImportError:
            return [self._values(cells, True) for cells in self._cells(positions)]

    def _values(self, cells: list[Cell], as_text: bool) -> list[Any]:
        meant = meanings(cells, self.missing, as_text=as_text)
        return [meant[cell] for cell in cells]

    def _read_arrow(
        self, positions: Sequence[int], as_text: Collection[int]
    ) -> list[Any]:
        import pyarrow as pa

        text = pa.dictionary(pa.int32(), pa.string())
        columns = self._read_by_arrow(
            positions,
            null_values=["", *WORDS, *self.missing],
            true_values=TRUE,
            false_values=FALSE,
            strings_can_be_null=False,
            quoted_strings_can_be_null=False,
            auto_dict_encode=True,
            column_types={str(at): text for at in as_text},
        )
        return [
            self._as_meant(column, at, at in as_text)
            for column, at in zip(columns, positions, strict=True)
        ]

    def _as_meant(self, column: Any, position: int, as_text: bool) -> Any:
        """Return a column of Arrow's whose cells mean what `meanings` says."""
        import pyarrow as pa

        from fastmetrics.readers.arrow_file import without

        types = pa.types
        if types.is_temporal(column.type):  # dates are texts, as they are written
            [column] = self._read_arrow([position], [position])
            return column
        if types.is_null(column.type) and len(column):  # nothing but words, or empty
            [column] = self._read_arrow([position], [position])
            return column
        if types.is_string(column.type):  # so many that they were not encoded
            column = column.dictionary_encode()
        if not types.is_dictionary(column.type) or not len(column):
            return without(column, self.missing)
        whole = column.unify_dictionaries().combine_chunks()
        if isinstance(whole, pa.ChunkedArray):
            whole = whole.chunk(0)
        texts: list[str] = whole.dictionary.to_pylist()
        if not are_doubtful(texts, self.missing):
            return column
        cells: Sequence[Cell] = texts
        rows = whole.indices
        if self._has_quotes:
            [written] = self._cells([position])
            place = {cell: i for i, cell in enumerate(dict.fromkeys(written))}
            cells, rows = [*place], pa.array([place[cell] for cell in written])
        meant = meanings(cells, self.missing, as_text=as_text)
        known = [
            *dict.fromkeys(meaning for meaning in meant.values() if meaning is not None)
        ]
        place = {value: i for i, value in enumerate(known)}
        codes = pa.array([place.get(meant[cell]) for cell in cells], pa.int32())
        values = pa.array(known).take(codes.take(rows))
        return pa.chunked_array([values])

    @cached_property
    def _has_quotes(self) -> bool:
        with watched(open_bytes(self.source, self.zipped)) as file:
            return any(b'"' in part for part in iter(lambda: file.read(_HEAD), b""))

    def _read_by_arrow(self, positions: Sequence[int], **convert: Any) -> list[Any]:
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
        return (record for record, _ in self._records())

    def _records(self) -> Iterator[tuple[list[str], list[str]]]:
        """Yield the cells of each record, and its lines."""
        lines: list[str] = []

        def reading(file: Iterator[str]) -> Iterator[str]:
            for line in file:
                lines.append(line)
                yield line

        with any_length(), _open_text(self.source, self.zipped) as file:
            row = 1 - self.header
            for record in csv.reader(reading(file), delimiter=self.delimiter):
                if record:
                    if len(record) != len(self.names):
                        raise DataError(
                            f"row {row} has {len(record)} columns, not "
                            f"{len(self.names)}"
                        )
                    yield record, lines
                    row += 1
                lines.clear()

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

    def _cells(self, positions: Sequence[int]) -> list[list[Cell]]:
        """Return the cells of columns, with quotes that change their meaning."""
        columns: list[list[Cell]] = [[] for _ in positions]
        for row, (record, lines) in enumerate(self._records()):
            if not row and self.header:
                continue
            cells: Sequence[Cell] = record
            if any(is_doubtful(record[at], self.missing) for at in positions) and any(
                '"' in line for line in lines
            ):
                cells = with_quotes(record, "".join(lines), self.delimiter)
            for column, at in zip(columns, positions, strict=True):
                column.append(cells[at])
        return columns


@contextlib.contextmanager
def any_length() -> Iterator[None]:
    """Let the standard library's reader take cells of any length."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def as_values(values: list[Any], name: str) -> np.ndarray:
    """Return values of one kind as an array; raise if some are missing."""
    gaps = [row for row, value in enumerate(values, start=1) if value is None]
    if gaps:
        raise values_missing(name, len(gaps), len(values), gaps[0])
    kinds = {int: np.int64, float: np.float64, bool: np.bool_}
    return np.array(values, kinds.get(type(values[0]), object) if values else None)
