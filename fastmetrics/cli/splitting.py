"""``fastmetrics split``: strategies, and folds or parts for the rows of a file."""

from __future__ import annotations

import argparse
import contextlib
import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli import common_options, output
from fastmetrics.cli.columns import source
from fastmetrics.cli.common_options import SEVERAL, add_option, is_given, option_name
from fastmetrics.cli.output import (
    OK,
    OutputError,
    UsageError,
    named,
    naming,
    say_notes,
    warnings_said,
)
from fastmetrics.cli.writing import (
    ROW_FORMATS,
    Target,
    add_output,
    check_distinct,
    check_targets,
    row_form_of,
    write_rows,
    written,
)
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers import Columns


# --------------------------------------------------------------------------- strategies
# Strategies of ``fastmetrics split``.


# Rows that are never tested.
_TRAIN, _TEST, _VALIDATION = -1, 0, 1


class SplitData(NamedTuple):
    """The columns that a strategy reads."""

    n: int
    label: Any = None
    groups: Any = None
    key: Any = None


class Assigned(NamedTuple):
    """New columns by name, and the splits for `check_split`.

    ``parts``: which rows are in which part, where there is one split.
    """

    columns: dict[str, NDArray[Any]]
    splits: Any
    parts: dict[str, NDArray[np.bool_]] | None = None


class Strategy(NamedTuple):
    """A strategy: its function, and the options that it needs and uses."""

    assign: Callable[[argparse.Namespace, SplitData], Assigned]
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    shown: str = ""


def is_of_parts(options: argparse.Namespace) -> bool:
    """Whether one split is asked for, instead of folds."""
    sizes = (options.test_size, options.validation_size)
    return options.strategy == "shuffle" or (
        options.strategy == "hash" and any(size is not None for size in sizes)
    )


def _check_strategy(options: argparse.Namespace) -> None:
    """Raise UsageError if a strategy lacks an option, or has no use for one."""
    name = options.strategy
    strategy = STRATEGIES[name]
    for needed in strategy.needs:
        if not getattr(options, needed):
            raise UsageError(f"--strategy {name} needs {option_name(needed)}")
    useful = {*strategy.needs, *strategy.uses}
    if is_of_parts(options):
        useful -= {"k"}
    for option in ("k", "test_size", "validation_size", "label", "group", "key",
                   "shuffle", "no_duplicates"):  # fmt: skip
        if option not in useful and is_given(options, option):
            raise UsageError(
                f"{option_name(option)} does not apply to --strategy {name}"
            )


def _folds(
    options: argparse.Namespace, rows: SplitData, splitter: Any, *data: Any
) -> Assigned:
    ids = splitter.fold_ids(rows.n, *data)
    return Assigned({options.column: ids}, ids)


def _shuffling(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "shuffle": options.shuffle,
        "random_state": options.seed if options.shuffle else None,
    }


def _k_fold(options: argparse.Namespace, rows: SplitData) -> Assigned:
    if rows.groups is not None:
        return _group(options, rows)
    splitter = fastmetrics.KFold(options.k or 5, **_shuffling(options))
    return _folds(options, rows, splitter)


def _stratified(options: argparse.Namespace, rows: SplitData) -> Assigned:
    if rows.groups is not None:
        return _stratified_group(options, rows)
    splitter = fastmetrics.StratifiedKFold(options.k or 5, **_shuffling(options))
    return _folds(options, rows, splitter, rows.label)


def _group(options: argparse.Namespace, rows: SplitData) -> Assigned:
    splitter = fastmetrics.GroupKFold(options.k or 5, **_shuffling(options))
    return _folds(options, rows, splitter, None, rows.groups)


def _stratified_group(options: argparse.Namespace, rows: SplitData) -> Assigned:
    splitter = fastmetrics.StratifiedGroupKFold(
        options.k or 5, method="balanced", **_shuffling(options)
    )
    return _folds(options, rows, splitter, rows.label, rows.groups)


