"""The law of a sum of ranks whose signs are tossed: of Wilcoxon's W⁺.

Ranks are doubled, so that the mean ranks of ties are whole numbers too. How many of the
2ᵐ choices of signs give each sum is counted exactly, rank by rank; counts are floats,
whose relative error stays below 1e-13 as nothing is subtracted.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_TERMS", "SignedSums"]

# The number of choices of signs is a float.
MOST_TERMS = 1000


class SignedSums:
    """The law of the sum of those of some ranks that got a plus, all as likely.

    Parameters
    ----------
    doubled : ndarray of shape (m,)
        Twice the ranks, as whole numbers, of at most ``MOST_TERMS``.
    """

    def __init__(self, doubled: NDArray[np.int64]) -> None:
        ranks = np.sort(doubled)
        # Without ties all are even, and there are half as many sums.
        self._unit = 2 if len(ranks) and not (ranks & 1).any() else 1
        self._ranks: list[int] = (ranks // self._unit).tolist()
        self._total = sum(self._ranks)

    def lower_tail(self, doubled_sum: int) -> float:
        """Return P(2 W ≤ s)."""
        s = doubled_sum // self._unit
        if 2 * s >= self._total:  # the law is symmetric
            return 1 - self._below_middle(self._total - s - 1)
        return self._below_middle(s)

    def upper_tail(self, doubled_sum: int) -> float:
        """Return P(2 W ≥ s)."""
        s = -(-doubled_sum // self._unit)
        return self.lower_tail((self._total - s) * self._unit)

    def quantile(self, tail: float) -> int:
        """Return the largest doubled sum s with P(2 W < s) ≤ tail, for a tail < 1."""
        below = np.cumsum(self._counts(self._total)) * 0.5 ** len(self._ranks)
        # Of one place fewer there is the chance to be below this one.
        place = int(np.searchsorted(below, tail * (1 + 1e-12), side="right"))
        return min(place, self._total) * self._unit

    def _below_middle(self, s: int) -> float:
        if s < 0:
            return 0.0
        return math.ldexp(float(self._counts(s).sum()), -len(self._ranks))

    def _counts(self, top: int) -> NDArray[np.float64]:
        """Return how many choices of signs give each sum, for sums up to ``top``."""
        counts = np.zeros(top + 1)
        counts[0] = 1
        end = 1  # of the sums that there are so far
        for rank in self._ranks:
            if rank > top:
                break
            keep = min(end, top + 1 - rank)
            counts[rank : rank + keep] += counts[:keep].copy()
            end = min(end + rank, top + 1)
        return counts
