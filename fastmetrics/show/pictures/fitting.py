"""Texts measured without any font, broken into lines, and cut.

A text is as wide here as in DejaVu Sans, which is wider than what browsers show: so a
picture is laid out the same way everywhere, whoever draws it and whatever is installed.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from fastmetrics.show.numbers import NO_BREAK_SPACE
from fastmetrics.show.text import unbroken

__all__ = ["fitted", "height", "shortened", "width_of"]

# Advance widths in thousandths of the size of the letters: of the characters from the
# first one on, in their order in Unicode.
_WIDTHS: dict[str, tuple[int, ...]] = {
    " ": (
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
        636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
        1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
        603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
        500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
        635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
    ),
    "Α": (  # Greek
        684, 686, 557, 684, 632, 685, 752, 787, 295, 656, 684, 863, 748, 632, 787, 752,
        603, 603, 632, 611, 611, 787, 685, 787, 764, 295, 611, 659, 541, 634, 338, 579,
        659, 638, 592, 612, 541, 544, 634, 612, 338, 589, 592, 636, 559, 558, 612, 602,
        635, 587, 634, 602, 579, 660, 578, 660, 837,
    ),
    "А": (  # Cyrillic
        684, 686, 686, 610, 781, 632, 1077, 641, 748, 748, 710, 752, 863, 752, 787, 752,
        603, 698, 611, 609, 861, 685, 776, 686, 1069, 1094, 833, 882, 686, 698, 1080,
        695, 613, 617, 589, 525, 691, 615, 901, 532, 650, 650, 604, 639, 754, 654, 612,
        654, 635, 550, 583, 592, 855, 592, 681, 591, 915, 942, 707, 790, 589, 549, 842,
        602,
    ),
}  # fmt: skip
_TABLE = {
    chr(ord(first) + k): width
    for first, widths in _WIDTHS.items()
    for k, width in enumerate(widths)
}
_TABLE |= {
    "\N{NO-BREAK SPACE}": 318, "\N{THIN SPACE}": 200, "·": 318, "°": 500, "±": 838,
    "×": 838, "²": 401, "³": 401, "¹": 401, "⁰": 401, "⁴": 401, "⁵": 401, "⁶": 401,
    "⁷": 401, "⁸": 401, "⁹": 401, "⁻": 528, "−": 838, "–": 500, "—": 1000, "‘": 318,
    "’": 318, "“": 518, "”": 518, "…": 1000,
}  # fmt: skip
# Of a full-width character, and of any other that is not in the table.
_FULL, _OTHER = 1000, 900
# Letters that are fitted to pixels are wider than their outlines, by so much at most.
_HINTED = 1.03
# The height of a line, in sizes of its letters.
LINE = 1.45
POINTS_PER_INCH = 72


def width_of(text: str, size: float) -> float:
    """Return how many inches wide the widest line of a text is, in points of size.

    >>> round(width_of("ab", 1000), 2), width_of("é", 9) == width_of("e", 9)
    (17.85, True)
    """
    return max(_width(line) for line in text.split("\n")) * size


@functools.lru_cache(maxsize=4096)
def _width(line: str) -> float:
    return sum(map(_advance, line)) * _HINTED / 1000 / POINTS_PER_INCH


def _advance(character: str) -> int:
    if character in _TABLE:
        return _TABLE[character]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return _FULL
    # A letter with marks is as wide as the letter.
    return _TABLE.get(unicodedata.normalize("NFD", character)[0], _OTHER)


def height(text: str, size: float) -> float:
    """Return how many inches high the lines of a text are, in points of size."""
    return (text.count("\n") + 1) * LINE * size / POINTS_PER_INCH


def fitted(text: str, inches: float, size: float, lines: int = 1) -> str:
    """Break a text into so many lines no wider than that; what is too much is cut.

    It is broken at spaces and between Chinese letters, but not at spaces that forbid
    it (U+00A0) and not between a number and its percent sign.
    """
    text = re.sub(r"\s+", " ", text, flags=re.ASCII).strip()
    made: list[str] = []
    for space, word in unbroken(text.replace(" %", f"{NO_BREAK_SPACE}%")):
        longer = f"{made[-1]}{space}{word}" if made else word
        if made and (len(made) == lines or width_of(longer, size) <= inches):
            made[-1] = longer  # too long a last line is cut below
            continue
        made.append(word)
        while len(made) < lines and width_of(made[-1], size) > inches:
            end = max(_fitting(made[-1], inches, size), 1)
            made[-1:] = [made[-1][:end], made[-1][end:]]
    if made and width_of(made[-1], size) > inches:
        end = max(_fitting(made[-1], inches - width_of("…", size), size), 1)
        made[-1] = f"{made[-1][:end].rstrip()}…"
    return "\n".join(made).replace(NO_BREAK_SPACE, " ")


def shortened(text: str, inches: float, size: float) -> str:
    """Return a name no wider than that: its middle is left out where it is longer.

    Names often differ at their end alone, such as in the number of a trial.
    """
    if width_of(text, size) <= inches:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(_without_middle(text, middle), size) <= inches:
            low = middle
        else:
            high = middle - 1
    return _without_middle(text, low)


def _without_middle(text: str, kept: int) -> str:
    end = kept // 2
    return f"{text[: kept - end].rstrip()}…{text[len(text) - end :].lstrip()}"


def _fitting(text: str, inches: float, size: float) -> int:
    """Return how many of the first characters are no wider than that."""
    width = 0.0
    for k, character in enumerate(text):
        width += _width(character) * size
        if width > inches:
            return k
    return len(text)
