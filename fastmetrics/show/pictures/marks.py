"""The marks of a panel as shapes, in the numbers of its axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from fastmetrics.show.pictures.shapes import Area, Dots, Shape, Stroke
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
    """What makes shapes of the marks of one panel.

    ``grey`` are the series that are too many for a colour.
    """

    panel: Panel
    colours: Theme
    x: Axis
    y: Axis
    grey: frozenset[int] = frozenset()

    def look(self, series: int | None) -> Look:
        """Return how a series looks in this panel."""
        return look(series, self.colours, is_grey=series in self.grey)

    @singledispatchmethod
    def shapes(self, mark: Mark) -> Iterator[Shape]:
        """Yield the shapes of one mark; cells and texts are made by others."""
        yield from ()

    @shapes.register
    def _line(self, mark: Line) -> Iterator[Shape]:
        seen = self.look(mark.series)
        x, y = self._on("x", mark.x), self._on("y", mark.y)
        line = Stroke(x, y, seen.colour, seen.width, seen.dashes, mark.step, seen.above)
        if mark.role == "reference":
            muted = self.colours.muted
            line = Stroke(x, y, muted, 1.0, REFERENCE, mark.step, 2.1)
        elif mark.role == "guide":
            line = Stroke(x, y, seen.colour, GUIDE, "-", mark.step, 2.05)
        if mark.cased:
            yield line._replace(
                colour=self.colours.ground,
                width=line.width + RIM,
                dashes="-",
                above=line.above - 0.01,
            )
        yield line

    @shapes.register
    def _band(self, mark: Band) -> Iterator[Shape]:
        kept = np.isfinite(mark.x) & np.isfinite(mark.low) & np.isfinite(mark.high)
        x, low, high = (one[kept] for one in (mark.x, mark.low, mark.high))
        # One outline, there along the lower bound and back along the upper one.
        yield Area(
            self._on("x", np.concatenate([x, x[::-1]])),
            self._on("y", np.concatenate([low, high[::-1]])),
            self.look(mark.series).colour,
            opacity=FAINT,
            above=1.5,
        )

    @shapes.register
    def _points(self, mark: Points) -> Iterator[Shape]:
        seen = self.look(mark.series)
        yield Dots(
            self._on("x", mark.x),
            self._on("y", mark.y),
            seen.marker,
            3.0 if len(mark.x) > 300 else 5.0,
            self.colours.rest if mark.faint else seen.colour,
            above=FAINT_ABOVE if mark.faint else seen.above + 0.5,
        )

    @shapes.register
    def _intervals(self, mark: Intervals) -> Iterator[Shape]:
        of_each = [one for one, _ in zip_longest(mark.series, mark.value)]
        for series in dict.fromkeys(of_each):
            chosen = np.array([one == series for one in of_each])
            yield from self._intervals_of(mark, chosen, self.look(series))

    def _intervals_of(
        self, mark: Intervals, chosen: NDArray[Any], seen: Look
    ) -> Iterator[Shape]:
        """Yield the intervals of one series, all of a kind together."""
        at, value = mark.at[chosen], mark.value[chosen]
        spans = [(mark.outer_low, mark.outer_high, 0.8), (mark.low, mark.high, 2.2)]
        for low, high, width in spans:
            if low is None or high is None:
                continue
            gap = np.full(len(at), np.nan)  # between one interval and the next
            x, y = self._turned(
                mark.along,
                np.column_stack([low[chosen], high[chosen], gap]).ravel(),
                np.column_stack([at, at, gap]).ravel(),
            )
            yield Stroke(x, y, seen.colour, width, above=seen.above)
        known = np.isfinite(mark.low[chosen]) & np.isfinite(mark.high[chosen])
        for has_bounds in (True, False):
            some = known == has_bounds
            if not some.any():
                continue
            # A value whose interval is not known is hollow.
            pair = seen.colour, self.colours.ground
            yield Dots(
                *self._turned(mark.along, value[some], at[some]),
                seen.marker,
                7.0 if len(at) <= MOST_LARGE else 4.0,
                *(pair if has_bounds else pair[::-1]),
                above=seen.above + 0.5,
            )

    def _turned(
        self, along: str, values: NDArray[Any], places: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        x, y = (values, places) if along == "x" else (places, values)
        return self._on("x", x), self._on("y", y)

    @shapes.register
    def _bars(self, mark: Bars) -> Iterator[Shape]:
        colour = self.look(mark.series).colour
        start = np.zeros(len(mark.values)) if mark.start is None else mark.start
        if mark.joined or len(mark.values) > MOST_GAPS:
            at = "y" if mark.along == "x" else "x"
            there, back = (
                self._stairs(mark.edges, one, at) for one in (mark.values, start)
            )
            # Along their ends, and back along their starts.
            places, values = (
                np.concatenate([one, other[::-1]])
                for one, other in zip(there, back, strict=True)
            )
            yield Area(*self._turned(mark.along, values, places), colour)
            return
        low, high = mark.edges[:-1], mark.edges[1:]
        places = np.column_stack([low, high, high, low])
        values = np.column_stack([start, start, mark.values, mark.values])
        x, y = (values, places) if mark.along == "x" else (places, values)
        yield Area(x, y, colour, self.colours.ground)

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

    @shapes.register
    def _rule(self, mark: Rule) -> Iterator[Shape]:
        at = np.full(2, self._on(mark.axis, np.array([mark.at]))[0])
        other = self.y if mark.axis == "x" else self.x
        ends = np.array([other.low, other.high])
        has_series = mark.series is not None
        x, y = (at, ends) if mark.axis == "x" else (ends, at)
        yield Stroke(
            x,
            y,
            self.look(mark.series).colour,
            dashes=(0, (4, 2)) if has_series else REFERENCE,
            above=2.1,
        )

    def _on(self, axis: str, values: NDArray[Any]) -> NDArray[Any]:
        """Return values as they can be placed: what lies at infinity is at the edge."""
        scale, drawn = (self.panel.x, self.x) if axis == "x" else (self.panel.y, self.y)
        if scale.kind in ("linear", "names"):
            return values
        return np.clip(values, drawn.low, drawn.high)
