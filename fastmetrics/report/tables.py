"""Small tables of texts, numbers and intervals, as plain text, HTML or for rich."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import display_width
from fastmetrics._common.names import written as name_of
from fastmetrics.report.numbers import (
    NO_BREAK_SPACE,
    NONE,
    Estimate,
    count,
    percent,
)

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval

__all__ = ["Cell", "Table", "name_of", "padded", "short_value", "spread"]

Cell = str | Estimate


@dataclass(frozen=True)
class Table:
    """A title, a row of headers and rows of finished text, or of values.

    Attributes
    ----------
    title : str
        Stands above the table; may be empty.
    headers : sequence of str
        One per column.
    rows : sequence of sequences of str or Estimate
        The cells.
    right : set of int
        Columns that are set flush right.
    gap : int
        How many spaces stand between columns.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    right: frozenset[int] = frozenset()
    gap: int = 2

    @property
    def width(self) -> int:
        """How many places the longest line of text below the title takes."""
        lines = self.to_text().split("\n")
        return max(map(display_width, lines[bool(self.title) :]))

    def columns(self) -> list[list[str]]:
        """Return the columns as texts, values of one column aligned at the point."""
        made = [_aligned(column) for column in zip(*self.rows, strict=True)]
        return made or [[] for _ in self.headers]

    def to_text(self) -> str:
        """Return the table in aligned columns."""
        columns = [
            [head, *cells]
            for head, cells in zip(self.headers, self.columns(), strict=True)
        ]
        widths = [max(map(display_width, column)) for column in columns]

        def line(cells: Sequence[str]) -> str:
            parts = [
                padded(cell, width, i in self.right)
                for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            return (" " * self.gap).join(parts).rstrip()

        head, *rows = map(line, zip(*columns, strict=True))
        rule = (" " * self.gap).join("─" * width for width in widths)
        title = [self.title] if self.title else []
        return "\n".join([*title, head, rule, *rows])

    def to_html(self) -> str:
        """Return the table as an HTML element; all text is escaped."""

        def cells(tag: str, texts: Sequence[Cell]) -> str:
            made = (
                f'<{tag} style="text-align:{"right" if i in self.right else "left"}">'
                f"{html.escape(str(text))}</{tag}>"
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
        for row in zip(*self.columns(), strict=True):
            table.add_row(*map(Text, row))
        return table


def _aligned(column: Sequence[Cell]) -> list[str]:
    """Return the cells of a column, values with their points one below the other."""
    values = [one.value.partition(".") for one in column if isinstance(one, Estimate)]
    whole = max((len(value[0]) for value in values), default=0)
    part = max((len(value[1] + value[2]) for value in values), default=0)
    made = []
    for one in column:
        if isinstance(one, Estimate):
            before, point, after = one.value.partition(".")
            made.append(f"{before:>{whole}}{point + after:<{part}} {one.bounds}")
        else:
            made.append(one)
    return made


def padded(text: str, width: int, right: bool = False) -> str:
    """Return a text filled with spaces to so many places."""
    space = " " * (width - display_width(text))
    return f"{space}{text}" if right else f"{text}{space}"


def spread(sizes: Mapping[object, float], total: float, by_weight: str = "") -> str:
    """Write how large the largest and the smallest of several classes are.

    >>> spread({"a": 3, "b": 1}, 4)
    'from a (3, 75.0 %) to b (1, 25.0 %)'
    """
    most, least = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)

    def share(label: object) -> str:
        return percent(sizes[label] / total) if total else NONE

    if sizes[most] == sizes[least]:
        return f"{count(sizes[most])} ({share(most)}{by_weight}) in each"
    return (
        f"from {name_of(most)} ({count(sizes[most])}, {share(most)}{by_weight}) "
        f"to {name_of(least)} ({count(sizes[least])}, {share(least)})"
    )


def short_value(one: Interval | None, name: str) -> str:
    """Write a value with its bounds for a picture, nothing for None."""
    if one is None:
        return ""
    shown = Estimate(one, 3)
    text = f"{name} {shown.value}"
    # Where the text is broken into lines, bounds stay together.
    bounds = "" if shown.bounds == NONE else shown.bounds.replace(" ", NO_BREAK_SPACE)
    return f"{text} {bounds}".rstrip()
