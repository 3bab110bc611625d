"""Fonts that a picture's texts need; texts measured, broken into lines, and cut."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from fastmetrics._common.warn import warn

__all__ = [
    "BASE",
    "INSTEAD",
    "Fonts",
    "fitted",
    "fonts_for",
    "height",
    "shortened",
    "width_of",
]

# It comes with matplotlib, so that texts are as wide on every machine.
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


class Fonts(NamedTuple):
    """Families in the order in which glyphs are looked for, and glyphs none has."""

    families: tuple[str, ...] = (BASE,)
    lacking: frozenset[str] = frozenset()

    def drawable(self, text: str) -> str:
        """Return a text with a box for each glyph that no font has."""
        if not self.lacking:
            return text
        return "".join(INSTEAD if one in self.lacking else one for one in text)


def fonts_for(texts: Iterable[str]) -> Fonts:
    """Return the fonts of a figure with these texts.

    Warns
    -----
    UserWarning
        Once, if no installed font has some of the glyphs; it names a font that has.
    """
    needed = {one for text in texts for one in text if not one.isspace()}
    needed = {one for one in needed if ord(one) not in _glyphs(BASE)}
    families = [BASE]
    for family in _others() if needed else ():
        found = {one for one in needed if ord(one) in _glyphs(family)}
        if found:
            families.append(family)
            needed -= found
        if not needed:
            break
    if needed:
        ordered = sorted(needed)
        sample = " ".join(ordered[:8]) + (" …" if len(ordered) > 8 else "")
        fonts = ", ".join(sorted({_free_font(one) for one in ordered}))
        warn(
            f"no installed font has glyphs of the picture's texts ({sample}); they are "
            f"drawn as boxes. Fonts that have them: {fonts}"
        )
    return Fonts(tuple(families), frozenset(needed))


def _others() -> list[str]:
    """Return the installed families that are tried after the base."""
    from matplotlib.font_manager import fontManager

    installed = {entry.name for entry in fontManager.ttflist}
    known = [family for family in FAMILIES if family in installed]
    more = sorted(name for name in installed if name.startswith(BEGINNINGS))
    return [*known, *(name for name in more if name not in known)]


@cache
def _glyphs(family: str) -> frozenset[int]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    path = findfont(FontProperties(family=[family]), fallback_to_default=False)
    return frozenset(get_font(path).get_charmap())


def _free_font(character: str) -> str:
    script = unicodedata.name(character, "").split(" ")[0]
    if script in FREE_FONTS:
        return FREE_FONTS[script]
    if unicodedata.category(character) == "So":
        return "Noto Emoji"
    is_letter = unicodedata.category(character)[0] in "LM"
    return f"Noto Sans {script.title()}" if is_letter else "Noto Sans"


Families = tuple[str, ...]

# The height of a line, in sizes of its letters.
LINE = 1.45
POINTS_PER_INCH = 72
# Letters that are fitted to pixels are wider than their outlines, by so much at most.
HINTED = 1.03


def width_of(text: str, size: float, families: Families = (BASE,)) -> float:
    """Return how many inches wide the widest line of a text is, in points of size."""
    return max(_width(line, size, families) for line in text.split("\n"))


def height(text: str, size: float) -> float:
    """Return how many inches high the lines of a text are, in points of size."""
    return (text.count("\n") + 1) * LINE * size / POINTS_PER_INCH


def fitted(
    text: str,
    inches: float,
    size: float,
    lines: int = 1,
    families: Families = (BASE,),
) -> str:
    """Break a text into so many lines no wider than that; what is too much is cut.

    It is broken at spaces, but not at those that forbid it (U+00A0) and not between a
    number and its percent sign.
    """
    rest = re.sub(r"\s+", " ", text, flags=re.ASCII).strip()
    rest = rest.replace(" %", "\N{NO-BREAK SPACE}%")
    made: list[str] = []
    while rest and len(made) < lines:
        is_last = len(made) == lines - 1
        end = _fitting(rest, inches, size, families)
        if end < len(rest) and is_last:
            room = inches - _width("…", size, families)
            end = max(_fitting(rest, room, size, families), 1)
            rest = f"{rest[:end].rstrip()}…"
            end = len(rest)
        elif end < len(rest):
            space = rest.rfind(" ", 1, end + 1)
            end = space if space > 0 else max(end, 1)
        made.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return "\n".join(made).replace("\N{NO-BREAK SPACE}", " ")


def shortened(
    text: str, inches: float, size: float, families: Families = (BASE,)
) -> str:
    """Return a name no wider than that: its middle is left out where it is longer.

    Names often differ at their end alone, such as in the number of a trial.
    """
    if _width(text, size, families) <= inches:
        return text
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _width(_without_middle(text, middle), size, families) <= inches:
            low = middle
        else:
            high = middle - 1
    return _without_middle(text, low)


def _without_middle(text: str, kept: int) -> str:
    end = kept // 2
    return f"{text[: kept - end].rstrip()}…{text[len(text) - end :].lstrip()}"


def _fitting(text: str, inches: float, size: float, families: Families) -> int:
    """Return how many of the first characters are no wider than that."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if _width(text[:middle], size, families) <= inches:
            low = middle
        else:
            high = middle - 1
    return low


@functools.lru_cache(maxsize=4096)
def _width(line: str, size: float, families: Families) -> float:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=list(families), size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(line, font, ismath=False)
    return HINTED * float(width) / POINTS_PER_INCH
