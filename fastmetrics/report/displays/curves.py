"""What displays of one or several curves of shares have in common when drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastmetrics.report.displays.styles import (
    as_list,
    check_lengths,
    curve_styles,
    draw_band,
    draw_line,
    labels_of,
    new_axes,
    with_class,
)

__all__ = ["draw_curves", "draw_legend"]

# Of curves that are drawn alike.
FOLDS = {"alpha": 0.5, "linestyle": "--", "color": "blue"}
# A line at the edge is seen whole.
ENDS = (-0.01, 1.01)


def draw_curves(
    display: Any,
    ax: Any,
    of: Sequence[str],
    metric: str,
    axes: tuple[str, str],
    *,
    name: Any,
    curve_kwargs: Any,
    default: Mapping[str, Any] | None = None,
    also: Sequence[str] = (),
) -> int:
    """Draw all curves of a display, set its attributes and return how many there are.

    Parameters
    ----------
    display : object
        Has the attributes named below, ``name``, ``band`` and ``pos_label``.
    ax : matplotlib Axes or None
        Where to.
    of : sequence of str
        The attributes with x, y, the value of each curve and its interval.
    metric : str
        What the legend calls the value.
    axes : tuple of str
        The names of both axes.
    name, curve_kwargs : object
        As ``plot`` takes them.
    default : mapping, optional
        Properties of all curves.
    also : sequence of str
        Other attributes with something of each curve.
    """
    names_of = [*of, "band", *also]
    given = {f"self.{one}": as_list(getattr(display, one)) for one in names_of}
    x, y, values, intervals, bands, *_ = given.values()
    name = display.name if name is None else name
    if isinstance(name, list) and len(name) != 1:
        given["'name' (or self.name)"] = name
    check_lengths(given, display)
    names, styles = curve_styles(len(x), name, curve_kwargs, default or {}, FOLDS)
    is_one = not isinstance(curve_kwargs, list)
    labels = labels_of(names, values, intervals, metric, is_one=is_one)
    display.ax_ = ax = new_axes(ax, display)
    display.figure_ = ax.figure
    lines = [
        draw_line(ax, of_x, of_y, {"label": label, **style})
        for of_x, of_y, label, style in zip(x, y, labels, styles, strict=True)
    ]
    display.line_ = lines[0] if len(lines) == 1 else lines
    pairs = zip(bands or (), lines, strict=False)
    display.band_ = [draw_band(ax, band, line) for band, line in pairs]
    xlabel, ylabel = (with_class(one, display.pos_label) for one in axes)
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=ENDS, ylim=ENDS, aspect="equal")
    return len(lines)


def draw_legend(ax: Any, lines: Sequence[Any], where: str) -> None:
    """Draw a legend if one of these lines has a name."""
    if any(not str(line.get_label()).startswith("_") for line in lines):
        ax.legend(loc=where)
