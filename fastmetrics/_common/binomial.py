"""Tails of the binomial law, and p-values of a count of successes.

SciPy's functions are loaded when first used.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "at_least",
    "at_most",
    "critical_counts",
    "log_pmf",
    "mid_p_interval",
    "mid_tails",
    "pvalue",
    "rate_of_fewer",
    "rate_of_more",
]

# Outcomes are as likely as each other up to this, relatively.
_EQUAL = 1e-12
_HALF_LOG_2_PI = 0.5 * math.log(2 * math.pi)


def at_least(k: int, n: int, p: float) -> float:
    """Return P(X >= k)."""
    if k <= 0 or k > n:
        return float(k <= 0)
    from scipy.special import betainc

    return float(betainc(k, n - k + 1, p))


def at_most(k: int, n: int, p: float) -> float:
    """Return P(X <= k)."""
    if k < 0 or k >= n:
        return float(k >= n)
    from scipy.special import betaincc

    return float(betaincc(k + 1, n - k, p))


def mid_tails(k: int, n: int, p: float) -> tuple[float, float]:
    """Return P(X < k) + P(X = k)/2 and P(X > k) + P(X = k)/2."""
    below = (at_most(k - 1, n, p) + at_most(k, n, p)) / 2
    above = (at_least(k, n, p) + at_least(k + 1, n, p)) / 2
    return below, above


def pvalue(k: int, n: int, p: float, alternative: str, mid: bool = False) -> float:
    """Return the p-value of k successes in n trials.

    The two-sided one is the probability of all outcomes that are no likelier than k,
    or with ``mid`` twice the smaller of the two mid-p values, at most 1.
    """
    if mid:
        below, above = mid_tails(k, n, p)
        both = min(1.0, 2 * min(below, above))
        return {"less": below, "greater": above}.get(alternative, both)
    if alternative == "less":
        return at_most(k, n, p)
    if alternative == "greater":
        return at_least(k, n, p)
    return _no_likelier(k, n, p)


def critical_counts(
    n: int, p: float, alternative: str, alpha: float, mid: bool = False
) -> tuple[int, int]:
    """Return the counts beyond which the p-value is at most ``alpha``.

    The test rejects fewer than the first and more than the second. Where no count is
    so small, or the alternative is on the other side, the first is 0; the second is n
    in the same way.
    """

    def rejects(k: int) -> bool:
        return pvalue(k, n, p, alternative, mid) <= alpha

    low, high = 0, n
    if alternative == "less":
        low = _first(0, n + 1, lambda k: not rejects(k))
    elif alternative == "greater":
        high = _first(0, n + 1, rejects) - 1
    else:  # p-values rise up to here, and fall from here on
        top = min(int((n + 1) * p), n)
        if mid:  # the median, which is next to the mode
            near = range(max(top - 2, 0), min(top + 2, n) + 1)
            top = max(near, key=lambda k: pvalue(k, n, p, alternative, mid))
        low = _first(0, top + 1, lambda k: not rejects(k))
        high = _first(top, n + 1, rejects) - 1
    return low, high


def mid_p_interval(
    k: int, n: int, confidence_level: float, low: float, high: float
) -> tuple[float, float]:
    """Return the rates at which neither mid-p value is below half of what is left.

    ``low`` and ``high`` are the bounds of Clopper and Pearson, which are no closer.
    """
    from scipy.optimize import brentq

    tail = (1 - confidence_level) / 2

    def excess(rate: float, side: int) -> float:
        return mid_tails(k, n, rate)[side] - tail

    return (
        brentq(excess, low, high, (1,), xtol=5e-324) if k > 0 else 0.0,
        brentq(excess, low, high, (0,), xtol=5e-324) if k < n else 1.0,
    )


def rate_of_more(k: int, n: int, probability: float) -> float:
    """Return the rate at which more than k successes have this probability."""
    from scipy.special import betaincinv

    return float(betaincinv(k + 1, n - k, probability))


def rate_of_fewer(k: int, n: int, probability: float) -> float:
    """Return the rate at which fewer than k successes have this probability."""
    from scipy.special import betaincinv

    return float(betaincinv(k, n - k + 1, 1 - probability))


def log_pmf(k: int, n: int, p: float) -> float:
    """Return log P(X = k), with an absolute error of about 1e-16 of its size.

    C. Loader (2000), "Fast and accurate computation of binomial probabilities": no
    difference of large logarithms is taken.
    """
    if p in (0, 1):
        return 0.0 if k == n * p else -math.inf
    if k in (0, n):
        return n * (math.log(p) if k else math.log1p(-p))
    correction = _stirling_error(n) - _stirling_error(k) - _stirling_error(n - k)
    deviance = _deviance(k, n * p) + _deviance(n - k, n * (1 - p))
    scale = 0.5 * (math.log(n / k) - math.log(n - k)) - _HALF_LOG_2_PI
    return scale + correction - deviance


def _no_likelier(k: int, n: int, p: float) -> float:
    """Return the probability of all outcomes that are no likelier than k."""
    if p == 0.5:  # the law is symmetric
        return min(1.0, 2 * at_most(min(k, n - k), n, p))
    limit = log_pmf(k, n, p) + _EQUAL
    mode = min(int((n + 1) * p), n)
    if log_pmf(mode, n, p) <= limit:
        return 1.0
    if k < mode:
        other = _first(mode, n + 1, lambda j: log_pmf(j, n, p) <= limit)
        return at_most(k, n, p) + at_least(other, n, p)
    other = _first(0, mode, lambda j: log_pmf(j, n, p) > limit)
    return at_least(k, n, p) + at_most(other - 1, n, p)


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the first of low, ..., high - 1 from which on a condition holds."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _stirling_error(n: int) -> float:
    """Return log n! less Stirling's formula for it."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - _HALF_LOG_2_PI
    x = 1 / (n * n)
    series = 1 / 12 - x * (1 / 360 - x * (1 / 1260 - x * (1 / 1680 - x / 1188)))
    return series / n


def _deviance(k: int, mean: float) -> float:
    """Return k log(k / mean) + mean - k, which is next to 0 where they are close."""
    if mean == 0:  # of a probability so small that it underflows
        return math.inf
    if abs(k - mean) >= 0.1 * (k + mean):
        return k * math.log(k / mean) + mean - k
    v = (k - mean) / (k + mean)
    total, term, odd = (k - mean) * v, 2 * k * v, 1
    while True:
        term *= v * v
        odd += 2
        if total + term / odd == total:
            return total
        total += term / odd
