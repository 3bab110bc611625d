"""A report as HTML."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from fastmetrics.report import text

if TYPE_CHECKING:
    from fastmetrics.report.content import Content

__all__ = ["to_html"]


def to_html(report: Content) -> str:
    """Return the whole report as one HTML element."""
    body = "".join(table.to_html() for table in text.tables(report, None))
    return (
        f"<div>{_lines(text.header(report))}{body}{_lines(text.footer(report))}</div>"
    )


def _lines(lines: list[str]) -> str:
    return f"<p>{'<br>'.join(html.escape(line) for line in lines)}</p>"
