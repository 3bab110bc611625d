"""Quantiles of what rows have, their replicates, and their bounds: order statistics.

How many of n values lie below the quantile of level q is a binomial variable, whatever
the distribution. So some order statistic is a lower bound at nearly the level that is
asked for, and the next one is too high: the bound lies between the two.

The plain definition is in ``fastmetrics.reference.mean_intervals``.

Sources: T. P. Hettmansperger and S. J. Sheather (1986), "Confidence intervals based on
interpolated order statistics"; J. Nyblom (1992), "Note on interpolated order
statistics".
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.selecting import order_statistics, quantile_of_sorted
from fastmetrics.metrics.record import ORDER
from fastmetrics.resampling import refusals

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Place", "SampleQuantile", "interpolated", "places_of_bounds"]


class SampleQuantile:
    """A quantile of values of rows.

    Parameters
    ----------
    values : ndarray of float64, of shape (n_samples,)
    level : float
        Which quantile, in [0, 1].
    """

    def __init__(self, values: NDArray[np.float64], level: float) -> None:
        self._values = np.ascontiguousarray(values)
        self._level = level

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The rows in the order of their values, and the values in that order."""
        order = np.argsort(self._values, kind="stable")
        return order, self._values[order]

    def of(self, weights: NDArray[np.float64]) -> float:
        """Return the quantile of rows that weigh so much; NaN if none weighs any."""
        order, values = self._sorted
        return quantile_of_sorted(values, weights[order], self._level)

    def interval(self, estimate: float, level: float) -> Interval:
        """Make the interval between interpolated order statistics, of rows alike."""
        n = len(self._values)
        places = places_of_bounds(n, self._level, level)
        ranks = [r for place in places if place for r in (place.rank, place.towards)]
        if not ranks:
            why = refusals.no_order_statistic("", n, self._level)
            return no_interval(estimate, level, why)
        found = order_statistics(self._values, ranks).tolist()
        low, high = (
            interpolated(found.pop(0), found.pop(0), place.share) if place else math.nan
            for place in places
        )
        why = ""
        if math.isnan(low) or math.isnan(high):
            side = "lower" if math.isnan(low) else "upper"
            why = refusals.no_order_statistic(side, n, self._level)
        return Interval(estimate, low, high, math.nan, level, ORDER, reason=why)


class Place(NamedTuple):
    """Where a bound lies: between two values, by their ranks from 0 on.

    Attributes
    ----------
    rank, towards : int
    share : float
        Of the way from the first to the second.
    """

    rank: int
    towards: int
    share: float


def places_of_bounds(
    n: int, level: float, confidence_level: float
) -> tuple[Place | None, Place | None]:
    """Return the places of both bounds of a quantile of n values.

    None for a bound that no order statistic is: there are too few values beyond.
    """
    low = _place(n, level, confidence_level)
    high = _place(n, 1 - level, confidence_level, complement=level)
    if high is not None:  # it was counted from the other end
        high = Place(n - 1 - high.rank, n - 1 - high.towards, high.share)
    return low, high


def interpolated(first: float, second: float, share: float) -> float:
    """Return the value so far from the first to the second, infinite ones too."""
    if share == 0 or first == second:
        return first
    away = second - first
    if math.isfinite(away):
        return first + share * away
    return (1 - share) * first + share * second


def _place(
    n: int, level: float, confidence_level: float, complement: float | None = None
) -> Place | None:
    """Return the place of a lower bound.

    d is the last index with P(B < d) ≤ α/2, B being binomial with n and the level.
    ``complement`` is 1 - level where that has more digits.
    """
    from scipy.special import betainc

    rest = 1 - level if complement is None else complement
    tail = (1 - confidence_level) / 2

    def below(d: int) -> float:
        """Return P(B < d), 1 ≤ d ≤ n."""
        return float(betainc(n - d + 1, d, rest))

    if below(1) > tail:
        return None
    d, beyond = 1, n + 1
    while beyond - d > 1:
        middle = (d + beyond) // 2
        if below(middle) <= tail:
            d = middle
        else:
            beyond = middle
    if d == n:
        return Place(n - 1, n - 1, 0.0)
    short, over = tail - below(d), below(d + 1) - tail
    if short == 0:
        return Place(d - 1, d, 0.0)
    return Place(d - 1, d, 1 / (1 + d * rest * over / ((n - d) * level * short)))
