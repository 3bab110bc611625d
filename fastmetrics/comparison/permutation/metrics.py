"""Permutation tests by metric: areas under curves, counts and means."""

from __future__ import annotations

import math
import warnings
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.null_laws import drawn_law
from fastmetrics._inputs.groups import group_codes
from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.label_swaps import swapped_labels
from fastmetrics.comparison.permutation.laws import (
    Comparison,
    Drawn,
    Found,
    SwapOptions,
    compare_differences,
    drawn_share,
    too_many,
)
from fastmetrics.comparison.permutation.sign_flips import flipped_signs
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.count_formulas import INDICATOR
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.row_intervals import is_mean
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.sweep_plan import SweepPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Plan
    from fastmetrics.resampling.score_rows import OrderedRows


# -------------------------------------------------------------------------------- areas
# The permutation test of areas under ROC curves: pooled scores are sorted once.
#
# All scores of both models stand in one order. In each replicate an entry is of the one
# model or of the other, and one pass over the order gives both areas.


# Replicates that a thread draws at a time.
_JOB = 256


def places_of_ranks(rows: OrderedRows) -> NDArray[np.int64]:
    """Return twice the mean rank of each row's score from above, ties sharing it."""
    ends = rows.tie_ends
    lengths = np.diff(ends, prepend=-1)
    twice = 2 * ends - lengths + 1
    assert rows.order is not None  # of rows that are compared one by one
    places = np.empty(len(rows.order), np.int64)
    places[rows.order] = np.repeat(twice, lengths)
    return places


def places_of_values(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the scores of two models stand among those of both, from above."""
    found, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    from_above = len(found) - 1 - places.ravel()
    return from_above[: len(first)], from_above[len(first) :]


def swapped_areas(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    options: SwapOptions,
    units: NDArray[np.int64] | None = None,
    *,
    scale: float = 1.0,
) -> Drawn:
    """Return the p-value of the difference of two areas.

    ``scale``: what the metric gains as the area rises by 1; ``units`` are the numbers
    of the groups that rows are swapped in.
    """
    n = len(positive)
    if units is None:
        units = np.arange(n)
    entries, common, found = _entries(places, positive, units)
    n_units = int(units.max()) + 1
    areas = np.empty(options.n_resamples, np.int64)

    def run(begin: int) -> None:
        out = areas[begin : begin + _JOB]
        kernel.swap_areas(entries, n_units, options.seed, begin, out)

    blocks = range(0, options.n_resamples, _JOB)
    threads.map_blocks(run, blocks, progress=options.progress)
    sign = -1 if scale < 0 else 1
    compared = Comparison(sign * found, options.alternative, 0)
    drawn = drawn_share(compared, sign * (areas - common))
    # From half pairs of rows to the metric.
    n_positive = int(np.count_nonzero(positive))
    unit = scale / (2 * n_positive * (n - n_positive))
    return drawn._replace(null_law=partial(drawn_law, (areas - common) * unit))


def _entries(
    places: tuple[NDArray[np.int64], NDArray[np.int64]],
    positive: NDArray[np.bool_],
    units: NDArray[np.int64],
) -> tuple[NDArray[np.uint32], int, int]:
    """Return all scores in order, and what to take off twice the areas' difference.

    The last is that difference, in pairs, of the data.
    """
    n = len(positive)
    if n > kernel.MOST_UNITS // 2:
        raise ValueError(f"there are {n:,} rows; up to 2**28 can be swapped")
    both = np.concatenate(places)
    order = np.argsort(both, kind="stable")
    both = both[order]
    last = np.append(both[1:] != both[:-1], True)
    of_second = order >= n
    rows = np.where(of_second, order - n, order)
    positive = positive[rows]
    entries = units[rows].astype(np.uint32) << 3
    entries |= np.where(positive, np.uint32(kernel.POSITIVE), np.uint32(0))
    entries |= np.where(of_second, np.uint32(kernel.OF_SECOND), np.uint32(0))
    entries |= np.where(last, np.uint32(kernel.LAST_OF_TIE), np.uint32(0))
    ends = np.flatnonzero(last)
    lengths = np.diff(ends, prepend=-1)

    def twice_above(counted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Twice how many of these are above each entry, ties by halves."""
        until = np.cumsum(counted)[ends]
        return np.repeat(until + np.append(0, until[:-1]), lengths)

    negative = ~positive
    first, second = negative & ~of_second, negative & of_second
    found = twice_above(positive & ~of_second)[first].sum()
    found -= twice_above(positive & of_second)[second].sum()
    return (
        entries.astype(np.uint32),
        int(twice_above(positive)[negative].sum()),
        int(found),
    )


# ------------------------------------------------------------------------------ metrics
# The permutation test of a metric: of a plan's sums, or of any function.


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
