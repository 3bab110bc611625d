"""Sources of rows: a file, a frame or a stream, block by block."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._inputs.groups import with_gaps
from fastmetrics._inputs.rows import Omitted, complete_rows
from fastmetrics.readers import (
    DataError,
    MissingLibraryError,
    open_columns,
)
from fastmetrics.readers.arrow_file import arrow
from fastmetrics.readers.columns import ROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers.columns import Columns as FileColumns


# Some rows of the columns that were asked for, by name.
Columns: TypeAlias = "dict[str, NDArray[Any]]"


class Block(NamedTuple):
    """Some rows, and where they come from: the source, and its rows before them."""

    columns: Columns
    source: str
    start: int

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self.columns.values())))

    @property
    def n_bytes(self) -> int:
        """The memory in bytes."""
        return sum(column.nbytes for column in self.columns.values())

    @contextlib.contextmanager
    def judging(self) -> Iterator[None]:
        """Name the source in errors, and count its rows from 1."""
        try:
            yield
        except DataError:
            raise
        except ValueError as error:
            shift = self.start + 1
            message = ROW.sub(lambda row: f"row {int(row[1]) + shift}", str(error))
            raise DataError(f"{self.source}: {message}") from error
        except TypeError as error:
            raise TypeError(f"{self.source}: {error}") from error


class Complete:
    """Takes rows out of Arrow's columns that lack a value, and counts them.

    Attributes
    ----------
    omitted : Omitted
    """

    def __init__(self) -> None:
        self.omitted = Omitted(0, 0, {})

    def __call__(self, columns: dict[str, Any]) -> dict[str, Any]:
        """Return the columns of the rows that lack none."""
        left, omitted = complete_rows(columns, of_batch=True)
        total = len(next(iter(columns.values())))
        self.omitted = self.omitted.joined(omitted._replace(total=total))
        return left

    @staticmethod
    def array_of(column: Any, name: str) -> NDArray[Any]:
        """Return a column of Arrow as an array."""
        from fastmetrics.readers.arrow_file import array_of

        return array_of(column, name)


class Absent(NamedTuple):
    """The treatment of missing values.

    Attributes
    ----------
    needed : sequence of str
        Rows that lack a value in one of these columns are left out.
    kept : collection of str
        Columns of ids that may lack values: None stands for these.
    words : collection of str
        Texts for a missing value in a file, in addition to empty cells and nulls.
    """

    needed: Sequence[str] = ()
    kept: Collection[str] = ()
    words: Collection[str] = ()


NONE_ABSENT = Absent()


class Facts(NamedTuple):
    """Metadata of a file: see `fastmetrics.readers.Columns`."""

    names: list[str]
    n_rows: int | None
    format: str
    notes: list[str]
    is_text: bool


@dataclass
class File:
    """A file, with the columns that the names of its folders make."""

    path: str
    of_folders: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = self.path
        with self._named():
            try:
                status = os.stat(self.path)
            except OSError:
                open_columns(self.path)  # which raises the error
                raise
        self.is_lasting = stat.S_ISREG(status.st_mode)
        self._stamp = self._stamped(status)
        self._n_rows: int | None = None

    @staticmethod
    def _stamped(status: os.stat_result) -> tuple[int, int]:
        return status.st_size, status.st_mtime_ns

    @cached_property
    def facts(self) -> Facts:
        """The metadata of the file.

        It is closed again: of a thousand not all can be open.
        """
        opened = self._open()
        is_text = opened.text is not None
        return Facts(opened.names, opened.n_rows, opened.format, opened.notes, is_text)

    def _open(self) -> FileColumns:
        with self._named():
            if not self.is_lasting:
                return self._once
            return open_columns(self.path)

    @cached_property
    def _once(self) -> FileColumns:
        return open_columns(self.path)

    def _named(self) -> _Naming:
        return _Naming(self.path)

    @property
    def n_rows(self) -> int | None:
        """Number of rows; None if unknown before they are read."""
        return self.facts.n_rows

    @property
    def is_text(self) -> bool:
        """Whether the file is text, whose numbers are digits."""
        return self.facts.is_text

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [*dict.fromkeys([*self.of_folders, *self.facts.names])]

    def blocks(
        self,
        names: Sequence[str],
        rows: int,
        ids: Collection[str] = (),
        complete: Complete | None = None,
        as_text: Collection[str] = (),
        absent: Absent = NONE_ABSENT,
    ) -> Iterator[Columns]:
        """Yield some of the columns, at most so many rows of them at a time.

        ``ids``: the columns that name things, which are read as they are written.
        Columns of ``as_text`` are read as text, if the file is text. ``complete``
        removes rows without a value from a block; ``absent``: the treatment of others.
        """
        columns = self._open()
        columns.take_as_missing(absent.words)
        columns.take_as_text([columns.find(n) for n in names if n in as_text])
        columns.keep_missing(absent.kept)
        own = [name for name in names if name not in self.of_folders]
        # If a file has none of them, its first column gives the number of rows.
        read, n = own or columns.names[:1], 0
        with self._named():
            before = complete.omitted.n if complete else 0
            for arrays in columns.blocks(read, rows, ids, complete):
                length = len(arrays[0])
                n += length
                if not length:
                    continue
                columns_read = dict(zip(read, arrays, strict=True))
                for name, value in self.of_folders.items():
                    if name in names:
                        columns_read[name] = np.full(length, value, _dtype_of(value))
                yield {name: columns_read[name] for name in names}
            if not self.is_lasting:
                return
            n += complete.omitted.n - before if complete else 0
            same = self._stamped(os.stat(self.path)) == self._stamp
            if not same or self._n_rows not in (None, n):
                raise DataError("has changed while it was read")
            self._n_rows = n

    def close(self) -> None:
        """Do nothing: files are closed when they have been read."""


class Stream:
    """An object with Arrow's stream of batches: a frame, a query, a reader."""

    is_text = False

    def __init__(self, data: Any, name: str) -> None:
        self._given, self.name = data, name
        self._waiting: Any = None  # opened, and not read
        # A reader is at its end when it was read; frames hand out one after the other.
        self.is_lasting = hasattr(data, "__len__") or hasattr(data, "num_rows")

    @cached_property
    def n_rows(self) -> int | None:
        """Number of rows; None if unknown before they are read."""
        return len(self._given) if hasattr(self._given, "__len__") else None

    def _opened(self) -> Any:
        pa = arrow("a frame or a stream")
        _ = self.n_rows  # which a database is not to be asked while it hands out rows
        data = self._given
        if isinstance(data, pa.RecordBatch):
            data = pa.Table.from_batches([data])
        return pa.RecordBatchReader.from_stream(data)

    @cached_property
    def names(self) -> list[str]:
        """Names of the columns."""
        # It is read later: a result of a query may be opened once, or one at a time.
        self._waiting = self._waiting or self._opened()
        return self._waiting.schema.names

    def blocks(
        self,
        names: Sequence[str],
        rows: int,
        ids: Collection[str] = (),
        complete: Complete | None = None,
        as_text: Collection[str] = (),
        absent: Absent = NONE_ABSENT,
    ) -> Iterator[Columns]:
        """Yield some of the columns, block by block; see `File.blocks`."""
        reader, self._waiting = self._waiting or self._opened(), None
        try:
            with _Naming(self.name):
                for arrays in _from_reader(reader, names, rows, ids, complete, absent):
                    if len(arrays[0]):
                        yield dict(zip(names, arrays, strict=True))
        finally:
            reader.close()

    def close(self) -> None:
        """Close a reader that was opened and not read."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.close()


Source = File | Stream


def _from_reader(
    reader: Any,
    names: Sequence[str],
    rows: int,
    ids: Collection[str],
    complete: Complete | None,
    absent: Absent,
) -> Iterator[list[NDArray[Any]]]:
    """Yield the columns of Arrow's batches, checked, at most so many rows at once."""
    from fastmetrics.readers.arrow_file import array_of, typed_ids

    def as_array(column: Any, name: str) -> NDArray[Any]:
        if name not in ids:
            return array_of(column, name, start)
        if name in absent.kept:
            return with_gaps(
                column, name, lambda values: typed_ids(values, name, start)
            )
        return typed_ids(column, name, start)

    start = 0
    for batch in reader:
        for first in range(0, len(batch), rows):
            part = batch.slice(first, rows)
            held = {name: part.column(name) for name in names}
            held = held if complete is None else complete(held)
            yield [as_array(column, name) for name, column in held.items()]
            start += len(part)


class _Naming:
    """Says of errors which source they are about."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, DataError):
            raise DataError(f"{self._name}: {error}") from error
        if isinstance(error, MissingLibraryError):
            raise MissingLibraryError(f"{self._name}: {error}") from error


def _dtype_of(value: Any) -> Any:
    return object if isinstance(value, str) else None
