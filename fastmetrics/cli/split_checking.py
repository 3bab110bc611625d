"""``fastmetrics check-split``: leaks between the parts of splits in files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics.cli import common_options
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.columns import source
from fastmetrics.cli.common_options import SEVERAL, add_option, is_given, option_name
from fastmetrics.cli.output import OK, PROBLEMS, UsageError, named, naming, say_notes
from fastmetrics.cli.writing import (
    add_output,
    both_read,
    check_distinct,
    check_targets,
    table_read,
    written,
)
from fastmetrics.readers import DataError, open_columns

if TYPE_CHECKING:
    from fastmetrics.readers import Columns
    from fastmetrics.selection.split_checks import SplitReport


CHECK = """\
Check a split into training and test parts: test rows that equal a training row, groups
on both sides, classes that a part lacks or has too few rows of, and test rows that are
older than training rows.

FILE has a column with the fold of each row: whole numbers, -1 for rows that are never
tested. With --in-order, each fold is tested after training on the earlier folds alone,
as "fastmetrics split --strategy time" makes them; otherwise on all others.

TRAIN and TEST are two tables with the same columns. Formats and COLUMN are as in
"fastmetrics evaluate".

Rows are compared by all columns except fold, label, group and time, unless --feature
names some: with a unique id in each row, all rows would differ.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = CHECK
    parser.set_defaults(run=_run)
    parser.add_argument(
        "file", metavar="FILE", help="table with folds, or the table TRAIN"
    )
    parser.add_argument("test", metavar="TEST", nargs="?", help="table TEST")
    columns = parser.add_argument_group("columns")
    add_option(columns, "--fold COLUMN", "give the fold of each row")
    add_option(columns, "--label COLUMN", "give the target of the prediction")
    add_option(columns, "--group COLUMN", "keep the rows of a group on one side")
    add_option(columns, "--time COLUMN", "give the time of each row")
    add_option(
        columns,
        "--in-order",
        "train on the folds before the test fold only",
    )
    add_option(
        columns,
        "--feature COLUMN",
        'compare rows by this column; repeat for further ones; "x_*" are all '
        "columns with such names (default: all others)",
        **SEVERAL,
    )
    add_option(
        columns,
        "--decimals N",
        "round numbers first, to find rows that are nearly equal",
        type=common_options.decimals,
    )
    add_output(parser, "also draw rows, classes and groups by split")


class _Table(NamedTuple):
    """The columns of a file: those with a role, and the features of rows."""

    name: str
    format: str
    roles: dict[str, Any]
    features: dict[str, Any]


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check(options)
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


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if options are not compatible."""
    if options.test is None and options.fold is None:
        raise UsageError("--fold is needed to check one FILE; or give TRAIN and TEST")
    for name in ("fold", "time", "in_order"):
        if options.test is not None and is_given(options, name):
            raise UsageError(f"{option_name(name)} does not apply to TRAIN and TEST")
    if options.file == options.test == "-":
        raise UsageError("standard input can be read once only")
    check_distinct(options, {"FILE": options.file, "TEST": options.test})


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
        arrays = [read[place] for place in places.values()]
        compared = columns.read_any(features)
    names = [columns.names[place] for place in features]
    return _Table(
        name,
        columns.format,
        dict(zip(places, arrays, strict=True)),
        dict(zip(names, compared, strict=True)),
    )


def _places(columns: Columns, options: argparse.Namespace) -> dict[str, int]:
    """Return the positions of columns with a role."""
    requested = {name: getattr(options, name) for name in ("fold", "label", "group")}
    requested["time"] = options.time
    return {
        name: columns.find(column)
        for name, column in requested.items()
        if column is not None
    }


def _features(
    columns: Columns, others: set[int], options: argparse.Namespace
) -> list[int]:
    """Return the columns by which rows are compared."""
    patterns = options.feature
    every = [place for item in patterns for place in expanded(columns, item)]
    if not patterns:
        every = [i for i in range(len(columns.names)) if i not in others]
    names = [columns.names[place] for place in dict.fromkeys(every)]
    twice = next((item for i, item in enumerate(names) if item in names[:i]), None)
    if twice is not None:
        raise DataError(f"column {shown(twice)}: appears twice; rename one")
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

    Anything that is not a column of folds is unchanged: `check_split` says so.
    """
    folds = np.asarray(fold)
    if folds.dtype.kind not in "iu" or folds.max(initial=-1) < 0:
        return fold
    return [
        (np.flatnonzero(folds < fold_number), np.flatnonzero(folds == fold_number))
        for fold_number in np.unique(folds[folds >= 0])
    ]
