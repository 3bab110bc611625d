"""RowQuantile: a quantile of what rows have, its bounds and replicates."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.order_statistics import interpolated, places_of_bounds
from fastmetrics._common.selecting import order_statistics, quantile_of_sorted
from fastmetrics.metrics.record import ORDER
from fastmetrics.resampling import refusals

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RowQuantile"]


class RowQuantile:
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
