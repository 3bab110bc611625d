"""Tables of files, frames and streams, and the names of their columns in calls."""

from __future__ import annotations

import glob
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import NamedMatrix
from fastmetrics._inputs.groups import check_no_order
from fastmetrics._inputs.rows import Omitted
from fastmetrics.adapters.sources import (
    NONE_ABSENT,
    Absent,
    Block,
    Columns,
    Complete,
    File,
    Source,
    Stream,
)
from fastmetrics.catalog import FAMILIES
from fastmetrics.readers import DataError
from fastmetrics.readers.arrow_file import arrow
from fastmetrics.readers.columns import BATCH, are_whole
from fastmetrics.report.models import own_options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.adapters.accumulator import Accumulator

_MAGIC = "*?["


class Widened(Exception):
    """A column holds wider numbers than it did so far, or labels or ids that are texts.

    Raised if the rows must be read again with other types.
    """


class Table:
    """The rows of several sources, one after the other, as one table."""

    def __init__(self, sources: Iterable[Source], is_lasting: bool = True) -> None:
        self._sources = sources
        self._is_list = is_lasting
        # Labels that are text, though files hold numbers in them, and such ids.
        self._labels: set[str] = set()
        self._texts: set[str] = set()
        self._absent = NONE_ABSENT
        self.omitted = Omitted(0, 0, {})

    def where_missing(
        self,
        becomes: str,
        names: Sequence[str],
        by: Collection[str],
        words: Collection[str] = (),
    ) -> Table:
        """Return the table of the same rows, of which some lack values.

        Parameters
        ----------
        becomes : {"raise", "omit", "group"}
            Whether that is an error, these rows are left out (``omitted`` are those of
            the blocks that were read), or values may be missing in the columns ``by``.
        names : sequence of str
            The columns that are used.
        by : collection of str
            Those of them that rows are sliced by.
        words : collection of str
            What else stands for a missing value in a file.
        """
        table = Table(self._sources, self._is_list)
        table._labels, table._texts = self._labels, self._texts
        table._absent = Absent(
            names if becomes == "omit" else (), by if becomes == "group" else (), words
        )
        return table

    @property
    def is_lasting(self) -> bool:
        """Whether the rows can be read again."""
        return self._is_list and all(source.is_lasting for source in self._sources)

    @property
    def n_rows(self) -> int | None:
        """How many rows there are, if all sources say so."""
        if not self._is_list:
            return None
        counts = [source.n_rows for source in self._sources]
        if any(n is None for n in counts):
            return None
        return sum(n or 0 for n in counts)

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
        names, *others = [source.names for source in self._sources]
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
        has the type of each column of numbers, to which blocks are cast; new columns
        are added. ``alike`` are columns of one kind: of files of text all of them are
        text if one is, in whichever file.

        Raises
        ------
        DataError
            If a source cannot be read, lacks a column or holds other kinds of values
            than those before; it names the source.
        Widened
            If numbers do not fit into the type that is known, or labels or ids are
            numbers in some files and texts in others: now that is known.
        """
        absent = self._absent
        needed = list(dict.fromkeys([*names, *absent.needed]))
        complete = Complete() if absent.needed else None
        kinds: dict[str, str] = {}
        any_rows = False
        for source in self._sources:
            missing = [name for name in needed if name not in source.names]
            if missing:
                few = ", ".join(map(shown, source.names[:12]))
                source.close()
                raise DataError(
                    f"{source.name}: column {shown(missing[0])}: there is none; the "
                    f"columns are {few}"
                )
            start = 0
            read = source.blocks(needed, rows, ids, complete, self._labels, absent)
            for columns in read:
                if complete is not None:
                    self.omitted = complete.omitted
                    columns = {name: columns[name] for name in dict.fromkeys(names)}
                self._check_alike(alike, kinds, columns)
                for name in self._texts & columns.keys():
                    if _kind_of(columns[name]) == "numbers" and source.is_text:
                        columns[name] = _as_texts(columns[name])
                for name, column in columns.items():
                    kind = _kind_of(column)
                    if kind is None:
                        continue
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
        kinds_seen = [(name, _kind_of(column)) for name, column in own.items()]
        kinds_seen += [(name, kinds[name]) for name in own if name in kinds]
        numbers = {name for name, kind in kinds_seen if kind == "numbers"}
        if not numbers or len({kind for _, kind in kinds_seen}) == 1:
            return
        whole = all(
            are_whole(columns[n]) for n in numbers if _kind_of(columns[n]) != "text"
        )
        if whole and self.is_lasting and all(s.is_text for s in self._sources):
            self._labels |= numbers
            raise Widened


def _kind_of(column: NDArray[Any]) -> str | None:
    """Return of which kind the values of a column are; None if all are missing."""
    if column.dtype != object:
        return "numbers"
    first = next((value for value in column if value is not None), None)
    if first is None:
        return None
    return "text" if isinstance(first, str) else "numbers"


def _as_texts(column: NDArray[Any]) -> NDArray[Any]:
    return np.array([None if value is None else str(value) for value in column], object)


def _cast(columns: Columns, types: dict[str, Any]) -> Columns:
    """Return columns in the types that are known; raise `Widened` where they differ."""
    for name, column in columns.items():
        known = types.setdefault(name, column.dtype)
        if column.dtype != known:
            types[name] = np.result_type(column.dtype, known)
            if types[name] != known:
                raise Widened
    return {n: values.astype(types[n], copy=False) for n, values in columns.items()}


def joined(blocks: list[Block]) -> Columns:
    """Return blocks as one; blocks are emptied to release their memory."""
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
    for at, item in enumerate(data):
        yield from _sources(item, f"item {at}")


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
    paths = [
        match
        for match in sorted(glob.glob(path, recursive=True))
        if not _is_hidden(os.path.relpath(match, base))
    ]
    inside = {str(parent) for match in paths for parent in Path(match).parents}
    files: list[str] = []
    for match in paths:
        if not os.path.isdir(match):
            files.append(match)
        elif str(Path(match)) not in inside:  # its files were not matched
            files += [file.path for file in _with_folders(match, base)]
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
    """Yield files, or those in a folder, with columns of ``key=value`` folders."""
    arrow("folders")
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
        else [str(Path(file).absolute()) for file in files]
    )
    factory = dataset.FileSystemDatasetFactory(
        fs.LocalFileSystem(), absolute, dataset.ParquetFileFormat(), options
    )
    folder = factory.finish(factory.inspect(fragments=0))
    root = Path(base).absolute()
    partitions: list[tuple[str, dict[str, Any]]] = []
    as_text: set[str] = set()
    for fragment in sorted(folder.get_fragments(), key=lambda fragment: fragment.path):
        keys = dataset.get_partition_keys(fragment.partition_expression)
        path = os.path.relpath(fragment.path, root)
        folder_keys = dict(
            part.split("=", 1) for part in Path(path).parts if "=" in part
        )
        # A number that is written in another way, as 007, names another thing than 7.
        as_text |= {k for k, v in keys.items() if folder_keys.get(k, str(v)) != str(v)}
        partitions.append((path, {k: (v, folder_keys.get(k)) for k, v in keys.items()}))
    for path, both in partitions:
        keys = {
            name: text if name in as_text and isinstance(value, int) else value
            for name, (value, text) in both.items()
        }
        yield File(os.path.normpath(os.path.join(base, path)), keys)


# --- columns by their names in a call, and their values in a block

WEIGHT = "sample_weight"
# Columns in addition to the columns of families.
_BESIDE = (WEIGHT, "groups", "folds", "order")
# What names things: rows that belong together.
_IDS = {
    *("by", "groups"),
    *(a.name for f in FAMILIES.values() for a in f.arguments if a.holds == "ids"),
}
# Arguments of functions of named columns, in addition to data, metrics and memory.
_COLUMNS = ("y_true", "y_pred", "y_score", "y_proba", "X", *_BESIDE)
_ASKED = ("task", "max_thresholds", "pos_label", "threshold")
_JUDGED = (
    *("confidence_level", "method", "target", "n_resamples"),
    *("random_state", "digits", "min_rows", "horizon", "block_length"),
)


class Arguments(NamedTuple):
    """The arguments of a call, by what becomes of them.

    ``columns`` are those that are given by name, and all further options; ``asked``
    goes to an Accumulator, ``judged`` to the report.
    """

    columns: dict[str, Any]
    asked: dict[str, Any]
    judged: dict[str, Any]

    @classmethod
    def of(cls, local_names: Mapping[str, Any]) -> Arguments:
        """Sort the local names of a function that has just been called."""
        columns, options, judged = (
            {name: local_names[name] for name in names if name in local_names}
            for names in (_COLUMNS, _ASKED, _JUDGED)
        )
        return cls({**columns, **local_names["options"]}, options, judged)


def columns_and_settings(
    function: str, args: Mapping[str, Any], *, in_time: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the columns that were named, and the settings of families.

    ``in_time``: whether the function may be told of the order of rows in time.

    Raises
    ------
    TypeError
        If there is something else, or a column is not named by a text.
    ValueError
        If rows of such columns cannot be evaluated block by block.
    """
    if not in_time:
        check_no_order((n for n, value in args.items() if value is not None), function)
    known = {*_BESIDE, *(a.name for f in FAMILIES.values() for a in f.arguments)}
    settings = own_options() - {"threshold"}
    columns = {n: v for n, v in args.items() if v is not None and n in known}
    beside = {n: value for n, value in args.items() if n not in known}
    for name in beside:
        if name not in settings:
            raise TypeError(
                f"{function} has no argument {name!r}; columns are "
                f"{', '.join(sorted(known))}, settings {', '.join(sorted(settings))}"
            )
    for name, value in columns.items():
        _check_named(name, value)
    if not {*columns} - {*_BESIDE}:
        raise TypeError(
            f"{function} needs the names of columns, such as y_true='label', "
            "y_score='score'"
        )
    return columns, beside


