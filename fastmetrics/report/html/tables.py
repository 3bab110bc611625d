"""Tables as HTML: values with bounds and bars, the first column as heads of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count

from fastmetrics.report.html.escaping import attribute, text
from fastmetrics.report.numbers import Estimate
from fastmetrics.report.tables import Ahead, Bar, Cell, Shade, Table
from fastmetrics.report.words import in_language

__all__ = ["Tables"]


class Tables:
    """Writes the tables of one page, each with a name that no other one has."""

    def __init__(self, language: str, prefix: str) -> None:
        self._language, self._prefix = language, prefix
        self._numbers = count(1)

    def written(self, table: Table) -> str:
        """Return a table in a region that scrolls by itself where it is too wide."""
        name = f"{self._prefix}{next(self._numbers)}"
        heads = "".join(
            self._head(head, i in table.right)
            for i, head in enumerate(table.headers)
            if not self._is_bar(table, i)
        )
        rows = "".join(self._row(row, table.right) for row in table.rows)
        title = text(table.title, self._language)
        caption = f'<caption id="{name}">{title}</caption>' if table.title else ""
        label = f'aria-labelledby="{name}"'
        if not table.title:
            first = in_language(table.headers[0], self._language)
            label = f'aria-label="{attribute(first)}"'
        return (
            f'<div class="scroll" role="region" tabindex="0" {label}><table>{caption}'
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    @staticmethod
    def _is_bar(table: Table, column: int) -> bool:
        return any(isinstance(row[column], Bar) for row in table.rows)

    def _head(self, head: str, is_right: bool) -> str:
        if not head:
            return "<td></td>"
        right = ' class="right"' if is_right else ""
        return f'<th scope="col"{right}>{text(head, self._language)}</th>'

    def _row(self, row: Sequence[Cell], right: frozenset[int]) -> str:
        made = [f'<th scope="row">{self._text(row[0])}</th>']
        for i, cell in enumerate(row[1:], 1):
            if isinstance(cell, Bar):  # beside the value that stands before it
                made[-1] = f"{made[-1].removesuffix('</td>')}{_bar(cell)}</td>"
            else:
                made.append(self._cell(cell, i in right))
        return f"<tr>{''.join(made)}</tr>"

    def _cell(self, cell: Cell, is_right: bool) -> str:
        if isinstance(cell, Estimate):
            value, bounds = self._text(cell.value), text(cell.bounds)
            return (
                f'<td><span class="value">{value}</span> '
                f'<span class="bounds">{bounds}</span></td>'
            )
        if isinstance(cell, Shade):
            return f'<td class="right"{_shade(cell.share)}>{text(cell.text)}</td>'
        kinds = ["right"] * is_right + ["ahead"] * isinstance(cell, Ahead)
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        return f"<td{kind}>{self._text(cell)}</td>"

    def _text(self, cell: object) -> str:
        return text(cell, self._language)


def _bar(bar: Bar) -> str:
    """Return an interval as a bar on the scale of its row."""
    length = bar.end - bar.start
    if not (0 < length < math.inf and bar.low <= bar.high):
        return ""
    low, value, high = (
        100 * min(max((one - bar.start) / length, 0.0), 1.0)
        for one in (bar.low, bar.value, bar.high)
    )
    point = f'<b style="left:{value:.1f}%"></b>' if math.isfinite(value) else ""
    return (
        f'<span class="bar" aria-hidden="true"><i style="left:{low:.1f}%;'
        f'right:{100 - high:.1f}%"></i>{point}</span>'
    )


def _shade(share: float) -> str:
    """Return the ground of a cell, so light that text on it is read as well."""
    if not math.isfinite(share) or share == 0:
        return ""
    hue = "above" if share > 0 else "below"
    part = round(26 * min(abs(share), 1.0))
    return f' style="background:color-mix(in srgb,var(--{hue}) {part}%,var(--ground))"'
