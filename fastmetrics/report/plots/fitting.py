"""Texts that fit into a picture: measured, broken into lines, and cut at last."""

from __future__ import annotations

import functools
import re

from fastmetrics._common.fonts import BASE

__all__ = ["fitted", "height", "shortened", "width_of"]

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
