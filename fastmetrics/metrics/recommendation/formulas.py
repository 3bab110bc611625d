"""Formulas on counts of items: how unequal they are, and what lists have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def gini(counts: NDArray[np.int64], n: int) -> float:
    """Return the Gini index of n counts, of which those that are not 0 are given."""
    x = np.sort(counts)
    place = np.arange(n - len(x) + 1, n + 1, dtype=np.float64)
    return float(np.sum((2 * place - n - 1) * x)) / (n * float(x.sum()))


def entropy(counts: NDArray[np.int64]) -> float:
    """Return the entropy of the shares of counts above 0, in nats."""
    total = float(counts.sum())
    x = counts.astype(np.float64)
    # Of one item alone rounding may be below 0.
    return max(float(np.sum(x * (np.log(total) - np.log(x)))) / total, 0.0)


def mean_overlap(
    roots: NDArray[np.float64], shares: NDArray[np.float64], n: int
) -> float:
    """Return the mean over pairs of n lists of |A∩B| / √(|A|·|B|).

    ``roots`` and ``shares`` are of each item the sums of 1/√k and of 1/k over the lists
    that have it: (Σ 1/√k)² - Σ 1/k is twice the sum over pairs of these lists.
    """
    of_items = np.maximum(roots * roots - shares, 0.0)  # of one list it is 0
    return min(float(np.sum(of_items)) / (n * (n - 1)), 1.0)


def mean_of_equal(counts: NDArray[np.int64], k: int, n: int) -> float:
    """Return the same of n lists that are all of length k, from whole numbers."""
    pairs = float(np.sum(counts.astype(np.float64) * (counts - 1)))
    return pairs / (float(k) * n * (n - 1))
