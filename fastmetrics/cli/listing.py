"""What ``fastmetrics metrics`` lists: the catalog's rows that give one number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastmetrics import catalog
from fastmetrics.report.tables import NONE, Table, span

__all__ = ["FOOT", "listing", "tables"]

# The catalog's tasks, as headings.
TASKS = {
    "binary_scores": "Of scores of a binary target (--score)",
    "labels": "Of labels (--pred): binary, multiclass or multilabel",
    "clustering": "Of clusterings (--task clustering --pred)",
}
# What metrics of clusterings read besides.
READS = {"agreement": "--truth", "geometry": "--feature", "partition": NONE}
BETTER = {True: "higher", False: "lower", None: NONE}
FOOT = [
    "≈ approximate   * only if named with --metrics   † needs a parameter, so from "
    "Python only"
]


def listing() -> list[dict[str, Any]]:
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
            "in_report": row.in_report,
            "required": list(row.required),
        }
        for task in TASKS
        for row in catalog.scalar(task)
    ]


def tables() -> Iterator[Table]:
    """Yield a table per task."""
    for task, title in TASKS.items():
        kinds = {"labels": "For", "clustering": "Needs"}.get(task)
        headers = ["Metric", "Also called", "Range", "Better", "Interval"]
        headers += ([kinds] if kinds else []) + ["What it is"]
        cells = [
            [
                row.name + (" †" if row.required else "" if row.in_report else " *"),
                ", ".join(row.aliases),
                span(row.lower, row.upper),
                BETTER[row.greater_is_better],
                (row.interval or NONE) + (" ≈" if row.approximate else ""),
                *([_targets(row)] if kinds else []),
                row.title,
            ]
            for row in catalog.scalar(task)
        ]
        yield Table(title, headers, cells)


def _targets(row: catalog.Metric) -> str:
    """Name the kinds of labels that a metric is for, or what it reads, in short."""
    if row.task == "clustering":
        return READS[row.targets[0]]
    if len(row.targets) == 3:
        return "all"
    return ", ".join(kind.removesuffix("-indicator") for kind in row.targets)
