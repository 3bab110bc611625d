"""NPY and NPZ. Nothing in them is ever unpickled."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fastmetrics.readers.columns import Columns, DataError, open_bytes

_OBJECTS = "holds Python objects; they are not loaded, as loading them could run code"


def open_npy(source: str | bytes) -> Columns:
    """Find the columns of an NPY file: fields, or the columns of a matrix."""
    with open_bytes(source) as file:
        version = np.lib.format.read_magic(file)
        read_header = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        if read_header(file)[2].hasobject:
            raise DataError(_OBJECTS)
    if isinstance(source, bytes):
        array = np.load(io.BytesIO(source), allow_pickle=False)
    else:  # mapped, so that of many columns only the wanted ones are read
        array = np.load(source, allow_pickle=False, mmap_mode="r")
    if array.dtype.names:
        names = list(array.dtype.names)
        columns = [array[name] for name in names]
    elif array.ndim == 1:
        names, columns = ["0"], [array]
    elif array.ndim == 2:
        names = [str(i) for i in range(array.shape[1])]
        columns = list(array.T)
    else:
        raise DataError(f"has shape {array.shape}; rows and columns are needed")

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        return [_from_numpy(columns[i], names[i]) for i in positions]

    return Columns(names, "NPY", read)


def open_npz(source: str | bytes) -> Columns:
    """Find the columns of an NPZ file: its arrays."""
    with _archive(source) as archive:
        names = list(archive.files)
    if not names:
        raise DataError("is an archive without arrays")

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        with _archive(source) as archive:
            return [_member(archive, names[i]) for i in positions]

    return Columns(names, "NPZ", read)


@contextlib.contextmanager
def _archive(source: str | bytes) -> Iterator[Any]:
    # Opened here: of a damaged file np.load itself would leave it open.
    with open_bytes(source) as file, np.load(file, allow_pickle=False) as archive:
        yield archive


def _member(archive: Any, name: str) -> np.ndarray:
    try:
        array = archive[name]
    except ValueError as error:
        reason = _OBJECTS if "allow_pickle" in str(error) else f"{error}"
        raise DataError(f"column {name!r}: {reason}") from error
    if not isinstance(array, np.ndarray):
        raise DataError(f"column {name!r}: is not an array")
    return _from_numpy(array, name)


def _from_numpy(array: np.ndarray, name: str) -> np.ndarray:
    if array.dtype.kind in "biuf":
        native = array.astype(array.dtype.newbyteorder("="), copy=False)
        return np.ascontiguousarray(native) if array.ndim else native
    if array.dtype.kind == "U":
        return array.astype(object)
    raise DataError(
        f"column {name!r}: holds {array.dtype} values; numbers or text are needed"
    )
