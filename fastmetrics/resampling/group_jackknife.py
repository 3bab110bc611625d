"""Few groups: Student's t of the values without each, one rule for all metrics.

Of five speakers or patients there are few replicates, whose quantiles lie too close
together, and what they tell of skewness is noise. The jackknife's standard error of
groups is if anything too large, and has as many degrees of freedom as there are groups,
less one. On the scale on which the range of a metric has no ends its law is about
Student's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import bounds, means
from fastmetrics._common.interval import Interval, from_jackknife, no_interval
from fastmetrics.metrics.how import Scale
from fastmetrics.metrics.record import (
    BAND,
    INFINITY,
    JACKKNIFE,
    ORDER,
    SMOOTHED,
    Metric,
)
from fastmetrics.resampling import refusals
from fastmetrics.resampling.groups import MOST_GROUPS
from fastmetrics.resampling.row_intervals import JACKKNIFE_T

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Design, Of

__all__ = ["GROUP_JACKKNIFE", "are_few", "interval_of", "scale_of", "suits"]

# What a plan names the way; intervals say `JACKKNIFE_T`, with the scale.
GROUP_JACKKNIFE = "group-jackknife"
# range -> the scale on which it has no ends
_SCALES: dict[tuple[float, float], Scale] = {
    (0.0, 1.0): "logit",
    (-1.0, 1.0): "fisher-z",
    (-INFINITY, INFINITY): "plain",
    (-INFINITY, 1.0): "log-complement",
}


def are_few(design: Design, n_units: int) -> bool:
    """Whether there are groups, and so few that each can be left out."""
    return design.groups is not None and n_units <= MOST_GROUPS


def suits(row: Metric, asked: str, design: Design, n_units: int) -> bool:
    """Whether an interval is made of the values without each group.

    It is where there are few. An optimum over thresholds is no less too good without
    a group, and has another way by itself; so have errors that groups scale, each of
    which has a value of its own whatever its rows weigh.
    """
    if row.interval_needs or not are_few(design, n_units):
        return False
    return asked == JACKKNIFE[0] or (
        asked == "auto" and row.interval not in (SMOOTHED, BAND)
    )


def scale_of(row: Metric) -> Scale:
    """Return the scale of a metric: that of its record, or that of its range."""
    if row.scale != "plain" or row.interval == JACKKNIFE[0]:
        return row.scale
    return _SCALES.get((row.lower, row.upper), "log" if row.lower == 0 else "plain")


def interval_of(
    row: Metric,
    estimate: float,
    values: NDArray[Any],
    of: Of,
    level: float,
    note: str,
) -> Interval:
    """Make the interval of a metric, or of two models' difference, on no scale.

    ``values``: those without each group. ``note`` says why it is approximate; empty: it
    is not.
    """
    if _is_constant(values) and np.isfinite(estimate):
        return no_interval(estimate, level, refusals.NO_SPREAD)
    if row.interval == ORDER or (len(of) > 1 and row.interval == "percentile"):
        note = note or refusals.FEW_ROWS_DECIDE
    scale = scale_of(row) if len(of) == 1 else "plain"
    if np.isfinite(estimate) and not means.has_place(estimate, scale):
        return no_interval(estimate, level, refusals.ends_scale(scale))
    name = JACKKNIFE_T if scale == "plain" else f"{JACKKNIFE_T}-{scale}"
    return from_jackknife(
        estimate, values, None, name, level, scale=scale, approximate=note
    )


def _is_constant(values: NDArray[Any]) -> bool:
    """Whether values are all alike, but for rounding."""
    with np.errstate(invalid="ignore"):  # of infinite values
        return bool(np.ptp(values) <= bounds.ROUNDING * np.max(np.abs(values)))
