"""Intervals from replicates or counts that are given, by their definitions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from fastmetrics.reference import intervals

__all__ = ["interval_from_replicates", "proportion_interval"]


class Bounds(NamedTuple):
    """An interval and the standard error of its estimate."""

    estimate: float
    low: float
    high: float
    standard_error: float


def interval_from_replicates(
    estimate: float,
    replicates: Sequence[float],
    *,
    method: str = "percentile",
    jackknife: Sequence[float] | None = None,
    confidence_level: float = 0.95,
) -> Bounds:
    """Make an interval from the replicates that are defined, nine in ten or more.

    One whose bounds would be the same value has none.
    """
    nan = math.nan
    drawn = intervals.defined(replicates)
    if math.isnan(estimate) or len(drawn) < max(2, 0.9 * len(replicates)):
        return Bounds(estimate, nan, nan, nan)
    error = intervals.standard_error(drawn)
    if method == "percentile":
        low, high = intervals.percentile_interval(drawn, confidence_level)
    elif method == "basic":
        low, high = intervals.basic_interval(estimate, drawn, confidence_level)
    elif method == "bca":
        left_out = intervals.defined(jackknife or [])
        low, high = intervals.bca_interval(estimate, drawn, left_out, confidence_level)
    elif method == "bias-corrected":
        low, high = intervals.bias_corrected_interval(estimate, drawn, confidence_level)
    else:
        low, high = intervals.normal_interval(estimate, error, confidence_level)
    if low == high:
        return Bounds(estimate, nan, nan, nan)
    return Bounds(estimate, low, high, error)


def proportion_interval(
    successes: float,
    n: float,
    *,
    method: str = "wilson",
    confidence_level: float = 0.95,
) -> Bounds:
    """Make an interval of a share."""
    make = {
        "wilson": intervals.wilson_interval,
        "clopper-pearson": intervals.clopper_pearson_interval,
        "agresti-coull": intervals.agresti_coull_interval,
        "jeffreys": intervals.jeffreys_interval,
    }[method]
    low, high = make(successes, n, confidence_level)
    share = successes / n
    return Bounds(share, low, high, math.sqrt(share * (1 - share) / n))
