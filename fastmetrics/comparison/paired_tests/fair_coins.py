"""Heads of fair coins: wins, where neither of two is better."""

from __future__ import annotations

from fastmetrics._common import binomial

__all__ = ["critical_heads"]


def critical_heads(
    tosses: int, alternative: str, mid: bool, alpha: float
) -> float | tuple[float, float]:
    """Return the number that heads must exceed; two where both tails count.

    Nothing exceeds ``tosses``, and nothing is below 0: then there is no rejection.
    """
    low, high = binomial.critical_counts(tosses, 0.5, alternative, alpha, mid)
    if alternative == "two-sided":
        return float(low), float(high)
    return float(high if alternative == "greater" else low)
