"""Shapes and panels on axes of matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures import sizes
from fastmetrics.show.pictures.colours import Theme
from fastmetrics.show.pictures.figures import Fonts, colour_map, patch_of
from fastmetrics.show.pictures.fitting import height
from fastmetrics.show.pictures.panels import Plan, panel_shapes
from fastmetrics.show.pictures.scales import placed
from fastmetrics.show.pictures.shapes import Area, Dots, Image, Shape, Stroke

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Panel

__all__ = ["draw_panel", "draw_shape", "line_style", "text_style"]

STEPS = {"": "default", "after": "steps-post", "before": "steps-pre"}


def draw_panel(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Draw a panel, but for what stands outside its axes' own texts."""
    panel = plan.panel
    ax.set_facecolor("none")
    _set_scales(ax, panel)
    for shape in panel_shapes(plan, colours):
        draw_shape(ax, shape, colours, fonts)
    _draw_axes(ax, plan, colours, fonts)
    for words, box in plan.words:
        ax.text(
            (box.x0 + box.x1) / 2 / plan.width,
            (box.y0 + box.y1) / 2 / plan.height,
            fonts.drawable(words.text),
            transform=ax.transAxes,
            ha="center",
            va="center",
            zorder=6,
            linespacing=sizes.LINE,
            **fonts.style(sizes.NOTE, colours.text),
        )


def line_style(shape: Stroke | Dots) -> dict[str, Any]:
    """Return how matplotlib is told to draw a line, or markers."""
    if isinstance(shape, Stroke):
        return {
            "color": shape.colour,
            "linestyle": shape.dashes,
            "linewidth": shape.width,
            "drawstyle": STEPS[shape.step],
            "solid_capstyle": "round" if shape.is_round else "butt",
            "alpha": shape.opacity,
            "zorder": shape.above,
        }
    return {
        "color": shape.colour,
        "linestyle": "none",
        "marker": shape.marker,
        "markersize": shape.size,
        "markeredgecolor": shape.edge or shape.colour,
        "markeredgewidth": 1.0 if shape.edge else 0.0,
        "zorder": shape.above,
    }


def text_style(shape: Any, fonts: Fonts) -> dict[str, Any]:
    """Return how matplotlib is told to write words."""
    is_middle = shape.foot == "center" and "\n" not in shape.text
    return {
        "ha": shape.side,
        "va": "center_baseline" if is_middle else shape.foot,
        "linespacing": sizes.LINE,
        "zorder": shape.above,
        **({"rotation": 90, "rotation_mode": "anchor"} if shape.turned else {}),
        **fonts.style(shape.size, shape.colour),
    }


def draw_shape(ax: Any, shape: Shape, colours: Theme, fonts: Fonts) -> None:
    """Draw a shape in the numbers of the axes."""
    if isinstance(shape, Stroke | Dots):
        [line] = ax.plot(shape.x, shape.y, **line_style(shape))
        # Curves come thinned to what can be seen; they are drawn as they come.
        line.get_path().should_simplify = False
    elif isinstance(shape, Area):
        alpha = shape.opacity if shape.opacity < 1 else None
        style: dict[str, Any] = {"alpha": alpha, "zorder": shape.above}
        if shape.x.ndim == 1:
            ax.fill(shape.x, shape.y, color=shape.colour, linewidth=0, **style)
            return
        style |= {"facecolor": shape.colour, "edgecolor": shape.edge}
        ax.add_patch(patch_of(shape.x, shape.y, linewidth=0.6, **style))
    elif isinstance(shape, Image):
        two_ways = len(shape.ends) == 2
        ends = [shape.ends[0], colours.ground] if two_ways else [colours.ground]
        ax.imshow(
            np.ma.masked_invalid(shape.shades),
            cmap=colour_map([*ends, shape.ends[-1]]),
            vmin=-1 if two_ways else 0,
            vmax=1,
            extent=shape.edges,
            origin="upper",
            aspect="auto",
            zorder=shape.above,
        )
    else:
        text = fonts.drawable(shape.text)
        ax.text(shape.x, shape.y, text, **text_style(shape, fonts))


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


def _draw_axes(ax: Any, plan: Plan, colours: Theme, fonts: Fonts) -> None:
    """Draw ends, ticks and names of both axes, and the title."""
    panel = plan.panel
    ax.set_xlim(plan.x.low, plan.x.high)
    low, high = plan.y.low, plan.y.high
    ax.set_ylim((high, low) if panel.y.kind == "names" else (low, high))
    style = fonts.style(sizes.TICK, colours.muted)
    turned = (
        {"rotation": 90, "ha": "right", "va": "center", "rotation_mode": "anchor"}
        if plan.is_upright
        else {}
    )
    for which, drawn, more in ((ax.xaxis, plan.x, turned), (ax.yaxis, plan.y, {})):
        texts = [fonts.drawable(one) for one in drawn.texts]
        which.set_ticks(list(drawn.ticks), texts, **style, **more)
    ax.minorticks_off()
    ax.tick_params(length=0, pad=72 * sizes.GAP / 2)
    ax.set_axisbelow(True)
    for which, axis in ((ax.xaxis, "x"), (ax.yaxis, "y")):
        if axis in plan.grid:
            which.grid(color=colours.grid, linewidth=sizes.RULE)
    for side, spine in ax.spines.items():
        spine.set_visible(plan.has_frame and side in ("left", "bottom"))
        spine.set_color(colours.muted)
        spine.set_linewidth(sizes.RULE)
    font = fonts.style(sizes.AXIS, colours.text)
    if plan.xlabel:
        ax.set_xlabel(fonts.drawable(plan.xlabel), va="top", **font)
        ax.xaxis.set_label_coords(0.5, -(plan.ticks_below + 0.04) / plan.height)
    if plan.ylabel:
        ylabel = fonts.drawable(plan.ylabel)
        ax.set_ylabel(ylabel, va="bottom", rotation_mode="anchor", **font)
        off = plan.left - height(plan.ylabel, sizes.AXIS)
        ax.yaxis.set_label_coords(-off / plan.width, 0.5)
    if plan.title:
        ax.set_title(
            fonts.drawable(plan.title),
            x=0,
            y=1 + 0.08 / plan.height,
            pad=0,
            ha="left",
            va="bottom",
            **fonts.style(sizes.PANEL, colours.text),
        )
