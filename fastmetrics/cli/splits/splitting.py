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
from fastmetrics.cli.files import named, naming, say_notes, warnings_said
from fastmetrics.cli.output import BAD_USAGE, EXIT_CODES, OK, OutputError, fail
from fastmetrics.cli.splits.row_files import FORMATS, Target, form_of, write_rows
from fastmetrics.cli.writing import add_output, check_targets, same_file, written
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers import Columns


# --------------------------------------------------------------------------- strategies
# What the strategies of ``fastmetrics split`` make of the columns of a file.


# Rows that are never tested.
_TRAIN, _TEST, _VALIDATION = -1, 0, 1


class Given(NamedTuple):
    """The columns that a strategy goes by."""

    n: int
    label: Any = None
    groups: Any = None
    key: Any = None


class Assigned(NamedTuple):
    """What was made: columns by name, and the splits as `check_split` takes them.

    ``parts``: which rows are in which part, where there is one split.
    """

    columns: dict[str, NDArray[Any]]
    splits: Any
    parts: dict[str, NDArray[np.bool_]] | None = None


class Strategy(NamedTuple):
    """A strategy: what it makes, what it needs, and what else it has a use for."""

    assign: Callable[[argparse.Namespace, Given], Assigned]
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    shown: str = ""


def is_of_parts(options: argparse.Namespace) -> bool:
    """Whether one split is asked for, instead of folds."""
    sizes = (options.test_size, options.validation_size)
    return options.strategy == "shuffle" or (
        options.strategy == "hash" and any(size is not None for size in sizes)
    )


def strategy_error(options: argparse.Namespace) -> str:
    """Return what is wrong with the options of a strategy; empty: nothing."""
    name = options.strategy
    strategy = STRATEGIES[name]
    for needed in strategy.needs:
        if not getattr(options, needed):
            return f"--strategy {name} needs --{needed.replace('_', '-')}"
    useful = {*strategy.needs, *strategy.uses}
    if is_of_parts(options):
        useful -= {"k"}
    for option in ("k", "test_size", "validation_size", "label", "group", "key",
                   "shuffle", "no_duplicates"):  # fmt: skip
        if option not in useful and getattr(options, option) not in (None, [], False):
            return f"--{option.replace('_', '-')} is of no use for --strategy {name}"
    return ""


def _folds(
    options: argparse.Namespace, given: Given, splitter: Any, *data: Any
) -> Assigned:
    ids = splitter.fold_ids(given.n, *data)
    return Assigned({options.column: ids}, ids)


def _shuffling(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "shuffle": options.shuffle,
        "random_state": options.seed if options.shuffle else None,
    }


def _k_fold(options: argparse.Namespace, given: Given) -> Assigned:
    if given.groups is not None:
        return _group(options, given)
    splitter = fastmetrics.KFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter)


def _stratified(options: argparse.Namespace, given: Given) -> Assigned:
    if given.groups is not None:
        return _stratified_group(options, given)
    splitter = fastmetrics.StratifiedKFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter, given.label)


def _group(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.GroupKFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter, None, given.groups)


