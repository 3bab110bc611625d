"""Curves of scores as pictures: a panel for each kind of curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.plots.fitting import fitted, height, width_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_POINTS", "Curve", "Panel", "draw", "size"]

# Points of a drawn curve; more cannot be seen, and millions take long to draw.
MOST_POINTS = 2000

# In inches: a panel's width and height, and the widest labels of a legend inside it
# and below it.
SIDE, HEIGHT, INSIDE, BELOW = 5.2, 4.8, 3.2, 4.0
# More entries than this would hide the curves that they stand beside.
MOST_INSIDE = 6
FONT, GAP = 9, 0.09


class Curve(NamedTuple):
    """A model's curve, and what the legend calls it."""

    label: str
    x: NDArray[Any]
    y: NDArray[Any]


class Panel(NamedTuple):
    """Curves of one kind.

    ``chance`` is the line of a model that knows nothing, from (x, y) to (x, y);
    ``in_steps``: y holds from a point back to the next lower x.
    """

    title: str
    xlabel: str
    ylabel: str
    curves: Sequence[Curve]
    chance: tuple[tuple[float, float], tuple[float, float]]
    in_steps: bool = False
    corner: str = "lower right"


def size(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return width and height in inches for the panels side by side."""
    return SIDE * len(panels), HEIGHT + _height_below(panels)


def draw(figure: Any, panels: Sequence[Panel]) -> None:
    """Draw the panels into a matplotlib (sub)figure."""
    below = _height_below(panels)
    if not below:
        places = [figure.subplots(1, len(panels), squeeze=False)[0], None]
    else:
        ratios = [HEIGHT, below]
        rows = figure.subfigures(2, len(panels), squeeze=False, height_ratios=ratios)
        places = [[place.subplots() for place in rows[0]], rows[1]]
    for k, panel in enumerate(panels):
        ax, labels = places[0][k], [curve.label for curve in panel.curves]
        if below:
            labels = _broken(panel)
        lines = _draw_panel(ax, panel, labels)
        where = ax if not below else places[1][k]
        corner = "upper center" if below else panel.corner
        legend = where.legend(handles=lines, loc=corner, fontsize=FONT)
        for text in legend.get_texts():
            text.set_parse_math(False)  # names are data, not formulas


def _draw_panel(ax: Any, panel: Panel, labels: Sequence[str]) -> list[Any]:
    """Draw the curves, and return the lines that the legend names."""
    style = "steps-post" if panel.in_steps else "default"
    for label, curve in zip(labels, panel.curves, strict=True):
        keep = _thinned(len(curve.x))
        ax.plot(curve.x[keep], curve.y[keep], drawstyle=style, label=label)
    (x0, y0), (x1, y1) = panel.chance
    ax.plot([x0, x1], [y0, y1], color="0.6", linestyle=":", label="chance")
    ax.set(title=panel.title, xlabel=panel.xlabel, ylabel=panel.ylabel)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    ax.grid(alpha=0.3)
    return list(ax.lines)


def _height_below(panels: Sequence[Panel]) -> float:
    """Return the height of legends that have no room inside; 0 where they have."""
    labels = [curve.label for panel in panels for curve in panel.curves]
    few = all(len(panel.curves) <= MOST_INSIDE for panel in panels)
    if few and all(width_of(label, FONT) <= INSIDE for label in labels):
        return 0.0
    return max(
        sum(height(label, FONT) + GAP for label in [*_broken(panel), "chance"]) + GAP
        for panel in panels
    )


def _broken(panel: Panel) -> list[str]:
    return [fitted(curve.label, BELOW, FONT, lines=2) for curve in panel.curves]


def _thinned(n: int) -> NDArray[np.intp]:
    """Return the positions of at most `MOST_POINTS` points, both ends among them."""
    if n <= MOST_POINTS:
        return np.arange(n)
    return np.linspace(0, n - 1, MOST_POINTS).astype(np.intp)
