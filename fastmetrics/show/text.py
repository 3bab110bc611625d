"""Documents and their tables, and a document as lines of text of a given width.

Names, numbers and intervals are never broken. What is too wide for a table is written
as a block per row, a line per cell. A line is a list of parts with a style each; what
a style looks like is the matter of whoever paints them.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import cut, display_width, harmless
from fastmetrics._common.names import written as name_of
from fastmetrics.show.numbers import NO_BREAK_SPACE, NONE, Estimate, count, percent
from fastmetrics.show.words import Message, in_language, say

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ahead(str):
    """The name of the model that is ahead: what colour is for."""

    __slots__ = ()


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
        return self._aligned_columns

    @functools.cached_property
    def _aligned_columns(self) -> list[list[str]]:
        columns = [_aligned(column) for column in zip(*self.rows, strict=True)]
        return columns or [[] for _ in self.headers]


def _aligned(column: Sequence[Cell]) -> list[str]:
    """Return the cells of a column, values with their points one below the other."""
    values = {
        at: cell.value.partition(".")
        for at, cell in enumerate(column)
        if isinstance(cell, Estimate)
    }
    whole = max((len(before) for before, _, _ in values.values()), default=0)
    part = max((len(point + after) for _, point, after in values.values()), default=0)
    cells = []
    for at, cell in enumerate(column):
        if isinstance(cell, Estimate):
            before, point, after = values[at]
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


class Notes(NamedTuple):
    """A few lines under a heading.

    A formula has two lines: in signs, and for LaTeX. Code keeps its spaces where there
    is room for them.
    """

    title: str
    lines: Sequence[str]
    form: Literal["lines", "formula", "code"] = "lines"


class Document(NamedTuple):
    """What is shown: lines, sentences, tables, and notes.

    ``title`` is what a page of it is called.
    """

    head: Sequence[str] = ()
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    foot: Sequence[Notes] = ()
    title: str = ""


# Lines are to be no longer, where nobody says what there is room for.
WIDTH = 100
# Below this a table would break, or name nothing.
NARROW, NARROWEST = 60, 20
# By how much lines below a heading are set in at most.
INDENT = 6

_INTERVAL = re.compile(r"\[(\S+), (\S+)\]")
# What follows a number or an interval is read with it.
_SIGN = re.compile(r"(?<=\d) (?=%)|(?<=\]) (?=≈)")

Style = Literal["", "title", "sentence", "head", "rule", "name", "dim", "ahead"]


class Part(NamedTuple):
    """A piece of a line."""

    text: str
    style: Style = ""


Line = Sequence[Part]


def plain(lines: Sequence[Line]) -> str:
    """Return lines without their styles."""
    return "\n".join("".join(part.text for part in line).rstrip() for line in lines)


def laid_out(document: Document, width: int, language: str = "en") -> list[Line]:
    """Return the lines of a document, none of more places than ``width``."""
    width = max(width, NARROWEST)
    blocks: list[list[Line]] = [
        _written(document.sentences, width, language, "sentence"),
        _written(document.head, width, language, "dim"),
    ]
    blocks += [_table(table, width, language) for table in document.tables]
    foot: list[Line] = []
    for notes in document.foot:
        foot += _written([notes.title], width, language, "head")
        foot += _written(_noted(notes, width), width, language, "dim", "  ")
    blocks.append(foot)
    lines: list[Line] = []
    for block in filter(None, blocks):
        lines += [*([[]] if lines else []), *block]
    return [
        [part._replace(text=harmless(part.text)) for part in line] for line in lines
    ]


def _noted(notes: Notes, width: int) -> list[str]:
    """Return what stands under a heading: a formula in signs, code with its spaces."""
    if notes.form == "formula":
        return [notes.lines[0]]
    if notes.form == "lines":
        return [*notes.lines]
    return [
        line.replace(" ", NO_BREAK_SPACE)
        if INDENT + display_width(line) <= width
        else line
        for line in "\n".join(notes.lines).split("\n")
    ]


def _written(
    lines: Sequence[str], width: int, language: str, style: Style, indent: str = ""
) -> list[Line]:
    return [
        [Part(part, style)]
        for line in lines
        for part in wrapped(in_language(line, language), width, indent)
    ]


# -- tables


def _table(table: Table, width: int, language: str) -> list[Line]:
    said = Table(
        in_language(table.title, language),
        [in_language(head, language) for head in table.headers],
        [[_said(cell, language) for cell in row] for row in table.rows],
        table.right,
        table.gap,
    )
    title: list[Line] = [[Part(line, "title")] for line in wrapped(said.title, width)]
    fits = said.width <= width and width >= NARROW
    return [
        *title,
        *(_in_columns(said) if fits else _one_below_the_other(said, width)),
    ]


def _said(cell: Cell, language: str) -> Cell:
    if isinstance(cell, Estimate):
        return cell.said(language)
    return in_language(cell, language) if isinstance(cell, Message) else cell


def _in_columns(table: Table) -> Iterator[Line]:
    """Yield a line of headers, a rule, and a line per row."""
    widths, gap = table.widths(), Part(" " * table.gap)
    heads = [
        Part(padded(head, width, i in table.right), "head")
        for i, (head, width) in enumerate(zip(table.headers, widths, strict=True))
    ]
    yield _joined(heads, gap)
    rules = [
        Part("─" * width if head else " " * width, "rule")
        for head, width in zip(table.headers, widths, strict=True)
    ]
    yield _joined(rules, gap)
    texts = zip(*table.columns(), strict=True)
    for row, cells in zip(table.rows, texts, strict=True):
        line: list[Part] = []
        for i, (cell, text, width) in enumerate(zip(row, cells, widths, strict=True)):
            if i:
                line.append(gap)
            line += _painted(cell, padded(text, width, i in table.right), i)
        yield line


def _joined(parts: Sequence[Part], gap: Part) -> Line:
    joined: list[Part] = []
    for part in parts:
        joined += [*([gap] if joined else []), part]
    return joined


def _painted(cell: Cell, text: str, column: int) -> list[Part]:
    """Return a cell: its name or its value, and the bounds less visible."""
    if isinstance(cell, Ahead):
        return [Part(text, "ahead")]
    if isinstance(cell, Estimate):
        at = text.index(cell.bounds, len(cell.value))
        return [Part(text[:at], "name"), Part(text[at:], "dim")]
    return [Part(text, "name" if column == 0 else "")]


def _one_below_the_other(table: Table, width: int) -> Iterator[Line]:
    """Yield a block per row: its first cell, and a line for each further one."""
    inset = "  "
    columns = [
        i
        for i in range(1, len(table.headers))
        if not any(isinstance(row[i], Bar) for row in table.rows)
    ]
    longest = max((display_width(table.headers[i]) for i in columns), default=0)
    texts = [[cell.strip() for cell in column] for column in table.columns()]
    for number, row in enumerate(table.rows):
        yield [Part(cut(texts[0][number], width), "name")]
        for i in columns:
            text = texts[i][number]
            if isinstance(row[i], Estimate):
                text = str(row[i])
            if not text:
                continue
            head = table.headers[i]
            if not head:
                yield [Part(inset), Part(cut(text, width - len(inset)))]
            elif len(inset) + longest + 1 + display_width(text) <= width:
                start = Part(f"{inset}{padded(head, longest)} ")
                yield [start, *_painted(row[i], text, i)]
            else:
                yield [Part(f"{inset}{cut(head, width - len(inset))}")]
                room = width - 2 * len(inset)
                if display_width(text) <= room:
                    yield [Part(2 * inset), *_painted(row[i], text, i)]
                else:
                    yield [Part(2 * inset), Part(cut(text, room))]


# -- lines


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text between words into lines of so many places.

    What follows the first line is set in by four more. Between two Chinese characters
    a line may end, a bracketed interval stays whole, a number keeps its %, and a word
    that is longer than a line is cut.
    """
    lines: list[str] = []
    line, empty = indent, True
    following = f"{indent}    "
    for space, word in unbroken(text):
        if not empty and display_width(line) + len(space) + display_width(word) > width:
            lines.append(line)
            line, empty = following, True
        line += ("" if empty else space) + cut(word, max(width - len(following), 1))
        empty = False
    wrapped_lines = [*lines, line] if not empty else lines
    return [text_line.replace(NO_BREAK_SPACE, " ") for text_line in wrapped_lines]


def unbroken(text: str) -> Iterator[tuple[str, str]]:
    """Yield what may not be broken, with the space before it."""
    space = word = ""
    whole = _INTERVAL.sub(rf"[\1,{NO_BREAK_SPACE}\2]", text)
    for character in _SIGN.sub(NO_BREAK_SPACE, whole):
        if character == " ":
            if word:
                yield space, word
                word = ""
            space = " "
        elif _may_end_a_line(character):
            if word:
                yield space, word
                space = ""
            word = character
        else:
            word += character
    if word:
        yield space, word


@functools.lru_cache(4096)
def _may_end_a_line(character: str) -> bool:
    """Whether it is a letter of a script that is written without spaces."""
    is_wide = unicodedata.east_asian_width(character) in "WF"
    return is_wide and unicodedata.category(character).startswith("L")
