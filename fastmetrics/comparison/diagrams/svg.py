"""A drawing as SVG: the same text each time, without any library.

Colours are variables of the page's style sheet, with those on light ground as default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from fastmetrics.comparison.diagrams.colours import LIGHT, VARIABLES
from fastmetrics.comparison.diagrams.drawing import Dot, Line

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.drawing import Colour, Drawing, Mark

__all__ = ["svg_of"]

FONTS = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif"
# Pixels of a screen to a point.
PIXELS = 96 / 72


def svg_of(drawing: Drawing) -> str:
    """Return a drawing as an SVG element, which stands alone too."""
    wide, high = _number(drawing.width), _number(drawing.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="0 0 {wide} {high}" width="{drawing.width * PIXELS:.0f}" '
            f'height="{drawing.height * PIXELS:.0f}" font-family="{FONTS}" '
            f'stroke-linecap="round" style="max-width:100%;height:auto">',
            f"<title>{escape(drawing.title)}</title>",
            *map(_written, drawing.marks),
            "</svg>\n",
        ]
    )


def _written(mark: Mark) -> str:
    if isinstance(mark, Line):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)
        return (
            f'<polyline points="{points}" fill="none" '
            f'stroke-width="{_number(mark.width)}" '
            f'style="stroke:{_colour(mark.colour)}"/>'
        )
    place = f'{_number(mark.x)}" {{}}y="{_number(mark.y)}"'
    fill = f'style="fill:{_colour(mark.colour)}"'
    if isinstance(mark, Dot):
        return f'<circle cx="{place.format("c")} r="{_number(mark.radius)}" {fill}/>'
    anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
    return (
        f'<text x="{place.format("")} font-size="{_number(mark.size)}"{anchor} '
        f"{fill}>{escape(mark.text)}</text>"
    )


def _colour(colour: Colour) -> str:
    return f"var(--{VARIABLES[colour]},{LIGHT[colour]})"


def _number(value: float) -> str:
    """Write a length to a hundredth of a point.

    >>> _number(2.5), _number(-0.001), _number(10)
    ('2.5', '0', '10')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
