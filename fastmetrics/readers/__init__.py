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

from fastmetrics.readers import arrow_file, csv_file, numpy_file
from fastmetrics.readers.columns import (
    FORMATS,
    Columns,
    DataError,
    MissingLibraryError,
    as_data_error,
    open_bytes,
)

__all__ = ["Columns", "DataError", "MissingLibraryError", "open_columns"]

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


def open_columns(source: str | os.PathLike[str] | bytes) -> Columns:
    """Find out the format and the column names of a file, or of a file's content.

    Parameters
    ----------
    source : path or bytes
        The file. What is no regular file (a pipe) is read whole.

    Returns
    -------
    Columns
        Nothing but names has been read yet.

    Raises
    ------
    DataError
        The file cannot be read, or is in none of the formats.
    MissingLibraryError
        The format needs a library that is not installed.
    """
    with as_data_error():
        if not isinstance(source, bytes):
            source = os.fspath(source)
            mode = os.stat(source).st_mode
            if stat.S_ISDIR(mode):
                raise DataError("is a directory; a file is needed")
            if not stat.S_ISREG(mode):
                source = Path(source).read_bytes()
        with open_bytes(source) as file:
            head = file.read(4096)
        suffix = "" if isinstance(source, bytes) else Path(source).suffix.lower()
        found = _detect(head, suffix)
        return _OPENERS[found](source)


def _detect(head: bytes, suffix: str) -> str:
    """Return the format of a file that starts so; `suffix` is what its name says."""
    if not head:
        raise DataError("the file is empty")
    found = next((name for magic, name in MAGIC if head.startswith(magic)), None)
    if found == "Feather 1":
        raise DataError("Feather version 1 is not read; write it as version 2 (Arrow)")
    promised = SUFFIXES.get(suffix)
    if found is None and promised:
        raise DataError(
            f"is named {suffix}, but its content is not in {promised} format"
        )
    if found is None and b"\0" in head:
        raise DataError(
            f"is not UTF-8 text, nor in any other format that is read ({FORMATS})"
        )
    return found or "CSV"


_OPENERS: dict[str, Callable[[str | bytes], Columns]] = {
    "CSV": csv_file.open_csv,
    "gzip": csv_file.open_zipped_csv,
    "Parquet": arrow_file.open_parquet,
    "Arrow": arrow_file.open_arrow,
    "NPY": numpy_file.open_npy,
    "NPZ": numpy_file.open_npz,
}
