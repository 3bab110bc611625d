"""A drawing on the axes of matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.comparison.diagrams.colours import LIGHT
from fastmetrics.comparison.diagrams.drawing import Dot, Line, Text
from fastmetrics.show.pictures.figures import figure_class, fonts_for

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.drawing import Drawing

__all__ = ["drawn"]

POINTS_PER_INCH = 72
ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def drawn(drawing: Drawing, ax: Any = None) -> Any:
    """Draw, and return the figure: a new one of its size, or that of the given axes."""
    if ax is None:
        size = (drawing.width / POINTS_PER_INCH, drawing.height / POINTS_PER_INCH)
        figure = figure_class()(figsize=size, facecolor="white", edgecolor="none")
        ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    ax.set_aspect("equal")
    ax.axis("off")
    scale = _scale(drawing, ax)
    fonts = fonts_for(mark.text for mark in drawing.marks if isinstance(mark, Text))
    for mark in drawing.marks:
        colour = LIGHT[mark.colour]
        if isinstance(mark, Line):
            line: Any = {"linewidth": mark.width * scale, "linestyle": "-"}
            line |= {"solid_capstyle": "round", "solid_joinstyle": "round"}
            xs, ys = zip(*mark.points, strict=True)
            ax.plot(xs, ys, color=colour, marker="", clip_on=False, **line)
        elif isinstance(mark, Dot):
            dot: Any = {"marker": "o", "markersize": 2 * mark.radius * scale}
            dot |= {"markeredgewidth": 0, "linestyle": "", "clip_on": False}
            ax.plot([mark.x], [mark.y], color=colour, **dot)
        else:
            ax.text(
                mark.x,
                mark.y,
                fonts.drawable(mark.text),
                color=colour,
                fontsize=mark.size * scale,
                fontfamily=fonts.families,
                horizontalalignment=ANCHORS[mark.anchor],
                verticalalignment="baseline",
                parse_math=False,  # names are data
            )
    return ax.figure


def _scale(drawing: Drawing, ax: Any) -> float:
    """Return how many points of the figure a point of the drawing is."""
    box = ax.get_window_extent()
    points = POINTS_PER_INCH / ax.figure.dpi
    wide, high = box.width * points, box.height * points
    return float(min(wide / drawing.width, high / drawing.height))
