"""What ``fastmetrics metrics`` lists: the catalog's rows that give one number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fastmetrics import catalog
from fastmetrics.metrics.record import Family, Metric
from fastmetrics.report.explained.finding import find
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.files import to_csv_text
from fastmetrics.show.latex import to_latex
from fastmetrics.show.markdown import to_markdown
from fastmetrics.show.numbers import NONE, span
from fastmetrics.show.result import to_json
from fastmetrics.show.tables import Table

BETTER = {True: "higher", False: "lower", None: NONE}
FOOT = (
    "≈ approximate   * only if named with --metrics   † needs a parameter: of "
    "retrieval in the name, as P@10 and IPrec@0.1, else from Python only   ‡ half as "
    "far for two classes: [0, 1]"
)


def metrics(term: str = "") -> list[Metric]:
    """Return the metrics found by a term, in the catalog's order; without one all."""
    rows = [row for task in catalog.FAMILIES for row in catalog.scalar(task)]
    if not term:
        return rows
    found = {one.name for one in find(term, len(rows)).names}
    return [row for row in rows if row.name in found]


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


def written(form: str, metrics: Sequence[Metric]) -> str:
    """Return the rows as JSON or CSV, or what is shown as Markdown or LaTeX."""
    if form == "json":
        return to_json(listing(metrics))
    if form == "csv":
        return _csv(metrics)
    make = to_markdown if form == "markdown" else to_latex
    return make(document(metrics))


def _csv(metrics: Sequence[Metric]) -> str:
    rows = listing(metrics)
    cells = [
        [" ".join(x) if isinstance(x, list) else x for x in row.values()]
        for row in rows
    ]
    return to_csv_text([[*rows[0]], *cells])


def document(metrics: Sequence[Metric]) -> Document:
    """Return what is shown: a table per family."""
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
    """Say what its metrics differ in: what they need, or what labels they are for."""
    if {*family.positional} - {""}:
        return "Needs"
    return "For" if any(row.targets for row in rows) else ""


def _targets(family: Family, row: Metric) -> str:
    """Name the kinds of labels that a metric is for, or what it reads, in short."""
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
