"""Where the parts of a picture stand on a figure: its title, its panels and its notes.

All places are reckoned in inches before anything is drawn, from the measured texts:
so nothing lies over anything else, and no picture changes when it is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.colours import Theme
from fastmetrics.show.pictures.fitting import fitted, height
from fastmetrics.show.pictures.panels import Plan, plan_panel
from fastmetrics.show.pictures.picture import Panel, Picture, Sketch
from fastmetrics.show.pictures.shapes import Text
from fastmetrics.show.pictures.writing import Say

__all__ = ["Placed", "Sheet", "SketchPlan", "sheets_of"]

MARGIN, BETWEEN, LEAST_WIDTH = 0.12, 0.35, 4.2
# Between a row of panels and the next.
BELOW = 0.25
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

    def __init__(self, picture: Picture, said: Say) -> None:
        self.picture, self.said = picture, said
        plans = [_planned(panel, said) for panel in picture.panels]
        columns = max(1, min(picture.columns, len(plans)))
        sizes_ = picture.rows or [columns] * -(-len(plans) // columns)
        rest = iter(plans)
        self.rows = [[*islice(rest, size)] for size in sizes_]
        columns = max(map(len, self.rows))
        beside = [[row[k] for row in self.rows if k < len(row)] for k in range(columns)]
        self.lefts = [max(p.left for p in each) for each in beside]
        self.widths = [max(p.width + p.right for p in each) for each in beside]
        between = BETWEEN * (columns - 1)
        inner = sum(self.lefts) + sum(self.widths) + between
        self.width = max(inner + 2 * MARGIN, LEAST_WIDTH)

    def fit(self, width: float) -> None:
        """Break title and notes to the width that all pictures of a figure have."""
        room, said = width - 2 * MARGIN, self.said
        self.title = fitted(said(self.picture.title), room, sizes.TITLE, LINES)
        notes = (
            fitted(said(one), room, sizes.NOTE, LINES) for one in self.picture.notes
        )
        self.notes = "\n".join(notes)

    @property
    def height(self) -> float:
        """The height of the whole."""
        return self._title + self._panels + self._notes + 2 * MARGIN

    @property
    def _title(self) -> float:
        return height(self.title, sizes.TITLE) + 0.12 if self.title else 0.0

    @property
    def _notes(self) -> float:
        return height(self.notes, sizes.NOTE) + 0.1 if self.notes else 0.0

    @property
    def _panels(self) -> float:
        return sum(map(_height_of, self.rows)) + BELOW * (len(self.rows) - 1)

    def texts(self, top: float, colours: Theme) -> Iterator[Text]:
        """Yield title and notes, from that height above the figure's foot downward."""
        top -= MARGIN
        if self.title:
            yield Text(MARGIN, top, self.title, sizes.TITLE, colours.text)
        if self.notes:
            foot = top - self._title - self._panels - 0.1
            yield Text(MARGIN, foot, self.notes, sizes.NOTE, colours.muted)

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
    pictures: Sequence[Picture], said: Say
) -> tuple[list[Sheet], float, float]:
    """Return pictures laid out one below the other, and the width and height of all."""
    made = [Sheet(picture, said) for picture in pictures]
    width = max(sheet.width for sheet in made)
    for sheet in made:
        sheet.fit(width)
    return made, width, sum(sheet.height for sheet in made)


def _planned(panel: Panel | Sketch, said: Say) -> Plan | SketchPlan:
    if isinstance(panel, Panel):
        return plan_panel(panel, said)
    return SketchPlan(panel, panel.across / 72, panel.down / 72)


def _height_of(row: Sequence[Plan | SketchPlan]) -> float:
    return max(plan.above for plan in row) + max(
        plan.height + plan.below for plan in row
    )
