"""The result of readers, and the errors that all readers raise."""

from __future__ import annotations

import contextlib
import gzip
import io
import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.groups import with_gaps

# A row in a message, and not in a name.
ROW = re.compile(r"(?<!['\"\w])row (\d+)\b(?!['\"\w])")
# The most rows that are read in one go, by default.
BATCH = 1 << 18
_Number = TypeVar("_Number", int, float)
FORMATS = "CSV, JSONL, Parquet, Arrow/Feather, NPY and NPZ"


class DataError(ValueError):
    """A problem with a file or one of its columns, in one line."""


class MissingValuesError(DataError):
    """Values that a column lacks, the first of them in a row that counts from 1."""

    column: str = ""
    row: int = 0


class MissingLibraryError(ImportError):
    """A library that is not installed is needed for this file."""


def number_in(kind: type[_Number], cell: Any) -> _Number:
    """Return a number as files have it: in ASCII, without Python's underscores.

    Raises
    ------
    ValueError
        If it is written otherwise, or no number.
    """
    if isinstance(cell, str) and ("_" in cell or not cell.isascii()):
        raise ValueError(cell)
    return kind(cell)


class TextRows(NamedTuple):
    """The rows of a file of text, cell by cell as they are written.

    Attributes
    ----------
    delimiter : str
        The separator of two cells.
    header : bool
        Whether the first record has the names of the columns.
    records : callable
        Yields the cells of each record, the header's among them.
    columns : callable
        Returns the cells of the columns at some positions, those that are empty None.
    """

    delimiter: str
    header: bool
    records: Callable[[], Iterator[list[str]]]
    columns: Callable[[Sequence[int]], list[Any]]


