"""Small tables as plain text, HTML or for rich, and the writing of numbers."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import cut, printable

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval

__all__ = [
    "NONE",
    "Table",
    "bounds",
    "count",
    "decimals_for",
    "format_number",
    "has_bounds",
    "name_of",
    "short_value",
    "span",
    "spread",
    "with_bounds",
]

APPROXIMATE = " ≈"
NONE = "—"


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
    gap : int
        How many spaces stand between columns.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()
    gap: int = 2

    @property
    def width(self) -> int:
        """How many characters the longest line of text below the title has."""
        lines = self.to_text().split("\n")
        return max(map(len, lines[bool(self.title) :]))

    def to_text(self) -> str:
        """Return the table in aligned columns."""
        lines = [self.headers, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]

        def line(cells: Sequence[str]) -> str:
            parts = [
                cell.rjust(width) if i in self.right else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            return (" " * self.gap).join(parts).rstrip()

        rule = (" " * self.gap).join("─" * width for width in widths)
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

        # As wide as the plain text: the box itself has one character between columns.
        padding = (0, self.gap - 1, 0, 0)
        table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=padding)
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


def name_of(label: object) -> str:
    r"""Write a model's name or a label: cut if it is long, and nothing to obey in it.

    >>> print(name_of(3), name_of("\x1b[31mred"))
    3 \x1b[31mred
    """
    return cut(printable(str(label)))


def format_number(value: float | None, decimals: int = 4) -> str:
    """Write a value with so many decimals; "undefined" for NaN.

    >>> format_number(0.65625), format_number(-0.00001), format_number(float("nan"))
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


def spread(sizes: Mapping[object, float], total: float, by_weight: str = "") -> str:
    """Write how large the largest and the smallest of several classes are.

    >>> spread({"a": 3, "b": 1}, 4)
    'from a (3, 75.0 %) to b (1, 25.0 %)'
    """
    most, least = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)

    def share(label: object) -> str:
        return f"{100 * sizes[label] / total:.1f} %" if total else NONE

    if sizes[most] == sizes[least]:
        return f"{count(sizes[most])} ({share(most)}{by_weight}) in each"
    return (
        f"from {name_of(most)} ({count(sizes[most])}, {share(most)}{by_weight}) "
        f"to {name_of(least)} ({count(sizes[least])}, {share(least)})"
    )


def decimals_for(widths: Iterable[float]) -> int:
    """Return how many decimals show two digits of the narrowest interval's half.

    >>> decimals_for([0.1]), decimals_for([0.1, 0.0001]), decimals_for([])
    (4, 6, 4)
    """
    finite = [w for w in widths if math.isfinite(w) and w > 0]
    if not finite:
        return 4
    return min(max(1 + math.ceil(-math.log10(min(finite) / 2)), 4), 8)


def has_bounds(one: Interval) -> bool:
    """Whether there is an interval around the value."""
    return not (math.isnan(one.low) or math.isnan(one.high))


def bounds(one: Interval, decimals: int) -> str:
    """Write an interval's bounds, a dash if there are none."""
    if not has_bounds(one):
        return NONE
    text = f"[{format_number(one.low, decimals)}, {format_number(one.high, decimals)}]"
    return text + (APPROXIMATE if one.approximate else "")


def with_bounds(column: Sequence[Interval | None], decimals: int) -> list[str]:
    """Write values and their bounds one below the other; nothing for None."""
    texts = [
        "" if one is None else format_number(one.estimate, decimals) for one in column
    ]
    longest = max(map(len, texts), default=0)
    return [
        "" if one is None else f"{text:>{longest}} {bounds(one, decimals)}"
        for text, one in zip(texts, column, strict=True)
    ]


def short_value(one: Interval | None, name: str) -> str:
    """Write a value with its bounds for a picture, nothing for None."""
    if one is None:
        return ""
    text = f"{name} {format_number(one.estimate, 3)}"
    if math.isfinite(one.low) and math.isfinite(one.high):
        # Where the text is broken into lines, bounds stay together.
        low, high = format_number(one.low, 3), format_number(one.high, 3)
        text += f" [{low},\N{NO-BREAK SPACE}{high}]"
    return text
