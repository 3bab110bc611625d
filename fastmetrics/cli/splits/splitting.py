"""``fastmetrics split``: folds or parts for the rows of a file."""

from __future__ import annotations

import argparse
import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli import output, types
from fastmetrics.cli.columns import source
from fastmetrics.cli.files import named, naming, say_notes, warnings_said
from fastmetrics.cli.splits import strategies
from fastmetrics.cli.splits.row_files import FORMATS, Target, form_of, write_rows
from fastmetrics.cli.splits.strategies import STRATEGIES, Assigned, Given
from fastmetrics.cli.streams import (
    BAD_USAGE,
    EXIT_CODES,
    OK,
    OutputError,
    fail,
)
from fastmetrics.cli.writing import add_output, check_targets, same_file, written
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.readers import Columns

__all__ = ["add"]

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
        type=types.positive_int,
        help="how many folds, or resamples (default: 5)",
    )
    for part in ("test", "validation"):
        default = " (default: 0.2)" if part == "test" else " (default: no such part)"
        numbers.add_argument(
            f"--{part}-size",
            metavar="P",
            type=types.probability,
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
    value = types.seed(text)
    if value >= 2**32:
        raise argparse.ArgumentTypeError(f"{text} is not below 2^32")
    return value


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = _wrong(options) or strategies.wrong(options)
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
    if options.parts and not strategies.is_of_parts(options):
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
    parts = _parts(columns, assigned, options)
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


def _parts(
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
