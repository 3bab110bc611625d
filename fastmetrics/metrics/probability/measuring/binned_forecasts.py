"""Distinct forecasts in bins: where bins end, their means, and Wilson's bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.bounds import proportion
from fastmetrics.metrics.probability.measuring.bin_edges import edges_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.probability.measuring.forecasts import Forecasts

__all__ = ["BinnedForecasts", "bin_forecasts"]


class BinnedForecasts(NamedTuple):
    """Bins that are not empty, in descending order.

    ``ends`` are those of the forecasts of each, ``values`` its mean forecast, and
    ``sizes`` how many rows there are, or would be if none weighed more than others.
    """

    ends: NDArray[np.int64]
    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    totals: NDArray[np.float64]
    sizes: NDArray[np.float64]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Return the share of positives in each bin."""
        return self.positives / self.totals

    def wilson(
        self, confidence_level: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the bounds of the share of positives in each bin."""
        found = [
            proportion("wilson", share * size, size, confidence_level)
            for share, size in zip(self.shares, self.sizes, strict=True)
        ]
        low, high = np.array(found).T
        return low, high


def bin_forecasts(forecasts: Forecasts, strategy: str, n_bins: Any) -> BinnedForecasts:
    """Put forecasts into bins of one width, or of about equally many rows."""
    values = forecasts.values
    rows = _rows_of_each(forecasts)
    sorted_rows = np.repeat(values, rows) if strategy == "quantile" else None
    inner = edges_for(strategy, n_bins, sorted_rows).edges[1:-1]
    bins = np.searchsorted(inner, values)
    ends = np.append(np.flatnonzero(np.diff(bins)) + 1, len(values))
    starts = np.concatenate([[0], ends[:-1]])

    def added(each: NDArray[Any]) -> NDArray[np.float64]:
        return np.asarray(np.add.reduceat(each, starts), np.float64)

    totals = added(forecasts.totals)
    sizes = totals
    if forecasts.row_weights is not None:
        first_rows = np.concatenate([[0], np.cumsum(rows)[:-1]])[starts]
        squares = np.add.reduceat(forecasts.row_weights**2, first_rows)
        sizes = totals**2 / squares
    return BinnedForecasts(
        ends,
        added(forecasts.totals * values) / totals,
        added(forecasts.positives),
        totals,
        sizes,
    )


def _rows_of_each(forecasts: Forecasts) -> NDArray[np.int64]:
    """Return the number of rows of each distinct forecast."""
    if forecasts.row_ends is not None:
        return np.diff(forecasts.row_ends, prepend=0)
    if forecasts.weighted:  # a sweep tells none
        return np.ones(len(forecasts.values), np.int64)
    return forecasts.totals.astype(np.int64)
