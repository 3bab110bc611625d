"""What explains a panel beside its axes: the key, and the scale of cells' colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.cells import ends_of, ends_shown, range_apart, scale_of
from fastmetrics.show.pictures.colours import Theme
from fastmetrics.show.pictures.marks import FAINT, GUIDE, REFERENCE, Pen, series_of
from fastmetrics.show.pictures.panels import BAR, BESIDE, HANDLE, ROW_OF_KEY, Plan
from fastmetrics.show.pictures.picture import Band, Bars, Intervals, Points
from fastmetrics.show.pictures.scales import placed
from fastmetrics.show.pictures.writing import Writer

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Cells, Entry

__all__ = ["draw_bars", "draw_key", "draw_legend", "draw_text"]

Bounds = tuple[float, float, float, float]


def draw_key(
    figure: Any, plan: Plan, left: float, top: float, colours: Theme, writer: Writer
) -> None:
    """Draw the lines of a key, each with what it looks like in the panel."""
    for row in plan.rows:
        middle = top - ROW_OF_KEY / 2
        foot = middle - 0.36 * sizes.KEY / 72  # half the height of a capital
        if row.entry is not None:
            line = _handle(plan, row.entry, colours, left, middle)
            line.set_transform(figure.dpi_scale_trans)
            figure.add_artist(line)
        style = {"va": "baseline"}
        size = sizes.KEY
        if row.name:
            name = writer.drawn(row.name)
            draw_text(
                figure, left + HANDLE, foot, name, size, colours.text, writer, **style
            )
        if row.value:
            at = left + plan.values_at
            value = writer.drawn(row.value)
            draw_text(figure, at, foot, value, size, colours.muted, writer, **style)
        top -= ROW_OF_KEY
    if plan.rest:
        draw_text(
            figure,
            left + HANDLE,
            top - 0.03,
            plan.rest,
            sizes.NOTE,
            colours.muted,
            writer,
        )


def draw_legend(ax: Any, plan: Plan, colours: Theme, writer: Writer) -> None:
    """Add a key below axes that are given."""
    rows = [row for row in plan.rows if row.entry is not None]
    if not rows:
        return
    made, texts = [], []
    for row in rows:
        assert row.entry is not None
        made.append(_handle(plan, row.entry, colours, 0, 0))
        text = "  ".join(part for part in (row.name, row.value) if part)
        texts.append(writer.drawn(text))
    anchor = (0, -plan.key_below / plan.height)
    legend = ax.legend(
        made, texts, loc="upper left", bbox_to_anchor=anchor, frameon=False
    )
    for text in legend.get_texts():
        text.set(**writer.properties(sizes.KEY, colours.text))


def _handle(plan: Plan, entry: Entry, colours: Theme, left: float, y: float) -> Any:
    """Return a line that shows how what an entry is about looks, at inches."""
    from matplotlib.lines import Line2D

    series = entry.series
    seen = Pen(None, plan.panel, colours, plan.x, plan.y, plan.grey).look(series)
    kinds = {type(one) for one in plan.panel.marks if series in set(series_of(one))}
    right = left + HANDLE - 0.08
    style: dict[str, Any] = {"linestyle": seen.dashes, "linewidth": seen.width}
    if series is None and entry.role == "band":
        style = {"linewidth": 6.0, "alpha": FAINT}
    elif series is None and entry.role == "guide":
        style = {"linewidth": GUIDE}
    elif series is None:
        style = {"linestyle": REFERENCE, "linewidth": 1.0}
    elif kinds and kinds <= {Bars, Band}:
        style = {"linewidth": 6.0}
    elif kinds and kinds <= {Points, Intervals}:
        left = right = (left + right) / 2
        style = {"linestyle": "none", "marker": seen.marker}
    return Line2D(
        [left, right], [y, y], color=seen.colour, solid_capstyle="butt", **style
    )


def draw_bars(
    ax: Any,
    add: Callable[[Bounds], Any],
    plan: Plan,
    cells: Cells,
    colours: Theme,
    writer: Writer,
) -> None:
    """Draw the scales of colours beside the cells that `ax` has.

    ``add`` makes axes with such bounds (left, bottom, width, height), in parts of the
    ground of the cells.
    """
    parts = [(plan.bar, ends_of(cells, colours), 0.0, 1.0)]
    if plan.bar_apart is not None:
        parts = [
            (plan.bar, ends_of(cells, colours), 0.4, 0.6),
            (plan.bar_apart, (colours.apart,), 0.0, 0.3),
        ]
    for axis, ends, start, share in parts:
        assert axis is not None
        bar = add((1 + BESIDE / plan.width, start, BAR / plan.width, share))
        first = -1 if len(ends) == 2 else 0
        bar.imshow(
            np.linspace(first, 1, 128)[:, None],
            cmap=scale_of(colours, ends),
            vmin=first,
            vmax=1,
            extent=(0, 1, 0, 1),
            origin="lower",
            aspect="auto",
        )
        is_apart = ends == (colours.apart,)
        kind = "linear" if is_apart else cells.steps
        low, top = range_apart(cells) if is_apart else ends_shown(cells)
        a, b = placed(kind, np.array([max(low, 1e-300) if kind == "log" else low, top]))
        places = (placed(kind, np.array(axis.ticks)) - a) / ((b - a) or 1.0)
        bar.set_xticks([])
        texts = [writer.drawn(one) for one in axis.texts]
        bar.yaxis.tick_right()
        bar.set_yticks(
            list(places), texts, **writer.properties(sizes.TICK, colours.muted)
        )
        bar.set(xlim=(0, 1), ylim=(0, 1))
        bar.tick_params(length=0, pad=72 * 0.04)
        for spine in bar.spines.values():
            spine.set_visible(False)
    if cells.key:
        ax.text(
            1 + plan.right / plan.width,
            0.5,
            writer.fitted(writer.say(cells.key), plan.height, sizes.AXIS),
            transform=ax.transAxes,
            ha="center",
            va="bottom",
            rotation=90,
            rotation_mode="anchor",
            linespacing=sizes.LINE,
            **writer.properties(sizes.AXIS, colours.text),
        )


def draw_text(
    figure: Any,
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    writer: Writer,
    **style: Any,
) -> None:
    """Write into the figure, at inches from its lower left corner."""
    placed_ = {"ha": "left", "va": "top", "linespacing": sizes.LINE, **style}
    figure.text(
        x,
        y,
        text,
        transform=figure.dpi_scale_trans,
        **placed_,
        **writer.properties(size, colour),
    )
