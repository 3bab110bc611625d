"""Columns of a table in a file: CSV, Parquet, Arrow/Feather, NPY, NPZ.

The content decides which format a file is in, never its name alone. Nothing is ever
unpickled, only the columns that are asked for are read, and whatever a damaged file
makes a parser raise leaves here as one `DataError` that says what is wrong.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import IO

from fastmetrics.readers import arrow_file, csv_file, memory
from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    MissingLibraryError,
    as_data_error,
    open_bytes,
)
from fastmetrics.readers.memory import read_whole

__all__ = ["Columns", "DataError", "MissingLibraryError", "open_columns"]

# So many bytes say which format it is.
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
        The file. A stream, or what is no regular file (a pipe), is read whole.

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
    _detect(head, suffix)  # what is in no format need not end
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


_OPENERS: dict[str, Callable[[str | bytes], Columns]] = {
    "CSV": csv_file.open_csv,
    "gzip": csv_file.open_zipped_csv,
    "Parquet": arrow_file.open_parquet,
    "Arrow": arrow_file.open_arrow,
    "NPY": memory.open_npy,
    "NPZ": memory.open_npz,
}
