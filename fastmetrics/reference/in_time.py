"""Rows of one series in order of time: long-run variances and blocks of times.

Neighbouring rows depend on each other, as overlapping forecasts do. The variance of a
mean of n of them is not that of one over n, but the long-run variance over n.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from fastmetrics.reference.area_intervals import student_quantile

__all__ = [
    "LongRun",
    "automatic_block_length",
    "block_counts",
    "cosine_terms",
    "cosine_variance",
    "harvey_variance",
    "long_run_interval",
]


class LongRun(NamedTuple):
    """The standard error of a mean, and the degrees of freedom of Student's t."""

    standard_error: float
    degrees_of_freedom: float


def cosine_terms(n: int, horizon: int = 1) -> int:
    """Return B = min(⌊0.4 n^(2/3)⌋, ⌊n / 2h⌋), at least 2."""
    terms = round(0.4 * n ** (2 / 3))
    while 125 * terms**3 > 8 * n**2:
        terms -= 1
    return max(2, min(terms, n // (2 * horizon)))


def cosine_variance(values: Sequence[float], horizon: int = 1) -> LongRun:
    """Return the equally weighted cosine estimate (Lazarus et al. 2018).

    Λ_j = √(2/n) Σ_t d_t cos(πj(t - ½)/n); the long-run variance is the mean of Λ_j² for
    j = 1 … B, and (mean - truth) / √(variance / n) has Student's t with B degrees of
    freedom.
    """
    n = len(values)
    terms = cosine_terms(n, horizon)
    squares = []
    for j in range(1, terms + 1):
        weighted = math.fsum(
            d * math.cos(math.pi * j * (t + 0.5) / n) for t, d in enumerate(values)
        )
        squares.append(2 / n * weighted**2)
    return LongRun(math.sqrt(math.fsum(squares) / terms / n), terms)


def long_run_interval(
    values: Sequence[float], horizon: int = 1, confidence_level: float = 0.95
) -> tuple[float, float]:
    """Return the bounds of the mean of a series by the cosine estimate."""
    error, freedom = cosine_variance(values, horizon)
    mean = math.fsum(values) / len(values)
    half = student_quantile(freedom, confidence_level) * error
    return mean - half, mean + half


def harvey_variance(values: Sequence[float], horizon: int = 1) -> LongRun:
    """Return Diebold and Mariano's estimate, corrected by Harvey et al. (1997).

    The variance of the mean is (γ_0 + 2 Σ γ_k) / n over lags k below the horizon, the
    autocovariances γ_k with divisor n, times (n + 1 - 2h + h(h - 1)/n) / n in the
    statistic. Where that variance is not positive the horizon is taken as 1.
    """
    n = len(values)
    mean = math.fsum(values) / n
    d = [value - mean for value in values]
    gammas = [
        math.fsum(d[t] * d[t - k] for t in range(k, n)) / n for k in range(horizon)
    ]
    variance = (gammas[0] + 2 * math.fsum(gammas[1:])) / n
    if not variance > 0 and horizon > 1:
        return harvey_variance(values)
    factor = (n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n
    return LongRun(math.sqrt(variance / factor), n - 1)


def automatic_block_length(values: Sequence[float]) -> float:
    """Return the length of blocks in a circle that suits a mean, by Politis and White.

    As corrected by Patton, Politis and White (2009): (2 G² / D)^(1/3) n^(1/3), with
    g = Σ λ(k/M) R(k), G = Σ λ(k/M) |k| R(k) and D = 4/3 g², R the autocovariances at
    lags -M … M and λ the flat-top window. M is twice the first lag after which
    autocorrelations stay below 2 √(log10 n / n) for max(5, ⌈√log10 n⌉) lags. The
    length lies between 1 and ⌈min(3 √n, n/3)⌉.
    """
    n = len(values)
    mean = math.fsum(values) / n
    d = [value - mean for value in values]
    look = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(math.ceil(math.sqrt(n)) + look, n - 1)

    def covariance(lag: int) -> float:
        return math.fsum(d[t] * d[t - lag] for t in range(lag, n)) / n

    if not covariance(0) > 0:
        return 1.0
    large = 2 * math.sqrt(math.log10(n) / n)
    is_large = [abs(covariance(k)) / covariance(0) >= large for k in range(1, most + 1)]
    last = 0
    for k, one in enumerate(is_large, start=1):
        if k - last > look:
            break
        last = k if one else last
    width = min(2 * max(last, 1), most)
    lags = range(-width, width + 1)
    window = {k: min(1.0, 2 * (1 - abs(k) / width)) for k in lags}
    g = math.fsum(window[k] * covariance(abs(k)) for k in lags)
    slope = math.fsum(window[k] * abs(k) * covariance(abs(k)) for k in lags)
    if not g:
        return 1.0
    length = (2 * slope**2 / (4 / 3 * g**2) * n) ** (1 / 3)
    return float(max(1.0, min(length, math.ceil(min(3 * math.sqrt(n), n / 3)))))


def block_counts(starts: Sequence[int], n: int, length: int) -> list[int]:
    """Return how often each of n times is drawn, by blocks in a circle.

    A block goes on for ``length`` times from its start, over the end to the beginning;
    the last one is cut so that n times are drawn in all.
    """
    drawn = [(start + i) % n for start in starts for i in range(length)]
    return [drawn[:n].count(t) for t in range(n)]
