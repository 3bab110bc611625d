"""Where rows come from: files, folders, frames, streams, and many of these in turn."""

from __future__ import annotations

import contextlib
import glob
import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common.extras import needs
from fastmetrics._common.names import shown
from fastmetrics._inputs.missing_rows import Omitted, complete_rows
from fastmetrics.readers import (
    DataError,
    MissingLibraryError,
    open_columns,
)
from fastmetrics.readers.columns import BATCH, ROW, are_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers.columns import Columns as FileColumns

__all__ = ["Block", "Columns", "Source", "Table", "Widened", "joined", "table_of"]

# Some rows of the columns that were asked for, by name.
Columns: TypeAlias = "dict[str, NDArray[Any]]"
_MAGIC = "*?["


class Widened(Exception):
    """A column holds wider numbers than it did so far, or labels or ids that are texts.

    What was read is to be read anew.
    """


class Block(NamedTuple):
    """Some rows, and where they come from: the source, and its rows before them."""

    columns: Columns
    source: str
    start: int

    @property
    def n_rows(self) -> int:
        """How many rows these are."""
        return len(next(iter(self.columns.values())))

    @property
    def n_bytes(self) -> int:
        """How much memory they take."""
        return sum(column.nbytes for column in self.columns.values())

    @contextlib.contextmanager
    def judging(self) -> Iterator[None]:
        """Say of errors which source they are about, and count its rows from 1."""
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


class Source(ABC):
    """Rows that are read one block after the other."""

    # What messages call it.
    name: str
    # Whether the same rows can be read again.
    is_lasting: bool = True
    # Whether it is a file of text, whose numbers are texts of digits.
    is_text: bool = False

    @property
    @abstractmethod
    def n_rows(self) -> int | None:
        """How many rows there are; None if nothing says so before they are read."""

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """The names of the columns."""

    def close(self) -> None:  # noqa: B027
        """Let go of what was opened and will not be read."""

    @abstractmethod
    def blocks(
        self,
        names: Sequence[str],
        rows: int,
        ids: Collection[str] = (),
        complete: Complete | None = None,
        as_text: Collection[str] = (),
    ) -> Iterator[Columns]:
        """Yield some of the columns, at most so many rows of them at a time.

        ``ids``: which of them name things, and are read as they are written. Those of
        ``as_text`` are read as text, if this is a file of text. ``complete`` takes the
        rows out of a block that lack a value.
        """


class Facts(NamedTuple):
    """What a file says of itself: see `fastmetrics.readers.Columns`."""

    names: list[str]
    n_rows: int | None
    format: str
    notes: list[str]
    is_text: bool


@dataclass
class File(Source):
    """A file, with the columns that the names of its folders make."""

    path: str
    of_folders: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = self.path
        with self._named():
            try:
                status = os.stat(self.path)
            except OSError:
                open_columns(self.path)  # which says what is wrong
                raise
        self.is_lasting = stat.S_ISREG(status.st_mode)
        self._stamp = self._stamped(status)
        self._n_rows: int | None = None

    @staticmethod
    def _stamped(status: os.stat_result) -> tuple[int, int]:
        return status.st_size, status.st_mtime_ns

    @cached_property
    def facts(self) -> Facts:
        """What the file says of itself.

        It is closed again: of a thousand not all can be open.
        """
        found = self._open()
        is_text = found.text is not None
        return Facts(found.names, found.n_rows, found.format, found.notes, is_text)

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
        return self.facts.n_rows

    @property
    def is_text(self) -> bool:  # type: ignore[override]
        return self.facts.is_text

    @property
    def names(self) -> list[str]:
        return [*dict.fromkeys([*self.of_folders, *self.facts.names])]

    def blocks(
        self,
        names: Sequence[str],
        rows: int,
        ids: Collection[str] = (),
        complete: Complete | None = None,
        as_text: Collection[str] = (),
    ) -> Iterator[Columns]:
        columns = self._open()
        columns.take_as_text([columns.find(n) for n in names if n in as_text])
        own = [name for name in names if name not in self.of_folders]
        # Of a file that has none of them, rows are counted by its first column.
        read, n = own or columns.names[:1], 0
        with self._named():
            before = complete.omitted.n if complete else 0
            for arrays in columns.blocks(read, rows, ids, complete):
                length = len(arrays[0])
                n += length
                if not length:
                    continue
                found = dict(zip(read, arrays, strict=True))
                for name, value in self.of_folders.items():
                    if name in names:
                        found[name] = np.full(length, value, _dtype_of(value))
                yield {name: found[name] for name in names}
            if not self.is_lasting:
                return
            n += complete.omitted.n - before if complete else 0
            same = self._stamped(os.stat(self.path)) == self._stamp
            if not same or self._n_rows not in (None, n):
                raise DataError("has changed while it was read")
            self._n_rows = n


