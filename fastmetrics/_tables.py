"""Small tables as plain text, HTML or for rich, and the writing of numbers."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Table", "count", "decimals_for", "number", "span"]


@dataclass(frozen=True)
class Table:
    """A title, a row of headers and rows of finished text.

    Attributes
    ----------
    title : str
        Stands above the table; may be empty.
    headers : sequence of str
        One per column.
    rows : sequence of sequences of str
        The cells.
    right : set of int
        Columns that are set flush right.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """How many characters the longest line of text has."""
        return max(map(len, self.to_text().split("\n")))

    def to_text(self) -> str:
        """Return the table in aligned columns, two spaces apart."""
        lines = [self.headers, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]

        def line(cells: Sequence[str]) -> str:
            parts = [
                cell.rjust(width) if i in self.right else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            return "  ".join(parts).rstrip()

        rule = "  ".join("─" * width for width in widths)
        title = [self.title] if self.title else []
        return "\n".join([*title, line(self.headers), rule, *map(line, self.rows)])

    def to_html(self) -> str:
        """Return the table as an HTML element; all text is escaped."""

        def cells(tag: str, texts: Sequence[str]) -> str:
            made = (
                f'<{tag} style="text-align:{"right" if i in self.right else "left"}">'
                f"{html.escape(text)}</{tag}>"
                for i, text in enumerate(texts)
            )
            return f"<tr>{''.join(made)}</tr>"

        caption = (
            f'<caption style="text-align:left"><b>{html.escape(self.title)}</b>'
            "</caption>"
        )
        return (
            f"<table>{caption if self.title else ''}"
            f"<thead>{cells('th', self.headers)}</thead>"
            f"<tbody>{''.join(cells('td', row) for row in self.rows)}</tbody></table>"
        )

    def to_rich(self) -> Any:
        """Return the table as an object that `rich` prints."""
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        # As wide as the plain text: two characters between columns.
        table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
        for i, header in enumerate(self.headers):
            table.add_column(
                Text(header),  # as Text: column names are data, not markup
                justify="right" if i in self.right else "left",
                style="bold" if i == 0 else "",
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table


def number(value: float | None, decimals: int = 4) -> str:
    """Write a value with so many decimals; "undefined" for NaN.

    >>> number(0.65625), number(-0.00001), number(float("nan"))
    ('0.6562', '0.0000', 'undefined')
    """
    if value is None or math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def count(value: float) -> str:
    """Write a count with separators; a sum of weights keeps its fraction.

    >>> count(1234567), count(12.5)
    ('1,234,567', '12.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.6g}"


def span(lower: float | None, upper: float | None) -> str:
    """Write the range of a metric.

    >>> span(0, 1), span(0, float("inf")), span(None, None)
    ('[0, 1]', '[0, ∞)', '—')
    """
    if lower is None or upper is None:
        return "—"
    left = f"[{lower:g}" if math.isfinite(lower) else "(-∞"
    right = f"{upper:g}]" if math.isfinite(upper) else "∞)"
    return f"{left}, {right}"


def decimals_for(widths: Iterable[float]) -> int:
    """Return how many decimals show two digits of the narrowest interval's half.

    >>> decimals_for([0.1]), decimals_for([0.1, 0.0001]), decimals_for([])
    (4, 6, 4)
    """
    finite = [w for w in widths if math.isfinite(w) and w > 0]
    if not finite:
        return 4
    return min(max(1 + math.ceil(-math.log10(min(finite) / 2)), 4), 8)
