"""How far models are apart in each slice, with bounds that hold for all of them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.interval import no_interval
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics._common.interval import Interval
    from fastmetrics.report.sliced_rows import SlicedData
    from fastmetrics.resampling.plan import Floats

__all__ = ["MOST_WRITTEN", "differences_of", "n_differences"]

Pair = tuple[str, str]
# By one metric: rows are drawn for each, which takes some hundredths of a second.
MOST_WRITTEN = 50
# Replicates that tell how two models go together, where bounds are in closed form.
_FOR_CORRELATIONS = 999


def n_differences(rows: SlicedData) -> int:
    """Return how many differences there are by one metric."""
    return len(rows.models) * (len(rows.models) - 1) // 2 * len(rows.slices)


def differences_of(
    rows: SlicedData,
    metric: str,
    values: Floats,
    level: float,
    method: str,
    n_resamples: int | None,
) -> dict[Pair, list[Interval]]:
    """Return the differences of any two models in all slices, slice by slice.

    Each has the level ``level ** (1 / m)``, if there are m in all: by Šidák's
    inequality all bounds hold together at least as often as ``level`` says. ``values``
    are of models and slices, NaN where there is none.
    """
    known = values == values
    pairs = [*combinations(range(len(rows.models)), 2)]
    m = max(1, sum(int((known[i] & known[j]).sum()) for i, j in pairs))
    each = level ** (1 / m)
    closed = _closed_bounds(rows, metric, each) if method == "auto" else None
    if closed is not None and n_resamples is None:
        n_resamples = _FOR_CORRELATIONS
    found: dict[Pair, list[Interval]] = {
        (rows.models[i], rows.models[j]): [] for i, j in pairs
    }
    for at in range(len(rows.slices)):
        alone: Mapping[str, Interval] = {}
        of_two: Mapping[Pair, Interval] = {}
        if known[:, at].sum() > 1:
            alone, of_two = rows.of_all_models(metric, at, each, method, n_resamples)
        for i, j in pairs:
            a, b = rows.models[i], rows.models[j]
            difference = float(values[i, at] - values[j, at])
            if not (known[i, at] and known[j, at]):
                one = no_interval(math.nan, level, "undefined on these data")
            elif (a, b) not in of_two:
                reason = say("it is not known which rows of two models are the same")
                one = no_interval(difference, level, reason)
            else:
                one = of_two[a, b]
                if closed is not None and one.n_resamples:
                    ends = [[side[k, at] for side in closed] for k in (i, j)]
                    one = _put_together(one, alone[a], alone[b], ends)
            found[a, b].append(replace(one, confidence_level=level))
    return found


def _closed_bounds(
    rows: SlicedData, metric: str, level: float
) -> tuple[Floats, Floats] | None:
    """Return lower and upper bounds, (models, slices) each; None: no closed form."""
    made = [rows.closed_bounds(metric, k) for k in range(len(rows.models))]
    if any(isinstance(one, str) for one in made):
        return None
    low, high = zip(
        *(one(level) for one in made if not isinstance(one, str)), strict=True
    )
    return np.array(low), np.array(high)


def _put_together(
    one: Interval, a: Interval, b: Interval, ends: list[list[float]]
) -> Interval:
    """Return a difference with MOVER's bounds, from those of two models.

    Replicates of the difference say how the models go together.
    """
    product = 2 * a.standard_error * b.standard_error
    if not product > 0:
        return one
    squares = a.standard_error**2 + b.standard_error**2 - one.standard_error**2
    correlation = min(1.0, max(-1.0, squares / product))
    (low_a, high_a), (low_b, high_b) = ends
    below = _length(a.estimate - low_a, high_b - b.estimate, correlation)
    above = _length(high_a - a.estimate, b.estimate - low_b, correlation)
    return replace(
        one,
        low=one.estimate - below,
        high=one.estimate + above,
        method="mover",
        law=None,
        distribution=None,
    )


def _length(x: float, y: float, correlation: float) -> float:
    return math.sqrt(max(0.0, x * x + y * y - 2 * correlation * x * y))
