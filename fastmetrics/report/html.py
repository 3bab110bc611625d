"""A report as HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastmetrics.report.document import document

if TYPE_CHECKING:
    from fastmetrics.report.content import Content
    from fastmetrics.report.tables import Cell, Table

__all__ = ["to_html"]


def to_html(report: Content) -> str:
    """Return the whole report as one HTML element."""
    made = document(report)
    body = "".join(map(_table, made.tables))
    foot = "".join(_lines([notes.title, *notes.lines]) for notes in made.foot)
    return f"<div>{_lines([*made.head, *made.sentences])}{body}{foot}</div>"


def _lines(lines: Sequence[str]) -> str:
    return f"<p>{'<br>'.join(html.escape(line) for line in lines)}</p>"


def _table(table: Table) -> str:
    def cells(tag: str, texts: Sequence[Cell]) -> str:
        made = (
            f'<{tag} style="text-align:{"right" if i in table.right else "left"}">'
            f"{html.escape(str(text))}</{tag}>"
            for i, text in enumerate(texts)
        )
        return f"<tr>{''.join(made)}</tr>"

    caption = (
        f'<caption style="text-align:left"><b>{html.escape(table.title)}</b></caption>'
    )
    return (
        f"<table>{caption if table.title else ''}"
        f"<thead>{cells('th', table.headers)}</thead>"
        f"<tbody>{''.join(cells('td', row) for row in table.rows)}</tbody></table>"
    )
