"""Means of rows in order of time, whose neighbours depend on each other.

The plain definitions are in ``fastmetrics.reference.mean_intervals``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.means import Mean, mean_of_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "autocovariances",
    "automatic_block_length",
    "cosine_error",
    "cosine_terms",
    "cosines",
    "mean_in_time",
]


def cosine_terms(n: int, horizon: int) -> int:
    """Return how many cosines the long-run variance of n times is the mean of."""
    most = math.floor(0.4 * n ** (2 / 3) + 1e-9)  # of 1,000 times 40, not 39
    return max(2, min(most, n // (2 * horizon)))


def cosine_error(sums: NDArray[np.float64], horizon: int) -> tuple[float, int]:
    """Return the standard error of Σ of a series, and its degrees of freedom.

    By the equally weighted cosine estimate of the long-run variance (Lazarus, Lewis,
    Stock and Watson 2018).
    """
    n = len(sums)
    largest = float(np.abs(sums).max())
    if not 0 < largest < math.inf:
        return (math.nan if largest else 0.0), cosine_terms(n, horizon)
    waves = cosines(sums / largest, horizon)
    variance = float(np.mean(np.square(waves)))
    return math.sqrt(n * variance) * largest, len(waves)


def cosines(values: NDArray[np.float64], horizon: int) -> NDArray[np.float64]:
    """Return √(2/n) Σ_t v_t cos(πj(t - ½)/n) for j = 1 … B, of each column."""
    from scipy.fft import dct

    n = len(values)
    found: NDArray[np.float64] = dct(values, type=2, axis=0)
    return found[1 : cosine_terms(n, horizon) + 1] / math.sqrt(2 * n)


def mean_in_time(
    values: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    units: NDArray[np.int64],
    n: int,
    horizon: int,
) -> Mean:
    """Return the mean of values whose rows belong to n times, and its long-run error.

    Rows of the same time are added up.
    """
    found = mean_of_groups(values, weights, units, n)
    freedom = float(cosine_terms(n, horizon))
    found = found._replace(skewness=0.0, degrees_of_freedom=freedom)
    if not found.standard_error > 0:
        return found
    d = values - found.value if weights is None else weights * (values - found.value)
    sums = np.bincount(units, d, n).astype(np.float64, copy=False)
    error, _ = cosine_error(sums, horizon)
    return found._replace(standard_error=error / found.total)


def autocovariances(values: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return those at the lags 0 to ``most``, with the divisor n."""
    d = values - values.mean()
    n = len(d)
    return np.array([float(np.sum(d[k:] * d[: n - k])) for k in range(most + 1)]) / n


def automatic_block_length(values: NDArray[np.float64]) -> float:
    """Return the length of blocks that suits the mean of a series.

    By Politis and White (2004), with the correction of Patton, Politis and White
    (2009), of blocks in a circle.
    """
    n = len(values)
    look = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(math.ceil(math.sqrt(n)) + look, n - 1)
    covariances = autocovariances(values, most)
    if not covariances[0] > 0:
        return 1.0
    large = 2 * math.sqrt(math.log10(n) / n)
    is_large = np.abs(covariances[1:]) / covariances[0] >= large
    last = 0
    for lag in [*(np.flatnonzero(is_large) + 1).tolist(), most + look + 1]:
        if lag - last > look:
            break
        last = lag
    width = min(2 * max(last, 1), most)
    lags = np.arange(1, width + 1)
    window = np.minimum(1.0, 2 * (1 - lags / width)) * covariances[1 : width + 1]
    total = covariances[0] + 2 * float(np.sum(window))
    slope = 2 * float(np.sum(lags * window))
    if not total:
        return 1.0
    length = float(np.cbrt(1.5 * (slope / total) ** 2 * n))
    return max(1.0, min(length, float(math.ceil(min(3 * math.sqrt(n), n / 3)))))
