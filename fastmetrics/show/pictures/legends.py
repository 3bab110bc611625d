"""Legends beside panels, and where panels, title and notes stand on a figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from fastmetrics.show.pictures import (
    Band,
    Bars,
    Cells,
    Dots,
    Entry,
    Image,
    Intervals,
    Panel,
    Picture,
    Points,
    Sketch,
    Stroke,
    Text,
    styles,
)
from fastmetrics.show.pictures.marks import FAINT, GUIDE, REFERENCE, Pen, series_of
from fastmetrics.show.pictures.panels import (
    BAR,
    BESIDE,
    HANDLE,
    ROW_OF_KEY,
    Plan,
    ends_of,
    ends_shown,
    plan_panel,
    range_apart,
)
from fastmetrics.show.pictures.placing import Say
from fastmetrics.show.pictures.scales import Axis, placed
from fastmetrics.show.pictures.styles import Theme, fitted, height

# ------------------------------------------------------------------------------ legends
# What explains a panel beside its axes: the key, and the scale of cells' colours.


def key_shapes(
    plan: Plan, left: float, top: float, colours: Theme
) -> Iterator[Stroke | Dots | Text]:
    """Yield the lines of a key, each with what it looks like in the panel."""
    for row in plan.rows:
        middle = top - ROW_OF_KEY / 2
        foot = middle - 0.36 * styles.KEY / 72  # half the height of a capital
        if row.entry is not None:
            yield handle(plan, row.entry, colours, left, middle)
        for at, text, colour in (
            (HANDLE, row.name, colours.text),
            (plan.values_at, row.value, colours.muted),
        ):
            if text:
                yield Text(left + at, foot, text, styles.KEY, colour, foot="baseline")
        top -= ROW_OF_KEY
    if plan.rest:
        yield Text(left + HANDLE, top - 0.03, plan.rest, styles.NOTE, colours.muted)


def handle(
    plan: Plan, entry: Entry, colours: Theme, left: float, y: float
) -> Stroke | Dots:
    """Return what shows how that looks which an entry is about."""
    series = entry.series
    seen = Pen(plan.panel, colours, plan.x, plan.y, plan.grey).look(series)
    kinds = {type(one) for one in plan.panel.marks if series in set(series_of(one))}
    ends, at = np.array([left, left + HANDLE - 0.08]), np.full(2, y)
    line = Stroke(ends, at, seen.colour, seen.width, seen.dashes)
    if entry.shade:
        colour = colours.above if entry.shade > 0 else colours.below
        shown = line._replace(colour=colour, width=6.0, opacity=abs(entry.shade))
        return shown._replace(dashes="-")
    if series is None and entry.role == "band":
        return line._replace(width=6.0, opacity=FAINT)
    if series is None and entry.role == "guide":
        return line._replace(width=GUIDE)
    if series is None:
        return line._replace(width=1.0, dashes=REFERENCE)
    if kinds and kinds <= {Bars, Band}:
        return line._replace(width=6.0, dashes="-")
    if kinds and kinds <= {Points, Intervals}:
        return Dots(ends.mean(keepdims=True), at[:1], seen.marker, 6.0, seen.colour)
    return line


class ColourBar(NamedTuple):
    """A scale of colours: its image from 0 to 1 each way, and its ticks.

    ``bounds``: left, bottom, width and height in parts of the ground of the cells.
    """

    bounds: tuple[float, float, float, float]
    image: Image
    places: tuple[float, ...]
    texts: tuple[str, ...]


def colour_bars(plan: Plan, colours: Theme) -> Iterator[ColourBar]:
    """Yield the scales of colours that stand beside cells."""
    cells, axis = plan.cells, plan.bar
    if cells is None or axis is None:
        return
    parts: list[tuple[Axis, tuple[str, ...], float, float]] = []
    if plan.bar_apart is None:
        parts = [(axis, ends_of(cells, colours), 0.0, 1.0)]
    else:
        parts = [
            (axis, ends_of(cells, colours), 0.4, 0.6),
            (plan.bar_apart, (colours.apart,), 0.0, 0.3),
        ]
    for axis, ends, start, share in parts:
        first = -1 if len(ends) == 2 else 0
        is_apart = ends == (colours.apart,)
        kind = "linear" if is_apart else cells.steps
        low, top = range_apart(cells) if is_apart else ends_shown(cells)
        a, b = placed(kind, np.array([max(low, 1e-300) if kind == "log" else low, top]))
        places = (placed(kind, np.array(axis.ticks)) - a) / ((b - a) or 1.0)
        yield ColourBar(
            (1 + BESIDE / plan.width, start, BAR / plan.width, share),
            Image(np.linspace(1, first, 128)[:, None], ends, (0, 1, 0, 1)),
            tuple(places.tolist()),
            axis.texts,
        )


def label_of_colours(
    plan: Plan, cells: Cells, x: float, y: float, colours: Theme
) -> Text:
    """Return what the colours of cells measure, read upward beside their scale."""
    text = fitted(plan.said(cells.key), plan.height, styles.AXIS)
    return Text(x, y, text, styles.AXIS, colours.text, "center", "bottom", turned=True)


# ------------------------------------------------------------------------------- sheets
# Where the parts of a picture stand on a figure: its title, its panels and its notes.
#
# All places are reckoned in inches before anything is drawn, from the measured texts:
# so nothing lies over anything else, and no picture changes when it is drawn again.


MARGIN, BETWEEN, LEAST_WIDTH = 0.12, 0.35, 4.2
# Between a row of panels and the next.
BELOW = 0.25
# Least width of a panel with its texts; narrower ones are one below the other.
LEAST_PANEL = 2.4
# Panels are made smaller until the picture has the requested width.
SHRINKINGS, LEAST_SHARE = 3, 0.3
# The most lines of a title, and of a note below a picture.
LINES = 6


class SketchPlan(NamedTuple):
    """How large a sketch is, in inches; there is nothing around it."""

    sketch: Sketch
    width: float
    height: float
    left: float = 0.0
    right: float = 0.0
    above: float = 0.0
    below: float = 0.0


class Placed(NamedTuple):
    """A panel whose data stand on a ground with that lower left corner."""

    plan: Plan | SketchPlan
    left: float
    bottom: float


class Sheet:
    """One picture on its part of a figure."""

    def __init__(self, picture: Picture, said: Say, width: float | None = None) -> None:
        self.picture, self.said = picture, said
        self.width = 0.0
        plans = [_planned(panel, said) for panel in picture.panels]
        columns = max(1, min(picture.columns, len(plans)))
        rows = picture.rows or [columns] * -(-len(plans) // columns)
        if width is not None and width < max(rows, default=1) * LEAST_PANEL:
            rows = [1] * len(plans)
        self._place(plans, rows)
        for _ in range(SHRINKINGS):
            if width is None or self.width <= width:
                break
            # Texts keep their size, so panels take up all of the difference.
            inside = sum(max(p.width for p in column) for column in self.columns)
            share = max(1 - (self.width - width) / inside, LEAST_SHARE)
            plans = [
                _planned(panel, said, (share * plan.width, share * plan.height))
                for panel, plan in zip(picture.panels, plans, strict=True)
            ]
            self._place(plans, rows)
        self.width = max(self.width, LEAST_WIDTH) if width is None else width

    def _place(self, plans: Sequence[Plan | SketchPlan], sizes: Sequence[int]) -> None:
        """Place the panels in rows of these sizes."""
        rest = iter(plans)
        self.rows = [[*islice(rest, size)] for size in sizes]
        columns = max(map(len, self.rows))
        self.columns = [
            [row[k] for row in self.rows if k < len(row)] for k in range(columns)
        ]
        self.lefts = [max(p.left for p in each) for each in self.columns]
        self.widths = [max(p.width + p.right for p in each) for each in self.columns]
        between = BETWEEN * (columns - 1)
        inner = sum(self.lefts) + sum(self.widths) + between
        self.width = inner + 2 * MARGIN

    def fit(self, width: float) -> None:
        """Break title and notes to the width that all pictures of a figure have."""
        room, said = width - 2 * MARGIN, self.said
        self.title = fitted(said(self.picture.title), room, styles.TITLE, LINES)
        notes = (
            fitted(said(one), room, styles.NOTE, LINES) for one in self.picture.notes
        )
        self.notes = "\n".join(notes)

    @property
    def height(self) -> float:
        """The height of the whole."""
        return self._title + self._panels + self._notes + 2 * MARGIN

    @property
    def _title(self) -> float:
        return height(self.title, styles.TITLE) + 0.12 if self.title else 0.0

    @property
    def _notes(self) -> float:
        return height(self.notes, styles.NOTE) + 0.1 if self.notes else 0.0

    @property
    def _panels(self) -> float:
        return sum(map(_height_of, self.rows)) + BELOW * (len(self.rows) - 1)

    def texts(self, top: float, colours: Theme) -> Iterator[Text]:
        """Yield title and notes, from that height above the figure's foot downward."""
        top -= MARGIN
        if self.title:
            yield Text(MARGIN, top, self.title, styles.TITLE, colours.text)
        if self.notes:
            foot = top - self._title - self._panels - 0.1
            yield Text(MARGIN, foot, self.notes, styles.NOTE, colours.muted)

    def panels(self, top: float) -> Iterator[Placed]:
        """Yield where the panels stand."""
        top -= MARGIN + self._title
        for row in self.rows:
            above = max(plan.above for plan in row)
            left = MARGIN
            for plan, margin, wide in zip(row, self.lefts, self.widths, strict=False):
                yield Placed(plan, left + margin, top - above - plan.height)
                left += margin + wide + BETWEEN
            top -= _height_of(row) + BELOW


def sheets_of(
    pictures: Sequence[Picture], said: Say, width: float | None = None
) -> tuple[list[Sheet], float, float]:
    """Return pictures laid out one below the other, and the width and height of all.

    ``width``: the width that the figure is to have, in inches.
    """
    made = [Sheet(picture, said, width) for picture in pictures]
    width = max(sheet.width for sheet in made)
    for sheet in made:
        sheet.fit(width)
    return made, width, sum(sheet.height for sheet in made)


def _planned(
    panel: Panel | Sketch, said: Say, size: tuple[float, float] | None = None
) -> Plan | SketchPlan:
    if isinstance(panel, Panel):
        return plan_panel(panel, said, size)
    if size is not None:
        return SketchPlan(panel, *size)
    return SketchPlan(panel, panel.across / 72, panel.down / 72)


def _height_of(row: Sequence[Plan | SketchPlan]) -> float:
    return max(plan.above for plan in row) + max(
        plan.height + plan.below for plan in row
    )
