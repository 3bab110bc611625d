"""What equal scores leave open: a metric at its worst, in the mean, and at its best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.retrieval.ranked_lists.passes import OnePass

if TYPE_CHECKING:
    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = ["TieSpread", "tie_spread", "tie_spreads"]


class TieSpread(NamedTuple):
    """Between which values ties leave a metric."""

    worst: float
    """Where all ties go against it; NaN where the metric has no such value."""
    average: float
    """The expectation over all orders of equal scores; NaN likewise."""
    best: float
    """Where all ties go for it; NaN likewise."""
    share: float
    """Queries whose value ties can change; NaN likewise."""


def tie_spread(lists: RankedLists, metric: str, given: Mapping[str, Any]) -> TieSpread:
    """Return what `RankedLists.tie_spread` does."""
    return tie_spreads(lists, [(metric, given)])[0]


def tie_spreads(
    lists: RankedLists, asked: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[TieSpread]:
    """Return it of several metrics with their parameters, in one pass."""
    foreseen = [
        partial(lists.compute, metric, **{**given, "ties": ties, "average": None})
        for metric, given in asked
        for ties in ("worst", "best", "average")
    ]
    made = OnePass(lists, foreseen)
    return [made.run(partial(_spread, lists, *one)) for one in asked]


def _spread(lists: RankedLists, metric: str, given: Mapping[str, Any]) -> TieSpread:
    for name in ("ties", "average"):
        if name in given:
            raise TypeError(f"tie_spread asks for {name} itself.")
    try:
        worst, best = (
            lists.compute(metric, ties=ties, average=None, **given)
            for ties in ("worst", "best")
        )
    except TiesError:
        return TieSpread(math.nan, math.nan, math.nan, math.nan)
    lower, upper = (
        lists.compute(metric, ties=ties, **given) for ties in ("worst", "best")
    )
    try:
        middle = lists.compute(metric, ties="average", **given)
    except TiesError:  # there is no expectation
        middle = math.nan
    differs = (worst != best) & ~(np.isnan(worst) & np.isnan(best))
    share = float(np.mean(differs)) if len(differs) else math.nan
    return TieSpread(lower, middle, upper, share)