class Stream(Source):
    """What hands out Arrow's stream of batches: a frame, a query, a reader."""

    def __init__(self, given: Any, name: str) -> None:
        self._given, self.name = given, name
        self._waiting: Any = None  # what has been opened, and not been read
        # A reader is at its end when it was read; frames hand out one after the other.
        self.is_lasting = hasattr(given, "__len__") or hasattr(given, "num_rows")

    @cached_property
    def n_rows(self) -> int | None:
        return len(self._given) if hasattr(self._given, "__len__") else None

    def _opened(self) -> Any:
        pa = _arrow("a frame or a stream")
        _ = self.n_rows  # which a database is not to be asked while it hands out rows
        given = self._given
        if isinstance(given, pa.RecordBatch):
            given = pa.Table.from_batches([given])
        return pa.RecordBatchReader.from_stream(given)

    @cached_property
    def names(self) -> list[str]:
        # It is read later: a result of a query may be opened once, or one at a time.
        self._waiting = self._waiting or self._opened()
        names: list[str] = self._waiting.schema.names
        return names

    def blocks(
        self,
        names: Sequence[str],
        rows: int,
        ids: Collection[str] = (),
        complete: Complete | None = None,
        as_text: Collection[str] = (),
    ) -> Iterator[Columns]:
        reader, self._waiting = self._waiting or self._opened(), None
        try:
            with _Naming(self.name):
                for arrays in _from_reader(reader, names, rows, ids, complete):
                    if len(arrays[0]):
                        yield dict(zip(names, arrays, strict=True))
        finally:
            reader.close()

    def close(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.close()


def _from_reader(
    reader: Any,
    names: Sequence[str],
    rows: int,
    ids: Collection[str],
    complete: Complete | None,
) -> Iterator[list[NDArray[Any]]]:
    """Yield the columns of Arrow's batches, checked, at most so many rows at once."""
    from fastmetrics.readers.arrow_file import array_of, typed_ids

    start = 0
    for batch in reader:
        for first in range(0, len(batch), rows):
            part = batch.slice(first, rows)
            held = {name: part.column(name) for name in names}
            held = held if complete is None else complete(held)
            yield [
                (typed_ids if name in ids else array_of)(one, name, start)
                for name, one in held.items()
            ]
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


def _arrow(what: str) -> Any:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingLibraryError(needs(f"reading {what}", "pyarrow", "cli")) from error
    return pa


# --- many of them, one after the other


class Table:
    """The rows of several sources, one after the other, as one table."""

    def __init__(self, sources: Iterable[Source], is_lasting: bool = True) -> None:
        self._sources = sources
        self._is_list = is_lasting
        # Labels that are text, though files hold numbers in them, and such ids.
        self._labels: set[str] = set()
        self._texts: set[str] = set()
        self._needed: list[str] = []
        self.omitted = Omitted(0, 0, {})

    def leaving_out(self, names: Sequence[str]) -> Table:
        """Return the table of the rows that have values in all of these columns.

        ``omitted`` are the others, of the blocks that were read.
        """
        made = Table(self._sources, self._is_list)
        made._labels, made._texts = self._labels, self._texts
        made._needed = list(names)
        return made

    @property
    def is_lasting(self) -> bool:
        """Whether the rows can be read again."""
        return self._is_list and all(one.is_lasting for one in self._sources)

    @property
    def n_rows(self) -> int | None:
        """How many rows there are, if all sources say so."""
        if not self._is_list:
            return None
        found = [one.n_rows for one in self._sources]
        if any(n is None for n in found):
            return None
        return sum(n or 0 for n in found)

    @property
    def n_sources(self) -> int | None:
        """How many sources there are; None if nobody knows yet."""
        return len(self._sources) if isinstance(self._sources, Sequence) else None

    @property
    def first(self) -> Source:
        """The source whose rows are the first, of a list of them."""
        assert isinstance(self._sources, Sequence)
        return self._sources[0]

    @property
    def names(self) -> list[str]:
        """The names of the columns that all sources have, in the first's order."""
        assert isinstance(self._sources, Sequence)
        names, *others = [one.names for one in self._sources]
        return [name for name in names if all(name in other for other in others)]

    def blocks(
        self,
        names: Sequence[str],
        rows: int = BATCH,
        types: dict[str, Any] | None = None,
        ids: Collection[str] = (),
        alike: Collection[str] = (),
    ) -> Iterator[Block]:
        """Yield the columns of these names block by block.

        ``ids`` are those that name things, and are read as they are written. ``types``
        has the type of each column of numbers, to which blocks are cast; what is met
        for the first time is put into it. ``alike`` are columns of one kind: of files
        of text all of them are text if one is, in whichever file.

        Raises
        ------
        DataError
            If a source cannot be read, lacks a column or holds other kinds of values
            than those before; it names the source.
        Widened
            If numbers do not fit into the type that is known, or labels or ids are
            numbers in some files and texts in others: now that is known.
        """
        wanted = list(dict.fromkeys([*names, *self._needed]))
        complete = Complete() if self._needed else None
        kinds: dict[str, str] = {}
        any_rows = False
        for source in self._sources:
            missing = [name for name in wanted if name not in source.names]
            if missing:
                few = ", ".join(map(shown, source.names[:12]))
                source.close()
                raise DataError(
                    f"{source.name}: column {shown(missing[0])}: there is none; the "
                    f"columns are {few}"
                )
            start = 0
            for columns in source.blocks(wanted, rows, ids, complete, self._labels):
                if complete is not None:
                    self.omitted = complete.omitted
                    columns = {name: columns[name] for name in dict.fromkeys(names)}
                self._check_alike(alike, kinds, columns)
                for name in self._texts & columns.keys():
                    if columns[name].dtype != object and source.is_text:
                        columns[name] = columns[name].astype(str).astype(object)
                for name, column in columns.items():
                    kind = _kind_of(column)
                    before = kinds.setdefault(name, kind)
                    if kind == before:
                        continue
                    if name in {*ids} - self._texts and self.is_lasting:
                        self._texts.add(name)
                        raise Widened
                    raise DataError(
                        f"{source.name}: column {shown(name)}: holds {kind}, those "
                        f"before hold {before}"
                    )
                if types is not None:
                    columns = _cast(columns, types)
                block = Block(columns, source.name, start)
                start += block.n_rows
                any_rows = True
                yield block
        if complete is not None:
            self.omitted = complete.omitted
        if not any_rows:
            left = "" if complete is None else ": all lack a value"
            raise DataError(f"there are no rows{left}")

    def _check_alike(
        self, group: Collection[str], kinds: Mapping[str, str], columns: Columns
    ) -> None:
        """Begin anew if columns of one kind are text here, and numbers elsewhere."""
        own = {name: columns[name] for name in group if name in columns}
        seen = [(name, _kind_of(column)) for name, column in own.items()]
        seen += [(name, kinds[name]) for name in own if name in kinds]
        numbers = {name for name, kind in seen if kind == "numbers"}
        if not numbers or len({kind for _, kind in seen}) == 1:
            return
        whole = all(
            are_whole(columns[n]) for n in numbers if _kind_of(columns[n]) != "text"
        )
        if whole and self.is_lasting and all(one.is_text for one in self._sources):
            self._labels |= numbers
            raise Widened


def _kind_of(column: NDArray[Any]) -> str:
    return "text" if column.dtype == object else "numbers"


def _cast(columns: Columns, types: dict[str, Any]) -> Columns:
    """Return columns in the types that are known; raise `Widened` where they differ."""
    for name, column in columns.items():
        known = types.setdefault(name, column.dtype)
        if column.dtype != known:
            types[name] = np.result_type(column.dtype, known)
            if types[name] != known:
                raise Widened
    return {n: one.astype(types[n], copy=False) for n, one in columns.items()}


def joined(blocks: list[Block]) -> Columns:
    """Return blocks as one; they are emptied, so that each can be let go of."""
    return {
        name: np.concatenate([block.columns.pop(name) for block in blocks])
        for name in [*blocks[0].columns]
    }


def table_of(data: Any) -> Table:
    """Return the rows of whatever was given.

    Raises
    ------
    DataError
        If there is no such file, or a folder or a glob has none.
    TypeError
        If it is nothing that rows come from.
    """
    if isinstance(data, Iterator) and not _has_stream(data):
        return Table(_one_by_one(data), is_lasting=False)
    return Table([*_sources(data)])


def _one_by_one(data: Iterator[Any]) -> Iterator[Source]:
    for at, one in enumerate(data):
        yield from _sources(one, f"item {at}")


def _has_stream(data: Any) -> bool:
    return any(hasattr(data, f"__arrow_c_{what}__") for what in ("stream", "array"))


def _sources(data: Any, name: str = "data") -> Iterator[Source]:
    if isinstance(data, str | os.PathLike):
        yield from _files(os.fspath(data))
    elif _has_stream(data):
        yield Stream(data, name)
    elif isinstance(data, Iterable) and not isinstance(data, bytes | Mapping):
        yield from _one_by_one(iter(data))
    else:
        raise TypeError(
            "data must be a file, a folder, a glob, a frame, a stream of Arrow's or an "
            f"iterable of such, got {type(data).__name__}"
        )


# --- files


def _files(path: str) -> Iterator[File]:
    """Yield the files of a path: itself, a folder's, or those that a glob matches."""
    if os.path.isdir(path):
        found_in = [*_with_folders(path, path)]
        if not found_in:
            raise DataError(f"{path}: is a folder without files")
        yield from found_in
        return
    if os.path.exists(path) or not any(sign in path for sign in _MAGIC):
        yield File(path)
        return
    base = _fixed(path)
    found = [
        one
        for one in sorted(glob.glob(path, recursive=True))
        if not _is_hidden(os.path.relpath(one, base))
    ]
    inside = {str(parent) for one in found for parent in Path(one).parents}
    files: list[str] = []
    for one in found:
        if not os.path.isdir(one):
            files.append(one)
        elif str(Path(one)) not in inside:  # what is in it was not matched itself
            files += [file.path for file in _with_folders(one, base)]
    if not files:
        raise DataError(f"{path}: matches no file")
    yield from _with_folders(files, base)


def _fixed(pattern: str) -> str:
    """Return the folder of a glob above all that it leaves open."""
    parts = Path(pattern).parts
    n = next(i for i, part in enumerate(parts) if any(s in part for s in _MAGIC))
    return str(Path(*parts[:n])) if n else "."


def _is_hidden(path: str) -> bool:
    return any(part.startswith((".", "_")) for part in Path(path).parts)


def _with_folders(files: str | list[str], base: str) -> Iterator[File]:
    """Yield files, or those of a folder, with the columns of ``key=value`` folders."""
    _arrow("folders")
    from pyarrow import dataset, fs

    # The files' format is for our readers to find out: here none is opened.
    options = dataset.FileSystemFactoryOptions(
        partition_base_dir=str(Path(base).absolute()),
        partitioning=dataset.HivePartitioning.discover(),
        exclude_invalid_files=False,
        selector_ignore_prefixes=[".", "_"],
    )
    absolute = (
        fs.FileSelector(str(Path(files).absolute()), recursive=True)
        if isinstance(files, str)
        else [str(Path(one).absolute()) for one in files]
    )
    factory = dataset.FileSystemDatasetFactory(
        fs.LocalFileSystem(), absolute, dataset.ParquetFileFormat(), options
    )
    made = factory.finish(factory.inspect(fragments=0))
    root = Path(base).absolute()
    found: list[tuple[str, dict[str, Any]]] = []
    as_text: set[str] = set()
    for one in sorted(made.get_fragments(), key=lambda one: one.path):
        keys = dataset.get_partition_keys(one.partition_expression)
        path = os.path.relpath(one.path, root)
        told = dict(part.split("=", 1) for part in Path(path).parts if "=" in part)
        # A number that is written in another way, as 007, names another thing than 7.
        as_text |= {k for k, v in keys.items() if told.get(k, str(v)) != str(v)}
        found.append((path, {k: (v, told.get(k)) for k, v in keys.items()}))
    for path, both in found:
        keys = {
            name: text if name in as_text and isinstance(value, int) else value
            for name, (value, text) in both.items()
        }
        yield File(os.path.normpath(os.path.join(base, path)), keys)