def _shuffle(options: argparse.Namespace, columns: SplitData) -> Assigned:
    design = {"groups": columns.groups, "stratify": columns.label}
    rows = np.arange(columns.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    if options.validation_size is None:
        _, test = fastmetrics.train_test_split(
            rows, test_size=test_size, random_state=options.seed, **design
        )
        return _parts(options, columns.n, test)
    _, validation, test = fastmetrics.train_validation_test_split(
        rows,
        validation_size=options.validation_size,
        test_size=test_size,
        random_state=options.seed,
        **design,
    )
    return _parts(options, columns.n, test, validation)


def _hash(options: argparse.Namespace, columns: SplitData) -> Assigned:
    if not is_of_parts(options):
        splitter = fastmetrics.HashKFold(options.k or 5)
        return _folds(options, columns, splitter, None, columns.key)
    rows = np.arange(columns.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    _, test = fastmetrics.hash_split(rows, key=columns.key, test_size=test_size)
    if options.validation_size is None:
        return _parts(options, columns.n, test)
    both = test_size + options.validation_size
    _, apart = fastmetrics.hash_split(rows, key=columns.key, test_size=both)
    return _parts(options, columns.n, test, np.setdiff1d(apart, test))


def _parts(
    options: argparse.Namespace,
    n: int,
    test: NDArray[Any],
    validation: NDArray[Any] | None = None,
) -> Assigned:
    """Return the parts of one split, as folds of which -1 is never tested."""
    part = np.full(n, _TRAIN, np.int8)
    part[test] = _TEST
    names = {"train": _TRAIN, "test": _TEST}
    if validation is not None:
        part[validation] = _VALIDATION
        names["validation"] = _VALIDATION
    train = np.flatnonzero(part == _TRAIN)
    splits = [(train, np.sort(rows)) for rows in (test, validation) if rows is not None]
    return Assigned(
        {options.column: part},
        splits,
        {name: part == number for name, number in names.items()},
    )


def _time(options: argparse.Namespace, rows: SplitData) -> Assigned:
    k = options.k or 5
    if rows.groups is None:
        splits = [*fastmetrics.TimeSeriesSplit(k).split(rows.n)]
    else:
        series = fastmetrics.GroupTimeSeriesSplit(k)
        splits = [*series.split(rows.n, groups=rows.groups)]
    ids = np.full(rows.n, _TRAIN, np.int32)
    for fold, (_, test) in enumerate(splits):
        ids[test] = fold
    return Assigned({options.column: ids}, splits)


def _five_by_two(options: argparse.Namespace, rows: SplitData) -> Assigned:
    splitter = fastmetrics.FiveByTwo(
        stratified=rows.label is not None, random_state=options.seed
    )
    ids = splitter.fold_ids(rows.n, rows.label)
    return Assigned(_numbered(options.column, ids), ids)


def _bootstrap(options: argparse.Namespace, rows: SplitData) -> Assigned:
    splitter = fastmetrics.BootstrapSplit(
        options.k or 5, stratified=rows.label is not None, random_state=options.seed
    )
    data = rows.n, rows.label, rows.groups
    columns = _numbered(options.column, splitter.counts(*data))
    return Assigned(columns, [*splitter.split(*data)])


def _numbered(name: str, columns: Iterable[NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {f"{name}_{place}": column for place, column in enumerate(columns)}


_SIZES = ("test_size", "validation_size")
STRATEGIES = {
    "kfold": Strategy(
        _k_fold, uses=("k", "shuffle", "no_duplicates"), shown="blocks of rows"
    ),
    "stratified": Strategy(
        _stratified,
        needs=("label",),
        uses=("k", "shuffle", "no_duplicates"),
        shown="equal proportions of each class in each fold",
    ),
    "group": Strategy(
        _group,
        needs=("group",),
        uses=("k", "shuffle", "no_duplicates"),
        shown="groups whole",
    ),
    "stratified-group": Strategy(
        _stratified_group,
        needs=("label", "group"),
        uses=("k", "shuffle", "no_duplicates"),
        shown="whole groups, with nearly equal proportions of classes",
    ),
    "shuffle": Strategy(
        _shuffle,
        uses=(*_SIZES, "label", "group", "no_duplicates"),
        shown="one random split, also by --label and --group",
    ),
    "hash": Strategy(
        _hash,
        needs=("key",),
        uses=("k", *_SIZES),
        shown="by --key, such that new rows never move others; one split with "
        "--test-size",
    ),
    "time": Strategy(
        _time, uses=("k", "group"), shown="rows or --group in the order of the file"
    ),
    "five-by-two": Strategy(_five_by_two, uses=("label",), shown="two halves, 5 times"),
    "bootstrap": Strategy(
        _bootstrap,
        uses=("k", "label", "group", "no_duplicates"),
        shown="the number of draws of each row, in --k resamples",
    ),
}


# ---------------------------------------------------------------------------- splitting
# ``fastmetrics split``: folds or parts for the rows of a file.


SPLIT = """\
Assign the rows of a file to folds, or to training and test parts, and report
how classes and groups are balanced.

--out writes the rows with a further column of their folds (CSV, Parquet, Arrow), or
this column alone (NPY). Rows that are never tested have fold -1; for one split the test
part is fold 0 and the validation part fold 1. --strategy five-by-two and bootstrap
write several columns. --parts writes the parts of one split to separate files: train,
validation and test.

The folds are the same as with the splitters of the library and the same seed. Formats
of FILE and COLUMN are as in "fastmetrics evaluate".
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = SPLIT
    parser.set_defaults(run=_run)
    parser.add_argument("file", metavar="FILE")
    add_option(
        parser,
        "--strategy",
        "; ".join(f"{name}: {strategy.shown}" for name, strategy in STRATEGIES.items()),
        choices=list(STRATEGIES),
        required=True,
    )
    columns = parser.add_argument_group("columns")
    add_option(columns, "--label COLUMN", "balance the classes in this column")
    for option, what in (
        ("group", "keep rows with the same value together"),
        ("key", "identify rows by this column, for --strategy hash"),
    ):
        add_option(
            columns,
            f"--{option} COLUMN",
            f"{what}; repeat for further columns",
            **SEVERAL,
        )
    add_option(
        columns,
        "--no-duplicates",
        "keep rows together that are equal except for their label and group columns",
    )
    numbers = parser.add_argument_group("numbers")
    add_option(
        numbers,
        "--k K",
        "set the number of folds or resamples (default: 5)",
        type=common_options.positive_int,
    )
    for part in ("test", "validation"):
        default = " (default: 0.2)" if part == "test" else " (default: no such part)"
        add_option(
            numbers,
            f"--{part}-size P",
            f"set the proportion of the {part} part{default}",
            type=common_options.probability,
        )
    add_option(numbers, "--shuffle", "shuffle the rows")
    add_option(
        numbers,
        "--seed N",
        "set the seed of the folds (default: %(default)s)",
        type=common_options.splitter_seed,
        default=0,
    )
    rows = parser.add_argument_group("rows")
    add_option(
        rows, "--out FILE", f"write the rows to a file: {', '.join(ROW_FORMATS)}"
    )
    add_option(
        rows,
        "--column NAME",
        "name of the column of folds (default: %(default)s)",
        default="fold",
    )
    add_option(
        rows,
        "--parts DIR",
        "write the parts to this directory, which is created if necessary",
    )
    add_output(parser, "also draw rows, classes and groups by fold")


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check(options)
    _check_strategy(options)
    if options.out:
        output.check_target(options.out)
    if options.parts:
        _check_directory(options.parts)
    check_targets(options)
    with naming(options.file):
        return _split(options)


def _check_directory(path: str) -> None:
    """Raise unless there is such a directory, or one to make it in."""
    directory = Path(path)
    if not directory.is_dir() and (directory.exists() or not directory.parent.is_dir()):
        raise OutputError(f"{path}: the directory does not exist and cannot be created")


@contextlib.contextmanager
def _directory(path: Path) -> Iterator[None]:
    """Have a directory; one that is made here goes again if nothing comes into it."""
    is_new = not path.is_dir()
    try:
        try:
            path.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(f"{path}: {error.strerror}") from error
        yield
    except BaseException:
        if is_new:
            with contextlib.suppress(OSError):
                path.rmdir()
        raise


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    if not (options.out or options.parts):
        raise UsageError("--out or --parts is needed: where to write")
    if options.out and not row_form_of(options.out):
        raise UsageError(f"--out must end with {', '.join(ROW_FORMATS)}")
    if options.parts and not is_of_parts(options):
        raise UsageError(
            "--parts is for one split: --strategy shuffle, or hash with --test-size"
        )
    check_distinct(options, {"FILE": options.file, "--out": options.out})


def _split(options: argparse.Namespace) -> int:
    name = named(options.file)
    opened = source(options.file, None)
    if not isinstance(opened, (str, bytes)):  # rows are read a second time
        opened = opened.read()
    columns = open_columns(opened)
    say_notes(columns.notes, options, name)
    rows = _read_data(columns, options)
    assigned = _assigned(rows, options)
    parts = _split_parts(columns, assigned, options)
    paths = {f"{target.path}, a file of --parts,": target.path for target in parts}
    check_distinct(options, {"FILE": options.file, "--out": options.out, **paths})
    clash = next(
        (column for column in assigned.columns if column in columns.names), None
    )
    if clash and options.out and row_form_of(options.out) != "NPY":
        raise DataError(f"already has a column {shown(clash)}; see --column")
    report = fastmetrics.check_split(
        assigned.splits, rows.n, rows.label, groups=rows.groups
    )
    if options.out and row_form_of(options.out) == "NPY":
        _write_array(options.out, assigned)
    elif options.out:
        write_rows(columns, assigned.columns, [Target(options.out)], rows.n)
    if parts:
        with _directory(Path(options.parts)):
            write_rows(columns, {}, parts, rows.n)
    if options.output or options.plot or options.format or not options.quiet:
        content = {"file": name, "format": columns.format, **report.to_dict()}
        written([report], f"{name} ({columns.format})", content, options)
    return OK


def _split_parts(
    columns: Columns, assigned: Assigned, options: argparse.Namespace
) -> list[Target]:
    """Return the files of the parts; none where they are not asked for."""
    if not options.parts:
        return []
    assert assigned.parts is not None  # the strategy was asked for them
    ending = _ending(options.file, columns)
    return [
        Target(str(Path(options.parts) / f"{part}{ending}"), rows)
        for part, rows in assigned.parts.items()
    ]


def _read_data(columns: Columns, options: argparse.Namespace) -> SplitData:
    """Read the columns that the strategy goes by."""
    label_name = [options.label] if options.label is not None else []
    places = [
        columns.find(item) for item in [*label_name, *options.group, *options.key]
    ]
    others = [i for i in range(len(columns.names)) if i not in places]
    features = others if options.no_duplicates else []
    # The label is a value; groups and keys are ids.
    of_ids = places[len(label_name) :]
    arrays = [
        *columns.read(places[: len(label_name)], of_ids),
        *columns.read_any(features),
    ]
    n = len(arrays[0]) if arrays else _n_rows(columns)
    label = arrays[0] if label_name else None
    ids = arrays[len(label_name) : len(label_name) + len(options.group)]
    key = tuple(arrays[len(label_name) + len(ids) : len(places)])
    groups = _joined(ids) if ids else None
    if features:
        rows = {str(i): item for i, item in enumerate(arrays[len(places) :])}
        groups = fastmetrics.duplicate_groups(rows, groups=groups)
    return SplitData(n, label, groups, key or None)


def _joined(ids: list[np.ndarray]) -> Any:
    """Return one group for rows whose columns of groups are all equal."""
    if len(ids) == 1:
        return ids[0]
    return fastmetrics.duplicate_groups(
        {str(i): column for i, column in enumerate(ids)}
    )


def _n_rows(columns: Columns) -> int:
    """Count the rows of a file, none of whose columns are asked for."""
    if columns.text is None:
        n = len(columns.read_any([0])[0])
    else:
        n = sum(1 for _ in columns.text.records()) - columns.text.header
    if not n:
        raise DataError("there are no rows")
    return n


def _assigned(rows: SplitData, options: argparse.Namespace) -> Assigned:
    """Carry out the strategy, and print its warnings."""
    with warnings_said(quiet=options.quiet):
        assigned = STRATEGIES[options.strategy].assign(options, rows)
    return assigned


def _write_array(path: str, assigned: Assigned) -> None:
    """Write the column alone, or a matrix of the columns."""
    columns = [*assigned.columns.values()]
    array = columns[0] if len(columns) == 1 else np.column_stack(columns)
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    output.write_file(path, content.getvalue())


def _ending(path: str, columns: Columns) -> str:
    """Return the suffix of the files of the parts: of the format that was read."""
    suffix = Path(path).suffix.lower()
    if ROW_FORMATS.get(suffix) == columns.format:
        return suffix
    return {"Parquet": ".parquet", "Arrow": ".arrow"}.get(columns.format, ".csv")
