"""The picture of a comparison: each difference with both of its intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import distinct
from fastmetrics.comparison.sentences import level_of
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.comparison.model_differences import Difference, ModelDifferences

__all__ = ["difference_picture"]

# More differences than these nobody reads; the largest are drawn.
MOST = 60
# The names of both models are so wide at most, in inches.
_PAIR = 3.0


def difference_picture(found: ModelDifferences) -> Picture:
    """Return a line per difference, the largest at the top."""
    shown = _largest(found)
    names = distinct(found.models)
    marks: list[Mark] = [Rule(0.0)]
    if found.margin:
        sign = -1 if found.greater_is_better else 1
        marks.append(Rule(sign * found.margin, label=say("margin")))
    differences = [one for _, one in shown]
    # Those that are told apart have a colour.
    series = [0 if one.adjusted_pvalue <= found.alpha else None for one in differences]
    marks.append(_intervals(differences, series))
    level = level_of(found)
    notes: list[str] = [
        say("thick: {level} of each; thin: {level} of all together", level=level)
    ]
    if len(shown) < len(found.differences):
        n, k = len(shown), count(len(found.differences))
        notes.insert(0, say("the {n} largest of {k} differences", n=n, k=k))
    pairs = [f"{names[a]} − {names[b]}" for (a, b), _ in shown]
    rows = Scale("", kind="names", names=pairs, longest=_PAIR)
    ends = _ends(marks)
    x = Scale(say("Difference of {metric}", metric=found.title), *ends)
    if found.percent:
        label = say("Difference of {metric} in points", metric=found.title)
        x = Scale(label, *ends, unit="points")
    panel = Panel("", x, rows, marks)
    title = say(
        "Differences of {metric}: {k} of {n} are told apart",
        metric=found.title,
        k=count(sum(one.adjusted_pvalue <= found.alpha for one in _all(found))),
        n=count(len(found.differences)),
    )
    return Picture("differences", title, [panel], 1, notes)


def _all(found: ModelDifferences) -> Sequence[Difference]:
    return [*found.differences.values()]


def _intervals(
    differences: Sequence[Difference], series: Sequence[int | None]
) -> Intervals:
    value, low, high, wide_low, wide_high = (
        np.array([getattr(one, name) for one in differences], np.float64)
        for name in ("estimate", "low", "high", "simultaneous_low", "simultaneous_high")
    )
    places = np.arange(len(differences))
    # An end that is not finite is not drawn.
    low, high = _both(low, high)
    return Intervals(places, value, low, high, series, "x", *_both(wide_low, wide_high))


def _both(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    known = np.isfinite(low) & np.isfinite(high)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _ends(marks: Sequence[Mark]) -> tuple[float, float]:
    """Return the ends of the axis: all that is on it, and a little room."""
    shown: list[float] = []
    for mark in marks:
        if isinstance(mark, Rule):
            shown.append(mark.at)
        elif isinstance(mark, Intervals):
            ends = (mark.low, mark.high, mark.outer_low, mark.outer_high)
            shown += [*mark.value]
            shown += [at for one in ends if one is not None for at in one]
    finite = [float(one) for one in shown if math.isfinite(one)]
    room = 0.05 * (max(finite) - min(finite)) or 0.05
    return min(finite) - room, max(finite) + room


def _largest(found: ModelDifferences) -> list[tuple[tuple[str, str], Difference]]:
    """Return the largest differences, each as the better model minus the other."""
    turned = -1 if found.greater_is_better is False else 1
    shown = []
    for (a, b), one in found.differences.items():
        if np.isfinite(one.estimate):
            is_fixed = found.baseline is not None or found.margin
            behind = not is_fixed and turned * one.estimate < 0
            pair = (b, a) if behind else (a, b)
            shown.append((pair, found[pair]))
    shown.sort(key=lambda pair: -abs(pair[1].estimate))
    return shown[:MOST]
