"""Paired permutation tests of labels, pair by pair, off the cells of all models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics.comparison.permutation.draws import drawn_tail
from fastmetrics.comparison.permutation.grids import MOST_POINTS, grid_tail
from fastmetrics.comparison.permutation.label_swaps import (
    PairedLabels,
    ReadTables,
    only_right_rows_count,
)
from fastmetrics.comparison.permutation.sign_flips import integer_tail
from fastmetrics.comparison.permutation.swaps import compare_differences
from fastmetrics.metrics.labels.counting.count_views import INDICATOR
from fastmetrics.resampling.count_plan import CountPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Plan

__all__ = ["Permuted", "can_be_permuted", "permuted_labels"]

# Numbers of swaps of a kind that have a chance worth looking at: so many times the
# root of how many rows there are of it.
_REACH = 9.5


class Permuted(NamedTuple):
    """p-values of pairs, and whether all of them are exact."""

    pvalues: NDArray[np.float64]
    is_exact: bool


def can_be_permuted(plan: Plan) -> bool:
    """Whether it is of labels, one per row, that count alike."""
    if not isinstance(plan, CountPlan) or plan.kinds == (INDICATOR,):
        return False
    by_unit = plan.joint.by_unit
    return by_unit is None or not by_unit.weighted


def permuted_labels(
    plan: CountPlan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    *,
    most_points: float = math.inf,
    n_resamples: int = 9999,
    seed: int = 0,
) -> Permuted | None:
    """Return two-sided p-values; None if all exact laws have more points than that.

    Without such a limit a law of too many points is drawn from.
    """
    function = plan.asked[metric].row.function
    reading, counts = plan.reading(metric), [*plan.summaries.values()]
    estimates = plan.estimates[:, metric]
    found, is_exact = np.full(len(pairs), np.nan), True
    read: dict[int, ReadTables] = {}
    points = 0.0
    for at, (i, j) in enumerate(pairs):
        if not math.isfinite(estimates[i]) or not math.isfinite(estimates[j]):
            continue
        pair = PairedLabels.of_cells(plan.joint, counts, i, j)
        if only_right_rows_count(function):
            tail = integer_tail(*pair.gains(), "two-sided")
            if tail is not None:
                found[at] = tail.chance
                continue
        read[at] = tables = ReadTables(pair, reading)
        points += _points(tables.swaps.trials)
        if points > most_points:
            return None
    for at, tables in read.items():
        i, j = pairs[at]
        compared = compare_differences(estimates[i], estimates[j], "two-sided")
        tail = None
        if _points(tables.swaps.trials) <= 10 * MOST_POINTS:
            tail = grid_tail(tables.swaps, tables, compared)
        if tail is not None:
            found[at] = tail.chance
            continue
        if math.isfinite(most_points):
            return None
        is_exact = False
        drawn = drawn_tail(
            tables.swaps, tables, compared, n_resamples=n_resamples, seed=seed
        )
        found[at] = drawn.chance
    return Permuted(found, is_exact)


def _points(trials: NDArray[np.int64]) -> float:
    """Return about how many points of the law have to be looked at."""
    with np.errstate(over="ignore"):
        return float(np.prod(np.minimum(trials + 1.0, _REACH * np.sqrt(trials) + 2)))
