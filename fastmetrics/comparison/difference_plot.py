"""The picture of a comparison: each difference with both of its intervals."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.extras import needs
from fastmetrics._common.names import distinct

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fastmetrics.comparison.model_differences import Difference, ModelDifferences

__all__ = ["draw", "to_svg"]

# More differences than these nobody reads; the largest are drawn.
MOST = 60
_INK, _TOLD, _QUIET = "#1b1f24", "#0e43a1", "#6b7480"
_HEIGHT = 0.26  # inches of a difference
# Places that a name takes at most.
_LONGEST = 24


def draw(comparison: ModelDifferences) -> Figure:
    """Return a figure with a line per difference, the largest at the top."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(needs("Comparison.plot", "matplotlib", "plot")) from error
    shown = _largest(comparison)
    names = distinct(comparison.models, _LONGEST)
    figure = Figure(figsize=(6.4, 1.5 + _HEIGHT * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    axes.axvline(0, color=_QUIET, linewidth=0.8)
    if comparison.margin:
        sign = -1 if comparison.greater_is_better else 1
        axes.axvline(
            sign * comparison.margin, color=_QUIET, linewidth=0.8, linestyle="--"
        )
    for place, (_, one) in enumerate(shown):
        is_told = one.adjusted_pvalue <= comparison.alpha
        _bar(axes, place, one, _TOLD if is_told else _QUIET)
    labels = [f"{names[a]} − {names[b]}" for (a, b), _ in shown]
    # Names are data, no formulas.
    style: Any = {"color": _INK, "fontsize": 8, "parse_math": False}
    axes.set_yticks(range(len(shown)), labels, **style)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", colors=_INK, labelsize=8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    level = f"{100 * comparison.confidence_level:g} %"
    # Below the figure, not the axes, which leave long names most of the width.
    figure.supxlabel(
        f"Difference of {comparison.title}\n"
        f"thick: {level} of each; thin: {level} of all together",
        fontsize=8,
        color=_INK,
    )
    left = len(comparison.differences) - len(shown)
    if left:
        axes.set_title(
            f"the {len(shown)} largest of {len(comparison.differences):,} differences",
            fontsize=8,
            color=_INK,
        )
    return figure


def _largest(comparison: ModelDifferences) -> list[tuple[tuple[str, str], Difference]]:
    """Return the largest differences, each as the better model minus the other."""
    turned = -1 if comparison.greater_is_better is False else 1
    shown = []
    for (a, b), one in comparison.differences.items():
        if np.isfinite(one.estimate):
            is_fixed = comparison.baseline is not None or comparison.margin
            behind = not is_fixed and turned * one.estimate < 0
            pair = (b, a) if behind else (a, b)
            shown.append((pair, comparison[pair]))
    shown.sort(key=lambda pair: -abs(pair[1].estimate))
    return shown[:MOST]


def _bar(axes: Any, place: int, one: Difference, colour: str) -> None:
    """Draw both intervals, those that are known and finite, and the difference."""
    wide = one.simultaneous_low, one.simultaneous_high
    for ends, width in ((wide, 1.0), ((one.low, one.high), 4.0)):
        if np.isfinite(ends).all():
            axes.plot(
                ends, [place, place], color=colour, linewidth=width,
                solid_capstyle="butt",
            )  # fmt: skip
    axes.plot(
        [one.estimate], [place], "o", color=_INK, markersize=4, markeredgecolor="white"
    )


def to_svg(comparison: ModelDifferences) -> str:
    """Return the picture as SVG, the same text for the same numbers."""
    figure = draw(comparison)
    from matplotlib import rc_context

    file = io.StringIO()
    # Ids are made of a salt, and text is text: the picture holds no font.
    with rc_context({"svg.hashsalt": "fastmetrics", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()
