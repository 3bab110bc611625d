"""JSONL: an object per line, whose fields are columns named by their paths."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.readers.arrow_file import array_of, numbers_among
from fastmetrics.readers.columns import Columns, DataError, open_bytes, watched
from fastmetrics.readers.csv_file import as_values

_BOM = b"\xef\xbb\xbf"
_INT64 = np.iinfo(np.int64)
_PLAIN = (str, bool, int, float)


def is_json_lines(head: bytes) -> bool:
    """Whether a file that begins so has an object in its first line.

    >>> is_json_lines(b'{"y": 1}'), is_json_lines(b"y,{}")
    (True, False)
    """
    start = head.removeprefix(_BOM).lstrip()
    return start[:1] == b"{" and start[1:].lstrip()[:1] in (b'"', b"}")


def open_json_lines(source: str | bytes, zipped: bool = False) -> Columns:
    """Find the columns of a JSONL file, which is read at once."""
    lines: list[int] = []

    def rows() -> Iterator[dict[str, Any]]:
        for line, row in objects(source, zipped):
            lines.append(line)
            yield row

    return columns_of(rows(), "JSONL", lambda row: lines[row - 1])


def columns_of(
    rows: Iterable[Mapping[str, Any]], format_name: str, line_of: Callable[[int], int]
) -> Columns:
    """Return the fields of objects as columns, a row for each object.

    A field within others is named by its path, such as ``scores.accuracy.value``. Lists
    are left out.
    """
    fields = _fields(rows, line_of)
    if not fields:
        raise DataError("its objects have no fields")
    names = [*fields]
    missing: set[str] = set()

    def values(positions: Sequence[int]) -> Iterator[tuple[str, list[Any]]]:
        for at in positions:
            yield names[at], _of_one_kind(fields[names[at]], missing)

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        return [as_values(column, name) for name, column in values(positions)]

    def read_arrow(positions: Sequence[int]) -> list[Any]:
        import pyarrow as pa

        return [pa.chunked_array([pa.array(column)]) for _, column in values(positions)]

    by_arrow: dict[str, Any] = {}
    with contextlib.suppress(ImportError):
        import pyarrow  # noqa: F401

        by_arrow = {"_read_any": read_arrow, "_array_of": array_of, "_as_ids": array_of}
    return Columns(
        names,
        format_name,
        read,
        line_of=line_of,
        **by_arrow,
        _take_as_missing=missing.update,
    )


def objects(
    source: str | bytes, zipped: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the object of each line that is not blank."""
    with io.TextIOWrapper(
        watched(open_bytes(source, zipped)), encoding="utf-8-sig", newline=None
    ) as text:
        for number, line in enumerate(text, start=1):
            if not line.strip():
                continue
            try:
                found = json.loads(line)
            except (ValueError, RecursionError) as error:
                why = getattr(error, "msg", error)
                raise DataError(
                    f"line {number}: is not a JSON object, of which JSONL has one per "
                    f"line ({why})"
                ) from None
            if not isinstance(found, dict):
                raise DataError(
                    f"line {number}: must be a JSON object, got {shown(found)}"
                )
            yield number, found


def _fields(
    rows: Iterable[Mapping[str, Any]], line_of: Callable[[int], int]
) -> dict[str, list[Any]]:
    """Return the column of each field by its path, with None where a row lacks it."""
    columns: dict[str, list[Any]] = {}
    n = 0
    for row in rows:
        for name, value in _flat(row):
            column = columns.setdefault(name, [])
            if len(column) > n:
                raise DataError(
                    f"line {line_of(n + 1)}: has the field {shown(name)} twice"
                )
            column.extend([None] * (n - len(column)))
            column.append(value)
        n += 1
    for column in columns.values():
        column.extend([None] * (n - len(column)))
    return columns


def _flat(row: Mapping[str, Any], ahead: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of an object and of those within it, by their paths."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{ahead}{name}.")
        elif value is None or isinstance(value, _PLAIN):
            yield f"{ahead}{name}", value


def _of_one_kind(column: list[Any], missing: set[str]) -> list[Any]:
    """Return values as bool, int, float or str only; None for those that are missing.

    Among texts, numbers and truth values are the texts that JSON has for them, and so
    are whole numbers that int64 cannot hold.
    """
    if missing:
        gone = {*missing, *numbers_among(missing)}
        column = [None if value in gone else value for value in column]
    kinds = {*map(type, column)} - {type(None)}
    if len(kinds) == 1 and int not in kinds:
        return column
    if str not in kinds:
        kind = float if float in kinds else int
        numbers = [value if value is None else kind(value) for value in column]
        if kind is float or all(
            value is None or _INT64.min <= value <= _INT64.max for value in numbers
        ):
            return numbers
    return [
        value if value is None or isinstance(value, str) else json.dumps(value)
        for value in column
    ]
