"""What explains a panel beside its axes: the key, and the scale of cells' colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.cells import ends_of, ends_shown, range_apart
from fastmetrics.show.pictures.colours import Theme
from fastmetrics.show.pictures.fitting import fitted
from fastmetrics.show.pictures.marks import FAINT, GUIDE, REFERENCE, Pen, series_of
from fastmetrics.show.pictures.panels import BAR, BESIDE, HANDLE, ROW_OF_KEY, Plan
from fastmetrics.show.pictures.picture import Band, Bars, Intervals, Points
from fastmetrics.show.pictures.scales import Axis, placed
from fastmetrics.show.pictures.shapes import Dots, Image, Stroke, Text

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Cells, Entry

__all__ = ["ColourBar", "colour_bars", "handle", "key_shapes", "label_of_colours"]


def key_shapes(
    plan: Plan, left: float, top: float, colours: Theme
) -> Iterator[Stroke | Dots | Text]:
    """Yield the lines of a key, each with what it looks like in the panel."""
    for row in plan.rows:
        middle = top - ROW_OF_KEY / 2
        foot = middle - 0.36 * sizes.KEY / 72  # half the height of a capital
        if row.entry is not None:
            yield handle(plan, row.entry, colours, left, middle)
        for at, text, colour in (
            (HANDLE, row.name, colours.text),
            (plan.values_at, row.value, colours.muted),
        ):
            if text:
                yield Text(left + at, foot, text, sizes.KEY, colour, foot="baseline")
        top -= ROW_OF_KEY
    if plan.rest:
        yield Text(left + HANDLE, top - 0.03, plan.rest, sizes.NOTE, colours.muted)


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
    text = fitted(plan.said(cells.key), plan.height, sizes.AXIS)
    return Text(x, y, text, sizes.AXIS, colours.text, "center", "bottom", turned=True)
