"""Differences in every slice, of two models or from all other rows, held together."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.slice_differences import (
    MOST_SLICES,
    level_of_each_difference,
    pairwise_bounds,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.clustered_slices import Rest
    from fastmetrics.report.sliced_rows import SlicedData
    from fastmetrics.resampling.plan import Bounds, Floats

Pair = tuple[str, str]
# Replicates that tell how two models go together, where bounds are in closed form.
_FOR_CORRELATIONS = 999


def n_of_models(rows: SlicedData) -> int:
    """Return how many differences of models there are by one metric."""
    return len(rows.models) * (len(rows.models) - 1) // 2 * len(rows.slices)


def of_models(
    rows: SlicedData,
    metric: str,
    values: Floats,
    level: float,
    method: str,
    n_resamples: int | None,
) -> dict[Pair, list[Interval]]:
    """Return the differences of any two models, slice by slice.

    ``values`` are of models and slices, NaN where there is none. Differences are made
    as `compare` makes them; where that would be by replicates, and the interval of each
    model is in closed form, by MOVER with the correlation that the replicates have.
    """
    known = ~np.isnan(values)
    pairs = [*combinations(range(len(rows.models)), 2)]
    each = level_of_each_difference(
        level, sum(int((known[i] & known[j]).sum()) for i, j in pairs)
    )
    closed: list[Floats] = []
    if method == "auto":
        made = [rows.closed_bounds(metric, k) for k in range(len(rows.models))]
        closed = [
            np.array([values[k], *one(each)])
            for k, one in enumerate(made)
            if not isinstance(one, str)
        ]
    if len(closed) < len(rows.models):
        closed = []
    elif n_resamples is None:
        n_resamples = _FOR_CORRELATIONS
    found: dict[Pair, list[Interval]] = {
        (rows.models[i], rows.models[j]): [] for i, j in pairs
    }
    for at, several in enumerate(known.sum(axis=0) > 1):
        alone, of_two = (
            rows.of_all_models(metric, at, each, method, n_resamples)
            if several
            else ({}, {})
        )
        for (i, j), (a, b) in zip(pairs, found, strict=True):
            difference = float(values[i, at] - values[j, at])
            one = of_two.get((a, b))
            if not (known[i, at] and known[j, at]):
                one = no_interval(math.nan, level, "undefined on these data")
            elif one is None:
                reason = say("it is not known which rows of two models are the same")
                one = no_interval(difference, level, reason)
            elif closed and one.n_resamples:
                together = _correlation(one, alone[a], alone[b])
                if together is not None:
                    first, second = closed[i][:, at], closed[j][:, at]
                    one = _by_mover(first, second, together, level, one)
            found[a, b].append(replace(one, confidence_level=level))
    return found


def _correlation(one: Interval, a: Interval, b: Interval) -> float | None:
    """Return how two models go together, by the errors of both and of ``one``."""
    product = 2 * a.standard_error * b.standard_error
    if not product > 0:
        return None
    squares = a.standard_error**2 + b.standard_error**2 - one.standard_error**2
    return min(1.0, max(-1.0, squares / product))


def from_rest(
    rows: SlicedData, metric: str, model: int, values: Floats, level: float
) -> list[Interval]:
    """Return each slice minus all other rows; ``values`` are those of one model."""
    known = ~np.isnan(values)
    n = int(known.sum())
    bounds: Bounds | str = say("there are more than 1000 slices")
    rest: Rest | str = ""
    if n < 2:
        bounds = say("there are not two slices with a value")
    elif n <= MOST_SLICES:
        bounds = rows.closed_bounds(metric, model)
    if not isinstance(bounds, str):
        rest = rows.rest(metric, model)
    if isinstance(bounds, str) or isinstance(rest, str):
        why = bounds if isinstance(bounds, str) else str(rest)
        return [no_interval(math.nan, level, why)] * len(values)
    # Two slices have one difference.
    each = level_of_each_difference(level, 1 if n == 2 else n)
    mine = np.array([values, *bounds(each)])
    others = np.array([rest.values, *rest.bounds(each)])
    together = np.zeros(len(values)) if rest.correlations is None else rest.correlations
    return [
        _by_mover(mine[:, at], others[:, at], together[at], level)
        if known[at]
        else no_interval(math.nan, level, "undefined on these data")
        for at in range(len(values))
    ]


def _by_mover(
    first: Floats,
    second: Floats,
    correlation: float,
    level: float,
    drawn: Interval | None = None,
) -> Interval:
    """Return first minus second, each a value and its bounds.

    ``drawn``: what replicates of the difference say, for its standard error.
    """
    value = float(first[0] - second[0])
    ends = pairwise_bounds(tuple(first), tuple(second), np.array(correlation))
    low, high = map(float, ends)
    if not np.isfinite([value, low, high]).all():
        return no_interval(value, level, say("a slice has no interval"))
    if drawn is None:
        return Interval(value, low, high, math.nan, level, "mover")
    return replace(
        drawn, low=low, high=high, method="mover", law=None, distribution=None
    )
