"""Intervals in closed form of means over rows, and of what is made of such means.

Of a root the bounds are the roots of those of the mean, of a geometric mean e to the
power of those of the mean logarithm, and of a sum as many times these as the rows
weigh.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common import means
from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.means import Mean
from fastmetrics.metrics.how import MadeOf
from fastmetrics.metrics.record import SKEWED_T, Metric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import Of
from fastmetrics.resampling.row_records import is_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "JACKKNIFE_T",
    "interval_of",
    "made_of",
    "share_of",
    "shares",
]

# What it is called in an interval: its law is Student's, on the scale that is added.
JACKKNIFE_T = "jackknife-t"


def made_of(row: Metric, of: Of) -> MadeOf:
    """Return what a metric, or a difference of two models, makes of the mean.

    A difference of roots or powers is the mean of what `shares` gives, less that of the
    other model.
    """
    bent = row.made_of in ("root", "exp")
    return "mean" if len(of) > 1 and bent else row.made_of


def shares(
    row: Metric, values: NDArray[np.float64], mean: float
) -> NDArray[np.float64]:
    """Return values whose mean is what a metric makes of the mean of these.

    They are the metric and what a row adds to it: to a root (l - mean) / (2 root), to a
    power (l - mean) times the power.
    """
    if row.made_of == "exp":
        return math.exp(mean) * (1 + (values - mean))
    if row.made_of != "root":
        return values
    root = math.sqrt(mean)
    return (values / root + root) / 2 if root else np.zeros_like(values)


def share_of(mean: Mean, estimate: float, method: str, level: float) -> Interval:
    """Make the interval of a share of rows."""
    alike = mean.total == mean.total_of_squares == mean.n
    squares = None if alike else mean.total_of_squares
    return of_share(estimate * mean.total, mean.total, squares, method, level)


def interval_of(
    row: Metric,
    mean: Mean,
    estimate: float,
    total: float,
    method: str,
    of: Of,
    level: float,
    note: str,
) -> Interval:
    """Make the interval of a metric, from the mean of its row values.

    ``total`` is what the rows weigh. ``note`` says why it is approximate; empty: it is
    not. Of two models ``mean`` is that of the differences, and ``estimate`` their
    metrics' difference.
    """
    why = _impossible(row, mean, estimate, method, of)
    if why:
        return no_interval(estimate, level, why)
    name = _name_of(row, method, of)
    if mean.standard_error == 0:
        return no_interval(estimate, level, refusals.NO_SPREAD)
    if made_of(row, of) == "mean":
        mean = mean._replace(value=estimate)
    low, high = _bounds(row, mean, method, of, level)
    if math.isnan(low) or math.isnan(high):
        return no_interval(estimate, level, refusals.ONE_WEIGHS_ALL)
    error = mean.standard_error
    if made_of(row, of) == "root":
        low, high = math.sqrt(max(low, 0.0)), math.sqrt(max(high, 0.0))
        error /= 2 * estimate
    elif made_of(row, of) == "exp":
        low, high, error = math.exp(low), math.exp(high), error * estimate
    elif made_of(row, of) == "sum":
        low, high, error = low * total, high * total, error * total
    law = None
    if len(of) > 1:
        scale = total if made_of(row, of) == "sum" else 1.0
        skewness = mean.skewness if method == SKEWED_T else 0.0
        freedom = mean.degrees_of_freedom
        law = StudentLaw(mean.value * scale, error, freedom, skewness)
    return Interval(
        estimate,
        float(low),
        float(high),
        error,
        level,
        name,
        approximate=bool(note),
        reason=note,
        law=law,
    )


def _impossible(row: Metric, mean: Mean, estimate: float, method: str, of: Of) -> str:
    """Say why there can be no interval; empty: there can."""
    if mean.n < 2:
        return refusals.ALONE
    if math.isnan(mean.standard_error):
        return refusals.UNDEFINED_WITHOUT
    if not mean.degrees_of_freedom > 0:
        return refusals.ONE_WEIGHS_ALL
    if is_mean(row):
        return ""
    scale = _scale_of(row, of)
    if not means.has_place(estimate, scale):
        return refusals.ends_scale(scale)
    return "" if mean.standard_error else refusals.NO_VARIANCE


def _bounds(
    row: Metric, mean: Mean, method: str, of: Of, level: float
) -> tuple[float, float]:
    """Return bounds of the mean, or around what stands in its place."""
    if method == SKEWED_T:
        return means.skew_t(mean, level)
    if method != JACKKNIFE_T:
        return means.student_t(mean, level)
    value, error, freedom = mean.value, mean.standard_error, mean.degrees_of_freedom
    return means.on_scale(value, error, freedom, _scale_of(row, of), level)


def _name_of(row: Metric, method: str, of: Of) -> str:
    """Return what an interval says of how it was made: with the scale, if any."""
    if method != JACKKNIFE_T or _scale_of(row, of) == "plain":
        return method
    return f"{method}-{_scale_of(row, of)}"


def _scale_of(row: Metric, of: Of) -> str:
    """Return the scale of a metric; a difference of two models is on none."""
    return row.scale if len(of) == 1 else "plain"
