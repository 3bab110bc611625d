"""The marks of a panel as shapes: thinned curves, points, bars and their key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics.show.pictures import (
    Area,
    Band,
    Bars,
    Cells,
    Dots,
    Entry,
    Intervals,
    Line,
    Mark,
    Note,
    Panel,
    Points,
    Rule,
    Scale,
    Shape,
    Stroke,
)
from fastmetrics.show.pictures.styles import Look, Theme, look
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures.scales import Axis


# ----------------------------------------------------------------------------- thinning
# Curves of few points that look like curves of millions.
#
# The line that is drawn and the whole curve are within half a pixel of each other in a
# panel of 720 pixels, both ways: no point of one is farther than that from the other. A
# quarter goes into columns of that width, of which the first, the last, the lowest and
# the highest point stay; the other quarter into segments, each with all points that it
# replaces no farther away than that.


PIXELS = 720
# In pixels: the width of a column, and how far a segment strays from its points.
COLUMN = TUBE = 0.25
# So few points are kept all.
FEW = 32
# Points that are looked at together: what is made of them fits into the cache.
BLOCK = 1 << 16
# Curves that leave the panel are followed for so many panels beyond it.
BEYOND = 4

Step = Literal["", "after", "before"]


def thinned(
    x: NDArray[Any],
    y: NDArray[Any],
    x_scale: Scale,
    y_scale: Scale,
    step: Step = "",
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return few points of a curve, to be joined by straight lines.

    Parameters
    ----------
    x, y : ndarray of shape (n,)
        Finite; x may go either way, or to and fro.
    x_scale, y_scale : Scale
        The axes, with both ends.
    step : {"", "after", "before"}
        Whether y holds up to the next x, or from the last one; the corners are points.

    Returns
    -------
    x, y : ndarray of shape (m,)
        The first point, the last one, and what is needed between them.
    """
    x, y = (np.asarray(side, np.float64) for side in (x, y))
    if len(x) > FEW:
        blocks = (slice(start, start + BLOCK) for start in range(0, len(x), BLOCK))
        kept = np.concatenate(
            [
                _extremes(in_pixels(x[at], x_scale), in_pixels(y[at], y_scale))
                + at.start
                for at in blocks
            ]
        )
        x, y = x[kept], y[kept]
    x, y = corners(x, y, step)
    if len(x) <= FEW:
        return x, y
    kept = _segments(in_pixels(x, x_scale), in_pixels(y, y_scale))
    return x[kept], y[kept]


