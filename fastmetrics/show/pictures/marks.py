"""The marks of a panel, drawn into matplotlib's axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures.colours import Look, Theme, look
from fastmetrics.show.pictures.picture import (
    Band,
    Bars,
    Cells,
    Intervals,
    Line,
    Mark,
    Note,
    Panel,
    Points,
    Rule,
)
from fastmetrics.show.pictures.thinning import thinned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.scales import Axis

__all__ = ["FAINT", "GUIDE", "REFERENCE", "Pen", "extent", "series_of"]

# Opacity of bands; two of them that lie over each other are seen as two.
FAINT = 0.16
# Points that other marks are in front of lie below bands.
FAINT_ABOVE = 1.2
# The width of lines that only guide the eye.
GUIDE = 0.6
# How much wider than a line its rim is, on both sides together.
RIM = 2.4
# More bars than this touch each other: gaps between them would be all that is seen.
MOST_GAPS = 80
# More values than this have small markers.
MOST_LARGE = 60
# The dashes of what belongs to no model.
REFERENCE: Any = (0, (1.2, 2.2))


def series_of(mark: Mark) -> Iterator[int]:
    """Yield the series that a mark belongs to."""
    if isinstance(mark, Intervals):
        yield from (one for one in mark.series if one is not None)
    elif not isinstance(mark, Cells) and mark.series is not None:
        yield mark.series


def extent(marks: Sequence[Mark]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return all numbers that marks have on x and on y."""
    x: list[NDArray[Any]] = []
    y: list[NDArray[Any]] = []
    for mark in marks:
        if isinstance(mark, Line | Points):
            x.append(mark.x)
            y.append(mark.y)
        elif isinstance(mark, Band):
            x.append(mark.x)
            y.extend((mark.low, mark.high))
        elif isinstance(mark, Intervals):
            along, at = (x, y) if mark.along == "x" else (y, x)
            outer = [mark.outer_low, mark.outer_high]
            along.extend(
                one
                for one in (mark.value, mark.low, mark.high, *outer)
                if one is not None
            )
            at.append(mark.at)
        elif isinstance(mark, Bars):
            along, at = (x, y) if mark.along == "x" else (y, x)
            start = np.zeros(1) if mark.start is None else mark.start
            along.extend((mark.values, start))
            at.append(mark.edges)
        elif isinstance(mark, Cells) and mark.edges is not None:
            x.append(np.array(mark.edges[:2]))
            y.append(np.array(mark.edges[2:]))
        elif isinstance(mark, Rule):
            (x if mark.axis == "x" else y).append(np.array([mark.at]))
        elif isinstance(mark, Note):
            x.append(np.array([mark.x]))
            y.append(np.array([mark.y]))
    return _joined(x), _joined(y)


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate([np.empty(0), *(np.ravel(one) for one in parts)])


