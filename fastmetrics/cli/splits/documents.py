"""What people read of a check of splits: sentences, a row per split, the problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.show.document import Document, Notes
from fastmetrics.show.tables import Cell, Table

if TYPE_CHECKING:
    from fastmetrics.selection.checks.split_report import SplitReport

__all__ = ["document"]

# Of more splits the first are shown.
MOST = 20


def document(report: SplitReport) -> Document:
    """Return what is shown of a report."""
    headers, lines = report.table()
    rows: list[list[Cell]] = [[*line] for line in lines[:MOST]]
    table = Table("Splits", headers, rows, frozenset(range(1, len(headers))))
    sentences = report.findings()
    if report.ok:
        sentences.append("No problem was found.")
    foot = [Notes("Problems", report.problems)] if report.problems else []
    if len(lines) > MOST:
        more = f"{len(lines) - MOST:,} more splits are in the JSON (--json)."
        foot.append(Notes("Notes", [more]))
    return Document(sentences=sentences, tables=[table], foot=foot)
