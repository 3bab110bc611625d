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
# Rows times models that are looked at together.
_BLOCK = 1 << 22


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
    if only_right_rows_count(function) and plan.joint.by_unit is None:
        return Permuted(_of_right_rows(plan, metric, pairs), True)
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


def _of_right_rows(
    plan: CountPlan, metric: int, pairs: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """Return the p-values of pairs where it only matters how many rows are right.

    Each row that one of two models alone has right is the toss of a fair coin. How many
    there are is a matrix product for all pairs together.
    """
    from scipy.special import bdtr

    joint, k = plan.joint, len(plan.names)
    wins = np.zeros((k, k))
    step = max(1, _BLOCK // k)
    for start in range(0, len(joint.rows), step):
        at = slice(start, start + step)
        right = np.stack(
            [
                true[at] == predicted[at]
                for true, predicted in zip(joint.true, joint.predicted, strict=True)
            ]
        )
        # Whole numbers below 2**53 add up exactly.
        wins += (right * joint.rows[at].astype(np.float64)) @ (~right).T
    first, second = np.array(pairs).T
    ahead, behind = wins[first, second], wins[second, first]
    tosses = (ahead + behind).astype(np.int64)
    tail = bdtr(np.minimum(ahead, behind), tosses, 0.5)
    undefined = np.isnan(plan.estimates[:, metric])
    return np.where(
        undefined[first] | undefined[second], np.nan, np.minimum(1.0, 2 * tail)
    )


def _points(trials: NDArray[np.int64]) -> float:
    """Return about how many points of the law have to be looked at."""
    with np.errstate(over="ignore"):
        return float(np.prod(np.minimum(trials + 1.0, _REACH * np.sqrt(trials) + 2)))
