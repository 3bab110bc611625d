"""How much lists of two users have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.references import Module
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RECORDS", "mean_of_equal", "mean_overlap"]


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


_VALUES = Module("fastmetrics.metrics.recommendation.measuring.user_values")

RECORDS = (
    Metric(
        "inter_user_diversity",
        "Diversity between users",
        targets=("lists",),
        interval="jackknife",
        how=PseudoValues(_VALUES.overlap_pseudo_values),
        aliases=("personalization",),
    ),
    Metric(
        "intra_list_similarity",
        "Similarity inside lists",
        lower=-1.0,
        greater_is_better=False,
        targets=("features",),
        interval="skew-t",
        how=RowMean(_VALUES.similarities),
        aliases=("ils",),
        in_report=False,
    ),
    Metric(
        "intra_list_diversity",
        "Diversity inside lists",
        upper=INFINITY,
        targets=("features",),
        interval="skew-t",
        how=RowMean(_VALUES.diversities),
        aliases=("ild",),
    ),
)