@dataclass(frozen=True)
class Pen:
    """What draws the marks of one panel.

    ``grey`` are the series that are too many for a colour.
    """

    ax: Any
    panel: Panel
    colours: Theme
    x: Axis
    y: Axis
    grey: frozenset[int] = frozenset()

    def look(self, series: int | None) -> Look:
        """Return how a series looks in this panel."""
        return look(series, self.colours, is_grey=series in self.grey)

    @singledispatchmethod
    def draw(self, mark: Mark) -> None:
        """Draw one mark; cells and texts are drawn by others."""

    @draw.register
    def _line(self, mark: Line) -> None:
        seen = self.look(mark.series)
        style: Mapping[str, Any] = {
            "color": seen.colour,
            "linestyle": seen.dashes,
            "linewidth": seen.width,
            "zorder": seen.above,
        }
        if mark.role == "reference":
            style = {
                "color": self.colours.muted,
                "linestyle": REFERENCE,
                "linewidth": 1.0,
                "zorder": 2.1,
            }
        elif mark.role == "guide":
            style = {"color": seen.colour, "linewidth": GUIDE, "zorder": 2.05}
        steps = {"": "default", "after": "steps-post", "before": "steps-pre"}
        layers = [style]
        if mark.cased:
            rim = {"color": self.colours.ground, "linewidth": style["linewidth"] + RIM}
            layers.insert(0, {"zorder": style["zorder"] - 0.01, **rim})
        for layer in layers:
            drawn = self.ax.plot(
                self._on("x", mark.x),
                self._on("y", mark.y),
                drawstyle=steps[mark.step],
                solid_capstyle="butt",
                **layer,
            )
            # Curves come thinned to what can be seen; they are drawn as they come.
            drawn[0].get_path().should_simplify = False

    @draw.register
    def _band(self, mark: Band) -> None:
        kept = np.isfinite(mark.x) & np.isfinite(mark.low) & np.isfinite(mark.high)
        x, low, high = (one[kept] for one in (mark.x, mark.low, mark.high))
        # One outline, there along the lower bound and back along the upper one.
        self.ax.fill(
            self._on("x", np.concatenate([x, x[::-1]])),
            self._on("y", np.concatenate([low, high[::-1]])),
            color=self.look(mark.series).colour,
            alpha=FAINT,
            linewidth=0,
            zorder=1.5,
        )

    @draw.register
    def _points(self, mark: Points) -> None:
        seen = self.look(mark.series)
        many = len(mark.x) > 300
        self.ax.plot(
            self._on("x", mark.x),
            self._on("y", mark.y),
            linestyle="none",
            marker=seen.marker,
            markersize=3.0 if many else 5.0,
            markeredgewidth=0,
            color=self.colours.rest if mark.faint else seen.colour,
            zorder=FAINT_ABOVE if mark.faint else seen.above + 0.5,
        )

    @draw.register
    def _intervals(self, mark: Intervals) -> None:
        of_each = [one for one, _ in zip_longest(mark.series, mark.value)]
        for series in dict.fromkeys(of_each):
            chosen = np.array([one == series for one in of_each])
            self._intervals_of(mark, chosen, self.look(series))

    def _intervals_of(self, mark: Intervals, chosen: NDArray[Any], seen: Look) -> None:
        """Draw the intervals of one series, all of a kind together."""
        at, value = mark.at[chosen], mark.value[chosen]
        spans = [(mark.outer_low, mark.outer_high, 0.8), (mark.low, mark.high, 2.2)]
        for low, high, width in spans:
            if low is None or high is None:
                continue
            gap = np.full(len(at), np.nan)  # between one interval and the next
            self._plot(
                mark.along,
                np.column_stack([low[chosen], high[chosen], gap]).ravel(),
                np.column_stack([at, at, gap]).ravel(),
                color=seen.colour,
                linewidth=width,
                solid_capstyle="butt",
                zorder=seen.above,
            )
        known = np.isfinite(mark.low[chosen]) & np.isfinite(mark.high[chosen])
        for has_bounds in (True, False):
            some = known == has_bounds
            if not some.any():
                continue
            self._plot(
                mark.along,
                value[some],
                at[some],
                linestyle="none",
                marker=seen.marker,
                markersize=7.0 if len(at) <= MOST_LARGE else 4.0,
                markeredgewidth=1.0,
                markeredgecolor=seen.colour if not has_bounds else self.colours.ground,
                # A value whose interval is not known is hollow.
                markerfacecolor=seen.colour if has_bounds else self.colours.ground,
                zorder=seen.above + 0.5,
            )

    def _plot(self, along: str, values: Any, places: Any, **style: Any) -> None:
        x, y = (values, places) if along == "x" else (places, values)
        self.ax.plot(self._on("x", np.array(x)), self._on("y", np.array(y)), **style)

    @draw.register
    def _bars(self, mark: Bars) -> None:
        seen = self.look(mark.series)
        if mark.joined or len(mark.values) > MOST_GAPS:
            self._shape(mark, seen)
            return
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        low, high = mark.edges[:-1], mark.edges[1:]
        start = np.zeros(len(low)) if mark.start is None else mark.start
        # Four corners a bar, and the way back; all bars are one path.
        at, along = (
            np.stack([low, high, high, low, low]),
            np.stack([start, start, mark.values, mark.values, start]),
        )
        sides = (along, at) if mark.along == "x" else (at, along)
        corners = np.stack(sides, axis=-1).swapaxes(0, 1).reshape(-1, 2)
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        self.ax.add_patch(
            PathPatch(
                Path(corners, codes * len(low)),
                facecolor=seen.colour,
                edgecolor=self.colours.ground,
                linewidth=0.6,
                zorder=2,
            )
        )

    def _shape(self, mark: Bars, seen: Look) -> None:
        """Draw bars as one outline: along their ends, and back along their starts."""
        start = np.zeros(len(mark.values)) if mark.start is None else mark.start
        at, value = ("y", "x") if mark.along == "x" else ("x", "y")
        there, back = (
            self._stairs(mark.edges, one, at) for one in (mark.values, start)
        )
        sides = {
            at: np.concatenate([there[0], back[0][::-1]]),
            value: np.concatenate([there[1], back[1][::-1]]),
        }
        self.ax.fill(
            self._on("x", sides["x"]),
            self._on("y", sides["y"]),
            color=seen.colour,
            linewidth=0,
            zorder=2,
        )

    def _stairs(
        self, edges: NDArray[Any], values: NDArray[Any], at: str
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the corners of steps, as many as are seen."""
        x, y = (
            replace(scale, low=drawn.low, high=drawn.high)
            for scale, drawn in ((self.panel.x, self.x), (self.panel.y, self.y))
        )
        scales = (y, x) if at == "y" else (x, y)
        return thinned(edges, np.append(values, values[-1]), *scales, step="after")

    @draw.register
    def _rule(self, mark: Rule) -> None:
        line = self.ax.axvline if mark.axis == "x" else self.ax.axhline
        has_series = mark.series is not None
        line(
            self._on(mark.axis, np.array([mark.at]))[0],
            color=self.look(mark.series).colour,
            linestyle=(0, (4, 2)) if has_series else REFERENCE,
            linewidth=1.0,
            zorder=2.1,
        )

    def _on(self, axis: str, values: NDArray[Any]) -> NDArray[Any]:
        """Return values as they can be placed: what lies at infinity is at the edge."""
        scale, drawn = (self.panel.x, self.x) if axis == "x" else (self.panel.y, self.y)
        if scale.kind in ("linear", "names"):
            return values
        return np.clip(values, drawn.low, drawn.high)
