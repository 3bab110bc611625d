"""The fonts that a picture's texts need, of those that are installed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from fastmetrics._common.warn import warn

__all__ = ["BASE", "INSTEAD", "Fonts", "fonts_for"]

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
