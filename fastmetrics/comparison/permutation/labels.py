"""The permutation test of metrics that are read off counts of labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.comparison.permutation.asked import Asking, Found, too_many
from fastmetrics.comparison.permutation.draws import drawn_tail
from fastmetrics.comparison.permutation.grids import grid_tail
from fastmetrics.comparison.permutation.label_swaps import (
    PairedLabels,
    ReadTables,
    only_right_rows_count,
)
from fastmetrics.comparison.permutation.sign_flips import integer_tail
from fastmetrics.comparison.permutation.swaps import compare_differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.resampling.count_plan import CountPlan
    from fastmetrics.resampling.joint_cells import JointCells

__all__ = ["swapped_labels"]

# Rows times models that are looked at together.
_BLOCK = 1 << 22


def swapped_labels(
    plan: CountPlan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    asking: Asking,
) -> list[Found]:
    """Test a metric of the labels of pairs of models.

    A law of too many points is drawn from.
    """
    row, reading = plan.asked[metric].row, plan.reading(metric)
    counts = [*plan.summaries.values()]
    estimates = plan.estimates[:, metric].tolist()
    right_rows = only_right_rows_count(row.function) and not asking.draws_only
    wins = None
    if right_rows and plan.joint.by_unit is None:
        wins = _wins(plan.joint)
    found = [Found.undefined(estimates[i], estimates[j]) for i, j in pairs]
    for at, (i, j) in enumerate(pairs):
        if math.isnan(estimates[i] - estimates[j]):
            continue
        if wins is None:
            pair = PairedLabels.of_cells(plan.joint, counts, i, j)
        if right_rows:
            if wins is None:
                gains, units = pair.gains()
            else:
                gains, units = np.array([1, -1]), wins[[i, j], [j, i]]
            if not row.greater_is_better:
                gains = -gains
            tail = integer_tail(gains, units, asking.alternative)
            if tail is not None:
                found[at] = Found.of(estimates[i], estimates[j], tail)
                continue
        found[at] = _test_tables(ReadTables(pair, reading), asking)
    return found


def _test_tables(tables: ReadTables, asking: Asking) -> Found:
    """Test the metric of the tables of two models."""
    swaps = tables.swaps
    # As a block of two tables, so that all values are computed alike.
    first, second = (
        float(tables(swaps.sums_at(numbers)[:, None])[0])
        for numbers in (swaps.found, swaps.trials - swaps.found)
    )
    if math.isnan(first - second):
        return Found.undefined(first, second)
    compared = compare_differences(first, second, asking.alternative)
    if not asking.draws_only:
        tail = grid_tail(swaps, tables, compared)
        if tail is not None:
            return Found.of(first, second, tail)
        too_many(asking)
    drawn = drawn_tail(
        swaps,
        tables,
        compared,
        n_resamples=asking.n_resamples,
        seed=asking.seed,
        progress=asking.progress,
    )
    return Found.of(first, second, drawn)


def _wins(joint: JointCells) -> NDArray[np.int64]:
    """Return how many rows each model has right and each other one wrong.

    That is a matrix product for all pairs together.
    """
    k = len(joint.true)
    both = np.zeros((k, k))
    step = max(1, _BLOCK // k)
    for start in range(0, len(joint.rows), step):
        at = slice(start, start + step)
        right = np.array(
            [
                true[at] == predicted[at]
                for true, predicted in zip(joint.true, joint.predicted, strict=True)
            ],
            np.float64,
        )
        # Whole numbers below 2**53 add up exactly.
        both += (right * joint.rows[at]) @ right.T
    return (np.diag(both)[:, None] - both).astype(np.int64)
