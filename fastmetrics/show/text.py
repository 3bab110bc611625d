"""A document as lines of text for a terminal, a file or `print`, of a given width.

Names, numbers and intervals are never broken. What is too wide for a table is written
as a block per row, a line per cell. A line is a list of parts with a style each; what
a style looks like is the matter of whoever paints them.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from fastmetrics._common.names import cut, display_width, harmless
from fastmetrics.show.numbers import NO_BREAK_SPACE, Estimate
from fastmetrics.show.tables import Ahead, Bar, Cell, Table, padded
from fastmetrics.show.words import Message, in_language

if TYPE_CHECKING:
    from fastmetrics.show.document import Document, Notes

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
    return [*title, *(_aligned(said) if fits else _one_below_the_other(said, width))]


def _said(cell: Cell, language: str) -> Cell:
    if isinstance(cell, Estimate):
        return cell.said(language)
    return in_language(cell, language) if isinstance(cell, Message) else cell


def _aligned(table: Table) -> Iterator[Line]:
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
