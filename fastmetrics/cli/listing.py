"""``fastmetrics metrics``, ``explain`` and ``find``: the entries of the catalog."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics.cli import output
from fastmetrics.cli.common_options import (
    FORMATS,
    add_formats,
    add_option,
    positive_int,
)
from fastmetrics.cli.output import OK, UsageError, write_out
from fastmetrics.cli.writing import add_output, check_targets, written
from fastmetrics.metrics.families import Family
from fastmetrics.metrics.record import Metric
from fastmetrics.report.explanation import explain
from fastmetrics.report.finding import find
from fastmetrics.show.markup import to_latex, to_markdown
from fastmetrics.show.numbers import NONE, span
from fastmetrics.show.result import to_csv_text, to_json
from fastmetrics.show.text import Document, Notes, Table, laid_out

BETTER = {True: "higher", False: "lower", None: NONE}
FOOT = (
    "≈ approximate   * only if named with --metrics   † needs a parameter: of "
    "retrieval in the name, as P@10 and IPrec@0.1, else from Python only   ‡ half as "
    "far for two classes: [0, 1]"
)


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_run_metrics)
    parser.add_argument(
        "terms",
        nargs="*",
        metavar="TERM",
        help="list only metrics found by these words",
    )
    add_formats(parser, FORMATS[:-1], "choose the format (default: a table)")


def add_explain(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_run_explain)
    parser.add_argument(
        "name", metavar="NAME", help='name of an entry, as "fastmetrics find" finds it'
    )
    add_output(parser)


def add_find(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.set_defaults(run=_run_find)
    parser.add_argument(
        "terms",
        metavar="TERM",
        nargs="+",
        help="a name, an abbreviation, a title in English or Chinese, or words",
    )
    add_option(
        parser,
        "-n N",
        "set the largest number of names (default: %(default)s)",
        dest="most",
        type=positive_int,
        default=10,
    )
    add_output(parser)


def _run_metrics(options: argparse.Namespace) -> int:
    term = " ".join(options.terms)
    rows = metrics(term)
    if not rows:
        raise UsageError(f"no metric matches {shown(term)}")
    if options.format in (None, "table"):
        # A line per metric for programs that look for one.
        width = output.width(None) if sys.stdout.isatty() else output.WIDEST
        output.show(laid_out(document(rows), width))
    else:
        write_out(listed(options.format, rows))
    return OK


def _run_explain(options: argparse.Namespace) -> int:
    check_targets(options)
    try:
        explanation = explain(options.name)
    except ValueError as error:  # no such name
        raise UsageError(error) from error
    written([explanation], "", explanation.to_dict(), options)
    return OK


def _run_find(options: argparse.Namespace) -> int:
    check_targets(options)
    term = " ".join(options.terms)
    entries = find(term, options.most)
    if not len(entries):
        raise UsageError(f"no entry matches {shown(term)}")
    written([entries], "", entries.to_dict(), options)
    return OK


def metrics(term: str = "") -> list[Metric]:
    """Return the metrics found by a term, in the catalog's order; without one all."""
    rows = [row for task in catalog.FAMILIES for row in catalog.scalar(task)]
    if not term:
        return rows
    names = {entry.name for entry in find(term, len(rows)).names}
    return [row for row in rows if row.name in names]


def listing(rows: Sequence[Metric]) -> list[dict[str, Any]]:
    """Return the rows for JSON."""
    bound = lambda x: x if abs(x) != catalog.INFINITY else None  # noqa: E731
    return [
        {
            "name": row.name,
            "title": row.title,
            "aliases": list(row.aliases),
            "task": row.task,
            "targets": list(row.targets),
            "lower": bound(row.lower),
            "upper": bound(row.upper),
            "greater_is_better": row.greater_is_better,
            "interval": row.interval,
            "approximate": row.approximate,
            "reason": row.reason,
            "merges": list(row.merges),
            "unmerged": row.unmerged,
            "in_report": row.in_report,
            "required": list(row.required),
        }
        for row in rows
    ]


def listed(form: str, metrics: Sequence[Metric]) -> str:
    """Return the rows as JSON or CSV, or the table as Markdown or LaTeX."""
    if form == "json":
        return to_json(listing(metrics))
    if form == "csv":
        rows = [
            [
                " ".join(cell) if isinstance(cell, list) else cell
                for cell in row.values()
            ]
            for row in listing(metrics)
        ]
        return to_csv_text([[*listing(metrics[:1])[0]], *rows])
    make = to_markdown if form == "markdown" else to_latex
    return make(document(metrics))


def document(metrics: Sequence[Metric]) -> Document:
    """Return a document with a table per family."""
    return Document(tables=[*_tables(metrics)], foot=[Notes(FOOT, [])])


def _tables(metrics: Sequence[Metric]) -> Iterator[Table]:
    for family in catalog.FAMILIES.values():
        rows = [row for row in metrics if row.task == family.name]
        if not rows:
            continue
        headers = ["Metric", "Also called", "Range", "Better", "Interval", "Merges as"]
        column = _column_of_targets(family, rows)
        cells = [
            [
                row.name + (" †" if row.required else "" if row.in_report else " *"),
                ", ".join(row.aliases),
                span(row.lower, row.upper) + (" ‡" if _is_halved(row) else ""),
                BETTER[row.greater_is_better],
                (row.interval or NONE) + (" ≈" if row.approximate else ""),
                " ".join(row.merges) or NONE,
                *([_targets(family, row)] if column else []),
                row.title,
            ]
            for row in rows
        ]
        headers += ([column] if column else []) + ["What it is"]
        yield Table(_heading(family), headers, cells)


def _is_halved(row: Metric) -> bool:
    """Whether values of two classes are half of those that several classes give."""
    return row.options.get("scale_by_half") == "auto"


def _heading(family: Family) -> str:
    """Name a family, and the options that its columns of models are given under."""
    own = [each.option for each in family.arguments if each.per_model and each.option]
    options = [f"--task {family.name}"] if family.instead_of else []
    options += [f"--{option}" for option in own]
    return f"Of {family.title.lower()} ({' '.join(options) or 'from Python only'})"


def _column_of_targets(family: Family, rows: Sequence[Metric]) -> str:
    """Return the heading of the column of needed data, or of kinds of labels."""
    if {*family.positional} - {""}:
        return "Needs"
    return "For" if any(row.targets for row in rows) else ""


def _targets(family: Family, row: Metric) -> str:
    """Return the kinds of labels of a metric, or its input, as a short text."""
    kinds = {target for each in family.metrics for target in each.targets}
    if {*family.positional} - {""}:
        options = {
            each.name: f"--{each.option}" if each.option else each.name
            for each in family.arguments
        }
        own = family.columns_per_model
        needed = [options[name] for name in family.leading(row) if name not in own]
        return " ".join(needed) or NONE
    if {*row.targets} == kinds:
        return "all"
    return ", ".join(kind.removesuffix("-indicator") for kind in row.targets)
