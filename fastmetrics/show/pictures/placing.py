"""Texts of pictures: translated, and placed where they hide nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import printable
from fastmetrics.show.pictures import (
    Bars,
    Cells,
    Intervals,
    Line,
    Note,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
    Sketch,
    Text,
    styles,
)
from fastmetrics.show.pictures.marks import key_of
from fastmetrics.show.pictures.scales import Axis, placed
from fastmetrics.show.pictures.styles import NOTE, fitted, height, width_of
from fastmetrics.show.words import check_language, in_language

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ------------------------------------------------------------------------------ writing
# Texts of pictures: in the language of the reader, with nothing to be obeyed.


# What returns a text in the language of a picture.
Say = Callable[[str], str]
# Marks that keep a name's direction of writing to itself; here it stands alone.
ISOLATES = dict.fromkeys(range(0x2066, 0x206A))


def said_in(language: str) -> Say:
    """Return what says texts in a language."""
    check_language(language)
    return lambda text: printable(in_language(text, language).translate(ISOLATES))


def texts_in(picture: Picture) -> Iterator[str]:
    """Yield all texts that a picture's description leads to."""
    yield picture.title
    yield from picture.notes
    for panel in picture.panels:
        if isinstance(panel, Sketch):
            yield from (one.text for one in panel.shapes if isinstance(one, Text))
            continue
        yield panel.title
        for scale in (panel.x, panel.y):
            yield scale.label
            yield from scale.names
        yield key_of(panel).rest
        for entry in panel.key:
            yield from (entry.name, entry.value)
        for mark in panel.marks:
            if isinstance(mark, Rule):
                yield mark.label
            elif isinstance(mark, Note):
                yield mark.text
            elif isinstance(mark, Cells):
                yield mark.key
                yield from (text for row in mark.texts or () for text in row)


# ------------------------------------------------------------------------------ placing
# Words inside a panel: beside what they are about, and never over other words.


# Between words and their point, and how far off they are looked for, in inches.
NEAR = 0.05
DISTANCES = (0.0, 0.06, 0.12, 0.18, 0.25, 0.35, 0.45)
# Below before above, so that the words of several lines stand on the same side.
SIDES = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))


class Box(NamedTuple):
    """A rectangle in inches from the lower left corner of the panel."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles have ground in common."""
        return (
            self.x0 < other.x1
            and other.x0 < self.x1
            and self.y0 < other.y1
            and other.y0 < self.y1
        )

    def holds(self, points: NDArray[Any]) -> int:
        """Return how many of the points (n, 2) lie inside."""
        x, y = points[:, 0], points[:, 1]
        inside = (x > self.x0) & (x < self.x1) & (y > self.y0) & (y < self.y1)
        return int(inside.sum())


class Words(NamedTuple):
    """Words to be placed beside one of some points; the first is liked best.

    Those that are ``optional`` are left out where they have no room.
    """

    text: str
    anchors: Sequence[tuple[float, float]]
    series: int | None = None
    optional: bool = False


def place(
    wanted: Sequence[Words],
    width: float,
    height_: float,
    drawn: NDArray[Any],
) -> list[Box | None]:
    """Return where words stand, None for those that have no room.

    They hide none of the points that are drawn, nor other words; of the places left the
    nearest to what they are about is taken.
    """
    taken: list[Box] = []
    found: list[Box | None] = []
    for words in wanted:
        wide = width_of(words.text, NOTE) + 0.02
        high = height(words.text, NOTE)
        best: tuple[float, Box] | None = None
        for cost, box in _places(words, wide, high):
            if best is not None and best[0] <= cost:
                continue
            if not _is_inside(box, width, height_):
                continue
            if any(box.meets(other) for other in taken) or box.holds(drawn):
                continue
            best = cost, box
        found.append(best[1] if best else None)
        if best:
            taken.append(best[1])
    return found


def _places(words: Words, wide: float, high: float) -> Iterator[tuple[float, Box]]:
    """Yield the places beside all anchors, and how little each is liked."""
    for distance in DISTANCES:
        off = NEAR + distance
        for rank, (x, y) in enumerate(words.anchors):
            for k, (dx, dy) in enumerate(SIDES):
                left = x + dx * off - (1 - dx) / 2 * wide
                low = y + dy * off - (1 - dy) / 2 * high
                cost = 30 * distance + 3 * rank + 0.1 * k
                yield cost, Box(left, low, left + wide, low + high)


def _is_inside(box: Box, width: float, height_: float) -> bool:
    return box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height_


# Drawn lines and bars are points so far apart, in inches: less than a letter is high.
STEP = 0.04
# And a line is no more points than this.
MOST = 4000
# Where words may stand along a rule, from its one end to the other.
ALONG_RULE = (0.98, 0.02, 0.86, 0.74, 0.62, 0.5, 0.38, 0.26, 0.14)
# A marker reaches so far around its point.
MARKER = 0.04


class Ground(NamedTuple):
    """The ground of a panel in inches, and where numbers are on it."""

    panel: Panel
    axes: tuple[Axis, Axis]
    size: tuple[float, float]

    def x(self, values: Any) -> NDArray[Any]:
        """Return how far right values are."""
        return _inches(self.axes[0], self.panel.x, values, self.size[0], False)

    def y(self, values: Any) -> NDArray[Any]:
        """Return how high values are; the first of names is at the top."""
        falls = self.panel.y.kind == "names"
        return _inches(self.axes[1], self.panel.y, values, self.size[1], falls)

    def points(self, x: Any, y: Any) -> NDArray[Any]:
        """Return the places (n, 2) of those that are finite."""
        found = np.column_stack([self.x(x), self.y(y)])
        return found[np.isfinite(found).all(axis=1)]