def thinned_band(
    x: NDArray[Any],
    low: NDArray[Any],
    high: NDArray[Any],
    x_scale: Scale,
    y_scale: Scale,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return few places of a band, at which both bounds are as they were; x rises."""
    sides = (thinned(x, side, x_scale, y_scale)[0] for side in (low, high))
    kept = np.searchsorted(x, np.unique(np.concatenate([*sides])))
    return x[kept], low[kept], high[kept]


def corners(
    x: NDArray[Any], y: NDArray[Any], step: Step
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the points of a line in steps, its corners among them."""
    if not step:
        return x, y
    x, y = np.repeat(x, 2), np.repeat(y, 2)
    return (x[1:], y[:-1]) if step == "after" else (x[:-1], y[1:])


def in_pixels(values: NDArray[Any], scale: Scale) -> NDArray[np.float64]:
    """Return where values are in a panel of `PIXELS`, from its low end."""
    assert scale.low is not None
    assert scale.high is not None
    ends = np.array([scale.low, scale.high], np.float64)
    if scale.kind == "log":
        with np.errstate(divide="ignore"):
            values, ends = np.log(values), np.log(ends)
    elif scale.kind == "probit":
        from scipy.special import ndtri

        values, ends = ndtri(values), ndtri(ends)
    low, high = ends
    placed = (values - low) * (PIXELS / (high - low) if high > low else 1.0)
    # 0 on a scale of logarithms is infinitely far away.
    made: NDArray[np.float64] = np.clip(placed, -BEYOND * PIXELS, BEYOND * PIXELS)
    return made


def _extremes(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points that stay of each run of points in one column.

    All of the run's heights lie between two of these, and no point of the column is
    farther from another of the same height than the column is wide. Between two runs
    the line stays as it was, be it straight or a step.
    """
    columns = np.floor(x / COLUMN).astype(np.int32)
    starts = np.flatnonzero(columns[1:] != columns[:-1]) + 1
    starts = np.concatenate([[0], starts])
    sizes = np.diff(starts, append=len(x))
    keep = np.zeros(len(x), bool)
    keep[starts] = keep[starts + sizes - 1] = True
    for extreme in (np.minimum, np.maximum):
        found = np.flatnonzero(y == np.repeat(extreme.reduceat(y, starts), sizes))
        run = np.searchsorted(starts, found, side="right")
        first = np.concatenate([[True], run[1:] != run[:-1]])
        keep[found[first]] = True
    return np.flatnonzero(keep)


def _segments(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points whose segments have all others no farther than the tube.

    A segment that is too far from one of its points is cut at the farthest and in the
    middle, all segments at a time; then points that turn out not to be needed are left
    out. As the points between its ends lead from one to the other, no part of a segment
    is farther from them than they are from it.
    """
    ends = np.array([0, len(x) - 1])
    while True:
        distances = _distances(x, y, ends)
        farthest = np.maximum.reduceat(distances, ends[:-1])
        cut = farthest > TUBE
        if not cut.any():
            break
        sizes = np.diff(ends)
        sizes[-1] += 1
        is_far = (distances == np.repeat(farthest, sizes)) & np.repeat(cut, sizes)
        at = np.flatnonzero(is_far)
        segment = np.searchsorted(ends, at, side="right")
        first = np.concatenate([[True], segment[1:] != segment[:-1]])
        middle = (ends[:-1] + ends[1:])[cut] // 2
        ends = np.unique(np.concatenate([ends, at[first], middle]))
    return _without_needless(x, y, ends)


def _without_needless(
    x: NDArray[np.float64], y: NDArray[np.float64], ends: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Leave out every other end that can be, until none can."""
    idle = 0
    turn = 0
    while idle < 2 and len(ends) > 2:
        inner = np.arange(1 + turn, len(ends) - 1, 2)
        longer = np.delete(ends, inner)
        distances = _distances(x, y, longer)
        fits = np.maximum.reduceat(distances, longer[:-1]) <= TUBE
        # The segment that would replace the two beside each of the inner ends.
        of_inner = np.searchsorted(longer, ends[inner]) - 1
        needless = inner[fits[of_inner]]
        ends = np.delete(ends, needless)
        idle = 0 if len(needless) else idle + 1
        turn = 1 - turn
    return ends


def _distances(
    x: NDArray[np.float64], y: NDArray[np.float64], ends: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return how far each point is from the segment that replaces it."""
    sizes = np.diff(ends)
    sizes[-1] += 1  # the last point belongs to the last segment
    x0, y0 = x[ends[:-1]], y[ends[:-1]]
    dx, dy = x[ends[1:]] - x0, y[ends[1:]] - y0
    squares = dx * dx + dy * dy
    x0, y0, dx, dy, squares = (
        np.repeat(one, sizes) for one in (x0, y0, dx, dy, squares)
    )
    from_x, from_y = x - x0, y - y0
    along = np.divide(
        from_x * dx + from_y * dy, squares, out=np.zeros(len(x)), where=squares > 0
    )
    along = np.clip(along, 0, 1)
    return np.hypot(from_x - along * dx, from_y - along * dy)


# -------------------------------------------------------------------------------- marks
# The marks of a panel as shapes, in the numbers of its axes.


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


# --------------------------------------------------------------------------------- keys
# Keys of panels: which models they name, in which order, and which are coloured.


# To so many models all are coloured; of more, the leading ones, or so many best.
MOST_COLOURED, BEST = 8, 5
# And so many are named.
MOST_NAMED = 20


class Key(NamedTuple):
    """The entries that a panel's key shows, and a line that counts the others."""

    entries: tuple[Entry, ...]
    rest: str


def key_of(panel: Panel) -> Key:
    """Return what a panel's key shows: models from the best down, then references."""
    models = _ranked(panel)
    references = [one for one in panel.key if one.series is None]
    left_out = len(models) - MOST_NAMED
    rest = ""
    if left_out > 0:
        rest = say("the best {k} of {n} models are named", k=MOST_NAMED, n=len(models))
    return Key((*models[:MOST_NAMED], *references), rest)


def grey_series(panel: Panel) -> frozenset[int]:
    """Return the series of a panel that are too many for colours."""
    drawn = {series for mark in panel.marks for series in series_of(mark)}
    drawn |= {one.series for one in panel.key if one.series is not None}
    if len(drawn) <= MOST_COLOURED:
        return frozenset()
    ranked = [one.series for one in _ranked(panel) if one.series is not None]
    best = panel.leading or ranked or sorted(drawn)
    coloured = best[:MOST_COLOURED] if panel.leading else best[:BEST]
    return frozenset(drawn.difference(coloured))


def _ranked(panel: Panel) -> list[Entry]:
    models = [one for one in panel.key if one.series is not None]
    return sorted(models, key=lambda one: -one.rank if one.rank == one.rank else 1e308)
