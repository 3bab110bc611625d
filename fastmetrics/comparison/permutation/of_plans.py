"""The permutation test of two models of a plan, which has read their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _inputs
from fastmetrics.comparison.permutation.areas import places_of_ranks, swapped_areas
from fastmetrics.comparison.permutation.asked import Asking, Found, too_many
from fastmetrics.comparison.permutation.label_swaps import PairedLabels
from fastmetrics.comparison.permutation.labels import swapped_labels
from fastmetrics.comparison.permutation.losses import flipped_signs, sums_by_unit
from fastmetrics.metrics.labels.counting.count_views import INDICATOR
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.row_records import is_mean
from fastmetrics.resampling.sweep_plan import SweepPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Plan

__all__ = ["swaps_of_plan", "units_of"]


def swaps_of_plan(
    plan: Plan,
    metric: int,
    i: int,
    j: int,
    asking: Asking,
    groups: Any = None,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> Found | None:
    """Test whether two models of a plan differ by one of its metrics.

    ``groups``: of the rows, as the plan has them. Rows have no weights. None where the
    metric is neither read off counts of labels, nor a mean over rows, nor linear in the
    AUC. Of scores models swap ranks, unless ``places`` says where the scores stand.
    """
    row = plan.asked[metric].row
    if isinstance(plan, CountPlan) and plan.kinds != (INDICATOR,):
        counts = [*plan.summaries.values()]
        pair = PairedLabels.of_cells(plan.joint, counts, i, j)
        return swapped_labels(pair, row, plan.reading(metric), asking)
    if isinstance(plan, RowPlan) and is_mean(row):
        # Of the root of a mean, and of a sum, the order of differences is the same.
        first, second = plan.row_values(metric, i), plan.row_values(metric, j)
        value_a, value_b = (float(plan.estimates[k, metric]) for k in (i, j))
        differences = first - second
        if not np.isfinite(differences).all():
            return Found.undefined(value_a, value_b)
        units = units_of(groups, plan.n_rows)
        tail = flipped_signs(sums_by_unit(differences, units), asking)
        return Found.of(value_a, value_b, tail)
    if isinstance(plan, SweepPlan) and plan.reductions[metric].reducer == ("roc_auc",):
        return _areas(plan, metric, (i, j), asking, groups, places)
    return None


def _areas(
    plan: SweepPlan,
    metric: int,
    of: tuple[int, int],
    asking: Asking,
    groups: Any,
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None,
) -> Found:
    value_a, value_b = (float(plan.estimates[k, metric]) for k in of)
    rows = plan.rows
    assert rows is not None
    assert rows.labels is not None  # of two models
    if np.isnan(value_a - value_b):
        return Found.undefined(value_a, value_b)
    too_many(asking)
    if places is None:
        first, second = (places_of_ranks(rows.models[k]) for k in of)
        places = first, second
    falling = plan.reductions[metric].scale < 0
    units = units_of(groups, plan.n_rows)
    positive = rows.labels.astype(np.bool_)
    drawn = swapped_areas(places, positive, asking, units, falling=falling)
    return Found.of(value_a, value_b, drawn)


def units_of(groups: Any, n: int) -> NDArray[np.int64] | None:
    """Return the number of each row's group; None: each row is its own."""
    return None if groups is None else _inputs.group_codes(groups, n)[0]
