"""How pictures look: colours, sizes of letters, and texts measured and cut."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from fastmetrics.show.numbers import NO_BREAK_SPACE
from fastmetrics.show.text import unbroken

# -------------------------------------------------------------------------------- sizes
# Sizes of letters and gaps that all pictures share: letters in points, else inches.


TITLE, PANEL, AXIS, TICK, KEY, NOTE, CELL = 11.0, 9.5, 9.0, 8.0, 8.5, 7.5, 8.0
# No text is smaller than this: 9.2 pixels on screens at the width as drawn.
LEAST = 6.9
# Between a text and what stands beside it.
GAP = 0.08
# The height of a line of text, in heights of its letters.
LINE = 1.3
# How thick lines of a grid and the axes are, in points.
RULE = 0.7


# ------------------------------------------------------------------------------ fitting
# Texts measured without any font, broken into lines, and cut.
#
# A text is as wide here as in DejaVu Sans, which is wider than what browsers show: so a
# picture is laid out the same way everywhere, whoever draws it and whatever is
# installed.


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
LINE_SPACING = 1.45
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
    return (text.count("\n") + 1) * LINE_SPACING * size / POINTS_PER_INCH


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


# ------------------------------------------------------------------------------ colours
# The colours of pictures, on light ground and on dark, and what tells series apart.
#
# Two series differ to normal eyes and to those that lack one kind of cone, and each is
# seen on its ground; `tests/report/test_colours.py` measures both. No series is told by
# its colour alone: each has dashes and a marker too.


@dataclass(frozen=True)
class Theme:
    """All colours of a picture, as "#rrggbb".

    Attributes
    ----------
    ground, text, muted, grid : str
        Behind everything, and of words, of ticks and their names, of lines below data.
    series : tuple of str
        Eight, by the place of a model in its report.
    rest : str
        Of models that are too many for colours.
    share : str
        The end of the scale of shares, which begins at the ground.
    below, above : str
        The two ends of the scale of differences, whose middle is the ground.
    apart : str
        The end of the scale of cells that stand apart, which begins at the ground.
    ink, paper : str
        Of texts in cells: near the ground's end of a scale, and past `STRONG` of it.
    raised : str
        Behind parts of a page, not of pictures.

    No two fields are alike: a page has a variable for each.
    """

    ground: str
    text: str
    muted: str
    grid: str
    series: tuple[str, ...]
    rest: str
    share: str
    below: str
    above: str
    apart: str
    ink: str
    paper: str
    raised: str

    def named(self) -> dict[str, str]:
        """Return the colours by the names that style sheets have for them."""
        names = ("ground", "text", "muted", "grid", "rest")
        ends = ("share", "below", "above", "apart", "ink", "paper")
        return {
            **{name: getattr(self, name) for name in (*names, *ends)},
            **{f"s{k}": colour for k, colour in enumerate(self.series)},
            "raised": self.raised,
        }


# So far from the ground a cell is read better with the other colour of text; the ends
# of all scales are such that it is the same for each.
STRONG = 0.66

LIGHT = Theme(
    ground="#ffffff",
    text="#1b1f24",
    muted="#4d555f",
    grid="#e4e7eb",
    series=(
        *("#0e43a1", "#ad502c", "#1fa387", "#6b2b60"),
        *("#8960d2", "#b68a27", "#007b7c", "#901217"),
    ),
    rest="#8b929b",
    share="#083167",
    below="#5b2200",
    above="#083168",
    apart="#2b2f34",
    ink="#010101",
    paper="#fefefe",
    raised="#f3f5f7",
)
DARK = Theme(
    ground="#16181d",
    text="#e8eaed",
    muted="#a3abb5",
    grid="#2e333b",
    series=(
        *("#68a0e3", "#eb8d53", "#9ff8ba", "#b8698e"),
        *("#8b5bc7", "#f3c50e", "#0dd2d5", "#bd4236"),
    ),
    rest="#767e88",
    share="#6caaee",
    below="#f38c4a",
    above="#6caaef",
    apart="#9ea6af",
    ink="#fefefe",
    paper="#010101",
    raised="#20242b",
)


def theme(dark: bool) -> Theme:
    """Return the colours on that ground."""
    return DARK if dark else LIGHT


def css_variables(dark: bool) -> str:
    """Return the colours as declarations of a style sheet, for pictures in a page.

    >>> css_variables(False)[:32]
    '--ground:#ffffff;--text:#1b1f24;'
    """
    return "".join(f"--{name}:{one};" for name, one in theme(dark).named().items())


@dataclass(frozen=True)
class Look:
    """How what belongs to one series looks.

    Attributes
    ----------
    colour : str
        "#rrggbb".
    dashes : tuple or "-"
        Lengths of strokes and gaps, in widths of the line.
    marker : str
        By matplotlib's name of it.
    width : float
        Of lines, in points.
    above : float
        What has more lies over what has less.
    """

    colour: str
    dashes: Any = "-"
    marker: str = "o"
    width: float = 1.6
    above: float = 3.0


# Lengths in widths of the line; the first is a whole line.
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.6)),
    (0, (2.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (9, 2)),
    (0, (4, 1.2, 1.2, 1.2, 1.2, 1.2)),
    (0, (1.2, 1.2)),
    (0, (9, 1.5, 3, 1.5)),
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")


def look(series: int | None, colours: Theme, *, is_grey: bool = False) -> Look:
    """Return how a series looks; ``is_grey``: there are too many to colour it.

    The ninth series has the colour of the first again, with other dashes: only the
    65th looks like the first.

    >>> look(8, LIGHT).colour == look(0, LIGHT).colour
    True
    >>> look(8, LIGHT).dashes == look(0, LIGHT).dashes
    False
    """
    if series is None:
        return Look(colours.muted, above=2.5)
    if is_grey:
        return Look(colours.rest, width=0.7, above=2.2)
    round_, place = divmod(series, len(colours.series))
    other = (series + round_) % len(DASHES)
    # The first models of a report are seen over the later ones where they meet.
    above = 4 - 0.001 * series
    return Look(colours.series[place], DASHES[other], MARKERS[other], above=above)


# It comes with matplotlib, and texts are measured as wide as in it.
BASE = "DejaVu Sans"
# Drawn for a glyph that no font has; the base has it.
INSTEAD = "□"
# Families that have what the base has not, tried in this order; and beginnings of
# names of families that cover one script each.
FAMILIES = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC"),
    *("Hiragino Sans GB", "Microsoft YaHei", "WenQuanYi Micro Hei"),
    *("WenQuanYi Zen Hei", "Heiti TC", "SimHei", "SimSun", "Noto Sans CJK JP"),
    *("Noto Sans CJK TC", "Noto Sans CJK KR", "Noto Sans Arabic", "Noto Naskh Arabic"),
    *("Geeza Pro", "Amiri", "Tahoma", "Segoe UI", "Arial Unicode MS", "Arial"),
)
BEGINNINGS = ("Noto Sans", "Noto Serif", "Source Han", "IPA", "Nanum", "Droid Sans")

# What the names of characters begin with, and a free font that has them.
FREE_FONTS = {
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"), "Noto Sans CJK"),
    "ARABIC": "Noto Sans Arabic",
    "FULLWIDTH": "Noto Sans CJK",
}