def _check_named(argument: str, name: Any) -> None:
    if isinstance(name, Mapping) and name and argument not in _BESIDE:
        each = [*name.values()]
    else:
        each = [name]
    for item in each:
        if isinstance(item, list | tuple) and item and argument not in _BESIDE:
            texts = [*item]
        else:
            texts = [item]
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(
                    f"{argument} must be the name of a column, a list of names or a "
                    f"dict of model to such, got {shown(text)}"
                )


def sliced_by(columns: Any) -> Mapping[str, str]:
    """Return the columns that rows are sliced by, by name.

    Raises
    ------
    TypeError
        If it is anything else.
    """
    named = columns if isinstance(columns, Mapping) else None
    if named is None:
        names = [*columns] if isinstance(columns, list | tuple) else [columns]
        named = {str(name): name for name in names}
    if not named or not all(isinstance(name, str) for name in named.values()):
        raise TypeError(
            f"by must be the name of a column or a list of names, got {shown(columns)}"
        )
    return named


def put(accumulator: Accumulator, block: Block, named: Mapping[str, Any]) -> None:
    """Put a block of rows to those that were accumulated."""
    columns = filled(named, block.columns)
    if not weighs_nothing(columns):
        accumulator.update(**columns)


def weighs_nothing(columns: Mapping[str, Any]) -> bool:
    """Whether all rows of a block have weight 0, which of all rows must not be so."""
    weights = columns.get(WEIGHT)
    return weights is not None and weights.dtype != object and not np.any(weights)


