"""Rows of several files: one table, or one model per file with matching rows."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics.adapters.files import (
    Question,
    block_rows,
    check_whole,
    gathered,
    judge,
)
from fastmetrics.adapters.sources import File
from fastmetrics.adapters.tables import Widened, joined, sliced_by, table_of
from fastmetrics.cli.columns import source
from fastmetrics.cli.output import log, named_after, naming
from fastmetrics.cli.roles import (
    Role,
    all_roles,
    families_for,
    guess_models,
    guess_shared,
    missing,
    roles_of,
)
from fastmetrics.readers import Columns, DataError, open_columns
from fastmetrics.readers.columns import are_whole, bytes_of, size
from fastmetrics.report.models import metric_names

if TYPE_CHECKING:
    from fastmetrics._inputs.rows import Omitted
    from fastmetrics.adapters.sources import Block
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.result import Report


# Default limit of memory, as in `evaluate_files`.
SHARE = "25%"
# So many rows of each block are looked at where the first blocks do not tell.
_LOOKS = 64


class _TableColumns(Columns):
    """The columns of a table, which sees to it that labels are of one kind."""

    labels: Collection[int] = ()

    def read(
        self,
        positions: Sequence[int],
        ids: Sequence[int] = (),
        labels: Collection[int] = (),
    ) -> list[np.ndarray]:
        self.labels = labels
        return super().read(positions, ids)


class Rows:
    """The rows of files, one after the other, of which not all may fit into memory.

    Attributes
    ----------
    columns : Columns
        What `load` takes: of rows that do not fit it reads the first ones alone.
    do_fit : bool
        Whether all rows were read.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._limit: int = options.memory or bytes_of(SHARE)
        self._table = table_of(options.paths)
        self.do_fit = True
        self._looks_at_all = False
        self._words: set[str] = set()  # that stand for a missing value
        first = self._table.first
        assert isinstance(first, File)
        facts = first.facts
        twice = next((n for n in facts.names if facts.names.count(n) > 1), None)
        if twice is not None:
            raise DataError(
                f"{first.name}: column {shown(twice)}: several columns have this name; "
                "of a file that is read in parts each needs its own"
            )
        # The names of folders are columns where they are asked for: nobody's scores.
        words = _words(options)
        of_folders = [n for n in first.of_folders if n in words]
        names = [*dict.fromkeys([*facts.names, *of_folders])]
        self.columns = _TableColumns(
            names,
            facts.format,
            self._read,
            [*facts.notes],
            _read_both=self._read,
            _take_as_missing=self._words.update,
        )

    def _read(
        self, positions: Sequence[int], ids: Sequence[int] = ()
    ) -> list[np.ndarray]:
        names = [self.columns.names[i] for i in [*positions, *ids]]
        named = {*names[len(positions) :]} - {*names[: len(positions)]}
        self._table = self._table.where_missing(
            self._options.missing_values, names, self.columns.kept, self._words
        )
        alike = [self.columns.names[i] for i in self.columns.labels]
        rows = block_rows(self._limit)
        while True:
            blocks = self._table.blocks(names, rows, ids=named, alike=alike)
            try:
                parts, self.do_fit = gathered(blocks, self._table.n_rows, self._limit)
                if self._looks_at_all:
                    parts += [_thinned(block) for block in blocks]
            except Widened:  # labels or ids are text in a later block
                continue
            break
        columns = joined(parts)
        return [columns[name] for name in names]

    @property
    def omitted(self) -> Omitted | None:
        """The rows that were left out for missing values, if any were."""
        return self._table.omitted if self._table.omitted.n else None

    def told(self, reading: Callable[[], Data]) -> Data:
        """Return the data, from all blocks if the first ones are not enough.

        Rows may be in the order of their classes, or begin with weights of 0.
        """
        try:
            return reading()
        except DataError:
            if self.do_fit:
                raise
        self._looks_at_all = True
        return reading()

    def say_whole(self, name: str) -> None:
        """Print that all rows were read, if they were."""
        if self.do_fit:
            log(f"{name}: rows fit into {size(self._limit)}: read whole")

    def say_passes(self, name: str, report: Report) -> None:
        """Print the number of passes, if the rows did not fit."""
        if not self.do_fit:
            log(f"{name}: {report.notes[0]}")

    def judged(
        self,
        data: Data,
        metrics: Sequence[str] | None,
        settings: Mapping[str, Any],
        common: Mapping[str, Any],
        progress: Any,
    ) -> Report:
        """Evaluate rows that do not fit, after the first ones gave the columns."""
        options = self._options
        check_whole(["--standardize"] * options.standardize, self._limit)
        # The labels of the first rows may differ from later ones, unless the label was
        # given.
        pos_label = None if options.pos_label is None else data.pos_label
        others = {
            n: value for n, value in data.arguments.items() if n not in data.named
        }
        named = dict(data.named)
        if "by" in named:
            named["by"] = sliced_by(named["by"])
        further: dict[str, Any] = {**settings, **others, "pos_label": pos_label}
        if options.missing_values == "group":
            further["missing"] = "group"
        question = Question(
            named,
            _each_once(metrics),
            further,
            common,
            options.stratified,
            options.approximate,
        )
        return judge(question, self._table, self._limit, progress=progress)