@dataclass(repr=False)
class Columns:
    """The columns of one file.

    Attributes
    ----------
    names : list of str
        Column names in the order of the file; a file without names has "0", "1", ….
    format : str
        The format that was found, e.g. "Parquet".
    notes : list of str
        Guesses about the file.
    text : TextRows or None
        How whole rows are read of a file of text.
    line_of : callable or None
        Returns the line of a file of text in which a row begins, both counted from 1.
    n_rows : int or None
        How many rows there are, if the file says so before it is read.
    kept : set of str
        Columns of ids that may lack values.
    """

    names: list[str]
    format: str
    _read: Callable[[Sequence[int]], list[np.ndarray]]
    notes: list[str] = field(default_factory=list)
    _read_any: Callable[[Sequence[int]], list[Any]] | None = None
    text: TextRows | None = None
    line_of: Callable[[int], int] | None = None
    _batches: Callable[[Sequence[int], int], Iterator[Any]] | None = None
    _array_of: Callable[[Any, str, int], np.ndarray] | None = None
    _take_as_text: Callable[[Collection[int]], None] | None = None
    _take_as_missing: Callable[[Collection[str]], None] | None = None
    n_rows: int | None = None
    _as_ids: Callable[[Any, str, int], np.ndarray] | None = None
    _read_both: Callable[[Sequence[int], Sequence[int]], list[np.ndarray]] | None = None
    kept: set[str] = field(default_factory=set)

    def label(self, position: int) -> str:
        """Return the name of the column at a position for messages."""
        return f"column {shown(self.names[position])}"

    def find(self, sought: str) -> int:
        """Return the position of the column with this name, else at this position.

        Positions count from 0; −1 is the last column.
        """
        count = self.names.count(sought)
        if count == 1:
            return self.names.index(sought)
        if count > 1:
            places = some(
                [str(i) for i, name in enumerate(self.names) if name == sought], ", "
            )
            raise DataError(
                f"column {shown(sought)}: {count} columns have this name; "
                f"give one of the positions {places}"
            )
        with contextlib.suppress(ValueError):
            position = int(sought)
            if -len(self.names) <= position < len(self.names):
                return position % len(self.names)
        raise DataError(f"column {shown(sought)}: there is none; {self.listing()}")

    def listing(self, limit: int = 12) -> str:
        """Return the column names as part of a sentence."""
        few = ", ".join(map(shown, self.names[:limit]))
        more = f", … ({len(self.names)} in all)" if len(self.names) > limit else ""
        return f"the columns are {few}{more}"

    def read(
        self,
        positions: Sequence[int],
        ids: Sequence[int] = (),
        labels: Collection[int] = (),
    ) -> list[np.ndarray]:
        """Read the columns at these positions, each as a one-dimensional array.

        Numbers and booleans keep their type, text becomes an array of str objects. A
        missing value, another kind of data and a column without rows are errors. Those
        at the positions ``ids`` come after the others: they name things, and are read
        as `id_array` has them. In a file of text the columns of ``labels`` are of one
        kind: text if one of them is.
        """
        arrays = self._read_alike(positions, ids)
        if any(not len(array) for array in arrays):
            raise DataError("there are no rows")
        columns = dict(zip(positions, arrays, strict=False))
        numbers = [at for at in labels if columns[at].dtype != object]
        if not 0 < len(numbers) < len(labels) or self._take_as_text is None:
            return arrays
        if not all(are_whole(columns[at]) for at in numbers):
            return arrays
        self.take_as_text(numbers)
        names = " and ".join(map(self.label, numbers))
        self.notes.append(f"{names}: read as text, as other labels are text")
        return self._read_alike(positions, ids)

    def take_as_text(self, positions: Collection[int]) -> None:
        """Let columns be read as text from now on, if this is a file of text."""
        if self._take_as_text is not None:
            self._take_as_text(positions)

    def take_as_missing(self, words: Collection[str]) -> None:
        """Let words stand for a missing value in any column, from now on."""
        if not words:
            return
        if self._take_as_missing is None:
            raise DataError(f"{self.format} has no text in which words are missing")
        self._take_as_missing(words)

    def keep_missing(self, names: Collection[str]) -> None:
        """Let columns of ids lack values from now on: None stands for these."""
        self.kept.update(names)

    def _read_alike(
        self, positions: Sequence[int], ids: Sequence[int] = ()
    ) -> list[np.ndarray]:
        """Read columns of any length that is the same for all."""
        values, named = [*dict.fromkeys(positions)], [*dict.fromkeys(ids)]
        if self._read_both is not None:
            with as_data_error():
                arrays = self._read_both(values, named)
        else:
            arrays = [*self._distinct(self._read, values).values(), *self._ids(named)]
        first, *_ = every = [*values, *named] or [0]
        for position, array in zip(every, arrays, strict=False):
            if array.ndim != 1:
                raise DataError(
                    f"{self.label(position)}: has shape {array.shape}; "
                    "one dimension is needed"
                )
            if len(array) != len(arrays[0]):
                raise DataError(
                    f"{self.label(position)}: has {len(array)} rows, "
                    f"{self.label(first)} has {len(arrays[0])}"
                )
        columns = dict(zip(values, arrays, strict=False))
        texts = dict(zip(named, arrays[len(values) :], strict=True))
        return [*(columns[i] for i in positions), *(texts[i] for i in ids)]

    def _ids(self, positions: Sequence[int]) -> list[np.ndarray]:
        """Read different columns of ids, each as an array."""
        read: Callable[..., list[Any]] = self._read_any or self._read
        if self.text is not None:
            read = self.text.columns
        columns = self._distinct(read, positions)
        with as_data_error():
            return [self.id_array(c, self.names[i], 0) for i, c in columns.items()]

    def id_array(self, column: Any, name: str, start: int) -> np.ndarray:
        """Return a column of ids, as `read_ids` has it, as an array."""
        as_ids = self._as_ids
        if as_ids is None:
            return column
        if name in self.kept:
            return with_gaps(column, name, lambda ids: as_ids(ids, name, start))
        return as_ids(column, name, start)

    def read_any(self, positions: Sequence[int]) -> list[Any]:
        """Read columns of any kind, missing values and dates among them.

        They are Arrow's where the file is read by it, else as `read` returns them.
        """
        if self._read_any is None:
            return [*self.read(positions)]
        columns = self._distinct(self._read_any, positions)
        if any(not len(column) for column in columns.values()):
            raise DataError("there are no rows")
        return [columns[position] for position in positions]

    def read_ids(self, positions: Sequence[int]) -> list[Any]:
        """Read columns of ids: of a file of text as they are written, "007" as "007".

        Else as `read_any` returns them.
        """
        if self.text is None:
            return self.read_any(positions)
        columns = self._distinct(self.text.columns, positions)
        if any(not len(column) for column in columns.values()):
            raise DataError("there are no rows")
        return [columns[position] for position in positions]

    def batches(
        self, names: Sequence[str] | None = None, rows: int = BATCH
    ) -> Iterator[Any]:
        """Yield all rows in the order of the file, as Arrow's record batches.

        If Arrow cannot read the file by batches, the columns are read first.

        Parameters
        ----------
        names : sequence of str, optional
            The columns, by name or position; by default all.
        rows : int
            The most rows of a batch.
        """
        positions = [*range(len(self.names))]
        if names is not None:
            positions = [self.find(name) for name in names]
        with as_data_error():
            if self._batches is not None:
                yield from self._batches(positions, rows)
                return
            import pyarrow as pa

            columns = self.read_any(positions)
            called = [self.names[i] for i in positions]
            yield from pa.table(columns, called).to_batches(rows)

    def blocks(
        self,
        names: Sequence[str],
        rows: int = BATCH,
        ids: Collection[str] = (),
        complete: Any = None,
    ) -> Iterator[list[np.ndarray]]:
        """Yield some columns block by block, each as `read` returns them whole.

        ``ids``: which of them name things. ``complete`` takes the rows out of a block
        of Arrow's columns that lack a value, and makes arrays of these.
        """
        array_of = self._array_of
        if complete is not None:
            for held in self._held(names, rows, ids):
                with as_data_error():
                    left = complete(held)
                    yield [
                        self.id_array(left[name], name, 0)
                        if name in ids
                        else complete.array_of(left[name], name)
                        for name in names
                    ]
            return
        if array_of is None:
            values = [name for name in names if name not in ids]
            named = [name for name in names if name in ids]
            read = self._read_alike([*map(self.find, values)], [*map(self.find, named)])
            whole = dict(zip([*values, *named], read, strict=True))
            columns = [whole[name] for name in names]
            for start in range(0, len(columns[0]), rows):
                yield [column[start : start + rows] for column in columns]
            return
        start = 0
        called = [self.names[self.find(name)] for name in names]
        for batch in self.batches(names, rows):
            with as_data_error():
                yield [
                    self.id_array(column, said, start)
                    if name in ids
                    else array_of(column, said, start)
                    for column, name, said in zip(
                        batch.columns, names, called, strict=True
                    )
                ]
            start += len(batch)

    def _held(
        self, names: Sequence[str], rows: int, ids: Collection[str]
    ) -> Iterator[dict[str, Any]]:
        """Yield Arrow's columns block by block; of texts, ids as they are written."""
        if self.text is None:
            for batch in self.batches(names, rows):
                yield dict(zip(names, batch.columns, strict=True))
            return
        whole = {
            name: (self.read_ids if name in ids else self.read_any)([self.find(name)])[
                0
            ]
            for name in names
        }
        for start in range(0, len(next(iter(whole.values()))), rows):
            yield {name: column.slice(start, rows) for name, column in whole.items()}

    def _distinct(
        self, read: Callable[[Sequence[int]], list[Any]], positions: Sequence[int]
    ) -> dict[int, Any]:
        unique = list(dict.fromkeys(positions))
        if not unique:  # to some readers no columns are all columns
            return {}
        with as_data_error():
            return dict(zip(unique, read(unique), strict=True))


