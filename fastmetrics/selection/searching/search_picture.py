"""The picture of a search: the value of each candidate, the best at the top."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

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
    from fastmetrics.selection.searching.candidates import SearchCandidate

__all__ = ["search_picture"]

# More candidates than these nobody reads.
MOST = 30


def search_picture(
    candidates: Sequence[SearchCandidate],
    chosen: int | None,
    label: Callable[[int], str],
    metric: str,
) -> Picture:
    """Return a line per candidate, each with its label."""
    known = [k for k, one in enumerate(candidates) if not math.isnan(one.value)]
    places = sorted(known, key=lambda k: candidates[k].rank)
    best = candidates[places[0]].value if places else math.nan
    if len(places) > MOST:
        del places[MOST:]
        if chosen in known and chosen not in places:
            places[-1] = chosen
    shown = [candidates[k] for k in places]
    value, low, high, error = (
        np.array([getattr(*one) for one in pairs], np.float64)
        for pairs in (
            [(one, "value") for one in shown],
            [(one.interval, "low") for one in shown],
            [(one.interval, "high") for one in shown],
            [(one.difference, "standard_error") for one in shown],
        )
    )
    error = np.nan_to_num(error)  # the best differs from itself by nothing
    series = [0 if k == chosen else None for k in places]
    at, ends = np.arange(len(shown)), (value - error, value + error)
    marks: list[Mark] = [Intervals(at, value, *ends, series, "x", low, high)]
    if shown:
        marks.insert(0, Rule(best))
    title: str = say("Candidates of a search by {metric}", metric=metric)
    heading: str = ""
    if len(shown) < len(candidates):
        n, k = len(shown), count(len(candidates))
        heading = say("{n} of {k} candidates", n=n, k=k)
    y = Scale("", kind="names", names=[label(k) for k in places], longest=3.6)
    notes = [
        say(
            "thick: one standard error of the difference to the best; thin: 95 % of "
            "each; in colour: the one that was chosen"
        )
    ]
    panel = Panel(heading, Scale(metric), y, marks)
    return Picture("candidates", title, [panel], 1, notes)
