"""The forms that a report is written in, and which one a file's name asks for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fastmetrics.report.export import to_csv, to_dict, to_json
from fastmetrics.report.page import to_html
from fastmetrics.show.latex import to_latex
from fastmetrics.show.markdown import to_markdown
from fastmetrics.show.text import WIDTH, laid_out, plain

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.show.document import Document

__all__ = ["form_of", "text_of"]

_ENDINGS = {
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
    return _ENDINGS.get(Path(path).suffix.lower(), "table") if path else "table"


def text_of(
    form: str, report: Content, document: Document, language: str, width: int = WIDTH
) -> str:
    """Return a report in one of the forms; ``document`` is what people read of it."""
    if form == "json":
        return to_json(to_dict(report))
    if form == "csv":
        return to_csv(report)
    if form == "html":
        data = to_json(to_dict(report))
        return to_html(report, full=True, language=language, data=data)
    if form == "markdown":
        return to_markdown(document, language)
    if form == "latex":
        return to_latex(document, language)
    return f"{plain(laid_out(document, width, language))}\n"