def are_whole(values: np.ndarray) -> bool:
    """Whether numbers can be names of classes, as text has them."""
    return values.dtype.kind in "iub"


def values_missing(
    name: str, count: int, rows: int, first: int, start: int = 0
) -> MissingValuesError:
    """Return the error about missing values in a column.

    ``start``: so many rows came before those that were looked at.
    """
    where = f"in row {first}" if count == 1 else f"the first in row {first}"
    verb = "is" if count == 1 else "are"
    error = MissingValuesError(
        f"column {shown(name)}: {count} of {rows} values {verb} missing, {where}"
    )
    if start:
        error = MissingValuesError(
            f"column {shown(name)}: {count} of {rows} values from row {start + 1} on "
            f"are missing, the first in row {start + first}"
        )
    error.column, error.row = name, start + first
    return error


def open_bytes(source: str | bytes, zipped: bool = False) -> IO[bytes]:
    """Open a path, or a file's content, for reading."""
    raw = io.BytesIO(source) if isinstance(source, bytes) else source
    if zipped:
        return gzip.open(raw)  # type: ignore[return-value]
    return raw if isinstance(raw, io.BytesIO) else open(raw, "rb")


def from_one(message: str) -> str:
    """Return a message of the library with its rows counted from 1.

    The library counts from 0, as in arrays. Rows of files count from 1, without their
    header.
    """
    return ROW.sub(lambda row: f"row {int(row[1]) + 1}", message)


@contextlib.contextmanager
def as_data_error() -> Iterator[None]:
    """Turn whatever a parser raises about a file into one line.

    Broken files make the parsers raise nearly anything (OSError, struct.error,
    zipfile.BadZipFile, ArrowInvalid, OverflowError, …), hence no list of types here.
    """
    try:
        yield
    except (DataError, MissingLibraryError):
        raise
    except FileNotFoundError:
        raise DataError("there is no such file") from None
    except IsADirectoryError:
        raise DataError("is a directory, not a file") from None
    except PermissionError:
        raise DataError("permission to read it is denied") from None
    except MemoryError:
        raise DataError("it does not fit in memory, or is damaged") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start] if isinstance(error.object, bytes) else 0
        raise DataError(f"is not UTF-8 text (byte 0x{byte:02x})") from error
    except Exception as error:
        lines = str(error).strip().splitlines()
        reason = lines[0] if lines else type(error).__name__
        raise DataError(f"cannot be read: {reason[:300]}") from error


# --- free memory, and reading within it


# Bytes of one read, and bytes between two checks of the free memory.
_PIECE, _STRIDE = 1 << 20, 1 << 26
# What "4G" is made of.
_MEMORY = re.compile(r"(\d+(?:\.\d+)?)\s*(%|[kmgt]?b?)", re.IGNORECASE)
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
# Assumed free memory if it is unknown.
_UNKNOWN = 1 << 32
# Memory left to other processes when a file of unknown length is read.
_RESERVE = 1 << 28


def free_memory(proc: Path = Path("/proc"), groups: Path | None = None) -> int | None:
    """Return the number of free bytes; None if unknown.

    The smaller of the free memory of the system and the limits of the control groups of
    this process.
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
    """Return a number of bytes from "4G", "500 MB", or "25%" of the free memory.

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
        'memory must be a number of bytes, a text such as "4G", or a share of the '
        f'free memory such as "25%", got {shown(memory)}'
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
    """A file whose reader keeps the content: each stride checks the free memory."""

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