def _inches(
    axis: Axis, scale: Scale, values: Any, length: float, falls: bool
) -> NDArray[Any]:
    low, top = placed(scale.kind, np.array([axis.low, axis.high]))
    with np.errstate(all="ignore"):
        where = placed(scale.kind, np.asarray(values, dtype=float))
        if falls:
            low, top = top, low
        # Of an axis of hardly any length a place may be infinite, and is no place.
        return np.asarray((where - low) / (top - low) * length)


def words_inside(
    panel: Panel, axes: tuple[Axis, Axis], size: tuple[float, float], said: Say
) -> tuple[tuple[tuple[Words, Box], ...], list[Words]]:
    """Return the words inside a panel with their places, and those without room."""
    ground = Ground(panel, axes, size)
    wanted = [*_wanted(ground, said)]
    if not wanted:
        return (), []
    drawn = np.concatenate([np.empty((0, 2)), *_drawn(ground)])
    boxes = place(wanted, *size, drawn)
    pairs = list(zip(wanted, boxes, strict=True))
    return (
        tuple((words, box) for words, box in pairs if box is not None),
        [words for words, box in pairs if box is None and not words.optional],
    )


def _wanted(ground: Ground, said: Say) -> Iterator[Words]:
    """Yield the words of notes and rules, beside which places these may stand."""
    width, high = ground.size
    for mark in ground.panel.marks:
        if isinstance(mark, Rule) and mark.label:
            text = fitted(said(mark.label), width, styles.NOTE)
            if mark.axis == "x":
                at = ground.x(mark.at).item()
                ends = [(at, high * part) for part in ALONG_RULE]
            else:
                at = ground.y(mark.at).item()
                ends = [(width * part, at) for part in ALONG_RULE]
            yield Words(text, ends, mark.series)
        elif isinstance(mark, Note):
            text = fitted(said(mark.text), width * 0.9, styles.NOTE, 3)
            beside = [(mark.x, mark.y), *mark.or_at]
            places = ground.points(*np.transpose(beside))
            yield Words(text, places.tolist(), mark.series, mark.optional)


def _drawn(ground: Ground) -> Iterator[NDArray[Any]]:
    """Yield points of all that words would hide."""
    width, high = ground.size
    for mark in ground.panel.marks:
        if isinstance(mark, Line):
            yield _along(ground.points(mark.x, mark.y))
        elif isinstance(mark, Points):
            yield _around(ground.points(mark.x, mark.y))
        elif isinstance(mark, Rule):
            if mark.axis == "x":
                at = np.full(2, ground.x(mark.at).item())
                yield _along(np.column_stack([at, [0.0, high]]))
            else:
                at = np.full(2, ground.y(mark.at).item())
                yield _along(np.column_stack([[0.0, width], at]))
        elif isinstance(mark, Intervals):
            yield from _of_intervals(ground, mark)
        elif isinstance(mark, Bars):
            yield _of_bars(ground, mark)


def _of_intervals(ground: Ground, mark: Intervals) -> Iterator[NDArray[Any]]:
    spans = [(mark.low, mark.high), (mark.outer_low, mark.outer_high)]
    is_flat = mark.along == "x"
    for low, high in spans:
        if low is None or high is None:
            continue
        for at, *ends in zip(mark.at, low, high, strict=True):
            beside = np.full(2, at)
            pair = (ends, beside) if is_flat else (beside, ends)
            yield _along(ground.points(*pair))
    both = (mark.value, mark.at) if is_flat else (mark.at, mark.value)
    yield _around(ground.points(*both))


def _of_bars(ground: Ground, mark: Bars) -> NDArray[Any]:
    """Return those points of a grid over the panel that lie on bars."""
    width, high = ground.size
    x, y = (one.ravel() for one in np.mgrid[0:width:STEP, 0:high:STEP])
    start = np.zeros(len(mark.values)) if mark.start is None else mark.start
    if mark.along == "y":
        edges, across, along = ground.x(mark.edges), x, y
        ends = ground.y(start), ground.y(mark.values)
    else:
        edges, across, along = ground.y(mark.edges), y, x
        ends = ground.x(start), ground.x(mark.values)
    low, top = np.minimum(*ends), np.maximum(*ends)
    if edges[-1] < edges[0]:
        edges, low, top = edges[::-1], low[::-1], top[::-1]
    bar = np.searchsorted(edges, across, side="right") - 1
    is_over = (bar >= 0) & (bar < len(low))
    bar = np.where(is_over, bar, 0)
    hidden = is_over & (along >= low[bar]) & (along <= top[bar])
    return np.column_stack([x[hidden], y[hidden]])


def _around(points: NDArray[Any]) -> NDArray[Any]:
    """Return points and the edges of their markers."""
    steps = [(0.0, 0.0), (MARKER, 0.0), (-MARKER, 0.0), (0.0, MARKER), (0.0, -MARKER)]
    return np.concatenate([points + np.array(one) for one in steps])


def _along(points: NDArray[Any]) -> NDArray[Any]:
    """Return points of a line so closely that words cannot stand between them."""
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points
    far = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    n = int(min(max(far[-1] / STEP, 1) + 1, MOST)) + 1
    at = np.linspace(0.0, far[-1], n)
    return np.column_stack([np.interp(at, far, points[:, k]) for k in (0, 1)])
