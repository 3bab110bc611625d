"""Confidence intervals of quantiles from order statistics."""

import math
from collections.abc import Sequence
from fractions import Fraction

from fastmetrics.reference.intervals import Bounds

__all__ = ["order_statistics_interval"]


def order_statistics_interval(
    values: Sequence[float], level: float = 0.5, confidence_level: float = 0.95
) -> Bounds:
    """Return bounds of the quantile of a level; NaN for one that does not exist.

    T. P. Hettmansperger and S. J. Sheather (1986), and for quantiles other than the
    median J. Nyblom (1992).
    """
    q, tail = Fraction(level), (1 - Fraction(confidence_level)) / 2
    ordered = sorted(values)
    low = _lower(ordered, q, tail)
    high = _lower([-value for value in reversed(ordered)], 1 - q, tail)
    return low, -high


def _lower(ordered: Sequence[float], q: Fraction, tail: Fraction) -> float:
    """Return the lower bound; x₍₁₎ ≤ x₍₂₎ ≤ … are the values."""
    n = len(ordered)
    # P(B < d) of a binomial B, for d = 0, 1, …, n + 1.
    below = [Fraction(0)]
    for k in range(n + 1):
        below.append(below[-1] + math.comb(n, k) * q**k * (1 - q) ** (n - k))
    d = max(d for d in range(n + 1) if below[d] <= tail)
    if d == 0:
        return math.nan
    if d == n or below[d] == tail:
        return ordered[d - 1]
    over, short = below[d + 1] - tail, tail - below[d]
    share = 1 / (1 + d * (1 - q) * over / ((n - d) * q * short))
    return float((1 - share) * ordered[d - 1] + share * Fraction(ordered[d]))
