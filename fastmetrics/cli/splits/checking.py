"""``fastmetrics check-split``: what leaks between the parts of splits in files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli import common_options
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.columns import source
from fastmetrics.cli.files import named, naming, say_notes
from fastmetrics.cli.output import BAD_USAGE, EXIT_CODES, OK, PROBLEMS, fail
from fastmetrics.cli.writing import (
    add_output,
    both_read,
    check_targets,
    same_file,
    table_read,
    written,
)
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.readers import Columns
    from fastmetrics.selection.split_checks import SplitReport

CHECK = """\
Check a split into training and test parts: rows of a test part that equal a training
row, groups on both sides, classes that a part lacks or has too few rows of, test rows
that are older than training rows.

FILE has a column with the fold of each row: whole numbers, -1 for rows that are never
tested. With --in-order a fold is trained on those before it alone, as "fastmetrics
split --strategy time" makes them; otherwise on all others.

TRAIN and TEST are two tables with the same columns. Formats and COLUMN are as in
"fastmetrics evaluate".

Rows are compared by all columns but those of fold, label, group and time, unless
--feature names some: an id of its own in each row would make all rows different.
"""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "check-split",
        help="find what leaks between training and test parts",
        description=CHECK,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)
    parser.add_argument("file", metavar="FILE", help="a table, or the one of TRAIN")
    parser.add_argument("test", metavar="TEST", nargs="?", help="the table of TEST")
    columns = parser.add_argument_group("columns")
    columns.add_argument("--fold", metavar="COLUMN", help="the fold of each row")
    columns.add_argument("--label", metavar="COLUMN", help="what is to be predicted")
    columns.add_argument(
        "--group", metavar="COLUMN", help="rows that belong on one side"
    )
    columns.add_argument("--time", metavar="COLUMN", help="when each row was seen")
    columns.add_argument(
        "--in-order",
        action="store_true",
        help="train on the folds before the one that is tested, not on later ones",
    )
    columns.add_argument(
        "--feature",
        metavar="COLUMN",
        action="append",
        default=[],
        help='what rows are compared by; again for each further one; "x_*" are all '
        "columns that are named so (default: all others)",
    )
    columns.add_argument(
        "--decimals",
        metavar="N",
        type=common_options.decimals,
        help="round numbers first, to find rows that are nearly equal",
    )
    add_output(parser, "also draw rows, classes and groups by split")


class _Table(NamedTuple):
    """The columns of a file: those with a role, and what rows are compared by."""

    name: str
    format: str
    roles: dict[str, Any]
    features: dict[str, Any]


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    wrong = _wrong(options)
    if wrong:
        return fail(wrong, BAD_USAGE)
    check_targets(options)
    tables = [_read(path, options) for path in (options.file, options.test) if path]
    report = _checked(tables, options)
    files = [table_read(table.name, table.format) for table in tables]
    heading = both_read(*files) if options.test else files[0]
    content = {
        "files": [table.name for table in tables],
        "formats": [table.format for table in tables],
        "features": [*tables[0].features],
        **report.to_dict(),
    }
    written([report], heading, content, options)
    return OK if report.ok else PROBLEMS


def _wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the command line; empty: nothing."""
    if options.test is None and options.fold is None:
        return "--fold is needed to check one FILE; or give TRAIN and TEST"
    for name in ("fold", "time", "in_order"):
        if options.test is not None and getattr(options, name) not in (None, False):
            return f"--{name.replace('_', '-')} is of no use for TRAIN and TEST"
    if options.file == options.test == "-":
        return "standard input can be read once only"
    return same_file(options, {"FILE": options.file, "TEST": options.test})


def _read(path: str, options: argparse.Namespace) -> _Table:
    name = named(path)
    with naming(path):
        columns = open_columns(source(path, None))
        say_notes(columns.notes, options, name)
        places = _places(columns, options)
        features = _features(columns, {*places.values()}, options)
        values = [place for name, place in places.items() if name != "group"]
        read = dict(zip(values, columns.read_any(values), strict=True))
        if "group" in places:  # which names things
            [read[places["group"]]] = columns.read_ids([places["group"]])
        found = [read[place] for place in places.values()]
        compared = columns.read_any(features)
    names = [columns.names[place] for place in features]
    return _Table(
        name,
        columns.format,
        dict(zip(places, found, strict=True)),
        dict(zip(names, compared, strict=True)),
    )


def _places(columns: Columns, options: argparse.Namespace) -> dict[str, int]:
    """Return where the columns with a role are."""
    asked = {name: getattr(options, name) for name in ("fold", "label", "group")}
    asked["time"] = options.time
    return {
        name: columns.find(column)
        for name, column in asked.items()
        if column is not None
    }


def _features(
    columns: Columns, others: set[int], options: argparse.Namespace
) -> list[int]:
    """Return the columns that rows are compared by."""
    asked = options.feature
    every = [place for one in asked for place in expanded(columns, one)]
    if not asked:
        every = [i for i in range(len(columns.names)) if i not in others]
    names = [columns.names[place] for place in dict.fromkeys(every)]
    twice = next((one for i, one in enumerate(names) if one in names[:i]), None)
    if twice is not None:
        raise DataError(f"column {shown(twice)}: is there twice; rename one")
    return [*dict.fromkeys(every)]


def _checked(tables: list[_Table], options: argparse.Namespace) -> SplitReport:
    where = " and ".join(table.name for table in tables)
    try:
        if len(tables) == 1:
            [table] = tables
            fold = table.roles["fold"]
            return fastmetrics.check_split(
                _in_order(fold) if options.in_order else fold,
                table.features or None,
                table.roles.get("label"),
                groups=table.roles.get("group"),
                time=table.roles.get("time"),
                decimals=options.decimals,
            )
        train, test = tables
        return fastmetrics.check_parts(
            train.features,
            test.features,
            y_train=train.roles.get("label"),
            y_test=test.roles.get("label"),
            groups_train=train.roles.get("group"),
            groups_test=test.roles.get("group"),
            decimals=options.decimals,
        )
    except (ValueError, TypeError) as error:
        raise DataError(f"{where}: {error}") from error


def _in_order(fold: Any) -> Any:
    """Return the training and test rows where each fold comes after those before.

    What is no column of folds stays as it is: `check_split` says so.
    """
    folds = np.asarray(fold)
    if folds.dtype.kind not in "iu" or folds.max(initial=-1) < 0:
        return fold
    return [
        (np.flatnonzero(folds < one), np.flatnonzero(folds == one))
        for one in np.unique(folds[folds >= 0])
    ]
