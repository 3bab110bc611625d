"""The picture of a search: the value of each candidate, the best at the top."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.extras import needs
from fastmetrics._common.names import cut
from fastmetrics.show.pictures.drawing import figure_class

if TYPE_CHECKING:
    from fastmetrics.selection.searching.search_result import SearchResult

__all__ = ["draw"]

# More candidates than these nobody reads.
MOST = 30
_INK, _CHOSEN, _QUIET = "#1b1f24", "#0e43a1", "#6b7480"
_HEIGHT = 0.26  # inches of a candidate
_LONGEST = 48  # characters of its label
_KEY = (
    "thin: 95 % of each; thick: one standard error of the difference to the best; "
    "blue: chosen"
)


def draw(result: SearchResult, ax: Any = None) -> Any:
    """Return a figure with a line per candidate."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs("SearchResult.plot", "matplotlib", "plot")) from error
    known = [k for k, one in enumerate(result.table) if not math.isnan(one.value)]
    order = sorted(known, key=lambda k: result.table[k].rank)
    places = order[:MOST]
    if result.best_index in known and result.best_index not in places:
        places[-1] = result.best_index
    own = ax is None
    if own:
        size = (6.4, 1.4 + _HEIGHT * len(places))
        ax = figure_class()(figsize=size, layout="constrained").add_subplot()
    best = result.table[order[0]].value if order else math.nan
    ax.axvline(best, color=_QUIET, linewidth=0.8)
    for height, k in enumerate(places):
        _line(ax, height, result, k)
    labels = [cut(result.label(k), _LONGEST) for k in places]
    style: Any = {"color": _INK, "fontsize": 8, "parse_math": False}
    ax.set_yticks(range(len(places)), labels, **style)
    ax.set_ylim(len(places) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.tick_params(axis="x", colors=_INK, labelsize=8)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel(result.metric, fontsize=8, color=_INK)
    if own:  # below the figure, not the axes, which leave labels most of the width
        ax.figure.supxlabel(_KEY, fontsize=8, color=_INK)
    left = len(result.table) - len(places)
    if left:
        ax.set_title(
            f"{len(places)} of {len(result.table):,} candidates", fontsize=8, color=_INK
        )
    return ax.figure


def _line(ax: Any, height: int, result: SearchResult, place: int) -> None:
    """Draw the interval, one standard error of the difference, and the value."""
    one = result.table[place]
    colour = _CHOSEN if place == result.best_index else _QUIET
    error = one.difference.standard_error
    for low, high, width in (
        (one.interval.low, one.interval.high, 1.0),
        (one.value - error, one.value + error, 4.0),
    ):
        if math.isfinite(low) and math.isfinite(high):
            ax.plot(
                [low, high], [height, height], color=colour, linewidth=width,
                solid_capstyle="butt",
            )  # fmt: skip
    ax.plot(
        [one.value], [height], "o", color=colour, markersize=5, markeredgecolor="white"
    )