def _each_once(metrics: Sequence[str] | None) -> list[str] | None:
    names = metric_names(metrics)
    return None if names is None else [*names.values()]


def _thinned(block: Block) -> Block:
    """Return a few rows of a block, from its first to its last."""
    rows = np.unique(np.linspace(0, block.n_rows - 1, _LOOKS).astype(int))
    return block._replace(
        columns={n: column[rows] for n, column in block.columns.items()}
    )


def _words(options: argparse.Namespace) -> set[str]:
    """Return all values of options, including names of columns."""
    every = (v if isinstance(v, list) else [v] for v in vars(options).values())
    return {word for values in every for word in values if isinstance(word, str)}


class Matched(NamedTuple):
    """The columns of all files as if in one file, and their roles."""

    columns: Columns
    given: dict[str, list[str]]
    design: Mapping[str, str | None]


class _File(NamedTuple):
    path: str
    columns: Columns


def matched(
    paths: Sequence[str],
    given: Mapping[str, Sequence[str]],
    design: Mapping[str, str | None],
    *,
    row_id: str | None = None,
) -> Matched:
    """Read one model from each file, its rows in the order of the first one's.

    Parameters
    ----------
    paths : sequence of str
        The files; each model bears its file's name.
    given : mapping of str to sequence of str
        The columns by option: the truth, and one that models have.
    design : mapping of str to str
        Columns of the first file: weights, groups and times.
    row_id : str, optional
        The column that identifies the rows; without it they are matched by position.

    Raises
    ------
    DataError
        A file cannot be read, ids occur twice or are missing, or truths differ.
    MissingLibraryError
        A file's format needs a library that is not installed.
    """
    files = []
    for path in paths:
        with naming(path):
            files.append(_File(path, open_columns(source(path, None))))
    first, *others = files
    truth, option, column = _requested(first, given)
    in_turn = sorted(design, key=lambda name: name == "group")  # which names things
    given_design = {name: at for name in in_turn if (at := design[name])}
    values_at = [at for name, at in given_design.items() if name != "group"]
    groups = [at for name, at in given_design.items() if name == "group"]
    ids = [] if row_id is None else [row_id]
    requested = [[truth, column] for _ in files]
    requested[0] += values_at
    named = [[*groups, *ids], *(ids for _ in others)]
    n_labels = 1 + (all_roles()[option].argument.holds == "labels")
    [own, model, *more], *of_others = _read_alike(files, requested, named, n_labels)
    arrays = [own, *more[: len(given_design)]]
    models = [model]
    key = _key(first, more[-1]) if ids else None
    for file, (theirs, values, *their_ids) in zip(others, of_others, strict=True):
        if key is None:
            if len(theirs) != len(own):
                raise DataError(
                    f"{file.path}: has {len(theirs):,} rows, {first.path} has "
                    f"{len(own):,}; --id COLUMN matches rows by their ids"
                )
        else:
            order = _order(first, key, file, _key(file, their_ids[0]))
            theirs, values = theirs[order], values[order]
        _check_truth(first, own, file, theirs, by_id=key is not None)
        models.append(values)
    called = _names([file.path for file in files], [truth, *given_design.values()])
    columns = [*arrays, *models]
    places = dict(zip(given_design, called[1:], strict=False))
    return Matched(
        Columns(
            called,
            ", ".join(dict.fromkeys(file.columns.format for file in files)),
            lambda at: [columns[i] for i in at],
            [f"{file.path}: {note}" for file in files for note in file.columns.notes],
        ),
        {"truth": called[:1], option: called[len(arrays) :]},
        places,
    )


def _requested(
    first: _File, given: Mapping[str, Sequence[str]]
) -> tuple[str, str, str]:
    """Return the truth's column, and the option and column of the models."""
    roles = roles_of(families_for(None, [o for o, at in given.items() if at]))
    of_models = {o: at for o, at in given.items() if at and roles[o].argument.per_model}
    several = [o for o, at in of_models.items() if len(at) > 1]
    if len(of_models) > 1 or several:
        raise DataError(
            "for several files, give one column that each of them has, as in "
            "--score COLUMN"
        )
    with naming(first.path):
        taken = {first.columns.find(at) for each in of_models.values() for at in each}
        truth = next(iter(given.get("truth", ())), None)
        if truth is None:
            truth = _guessed_truth(first.columns, taken, roles["truth"])
        if of_models:
            [(option, [column])] = of_models.items()
            return truth, option, column
        taken.add(first.columns.find(truth))
        families = families_for(None, [])
        guesses = guess_models(
            first.columns,
            taken,
            families,
            [role for role in roles.values() if role.argument.per_model],
            bundled=False,
        )
    [*at] = [(o, first.columns.names[i]) for o, each in guesses.items() for i in each]
    if len(at) != 1:
        listed = some([shown(name) for _, name in at], ", ")
        raise DataError(
            f"{first.path}: which column is the model's: {listed}? choose it with "
            "--score or --pred"
        )
    return truth, *at[0]


