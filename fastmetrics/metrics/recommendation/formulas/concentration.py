"""How unequal counts are: the Gini index and the entropy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RECORDS", "entropy", "gini"]


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


_GROWS = (
    "it depends on how many users there are, whom resampling would count several times"
)

RECORDS = (
    Metric(
        "item_gini",
        "Gini index of items",
        greater_is_better=False,
        targets=("catalog",),
        reason=_GROWS,
    ),
    Metric(
        "distributional_coverage",
        "Distributional coverage",
        upper=INFINITY,
        targets=("lists",),
        reason=_GROWS,
    ),
)