def names_in(named: Any) -> list[str]:
    """Return the names of all columns, each once."""
    if isinstance(named, str):
        return [named]
    each = named.values() if isinstance(named, Mapping) else named
    return list(dict.fromkeys(name for item in each for name in names_in(item)))


def alike_in(named: Mapping[str, Any], task: str | None) -> list[str]:
    """Return the names of the columns of labels, which are of one kind."""
    if not is_one_of(task, (None, *FAMILIES)):
        return []  # which is refused by who takes the columns
    if task is not None and "pos_label" not in FAMILIES[task].options:
        return []
    both = [named[name] for name in ("y_true", "y_pred") if name in named]
    return [*chain(*map(names_in, both))]


def ids_in(named: Mapping[str, Any]) -> set[str]:
    """Return the names of the columns that name things, and are nothing else."""
    values = {argument: c for argument, c in named.items() if argument not in _IDS}
    return {*names_in(named)} - {*names_in(values)}


def filled(named: Any, columns: Mapping[str, Any]) -> Any:
    """Return the argument with columns in place of their names."""
    if isinstance(named, str):
        return columns[named]
    if isinstance(named, Mapping):
        return {name: filled(item, columns) for name, item in named.items()}
    return NamedMatrix.of(np.column_stack([columns[name] for name in named]), named)
