"""Descriptions of pictures drawn with matplotlib, which nothing else of a report knows.

All places are reckoned in inches before anything is drawn, from the measured texts:
so nothing lies over anything else, and no picture changes when it is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from fastmetrics._common.extras import needs
from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.axes import draw_panel
from fastmetrics.show.pictures.colours import Theme, theme
from fastmetrics.show.pictures.fitting import height
from fastmetrics.show.pictures.legends import (
    Bounds,
    draw_bars,
    draw_key,
    draw_legend,
    draw_text,
)
from fastmetrics.show.pictures.panels import Plan, plan_panel
from fastmetrics.show.pictures.picture import Cells, Picture
from fastmetrics.show.pictures.writing import Writer, writer_for
from fastmetrics.show.words import check_language

__all__ = [
    "draw",
    "draw_pictures",
    "figure_class",
    "figure_of",
]

MARGIN, BETWEEN, LEAST_WIDTH = 0.12, 0.35, 4.2
# The most lines of a title, and of a note below a picture.
LINES = 6


def draw(
    picture: Picture, *, dark: bool = False, ax: Any = None, language: str = "en"
) -> Any:
    """Draw a picture, or its one panel into axes that are given.

    Parameters
    ----------
    picture : Picture
        What is drawn.
    dark : bool, default=False
        On dark ground.
    ax : matplotlib Axes, optional
        Where the picture's only panel goes; its figure is laid out by whoever made it.
        The key stands below the axes, and the scale of a matrix's colours beside them.
    language : {"en", "zh"}, default="en"
        The language of the texts.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, without pyplot: it shows itself in a notebook.

    Raises
    ------
    ValueError
        If ``ax`` is given and the picture has several panels.

    Warns
    -----
    UserWarning
        If no installed font has some glyph of the texts.
    """
    if ax is None:
        return draw_pictures([picture], dark=dark, language=language)
    if len(picture.panels) != 1:
        raise ValueError(
            f"picture {picture.name!r} has {len(picture.panels)} panels; with ax= it "
            "must have one"
        )
    writer = writer_for([picture], check_language(language))
    [panel] = picture.panels
    box = ax.get_window_extent()
    dpi = ax.figure.dpi
    plan = plan_panel(panel, writer, (box.width / dpi, box.height / dpi))
    colours = theme(dark)
    draw_panel(ax, plan, colours, writer)
    if panel.square:
        ax.set_box_aspect(1)
    _draw_scales(ax, ax.inset_axes, plan, colours, writer)
    draw_legend(ax, plan, colours, writer)
    return ax.figure


def draw_pictures(
    pictures: Sequence[Picture],
    *,
    dark: bool = False,
    language: str = "en",
    writer: Writer | None = None,
) -> Any:
    """Draw pictures one below the other into one figure; see `draw`."""
    writer = writer or writer_for(pictures, check_language(language))
    made = [_Sheet(picture, writer) for picture in pictures]
    width = max(sheet.width for sheet in made)
    for sheet in made:
        sheet.fit(width)
    total = sum(sheet.height for sheet in made)
    figure = figure_class()(
        figsize=(width, total), facecolor=theme(dark).ground, edgecolor="none"
    )
    top = total
    for sheet in made:
        sheet.draw(figure, top, theme(dark))
        top -= sheet.height
    return figure


def figure_of(
    pictures: Sequence[Picture], asked_by: str, *, language: str = "en"
) -> Any:
    """Return a figure of pictures one below the other, which somebody asked for.

    Raises
    ------
    ImportError
        If matplotlib is not installed; it names who asked.
    """
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs(asked_by, "matplotlib", "plot")) from error
    return draw_pictures(pictures, language=language)


class _Sheet:
    """One picture on its part of a figure: its title, its panels and its notes."""

    def __init__(self, picture: Picture, writer: Writer) -> None:
        self.picture, self.writer = picture, writer
        plans = [plan_panel(panel, writer) for panel in picture.panels]
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
        room, writer = width - 2 * MARGIN, self.writer
        self.title = writer.fitted(
            writer.say(self.picture.title), room, sizes.TITLE, LINES
        )
        notes = [
            writer.fitted(writer.say(one), room, sizes.NOTE, LINES)
            for one in self.picture.notes
        ]
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
        return sum(map(_height_of, self.rows)) + 0.25 * (len(self.rows) - 1)

    def draw(self, figure: Any, top: float, colours: Theme) -> None:
        """Draw everything, from that height above the figure's foot downward."""
        writer = self.writer
        top -= MARGIN
        if self.title:
            draw_text(
                figure, MARGIN, top, self.title, sizes.TITLE, colours.text, writer
            )
        top -= self._title
        for row in self.rows:
            above = max(plan.above for plan in row)
            left = MARGIN
            for plan, margin, wide in zip(row, self.lefts, self.widths, strict=False):
                _draw_plan(figure, plan, left + margin, top - above, colours, writer)
                left += margin + wide + BETWEEN
            top -= _height_of(row) + 0.25
        if self.notes:
            foot = top + 0.25 - 0.1
            draw_text(
                figure, MARGIN, foot, self.notes, sizes.NOTE, colours.muted, writer
            )


def _height_of(row: Sequence[Plan]) -> float:
    return max(plan.above for plan in row) + max(
        plan.height + plan.below for plan in row
    )


def _draw_plan(
    figure: Any, plan: Plan, left: float, top: float, colours: Theme, writer: Writer
) -> None:
    """Draw a panel whose data stand on a ground with that upper left corner."""
    width, high = figure.get_size_inches()
    bottom = top - plan.height
    ax = figure.add_axes(
        (left / width, bottom / high, plan.width / width, plan.height / high)
    )
    draw_panel(ax, plan, colours, writer)
    x0, y0, wide, tall = ax.get_position().bounds

    def add(bounds: Bounds) -> Any:
        left, bottom, *size = bounds
        place = x0 + left * wide, y0 + bottom * tall, size[0] * wide, size[1] * tall
        return figure.add_axes(place)

    _draw_scales(ax, add, plan, colours, writer)
    draw_key(figure, plan, left - plan.left, bottom - plan.key_below, colours, writer)


def _draw_scales(
    ax: Any, add: Callable[[Bounds], Any], plan: Plan, colours: Theme, writer: Writer
) -> None:
    """Draw what says which colours of cells stand for which numbers, if any do."""
    cells = next((one for one in plan.panel.marks if isinstance(one, Cells)), None)
    if cells is not None and plan.bar is not None:
        draw_bars(ax, add, plan, cells, colours, writer)


@cache
def figure_class() -> Any:
    """Return the class of figures that show themselves in a notebook, once."""
    from matplotlib.figure import Figure

    class PictureFigure(Figure):
        """A figure that no window and no global list of figures holds."""

        def _repr_png_(self) -> bytes:
            from io import BytesIO

            written = BytesIO()
            self.savefig(written, format="png", facecolor=self.get_facecolor())
            return written.getvalue()

    return PictureFigure
