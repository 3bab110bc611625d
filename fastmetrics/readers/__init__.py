"""Columns of a table in a file: CSV, JSONL, Parquet, Arrow/Feather, NPY, NPZ.

The content of a file decides its format, never its name alone. Nothing is unpickled,
only the requested columns are read, and all errors of parsers on damaged files become
one `DataError` that explains the problem.
"""

from __future__ import annotations

import contextlib
import math
import os
import stat
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.readers import arrow_file, csv_file, json_lines
from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    MissingLibraryError,
    as_data_error,
    check_room,
    open_bytes,
    read_whole,
    size,
)

__all__ = ["Columns", "DataError", "MissingLibraryError", "open_columns"]

# Number of bytes that determine the format.
_HEAD = 4096

# suffix -> format that the name promises
SUFFIXES = {
    ".parquet": "Parquet",
    ".pq": "Parquet",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".ipc": "Arrow",
    ".npy": "NPY",
    ".npz": "NPZ",
    ".jsonl": "JSONL",
    ".ndjson": "JSONL",
}
MAGIC = [
    (b"PAR1", "Parquet"),
    (b"ARROW1", "Arrow"),
    (b"\xff\xff\xff\xff", "Arrow"),  # the streaming format
    (b"\x93NUMPY", "NPY"),
    (b"PK\x03\x04", "NPZ"),
    (b"PK\x05\x06", "NPZ"),  # a zip without members
    (b"FEA1", "Feather 1"),
    (b"\x1f\x8b", "gzip"),
]


def open_columns(source: str | os.PathLike[str] | bytes | IO[bytes]) -> Columns:
    """Find out the format and the column names of a file, or of a file's content.

    Parameters
    ----------
    source : path, bytes or binary stream
        The file. A stream, or a file that is not regular (a pipe), is read whole.

    Returns
    -------
    Columns
        Nothing but names has been read yet.

    Raises
    ------
    DataError
        The file cannot be read, does not fit in memory, or is in none of the formats.
    MissingLibraryError
        The format needs a library that is not installed.
    """
    with as_data_error():
        if isinstance(source, bytes):
            return _opened(source, source[:_HEAD], "")
        if not isinstance(source, str | os.PathLike):
            return _of_stream(source, "")
        source = os.fspath(source)
        suffix = Path(source).suffix.lower()
        mode = os.stat(source).st_mode
        if stat.S_ISDIR(mode):
            raise DataError("is a directory; a file is needed")
        with open_bytes(source) as file:
            if not stat.S_ISREG(mode):
                return _of_stream(file, suffix)
            head = file.read(_HEAD)
        return _opened(source, head, suffix)


def _of_stream(file: IO[bytes], suffix: str) -> Columns:
    head = file.read(_HEAD)
    _detect(head, suffix)  # an unknown stream may be endless
    content = read_whole(file, head)
    return _opened(content, head, suffix)


def _opened(source: str | bytes, head: bytes, suffix: str) -> Columns:
    return _OPENERS[_detect(head, suffix)](source)


def _detect(head: bytes, suffix: str) -> str:
    """Return the format of a file that starts so; `suffix` is what its name says."""
    if not head:
        raise DataError("the file is empty")
    format_name = next((name for magic, name in MAGIC if head.startswith(magic)), None)
    if format_name == "Feather 1":
        raise DataError("Feather version 1 is not read; write it as version 2 (Arrow)")
    if format_name is None and json_lines.is_json_lines(head):
        format_name = "JSONL"
    promised = SUFFIXES.get(suffix)
    if format_name is None and promised:
        raise DataError(
            f"is named {suffix}, but its content is not in {promised} format"
        )
    if format_name is None and b"\0" in head:
        raise DataError(
            f"is not UTF-8 text, nor in any other format that is read ({FORMATS})"
        )
    return format_name or "CSV"


# --- NPY and NPZ
#
# Nothing in them is ever unpickled, nor mapped into memory.
#
# A file that is mapped and then cut short by somebody else ends the process (SIGBUS);
# by reads it is an error like any other.

_OBJECTS = "holds Python objects; they are not loaded, as loading them could run code"
_MAGIC = b"\x93NUMPY"

# Bytes that are read in one go, to take the wanted columns out of whole rows.
_BLOCK = 1 << 22
# A table has fewer names; more would cost more than the numbers.
_MOST_COLUMNS = 1_000_000


