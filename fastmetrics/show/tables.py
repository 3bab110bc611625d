"""Small tables of texts, numbers and intervals, whatever they are shown as."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import display_width
from fastmetrics._common.names import written as name_of
from fastmetrics.show.numbers import NONE, Estimate, count, percent
from fastmetrics.show.words import in_language, say

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ahead(str):
    """The name of the model that is ahead: what colour is for."""

    __slots__ = ()


class Titled(str):
    """The name of a metric, with the heading that papers have in its place."""

    __slots__ = ("heading",)
    heading: str


def titled(name: str, heading: str) -> Titled:
    """Return a name with its title."""
    title = Titled(name)
    title.heading = heading
    return title


class Bar(NamedTuple):
    """An interval as a bar, on a scale that a row of a table has in common."""

    low: float
    high: float
    start: float
    end: float
    value: float = math.nan


class Shade(NamedTuple):
    """A text on ground that is darker the further a share in [-1, 1] is from 0."""

    text: str
    share: float

    def __str__(self) -> str:
        return self.text


Cell = str | Estimate | Bar | Shade


def cell_text(cell: Cell, language: str) -> str:
    """Return a cell as one text."""
    if isinstance(cell, Estimate):
        return str(cell.said(language))
    return in_language(cell if isinstance(cell, str) else str(cell), language)


@dataclass(frozen=True)
class Table:
    """A title, a row of headers and rows of finished text, or of values.

    Attributes
    ----------
    title : str
        Stands above the table; may be empty.
    headers : sequence of str
        One per column.
    rows : sequence of sequences of cells
        Each a text, an `Estimate`, a `Bar` or a `Shade`.
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
        """How many places a line of text takes, below the title."""
        return sum(self.widths()) + self.gap * (len(self.headers) - 1)

    def widths(self) -> list[int]:
        """Return how many places each column of text takes."""
        return [
            max(map(display_width, [head, *cells]))
            for head, cells in zip(self.headers, self.columns(), strict=True)
        ]

    def columns(self) -> list[list[str]]:
        """Return the columns as texts, values of one column aligned at the point."""
        columns = [_aligned(column) for column in zip(*self.rows, strict=True)]
        return columns or [[] for _ in self.headers]


def _aligned(column: Sequence[Cell]) -> list[str]:
    """Return the cells of a column, values with their points one below the other."""
    values = [
        cell.value.partition(".") for cell in column if isinstance(cell, Estimate)
    ]
    whole = max((len(value[0]) for value in values), default=0)
    part = max((len(value[1] + value[2]) for value in values), default=0)
    cells = []
    for cell in column:
        if isinstance(cell, Estimate):
            before, point, after = cell.value.partition(".")
            cells.append(f"{before:>{whole}}{point + after:<{part}} {cell.bounds}")
        elif isinstance(cell, Bar):
            cells.append(drawn(cell))
        else:
            cells.append(str(cell))
    return cells


# A bar of a table in places of a terminal.
PLACES = 12
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def drawn(bar: Bar) -> str:
    """Draw an interval in blocks: its beginning in halves, its end in eighths.

    >>> drawn(Bar(0.25, 0.7, 0.0, 1.0))
    '   █████▍   '
    """
    length = bar.end - bar.start
    if not (0 < length < float("inf") and bar.low <= bar.high):  # NaN: no interval
        return " " * PLACES
    low, high = (
        min(max((end - bar.start) / length, 0.0), 1.0) * PLACES
        for end in (bar.low, bar.high)
    )
    first, last = min(int(low), PLACES - 1), min(int(high), PLACES - 1)
    eighth = max(round((high - last) * 8), 1)
    if first == last:
        ends = "▐" if low - first >= 0.5 else _EIGHTHS[eighth]
    else:
        begin = "▐" if low - first >= 0.5 else "█"
        ends = begin + "█" * (last - first - 1) + _EIGHTHS[eighth]
    return f"{' ' * first}{ends}".ljust(PLACES)


def padded(text: str, width: int, right: bool = False) -> str:
    """Return a text filled with spaces to so many places."""
    space = " " * (width - display_width(text))
    return f"{space}{text}" if right else f"{text}{space}"


def spread(sizes: Mapping[object, float], total: float, by_weight: bool = False) -> str:
    """Write how large the largest and the smallest of several classes are.

    >>> spread({"a": 3, "b": 1}, 4)
    'from a (3, 75.0 %) to b (1, 25.0 %)'
    """
    most, least = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)

    def size(label: object) -> str:
        share = percent(sizes[label] / total) if total else NONE
        if by_weight and label == most:
            return say("{n}, {share}, by weight", n=count(sizes[label]), share=share)
        return say("{n}, {share}", n=count(sizes[label]), share=share)

    if sizes[most] == sizes[least]:
        n, share = count(sizes[most]), percent(sizes[most] / total) if total else NONE
        if by_weight:
            return say("{n} ({share}, by weight) in each", n=n, share=share)
        return say("{n} ({share}) in each", n=n, share=share)
    return say(
        "from {largest} ({most}) to {smallest} ({least})",
        largest=name_of(most),
        most=size(most),
        smallest=name_of(least),
        least=size(least),
    )


# More classes than this are not read as a matrix, nor row by row.
MOST_CLASSES = 20
# Column headers are cut to this many characters where the matrix is too wide else.
SHORT = 8


class MatrixTitles(NamedTuple):
    """The titles of a matrix of counts, and of one of shares of its rows."""

    counts: str
    shares: str


def matrix_table(
    words: MatrixTitles,
    sides: tuple[Sequence[Any], Sequence[Any]],
    values: NDArray[Any],
    empty: NDArray[Any],
    width: int | None,
    titled: Callable[[str], str] = str,
) -> Table | None:
    """Return the matrix, None if it would be too wide; what is `empty` is a dot in it.

    Where counts are too wide, they become percentages of the true class. ``sides`` are
    the labels of the rows and of the columns; ``titled`` finishes a title.
    """
    rows, labels = ([name_of(label) for label in side] for side in sides)
    true = values.sum(axis=1, keepdims=True)
    shares = 100.0 * np.divide(values, true, out=0.0 * values, where=true > 0)
    short = [_cut(label) for label in labels]
    for head, numbers, heads, gap in (
        (words.counts, values, labels, 2),
        (words.counts, values, short, 2),
        (words.counts, values, short, 1),
        (words.shares, np.round(shares), short, 1),
    ):
        table = Table(
            titled(head),
            [say("True"), *heads],
            [
                [label, *_cells(*row)]
                for label, *row in zip(rows, numbers, empty, strict=True)
            ],
            frozenset(range(1, len(labels) + 1)),
            gap,
        )
        if width is None or table.width <= width:
            return table
    return None


def _cells(numbers: NDArray[Any], empty: NDArray[Any]) -> list[str]:
    return [
        "·" if is_empty else count(number.item())
        for number, is_empty in zip(numbers, empty, strict=True)
    ]


def _cut(label: str) -> str:
    return label if len(label) <= SHORT else f"{label[: SHORT - 1]}…"