def _stratified_group(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.StratifiedGroupKFold(
        options.k or 5, method="balanced", **_shuffling(options)
    )
    return _folds(options, given, splitter, given.label, given.groups)


def _shuffle(options: argparse.Namespace, given: Given) -> Assigned:
    design = {"groups": given.groups, "stratify": given.label}
    rows = np.arange(given.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    if options.validation_size is None:
        _, test = fastmetrics.train_test_split(
            rows, test_size=test_size, random_state=options.seed, **design
        )
        return _parts(options, given.n, test)
    _, validation, test = fastmetrics.train_validation_test_split(
        rows,
        validation_size=options.validation_size,
        test_size=test_size,
        random_state=options.seed,
        **design,
    )
    return _parts(options, given.n, test, validation)


def _hash(options: argparse.Namespace, given: Given) -> Assigned:
    if not is_of_parts(options):
        splitter = fastmetrics.HashKFold(options.k or 5)
        return _folds(options, given, splitter, None, given.key)
    rows = np.arange(given.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    _, test = fastmetrics.hash_split(rows, key=given.key, test_size=test_size)
    if options.validation_size is None:
        return _parts(options, given.n, test)
    both = test_size + options.validation_size
    _, apart = fastmetrics.hash_split(rows, key=given.key, test_size=both)
    return _parts(options, given.n, test, np.setdiff1d(apart, test))


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


def _time(options: argparse.Namespace, given: Given) -> Assigned:
    k = options.k or 5
    if given.groups is None:
        splits = [*fastmetrics.TimeSeriesSplit(k).split(given.n)]
    else:
        series = fastmetrics.GroupTimeSeriesSplit(k)
        splits = [*series.split(given.n, groups=given.groups)]
    ids = np.full(given.n, _TRAIN, np.int32)
    for fold, (_, test) in enumerate(splits):
        ids[test] = fold
    return Assigned({options.column: ids}, splits)


def _five_by_two(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.FiveByTwo(
        stratified=given.label is not None, random_state=options.seed
    )
    ids = splitter.fold_ids(given.n, given.label)
    return Assigned(_numbered(options.column, ids), ids)


def _bootstrap(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.BootstrapSplit(
        options.k or 5, stratified=given.label is not None, random_state=options.seed
    )
    data = given.n, given.label, given.groups
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
        shown="the same share of each class in each fold",
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
        shown="groups whole, classes in nearly equal shares",
    ),
    "shuffle": Strategy(
        _shuffle,
        uses=(*_SIZES, "label", "group", "no_duplicates"),
        shown="one random split, by --label and --group too",
    ),
    "hash": Strategy(
        _hash,
        needs=("key",),
        uses=("k", *_SIZES),
        shown="by --key, so that new rows move none; one split with --test-size",
    ),
    "time": Strategy(
        _time, uses=("k", "group"), shown="rows or --group in the order of the file"
    ),
    "five-by-two": Strategy(_five_by_two, uses=("label",), shown="two halves, 5 times"),
    "bootstrap": Strategy(
        _bootstrap,
        uses=("k", "label", "group", "no_duplicates"),
        shown="how often each row is drawn, --k times",
    ),
}


# ---------------------------------------------------------------------------- splitting
# ``fastmetrics split``: folds or parts for the rows of a file.


SPLIT = """\
Put the rows of a file into folds, or into parts to train on and to test, and say how
well classes and groups are shared.

--out writes the rows with a column of their folds behind (CSV, Parquet, Arrow), or this
column alone (NPY). Rows that are never tested have fold -1; of one split the test part
is fold 0 and the validation part fold 1. --strategy five-by-two and bootstrap write
several columns. --parts writes the parts of one split to files of their own: train,
validation and test.

The folds are those of the library's splitters with this seed. Formats of FILE and
COLUMN are as in "fastmetrics evaluate".
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "split",
        help="put rows into folds, or into parts to train on and to test",
        description=SPLIT,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--strategy",
        choices=list(STRATEGIES),
        required=True,
        help="; ".join(f"{name}: {one.shown}" for name, one in STRATEGIES.items()),
    )
    columns = parser.add_argument_group("columns")
    columns.add_argument("--label", metavar="COLUMN", help="classes to be shared")
    for option, what in (
        ("group", "rows that belong together"),
        ("key", "what tells rows apart, for --strategy hash"),
    ):
        columns.add_argument(
            f"--{option}",
            metavar="COLUMN",
            action="append",
            default=[],
            help=f"{what}; again for each further column",
        )
    columns.add_argument(
        "--no-duplicates",
        action="store_true",
        help="keep rows together that are equal but for their label, and the group "
        "columns",
    )
    numbers = parser.add_argument_group("numbers")
    numbers.add_argument(
        "--k",
        metavar="K",
        type=common_options.positive_int,
        help="how many folds, or resamples (default: 5)",
    )
    for part in ("test", "validation"):
        default = " (default: 0.2)" if part == "test" else " (default: no such part)"
        numbers.add_argument(
            f"--{part}-size",
            metavar="P",
            type=common_options.probability,
            help=f"share of the {part} part{default}",
        )
    numbers.add_argument(
        "--shuffle", action="store_true", help="put rows into folds in random order"
    )
    numbers.add_argument(
        "--seed",
        metavar="N",
        type=_seed,
        default=0,
        help="another number gives other folds (default: %(default)s)",
    )
    rows = parser.add_argument_group("rows")
    rows.add_argument(
        "--out", metavar="FILE", help=f"file to write: {', '.join(FORMATS)}"
    )
    rows.add_argument(
        "--column",
        metavar="NAME",
        default="fold",
        help="name of the column of folds (default: %(default)s)",
    )
    rows.add_argument(
        "--parts",
        metavar="DIR",
        help="directory for the files of the parts, made where there is none",
    )
    add_output(parser, "also draw rows, classes and groups by fold")


def _seed(text: str) -> int:
    value = common_options.seed(text)
    if value >= 2**32:
        raise argparse.ArgumentTypeError(f"{text} is not below 2^32")
    return value


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = _wrong(options) or strategy_error(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
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
        raise OutputError(f"{path}: there is no such directory, and none to make it in")


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


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if not (options.out or options.parts):
        return "--out or --parts is needed: where to write"
    if options.out and not form_of(options.out):
        return f"--out must end with {', '.join(FORMATS)}"
    if options.parts and not is_of_parts(options):
        return "--parts is for one split: --strategy shuffle, or hash with --test-size"
    return same_file(options, {"FILE": options.file, "--out": options.out})


def _split(options: argparse.Namespace) -> int:
    name = named(options.file)
    opened = source(options.file, None)
    if not isinstance(opened, (str, bytes)):  # rows are read a second time
        opened = opened.read()
    columns = open_columns(opened)
    say_notes(columns.notes, options, name)
    given = _given(columns, options)
    assigned = _assigned(given, options)
    parts = _split_parts(columns, assigned, options)
    paths = {f"{target.path}, a file of --parts,": target.path for target in parts}
    same = same_file(options, {"FILE": options.file, "--out": options.out, **paths})
    if same:
        return fail(same, BAD_USAGE)
    clash = next((one for one in assigned.columns if one in columns.names), None)
    if clash and options.out and form_of(options.out) != "NPY":
        raise DataError(f"has a column {shown(clash)} already; see --column")
    report = fastmetrics.check_split(
        assigned.splits, given.n, given.label, groups=given.groups
    )
    if options.out and form_of(options.out) == "NPY":
        _write_array(options.out, assigned)
    elif options.out:
        write_rows(columns, assigned.columns, [Target(options.out)], given.n)
    if parts:
        with _directory(Path(options.parts)):
            write_rows(columns, {}, parts, given.n)
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


def _given(columns: Columns, options: argparse.Namespace) -> Given:
    """Read the columns that the strategy goes by."""
    asked = [options.label] if options.label is not None else []
    places = [columns.find(one) for one in [*asked, *options.group, *options.key]]
    others = [i for i in range(len(columns.names)) if i not in places]
    features = others if options.no_duplicates else []
    # What is to be predicted is a value; groups and keys name things.
    of_ids = places[len(asked) :]
    found = [*columns.read(places[: len(asked)], of_ids), *columns.read_any(features)]
    n = len(found[0]) if found else _n_rows(columns)
    label = found[0] if asked else None
    ids = found[len(asked) : len(asked) + len(options.group)]
    key = tuple(found[len(asked) + len(ids) : len(places)])
    groups = _joined(ids) if ids else None
    if features:
        rows = {str(i): one for i, one in enumerate(found[len(places) :])}
        groups = fastmetrics.duplicate_groups(rows, groups=groups)
    return Given(n, label, groups, key or None)


def _joined(ids: list[np.ndarray]) -> Any:
    """Return one group for rows whose columns of groups are all equal."""
    if len(ids) == 1:
        return ids[0]
    return fastmetrics.duplicate_groups({str(i): one for i, one in enumerate(ids)})


def _n_rows(columns: Columns) -> int:
    """Count the rows of a file, none of whose columns are asked for."""
    if columns.text is None:
        n = len(columns.read_any([0])[0])
    else:
        n = sum(1 for _ in columns.text.records()) - columns.text.header
    if not n:
        raise DataError("there are no rows")
    return n


def _assigned(given: Given, options: argparse.Namespace) -> Assigned:
    """Carry the strategy out; what it warns of is said."""
    with warnings_said(quiet=options.quiet):
        found = STRATEGIES[options.strategy].assign(options, given)
    return found


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
    if FORMATS.get(suffix) == columns.format:
        return suffix
    return {"Parquet": ".parquet", "Arrow": ".arrow"}.get(columns.format, ".csv")