class _Header(NamedTuple):
    """The header before the numbers, and its end."""

    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype
    start: int

    @property
    def n_bytes(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize


def open_npy(source: str | bytes) -> Columns:
    """Find the columns of an NPY file: fields, or the columns of a matrix."""
    with open_bytes(source) as file:
        header = _read_header(file)
        _check_length(header, file.seek(0, 2))
    shape, dtype = header.shape, header.dtype
    if dtype.names and len(shape) == 1:
        names = list(dtype.names)
    elif dtype.names or len(shape) not in (1, 2):
        raise DataError(f"has shape {shape}; rows and columns are needed")
    elif math.prod(shape[1:]) > _MOST_COLUMNS:
        raise DataError(
            f"has {shape[1]:,} columns; at most {_MOST_COLUMNS:,} can be read"
        )
    else:
        names = [str(i) for i in range(math.prod(shape[1:]))]

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        with open_bytes(source) as file:
            file.seek(header.start)
            return _read_columns(file, header, positions, names)

    return Columns(names, "NPY", read)


def open_npz(source: str | bytes) -> Columns:
    """Find the columns of an NPZ file: its arrays."""
    with _archive(source) as archive:
        names = [member.filename.removesuffix(".npy") for member in archive.infolist()]
    if not names:
        raise DataError("is an archive without arrays")

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        with _archive(source) as archive:
            members = archive.infolist()
            return [_member(archive, members[i], names[i]) for i in positions]

    return Columns(names, "NPZ", read)


@contextlib.contextmanager
def _archive(source: str | bytes) -> Iterator[zipfile.ZipFile]:
    with open_bytes(source) as file, zipfile.ZipFile(file) as archive:
        yield archive


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> np.ndarray:
    with archive.open(info) as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise DataError(f"column {shown(name)}: is not an array")
    with archive.open(info) as file:
        try:
            header = _read_header(file)
            _check_length(header, info.file_size)
        except DataError as error:
            raise DataError(f"column {shown(name)}: {error}") from error
        if len(header.shape) != 1:
            raise DataError(
                f"column {shown(name)}: has shape {header.shape}; one dimension is "
                "needed"
            )
        return _read_columns(file, header, [0], [name])[0]


# --- the header


def _read_header(file: IO[bytes]) -> _Header:
    version = np.lib.format.read_magic(file)
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, by_columns, dtype = read(file)
    if dtype.hasobject:
        raise DataError(_OBJECTS)
    if min(shape, default=0) < 0:
        raise DataError(f"has shape {shape}; rows and columns are needed")
    if version >= (3, 0) and dtype.names:  # its header is UTF-8, and read as Latin-1
        dtype.names = tuple(
            name.encode("latin-1").decode("utf-8") for name in dtype.names
        )
    return _Header(shape, by_columns, dtype, file.tell())


def _check_length(header: _Header, length: int) -> None:
    """Raise if a file is shorter than its header says."""
    if length - header.start < header.n_bytes:
        raise DataError(
            f"cannot be read: it ends after {size(max(length - header.start, 0))} of "
            f"the {size(header.n_bytes)} that its header promises"
        )


# --- the numbers


def _read_columns(
    file: IO[bytes], header: _Header, positions: Sequence[int], names: Sequence[str]
) -> list[np.ndarray]:
    """Return the columns at these positions; the file is at their beginning."""
    dtype, rows = header.dtype, header.shape[0]
    kinds = [dtype[i] if dtype.names else dtype for i in positions]
    columns = [names[i] for i in positions]
    for kind, name in zip(kinds, columns, strict=True):
        _check_kind(kind, rows, name)
    # Text becomes objects, a reference each.
    check_room(sum(rows * (k.itemsize + 8 * (k.kind == "U")) for k in kinds))
    if dtype.names:
        fields = [dtype.names[i] for i in positions]
        arrays = _by_rows(
            file, rows, dtype.itemsize, kinds,
            lambda block: [np.frombuffer(block, dtype)[name] for name in fields],
        )  # fmt: skip
    elif header.by_columns and len(header.shape) == 2:
        arrays = []
        for i in positions:
            file.seek(header.start + i * rows * dtype.itemsize)
            arrays += _by_rows(
                file, rows, dtype.itemsize, [dtype],
                lambda block: [np.frombuffer(block, dtype)],
            )  # fmt: skip
    else:
        n = len(names) if len(header.shape) == 2 else 1

        def pick(block: bytes) -> list[np.ndarray]:
            matrix = np.frombuffer(block, dtype).reshape(-1, n)
            return [matrix[:, i] for i in positions]

        arrays = _by_rows(file, rows, n * dtype.itemsize, kinds, pick)
    return [_native(column) for column in arrays]


def _by_rows(
    file: IO[bytes],
    rows: int,
    row_bytes: int,
    kinds: Sequence[np.dtype],
    pick: Callable[[bytes], list[np.ndarray]],
) -> list[np.ndarray]:
    """Read rows in blocks, of which `pick` takes the columns."""
    columns = [np.zeros(rows, kind) for kind in kinds]
    if row_bytes == 0:  # text of no letters
        return columns
    step = max(_BLOCK // row_bytes, 1)
    for at in range(0, rows, step):
        end = min(at + step, rows)
        block = file.read((end - at) * row_bytes)
        if len(block) < (end - at) * row_bytes:
            raise DataError(
                f"cannot be read: it ends after {at + len(block) // row_bytes:,} of "
                f"{rows:,} rows"
            )
        for column, part in zip(columns, pick(block), strict=True):
            column[at:end] = part
    return columns


def _check_kind(kind: np.dtype, rows: int, name: str) -> None:
    if kind.shape:
        raise DataError(
            f"column {shown(name)}: has shape {(rows, *kind.shape)}; one dimension "
            "is needed"
        )
    if kind.kind not in "biufU":
        raise DataError(
            f"column {shown(name)}: holds {kind} values; numbers or text are needed"
        )


def _native(column: np.ndarray) -> np.ndarray:
    if column.dtype.kind == "U":
        return column.astype(object)
    return column.astype(column.dtype.newbyteorder("="), copy=False)


def _open_zipped(source: str | bytes) -> Columns:
    """Find the columns of a file of text that gzip has packed."""
    with open_bytes(source, zipped=True) as file:
        head = file.read(_HEAD)
    if json_lines.is_json_lines(head):
        return json_lines.open_json_lines(source, zipped=True)
    return csv_file.open_csv(source, zipped=True)


_OPENERS: dict[str, Callable[[str | bytes], Columns]] = {
    "CSV": csv_file.open_csv,
    "JSONL": json_lines.open_json_lines,
    "gzip": _open_zipped,
    "Parquet": arrow_file.open_parquet,
    "Arrow": arrow_file.open_arrow,
    "NPY": open_npy,
    "NPZ": open_npz,
}
