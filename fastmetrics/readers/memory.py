"""Columns from frames and arrays in memory, and from NumPy files."""

from __future__ import annotations

import contextlib
import io
import math
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.readers.columns import Columns, DataError, open_bytes

# Read in one go, and read between two looks at what is free.
_PIECE, _STRIDE = 1 << 20, 1 << 26
# What "4G" is made of.
_MEMORY = re.compile(r"(\d+(?:\.\d+)?)\s*(%|[kmgt]?b?)", re.IGNORECASE)
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
# What is taken to be free where nobody tells.
_UNKNOWN = 1 << 32
# What is left to everybody else when a file of unknown length is read.
_RESERVE = 1 << 28


def free_memory(proc: Path = Path("/proc"), groups: Path | None = None) -> int | None:
    """Return the number of free bytes; None if unknown.

    The least of what the system has left and what the control groups of this process
    allow.
    """
    limits = [_of_system(proc), *_of_groups(proc, groups or Path("/sys/fs/cgroup"))]
    return min((limit for limit in limits if limit is not None), default=None)


def _of_system(proc: Path) -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return 1024 * int(_lines(proc / "meminfo")["MemAvailable:"])
    return None


def _of_groups(proc: Path, root: Path) -> list[int]:
    """Return the free memory of each control group, from the innermost outwards.

    Inside a container the path may be the host's: what does not exist is passed over.
    """
    try:
        lines = (proc / "self/cgroup").read_text().splitlines()
    except (OSError, ValueError):
        return []
    limits = []
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", "", ""][:3]
        if controllers and "memory" not in controllers.split(","):
            continue
        top = root / "memory" if controllers else root
        names = (
            ("memory.limit_in_bytes", "memory.usage_in_bytes")
            if controllers
            else ("memory.max", "memory.current")
        )
        here = top / path.lstrip("/")
        for group in [here, *here.parents]:
            with contextlib.suppress(OSError, ValueError, KeyError):
                limit, used = (int((group / name).read_text()) for name in names)
                # Pages of files are given up as soon as somebody needs room.
                files = int(_lines(group / "memory.stat")["inactive_file"])
                limits.append(max(limit - used + files, 0))
            if group == top:
                break
    return limits


def _lines(path: Path) -> dict[str, str]:
    """Return the second word of each line by the first."""
    words = (line.split() for line in path.read_text().splitlines())
    return {word[0]: word[1] for word in words if len(word) > 1}


def bytes_of(memory: float | str) -> int:
    """Return so many bytes as a person says: "4G", "500 MB", or "25%" of what is free.

    >>> bytes_of(1000), bytes_of("4G"), bytes_of("1.5 MB")
    (1000, 4000000000, 1500000)
    """
    if isinstance(memory, int | float) and not isinstance(memory, bool):
        if math.isfinite(memory) and memory >= 1:
            return int(memory)
    elif isinstance(memory, str):
        match = _MEMORY.fullmatch(memory.strip())
        if match and float(match[1]) > 0:
            number, unit = float(match[1]), match[2].upper()
            if unit == "%":
                free = free_memory()
                return max(int(number / 100 * (_UNKNOWN if free is None else free)), 1)
            return max(int(number * _UNITS[unit[:1]]), 1)
    raise ValueError(
        'memory must be a number of bytes, a text such as "4G", or a share of what is '
        f'free such as "25%", got {shown(memory)}'
    )


def size(n_bytes: int) -> str:
    """Write a number of bytes.

    >>> size(999), size(2_500_000), size(8_000_000_000)
    ('999 bytes', '2.5 MB', '8.0 GB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if n_bytes >= unit:
            return f"{n_bytes / unit:,.1f} {name}"
    return f"{n_bytes} bytes"


def check_room(n_bytes: int) -> None:
    """Raise DataError if so much does not fit in the memory that is free."""
    free = free_memory()
    if free is not None and n_bytes > free:
        raise DataError(
            f"cannot be read: it takes {size(n_bytes)} of memory, {size(free)} are free"
        )


def read_whole(file: IO[bytes], start: bytes) -> bytes:
    """Return `start` and all that follows in a stream, which may never end."""
    free = free_memory()
    content = io.BytesIO()
    content.write(start)
    while piece := file.read(_PIECE):
        content.write(piece)
        if free is not None and content.tell() > free // 2:
            raise DataError(
                f"cannot be read: it has not ended after {size(content.tell())}, half "
                "of the memory that is free"
            )
    return content.getvalue()


def watched(file: IO[bytes]) -> IO[bytes]:
    """Return a file that raises DataError when memory runs out while it is read."""
    return io.BufferedReader(_Watched(file), _PIECE)


class _Watched(io.RawIOBase):
    """A file whose reader keeps what it reads: each stride asks what is left."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._done, self._next = 0, _STRIDE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._file.read(len(buffer))
        buffer[: len(piece)] = piece
        self._done += len(piece)
        if self._done >= self._next:
            self._next += _STRIDE
            free = free_memory()
            if free is not None and free < _RESERVE:
                raise DataError(
                    f"cannot be read: memory runs out after {size(self._done)} of it"
                )
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()


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
# More names than this are no table, and cost more than the numbers.
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


# --- what stands before the numbers


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
    """Return the columns at these positions; the file stands where they begin."""
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
