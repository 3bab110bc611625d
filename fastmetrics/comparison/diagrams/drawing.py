"""A drawing as marks on paper, whoever draws them.

Lengths are in points (1/72 inch), x to the right and y downward.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from fastmetrics.show.text import unbroken

__all__ = [
    "Anchor",
    "Colour",
    "Dot",
    "Drawing",
    "Line",
    "Mark",
    "Text",
    "width_of",
    "wrapped",
]

Anchor = Literal["start", "middle", "end"]
Colour = Literal["text", "muted", "grid", "mark"]


class Line(NamedTuple):
    """Straight strokes from point to point."""

    points: Sequence[tuple[float, float]]
    width: float = 0.8
    colour: Colour = "text"


class Dot(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float = 2.6
    colour: Colour = "mark"


class Text(NamedTuple):
    """A line of words; ``y`` is where its letters stand."""

    x: float
    y: float
    text: str
    size: float = 9.0
    anchor: Anchor = "start"
    colour: Colour = "text"


Mark = Line | Dot | Text


class Drawing(NamedTuple):
    """Marks in the order in which they are drawn; ``title`` says what they show."""

    width: float
    height: float
    title: str
    marks: Sequence[Mark]


# How wide the characters from U+0020 to U+007E are, in thousandths of the size of the
# letters, in DejaVu Sans, which is wider than the fonts that browsers show.
_FIRST = ord(" ")
_WIDTHS = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)  # fmt: skip
# Of a full-width character, and of any other that is not in the table.
_FULL, _OTHER = 1000, 840
# Letters that are fitted to pixels are wider than their outlines, by so much at most.
_HINTED = 1.03


def width_of(text: str, size: float) -> float:
    """Return how wide a text is, rather more than less.

    >>> round(width_of("ab", 10), 2), width_of("é", 10) == width_of("e", 10)
    (12.85, True)
    """
    characters = unicodedata.normalize("NFD", text)
    return sum(map(_width, characters)) * _HINTED * size / 1000


def _width(character: str) -> int:
    place = ord(character) - _FIRST
    if 0 <= place < len(_WIDTHS):
        return _WIDTHS[place]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return _FULL if unicodedata.east_asian_width(character) in "WF" else _OTHER


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text at its spaces into lines no wider than that, if its words allow.

    It is not broken at spaces that forbid it (U+00A0), but between Chinese letters.
    """
    lines: list[str] = []
    for space, word in unbroken(text):
        longer = f"{lines[-1]}{space}{word}" if lines else word
        if lines and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
