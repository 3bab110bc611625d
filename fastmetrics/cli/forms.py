"""A report in the form that was asked for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics._common.names import printable
from fastmetrics.cli.output import draws_bars, json_text
from fastmetrics.report.document import document
from fastmetrics.report.text import WIDTH, laid_out, plain

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.document import Document
    from fastmetrics.report.judge import Report
    from fastmetrics.report.text import Line

__all__ = ["form_of", "lines", "written"]

# The form of a file by what its name ends with.
ENDINGS = {
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".csv": "csv",
}


def form_of(path: str | None) -> str:
    """Return the form that a file's name asks for, else a table."""
    return ENDINGS.get(Path(path).suffix.lower(), "table") if path else "table"


def lines(
    report: Report, data: Data, width: int, options: argparse.Namespace
) -> list[Line]:
    """Return the report as lines of so many places."""
    return laid_out(
        _document(report, data, width, draws_bars()), width, options.language
    )


def written(form: str, report: Report, data: Data, options: argparse.Namespace) -> str:
    """Return the report as a text of that form."""
    from fastmetrics.report.latex import to_latex
    from fastmetrics.report.markdown import to_markdown

    language = options.language
    if form == "json":
        return json_text(_content(report, data))
    if form == "csv":
        return report.to_csv()
    if form == "markdown":
        return to_markdown(_document(report, data, None), language)
    if form == "latex":
        return to_latex(_document(report, data, None), language)
    if form == "html":
        return _html(data.heading, report)
    width = options.width or WIDTH
    made = _document(report, data, width)
    return f"{plain(laid_out(made, width, language))}\n"


def _document(
    report: Report, data: Data, width: int | None, bars: bool = False
) -> Document:
    made = document(report, width, bars=bars)
    return made._replace(head=[printable(data.heading), *made.head])


def _content(report: Report, data: Data) -> dict[str, Any]:
    return {
        "fastmetrics": fastmetrics.__version__,
        "file": data.name,
        "format": data.format,
        "columns": data.columns,
        **report.to_dict(),
    }


def _html(heading: str, report: Report) -> str:
    from html import escape

    return (
        f'<!doctype html>\n<meta charset="utf-8">\n<title>{escape(heading)}</title>\n'
        f"<h1>{escape(heading)}</h1>\n{report._repr_html_()}\n"
    )
