"""Descriptions of pictures drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.axes import (
    draw_panel,
    draw_shape,
    line_style,
    text_style,
)
from fastmetrics.show.pictures.colours import LIGHT, Theme, theme
from fastmetrics.show.pictures.figures import (
    Fonts,
    check_installed,
    figure_class,
    fonts_for,
    line_between,
)
from fastmetrics.show.pictures.fitting import fitted, height
from fastmetrics.show.pictures.legends import (
    colour_bars,
    handle,
    key_shapes,
    label_of_colours,
)
from fastmetrics.show.pictures.panels import Plan, plan_panel
from fastmetrics.show.pictures.picture import Picture, Sketch
from fastmetrics.show.pictures.shapes import Dots, Shape, Stroke, Text
from fastmetrics.show.pictures.sheets import Placed, SketchPlan, sheets_of
from fastmetrics.show.pictures.writing import said_in, texts_in

__all__ = ["draw", "draw_pictures", "figure_of"]

Bounds = tuple[float, float, float, float]


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
    said = said_in(language)
    fonts = fonts_for(map(said, texts_in(picture)))
    [panel] = picture.panels
    box = ax.get_window_extent()
    dpi = ax.figure.dpi
    colours = theme(dark)
    if isinstance(panel, Sketch):
        _draw_whole_sketch(ax, panel, said(picture.title), fonts)
        return ax.figure
    plan = plan_panel(panel, said, (box.width / dpi, box.height / dpi))
    draw_panel(ax, plan, colours, fonts)
    if panel.square:
        ax.set_box_aspect(1)
    _draw_colours(ax, ax.inset_axes, plan, colours, fonts)
    _draw_legend(ax, plan, colours, fonts)
    return ax.figure


def draw_pictures(
    pictures: Sequence[Picture], *, dark: bool = False, language: str = "en"
) -> Any:
    """Draw pictures one below the other into one figure; see `draw`."""
    said, colours = said_in(language), theme(dark)
    fonts = fonts_for(said(text) for one in pictures for text in texts_in(one))
    sheets, width, top = sheets_of(pictures, said)
    figure = figure_class()(
        figsize=(width, top), facecolor=colours.ground, edgecolor="none"
    )
    for sheet in sheets:
        for text in sheet.texts(top, colours):
            _add(figure, text, fonts)
        for placed in sheet.panels(top):
            _draw_placed(figure, placed, colours, fonts)
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
    check_installed(asked_by)
    return draw_pictures(pictures, language=language)


def _add(figure: Any, shape: Stroke | Dots | Text, fonts: Fonts) -> None:
    """Draw a shape that stands in no axes."""
    where = {"transform": figure.dpi_scale_trans}
    if isinstance(shape, Text):
        text = fonts.drawable(shape.text)
        figure.text(shape.x, shape.y, text, **text_style(shape, fonts), **where)
    else:
        figure.add_artist(line_between(shape.x, shape.y, **line_style(shape), **where))


def _draw_placed(figure: Any, placed: Placed, colours: Theme, fonts: Fonts) -> None:
    """Draw a panel, its scale of colours and its key."""
    plan, left, bottom = placed
    width, high = figure.get_size_inches()
    ax = figure.add_axes(
        (left / width, bottom / high, plan.width / width, plan.height / high)
    )
    if isinstance(plan, SketchPlan):
        sketch = plan.sketch
        _draw_sketch(ax, sketch.shapes, sketch.across, sketch.down, fonts)
        return
    draw_panel(ax, plan, colours, fonts)
    x0, y0, wide, tall = ax.get_position().bounds

    def add(bounds: Bounds) -> Any:
        left, bottom, *size = bounds
        place = x0 + left * wide, y0 + bottom * tall, size[0] * wide, size[1] * tall
        return figure.add_axes(place)

    _draw_colours(ax, add, plan, colours, fonts)
    corner = left - plan.left, bottom - plan.key_below
    for shape in key_shapes(plan, *corner, colours):
        _add(figure, shape, fonts)


def _draw_sketch(
    ax: Any,
    shapes: Iterable[Shape],
    across: float,
    down: float,
    fonts: Fonts,
    above: float = 0.0,
) -> None:
    """Draw shapes that have their places already; letters as large as they fit."""
    ax.set(xlim=(0, across), ylim=(down, -above))
    ax.set_aspect("equal")
    ax.axis("off")
    box, points = ax.get_window_extent(), 72 / ax.figure.dpi
    scale = min(box.width * points / across, box.height * points / (down + above))
    for shape in shapes:
        if isinstance(shape, Stroke):
            shape = shape._replace(width=shape.width * scale)
        elif isinstance(shape, Dots | Text):
            shape = shape._replace(size=shape.size * scale)
        draw_shape(ax, shape, LIGHT, fonts)


def _draw_whole_sketch(ax: Any, sketch: Sketch, title: str, fonts: Fonts) -> None:
    """Draw a sketch into axes that are given, with its title above."""
    words = fitted(title, sketch.across / 72, sizes.NOTE, 9)
    high = 72 * height(words, sizes.NOTE)
    caption = Text(0, -high, words, sizes.NOTE, LIGHT.muted)
    _draw_sketch(ax, [caption, *sketch.shapes], sketch.across, sketch.down, fonts, high)


def _draw_colours(
    ax: Any, add: Callable[[Bounds], Any], plan: Plan, colours: Theme, fonts: Fonts
) -> None:
    """Draw what says which colours of cells stand for which numbers, if any do.

    ``add`` makes axes with such bounds (left, bottom, width, height), in parts of the
    ground of the cells.
    """
    for one in colour_bars(plan, colours):
        bar = add(one.bounds)
        draw_shape(bar, one.image, colours, fonts)
        bar.set_xticks([])
        texts = [fonts.drawable(text) for text in one.texts]
        bar.yaxis.tick_right()
        bar.set_yticks(
            list(one.places), texts, **fonts.style(sizes.TICK, colours.muted)
        )
        bar.set(xlim=(0, 1), ylim=(0, 1))
        bar.tick_params(length=0, pad=72 * 0.04)
        for spine in bar.spines.values():
            spine.set_visible(False)
    if plan.bar is not None and plan.cells is not None and plan.cells.key:
        place = 1 + plan.right / plan.width, 0.5
        label = label_of_colours(plan, plan.cells, *place, colours)
        style = text_style(label, fonts)
        text = fonts.drawable(label.text)
        ax.text(*place, text, transform=ax.transAxes, **style)


def _draw_legend(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Add a key below axes that are given."""
    rows = [row for row in plan.rows if row.entry is not None]
    if not rows:
        return
    made, texts = [], []
    for row in rows:
        assert row.entry is not None
        shape = handle(plan, row.entry, colours, 0, 0)
        made.append(line_between(shape.x, shape.y, **line_style(shape)))
        text = "  ".join(part for part in (row.name, row.value) if part)
        texts.append(fonts.drawable(text))
    anchor = (0, -plan.key_below / plan.height)
    legend = ax.legend(
        made, texts, loc="upper left", bbox_to_anchor=anchor, frameon=False
    )
    for text in legend.get_texts():
        text.set(**fonts.style(sizes.KEY, colours.text))
