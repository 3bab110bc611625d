"""The colours of pictures, on light ground and on dark, and what tells series apart.

Two series differ to normal eyes and to those that lack one kind of cone, and each is
seen on its ground; `tests/report/test_colours.py` measures both. No series is told by
its colour alone: each has dashes and a marker too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["DARK", "LIGHT", "STRONG", "Look", "Theme", "css_variables", "look", "theme"]


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

    def named(self) -> dict[str, str]:
        """Return the colours by the names that style sheets have for them."""
        names = ("ground", "text", "muted", "grid", "rest")
        ends = ("share", "below", "above", "apart", "ink", "paper")
        return {
            **{name: getattr(self, name) for name in (*names, *ends)},
            **{f"s{k}": colour for k, colour in enumerate(self.series)},
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
