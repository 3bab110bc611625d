"""The permutation test of a metric: of a plan's sums, or of any function."""

from __future__ import annotations

import math
import warnings
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._inputs.groups import group_codes
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.areas import places_of_ranks, swapped_areas
from fastmetrics.comparison.permutation.label_swaps import swapped_labels
from fastmetrics.comparison.permutation.laws import Found, SwapOptions, too_many
from fastmetrics.comparison.permutation.losses import flipped_signs
from fastmetrics.comparison.permutation.swaps import compare_differences, drawn_share
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.count_formulas import INDICATOR
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.row_records import is_mean
from fastmetrics.resampling.sweep_plan import SweepPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Plan


__all__ = ["swapped_columns", "swapped_sums", "swaps_of_plan", "units_of"]


def swapped_sums(plan: Plan, metric: int) -> Literal["", "labels", "losses", "areas"]:
    """Return which sums tell what swaps do to a metric; nothing where none do.

    "labels": counts of labels; "losses": a mean over rows; "areas": the AUC, or what is
    linear in it.
    """
    if isinstance(plan, CountPlan):
        return "" if plan.kinds == (INDICATOR,) else "labels"
    if isinstance(plan, RowPlan):
        return "losses" if is_mean(plan.asked[metric].row) else ""
    if isinstance(plan, SweepPlan) and plan.reductions[metric].reducer == ("roc_auc",):
        return "areas"
    return ""


def swaps_of_plan(
    plan: Plan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    options: SwapOptions,
    groups: Any = None,
    *,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> list[Found]:
    """Test whether two models of a plan, or of each pair, differ by one of its metrics.

    It is a metric that has `swapped_sums`, ``groups`` are those of the rows, as the
    plan has them, and rows have no weights. Of scores models swap ranks, unless
    ``places`` says where the scores of the two of them stand.
    """
    if isinstance(plan, CountPlan):
        return swapped_labels(plan, metric, pairs, options)
    if isinstance(plan, RowPlan):
        return _means(plan, metric, pairs, options, groups)
    assert isinstance(plan, SweepPlan)
    return [_areas(plan, metric, pair, options, groups, places) for pair in pairs]


def _means(
    plan: RowPlan,
    metric: int,
    pairs: Sequence[tuple[int, int]],
    options: SwapOptions,
    groups: Any,
) -> list[Found]:
    # Of the root of a mean, and of a sum, the order of differences is the same.
    losses = {k: plan.row_values(metric, k) for k in {*chain.from_iterable(pairs)}}
    units = units_of(groups, plan.n_rows)
    tails = flipped_signs(losses, pairs, options, units)
    estimates = plan.estimates[:, metric].tolist()
    return [
        Found.undefined(estimates[i], estimates[j])
        if tail is None
        else Found.of(estimates[i], estimates[j], tail)
        for (i, j), tail in zip(pairs, tails, strict=True)
    ]


def _areas(
    plan: SweepPlan,
    metric: int,
    of: tuple[int, int],
    options: SwapOptions,
    groups: Any,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None,
) -> Found:
    value_a, value_b = (float(plan.estimates[k, metric]) for k in of)
    rows = plan.rows
    assert rows is not None
    assert rows.labels is not None  # of two models
    if np.isnan(value_a - value_b):
        return Found.undefined(value_a, value_b)
    too_many(options)
    if places is None:
        first, second = (places_of_ranks(rows.models[k]) for k in of)
        places = first, second
    units = units_of(groups, plan.n_rows)
    positive = rows.labels.astype(np.bool_)
    drawn = swapped_areas(
        places, positive, options, units, scale=plan.reductions[metric].scale
    )
    return Found.of(value_a, value_b, drawn)


def units_of(groups: Any, n: int) -> NDArray[np.int64] | None:
    """Return the number of each row's group; None: each row is its own."""
    return None if groups is None else group_codes(groups, n)[0]


# --- the permutation test of any function, which is called anew for each replicate


def swapped_columns(
    function: Callable[[NDArray[Any]], float],
    columns: tuple[NDArray[Any], NDArray[Any]],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
) -> Found:
    """Test any function of a model's column, whose rows the models swap.

    ``units`` are the numbers of the groups that rows are swapped in.
    """
    first, second = map(function, columns)
    if math.isnan(first - second):
        return Found.undefined(first, second)
    too_many(options)
    n = len(columns[0]) if units is None else int(units.max()) + 1
    compared = compare_differences(first, second, options.alternative)
    drawn = np.empty(options.n_resamples)
    with warnings.catch_warnings():
        # What is worth a warning was said of the data themselves.
        warnings.simplefilter("ignore")
        for replicate in range(options.n_resamples):
            swapped = kernel.swapped(options.seed, replicate, n)
            rows = swapped if units is None else swapped[units]
            values = [_value(function, each) for each in _swap(columns, rows)]
            drawn[replicate] = values[0] - values[1]
            if options.progress is not None:
                options.progress(replicate + 1, options.n_resamples)
    return Found.of(first, second, drawn_share(compared, drawn))


def _swap(
    columns: tuple[NDArray[Any], NDArray[Any]], rows: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[Any]]:
    first, second = columns
    which = rows.reshape(-1, *[1] * (first.ndim - 1))
    return np.where(which, second, first), np.where(which, first, second)


def _value(function: Callable[[NDArray[Any]], float], column: NDArray[Any]) -> float:
    """Return its value; NaN where it says that it is undefined."""
    try:
        return function(column)
    except UndefinedMetricWarning:
        return math.nan
