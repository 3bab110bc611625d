"""Tables as HTML: values with bounds and bars, the first column as heads of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from fastmetrics.show.html.escaping import attribute, text
from fastmetrics.show.numbers import Estimate, count
from fastmetrics.show.tables import Ahead, Bar, Cell, Shade, Table
from fastmetrics.show.words import in_language, say

# A table of more columns or more cells is cut: a page is to stay small.
MOST_COLUMNS, MOST_CELLS = 64, 4000
# On paper: places of a line at the size of the page's letters, places that the first
# column and the gap behind a column take, and the size of letters in tables.
PAPER, MOST_OF_HEAD, GAP, PRINTED = 66, 14, 1.4, 0.78


class Tables:
    """Writes tables in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def written(self, table: Table, label: str = "") -> str:
        """Return a table in a region that scrolls by itself where it is too wide.

        ``label`` is its name for those who hear it, where it has no title of its own.
        """
        cut = _cut(table)
        table = cut.table
        is_bar = [self._is_bar(table, i) for i in range(len(table.headers))]
        heads = "".join(
            self._head(head, i in table.right)
            for i, head in enumerate(table.headers)
            if not is_bar[i]
        )
        rows = "".join(self._row(row, table.right) for row in table.rows)
        title = text(table.title, self._language)
        caption = f"<caption>{title}</caption>" if table.title else ""
        label = table.title or label or table.headers[0]
        named = f'aria-label="{attribute(in_language(label, self._language))}"'
        said = f"<p>{self._text(cut.said)}</p>" if cut.said else ""
        return (
            f'<div class="scroll" role="group" tabindex="0" {named}>'
            f"<table{_fit(table)}>{caption}"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{said}"
        )

    @staticmethod
    def _is_bar(table: Table, column: int) -> bool:
        return any(isinstance(row[column], Bar) for row in table.rows)

    def _head(self, head: str, is_right: bool) -> str:
        if not head:
            return "<td></td>"
        right = ' class="r"' if is_right else ""
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
            return f"<td><b>{value}</b> <span>{bounds}</span></td>"
        if isinstance(cell, Shade):
            return f'<td class="r"{_shade(cell.share)}>{text(cell.text)}</td>'
        kinds = ["r"] * is_right + ["ahead"] * isinstance(cell, Ahead)
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        return f"<td{kind}>{self._text(cell)}</td>"

    def _text(self, cell: object) -> str:
        return text(cell, self._language)


class _Cut(NamedTuple):
    """As much of a table as a page has room for, and what it says of the rest."""

    table: Table
    said: str = ""


def _cut(table: Table) -> _Cut:
    """Leave out the last columns, then the last rows, of a table that is too large."""
    said = ""
    columns, rows = len(table.headers), len(table.rows)
    if columns > MOST_COLUMNS:
        table = replace(
            table,
            headers=table.headers[:MOST_COLUMNS],
            rows=[row[:MOST_COLUMNS] for row in table.rows],
        )
        said = say(
            "{n} of {k} columns are shown; the JSON has them all.",
            n=MOST_COLUMNS,
            k=count(columns),
        )
    most = max(MOST_CELLS // min(columns, MOST_COLUMNS), 1)
    if rows > most:
        table = replace(table, rows=table.rows[:most])
        said = say(
            "{n} of {k} rows are shown; the JSON has them all.",
            n=most,
            k=count(rows),
        )
    return _Cut(table, said)


def _fit(table: Table) -> str:
    """Return the size of letters with which a wide table fits on paper, if small.

    Cells are broken between words there, so that a column needs its longest word.
    """
    words = sum(
        MOST_OF_HEAD if k == 0 else max(map(_longest_word, [head, *cells])) + GAP
        for k, (head, cells) in enumerate(
            zip(table.headers, zip(*table.rows, strict=True), strict=True)
        )
    )
    size = PAPER / words if words else 1.0
    return f' style="--fit:{size:.2f}em"' if size < PRINTED else ""


def _longest_word(cell: Cell) -> int:
    if isinstance(cell, Bar):
        return 0
    return max(map(len, str(cell).split()), default=0)


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
        f'<i class="bar" aria-hidden="true"><i style="left:{low:.1f}%;'
        f'right:{100 - high:.1f}%"></i>{point}</i>'
    )


def _shade(share: float) -> str:
    """Return the ground of a cell, so light that text on it is read as well."""
    if not math.isfinite(share) or share == 0:
        return ""
    hue = "above" if share > 0 else "below"
    part = round(26 * min(abs(share), 1.0))
    return f' style="background:color-mix(in srgb,var(--{hue}) {part}%,var(--ground))"'
