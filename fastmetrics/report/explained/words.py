"""What is said of one row of the catalog, in the reader's language."""

from __future__ import annotations

from fastmetrics import catalog
from fastmetrics.catalog import Metric
from fastmetrics.report.explained.example import summary_line
from fastmetrics.show.words import Message, keyed, title_of

__all__ = ["question_of", "title_said"]


def title_said(row: Metric) -> Message:
    """Return the heading of a row."""
    return title_of(row.title)


def question_of(row: Metric) -> Message:
    """Return what a row answers, or what it is where nobody says that."""
    about = catalog.about(row)
    return keyed(f"{row.name}?", about.question if about else one_line(row))


def one_line(row: Metric) -> str:
    """Return the first sentence of the docstring, on one line."""
    return " ".join(summary_line(row).split())
