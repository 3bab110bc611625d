"""A panel's axes in matplotlib: scales, ticks, names, marks and words inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.cells import draw_cells
from fastmetrics.show.pictures.colours import Theme
from fastmetrics.show.pictures.fitting import height
from fastmetrics.show.pictures.marks import Pen
from fastmetrics.show.pictures.panels import Plan
from fastmetrics.show.pictures.picture import Cells
from fastmetrics.show.pictures.scales import placed
from fastmetrics.show.pictures.writing import Writer

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Panel

__all__ = ["draw_panel"]


def draw_panel(ax: Any, plan: Plan, colours: Theme, writer: Writer) -> None:
    """Draw a panel, but for what stands outside its axes' own texts."""
    panel = plan.panel
    ax.set_facecolor("none")
    _set_scales(ax, panel)
    pen = Pen(ax, panel, colours, plan.x, plan.y, plan.grey)
    for mark in panel.marks:
        if isinstance(mark, Cells):
            draw_cells(ax, mark, colours, writer, plan.letters)
        else:
            pen.draw(mark)
    _draw_axes(ax, plan, colours, writer)
    for words, box in plan.words:
        ax.text(
            (box.x0 + box.x1) / 2 / plan.width,
            (box.y0 + box.y1) / 2 / plan.height,
            writer.drawn(words.text),
            transform=ax.transAxes,
            ha="center",
            va="center",
            zorder=6,
            linespacing=sizes.LINE,
            **writer.properties(sizes.NOTE, colours.text),
        )


def _set_scales(ax: Any, panel: Panel) -> None:
    for scale, setter in ((panel.x, ax.set_xscale), (panel.y, ax.set_yscale)):
        if scale.kind == "log":
            setter("log")
        elif scale.kind == "probit":
            from scipy.special import ndtr

            setter("function", functions=(_normal_quantile, ndtr))


def _normal_quantile(shares: Any) -> Any:
    """Return normal quantiles; finite, for the ends that matplotlib tries out."""
    return placed("probit", np.clip(shares, 1e-12, 1 - 1e-12))


def _draw_axes(ax: Any, plan: Plan, colours: Theme, writer: Writer) -> None:
    """Draw ends, ticks and names of both axes, and the title."""
    from matplotlib.ticker import NullLocator

    panel = plan.panel
    has_cells = any(isinstance(one, Cells) and one.edges is None for one in panel.marks)
    ax.set_xlim(plan.x.low, plan.x.high)
    low, high = plan.y.low, plan.y.high
    ax.set_ylim((high, low) if panel.y.kind == "names" else (low, high))
    style = writer.properties(sizes.TICK, colours.muted)
    turned = (
        {"rotation": 90, "ha": "right", "va": "center", "rotation_mode": "anchor"}
        if plan.is_upright
        else {}
    )
    for which, drawn, more in ((ax.xaxis, plan.x, turned), (ax.yaxis, plan.y, {})):
        texts = [writer.drawn(one) for one in drawn.texts]
        which.set_ticks(list(drawn.ticks), texts, **style, **more)
        which.set_minor_locator(NullLocator())
    ax.tick_params(length=0, pad=72 * sizes.GAP / 2)
    ax.set_axisbelow(True)
    if not has_cells:
        for which, scale in ((ax.xaxis, panel.x), (ax.yaxis, panel.y)):
            if scale.kind != "names":
                which.grid(color=colours.grid, linewidth=0.7)
    for side, spine in ax.spines.items():
        spine.set_visible(not has_cells and side in ("left", "bottom"))
        spine.set_color(colours.muted)
        spine.set_linewidth(0.7)
    font = writer.properties(sizes.AXIS, colours.text)
    if plan.xlabel:
        ax.set_xlabel(plan.xlabel, va="top", **font)
        ax.xaxis.set_label_coords(0.5, -(plan.ticks_below + 0.04) / plan.height)
    if plan.ylabel:
        ax.set_ylabel(plan.ylabel, va="bottom", rotation_mode="anchor", **font)
        off = plan.left - height(plan.ylabel, sizes.AXIS)
        ax.yaxis.set_label_coords(-off / plan.width, 0.5)
    if plan.title:
        ax.set_title(
            plan.title,
            x=0,
            y=1 + 0.08 / plan.height,
            pad=0,
            ha="left",
            va="bottom",
            **writer.properties(sizes.PANEL, colours.text),
        )
