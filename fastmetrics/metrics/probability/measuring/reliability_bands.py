"""Bounds around a reliability curve, from outcomes or rows that are drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import isotonic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.probability.measuring.forecasts import Forecasts

__all__ = ["replicate_bounds"]

# Of more forecasts bounds are found at so many, and joined by straight lines.
MOST_PLACES = 1000
# A thread takes on replicates of so many rows at a time.
_ROWS_AT_ONCE = 200_000


def replicate_bounds(
    forecasts: Forecasts,
    *,
    redraws_rows: bool,
    confidence_level: float,
    n_resamples: int,
    seed: int,
    bins: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return quantiles of the curves of replicates, at each forecast or bin.

    Parameters
    ----------
    forecasts : Forecasts
        Those of weighted rows hold the rows.
    redraws_rows : bool
        Draw rows with replacement, each with its outcome; else draw the outcome of
        each row from its forecast.
    confidence_level, n_resamples, seed : float, int, int
        How far apart the quantiles are, of how many replicates, drawn how.
    bins : ndarray of shape (n_bins,), optional
        The end of the forecasts of each bin; by default replicates are pooled.
    """
    m = len(forecasts.values)
    steps = isotonic.Steps(
        forecasts.values,
        forecasts.positives,
        forecasts.totals,
        forecasts.row_weights,
        forecasts.row_ends,
        bins,
    )
    places = _places(forecasts.totals) if bins is None else bins - 1
    curves = np.empty((n_resamples, len(places)))
    at_once = max(1, _ROWS_AT_ONCE // m)

    def draw(first: int) -> None:
        part = curves[first : first + at_once]
        isotonic.replicate(steps, redraws_rows, seed, first, places, part)

    map_blocks(draw, range(0, n_resamples, at_once))
    tails = (1 - confidence_level) / 2, (1 + confidence_level) / 2
    low, high = np.quantile(curves, tails, axis=0)
    if bins is not None:
        return low, high
    return _joined(forecasts.values, places, low), _joined(
        forecasts.values, places, high
    )


def _places(totals: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the numbers of some forecasts, with equal weights between them."""
    if len(totals) <= MOST_PLACES:
        return np.arange(len(totals))
    upto = np.cumsum(totals)
    at = np.searchsorted(upto, np.linspace(0.0, upto[-1], MOST_PLACES)[:-1])
    return np.unique(np.append(at, len(totals) - 1))


def _joined(
    values: NDArray[np.float64], places: NDArray[np.int64], bound: NDArray[Any]
) -> NDArray[np.float64]:
    if len(places) == len(values):
        return bound
    return np.asarray(np.interp(-values, -values[places], bound))
