"""The permutation test of metrics that are read off counts of labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

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
    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.model_sums import Reading

__all__ = ["swapped_labels"]


def swapped_labels(
    pair: PairedLabels, row: Metric, reading: Reading, asking: Asking
) -> Found:
    """Test a metric of two models' labels; ``reading`` is its formula."""
    tables = ReadTables(pair, reading)
    swaps = tables.swaps
    # As a block of two tables, so that all values are computed alike.
    first, second = (
        float(tables(swaps.sums_at(numbers)[:, None])[0])
        for numbers in (swaps.found, swaps.trials - swaps.found)
    )
    if math.isnan(first - second):
        return Found.undefined(first, second)
    if not asking.draws_only:
        if only_right_rows_count(row.function):
            gains, units = pair.gains()
            if not row.greater_is_better:
                gains = -gains
            tail = integer_tail(gains, units, asking.alternative)
        else:
            compared = compare_differences(first, second, asking.alternative)
            tail = grid_tail(swaps, tables, compared)
        if tail is not None:
            return Found.of(first, second, tail)
        too_many(asking)
    drawn = drawn_tail(
        swaps,
        tables,
        compare_differences(first, second, asking.alternative),
        n_resamples=asking.n_resamples,
        seed=asking.seed,
        progress=asking.progress,
    )
    return Found.of(first, second, drawn)