def _guessed_truth(columns: Columns, taken: set[int], role: Role) -> str:
    places = guess_shared(columns, taken, role)
    if not places:
        raise DataError(missing(columns, role))
    return columns.names[places[0]]


def _read(
    file: _File, requested: Sequence[str], ids: Sequence[str] = ()
) -> list[np.ndarray]:
    find = file.columns.find
    with naming(file.path):
        return file.columns.read([*map(find, requested)], [*map(find, ids)])


def _read_alike(
    files: Sequence[_File],
    requested: Sequence[Sequence[str]],
    ids: Sequence[Sequence[str]],
    n_labels: int,
) -> list[list[np.ndarray]]:
    """Read columns of each file, of which the first ones hold labels of one kind."""
    arrays = [_read(*each) for each in zip(files, requested, ids, strict=True)]
    labels = [column for columns in arrays for column in columns[:n_labels]]
    numbers = [column for column in labels if column.dtype != object]
    if not 0 < len(numbers) < len(labels) or not all(map(are_whole, numbers)):
        return arrays
    for file, each in zip(files, requested, strict=True):
        places = map(file.columns.find, each[:n_labels])
        file.columns.take_as_text([*places])
    return [_read(*each) for each in zip(files, requested, ids, strict=True)]


class _Key(NamedTuple):
    """Ids in order, and the position of each in the file."""

    ids: np.ndarray
    rows: np.ndarray


def _key(file: _File, ids: np.ndarray) -> _Key:
    rows = np.argsort(ids, kind="stable")
    ordered = ids[rows]
    double = ordered[1:][ordered[1:] == ordered[:-1]]
    if len(double):
        several = len(set(double.tolist()))
        what = "id occurs" if several == 1 else "ids occur"
        raise DataError(
            f"{file.path}: {several:,} {what} more than once, the first of them "
            f"{_text(double[0])}"
        )
    return _Key(ordered, rows)


def _order(first: _File, key: _Key, file: _File, other: _Key) -> np.ndarray:
    """Return the rows of another file in the order of the first one's."""
    if (key.ids.dtype == object) != (other.ids.dtype == object):
        kinds = {True: "text", False: "numbers"}
        raise DataError(
            f"{file.path}: its ids are {kinds[other.ids.dtype == object]}, the ids of "
            f"{first.path} are {kinds[key.ids.dtype == object]}"
        )
    if not np.array_equal(key.ids, other.ids):
        lacking = np.setdiff1d(key.ids, other.ids)
        unknown = np.setdiff1d(other.ids, key.ids)
        parts = []
        if len(lacking):
            parts.append(
                f"{len(lacking):,} of the {len(key.ids):,} ids of {first.path} are "
                f"missing, the first of them {_text(lacking[0])}"
            )
        if len(unknown):
            parts.append(
                f"{len(unknown):,} of its ids are not in {first.path}, the first of "
                f"them {_text(unknown[0])}"
            )
        raise DataError(f"{file.path}: {'; '.join(parts)}")
    order = np.empty_like(key.rows)
    order[key.rows] = other.rows
    return order


def _check_truth(
    first: _File, own: np.ndarray, file: _File, theirs: np.ndarray, *, by_id: bool
) -> None:
    """Raise where the truth of a row is not the same in two files."""
    if (own.dtype == object) != (theirs.dtype == object):
        wrong = np.ones(len(own), bool)
    else:
        wrong = np.asarray(own != theirs)
    if not wrong.any():
        return
    row = int(wrong.argmax())
    advice = "" if by_id else "; --id COLUMN matches rows by their ids"
    raise DataError(
        f"{file.path}: the truth differs from {first.path} in "
        f"{int(wrong.sum()):,} of {len(own):,} rows, the first of them row {row + 1} "
        f"of {first.path} ({_text(theirs[row])}, not {_text(own[row])}){advice}"
    )


def _text(value: object) -> str:
    """Write an id or a label as the file has it, not as NumPy holds it."""
    return shown(value.item() if isinstance(value, np.generic) else value)


def _names(paths: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return names of columns, all different: the others' and then the files'."""
    models = named_after(paths)
    names: list[str] = []
    for name in others:
        while name in (*models, *names):
            name = f"{name} column"
        names.append(name)
    return [*names, *models]
