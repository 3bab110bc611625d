"""The picture of a search: the value of each candidate, the best at the top."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.extras import needs
from fastmetrics._common.names import cut
from fastmetrics.show.pictures.figures import figure_class

if TYPE_CHECKING:
    from fastmetrics.selection.searching.candidates import SearchCandidate

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


def draw(
    candidates: Sequence[SearchCandidate],
    chosen: int | None,
    label: Callable[[int], str],
    metric: str,
    ax: Any = None,
) -> Any:
    """Return a figure with a line per candidate, each with its label."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs("SearchResult.plot", "matplotlib", "plot")) from error
    known = [k for k, one in enumerate(candidates) if not math.isnan(one.value)]
    order = sorted(known, key=lambda k: candidates[k].rank)
    places = order[:MOST]
    if chosen in known and chosen not in places:
        places[-1] = chosen
    own = ax is None
    if own:
        size = (6.4, 1.4 + _HEIGHT * len(places))
        ax = figure_class()(figsize=size, layout="constrained").add_subplot()
    best = candidates[order[0]].value if order else math.nan
    ax.axvline(best, color=_QUIET, linewidth=0.8)
    for height, k in enumerate(places):
        _line(ax, height, candidates[k], is_chosen=k == chosen)
    labels = [cut(label(k), _LONGEST) for k in places]
    style: Any = {"color": _INK, "fontsize": 8, "parse_math": False}
    ax.set_yticks(range(len(places)), labels, **style)
    ax.set_ylim(len(places) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.tick_params(axis="x", colors=_INK, labelsize=8)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel(metric, fontsize=8, color=_INK)
    if own:  # below the figure, not the axes, which leave labels most of the width
        ax.figure.supxlabel(_KEY, fontsize=8, color=_INK)
    left = len(candidates) - len(places)
    if left:
        ax.set_title(
            f"{len(places)} of {len(candidates):,} candidates", fontsize=8, color=_INK
        )
    return ax.figure


def _line(ax: Any, height: int, one: SearchCandidate, *, is_chosen: bool) -> None:
    """Draw the interval, one standard error of the difference, and the value."""
    colour = _CHOSEN if is_chosen else _QUIET
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
