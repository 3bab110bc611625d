"""Quantiles of columns, and of the errors of one column against another, by selection.

The averaged inverse of the distribution function: the first value up to which lies the
level's share of the weight; if that is exactly its share, the mean of it and the next
value. What comes out depends on no number of threads.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.sorting import spread
from fastmetrics._kernels.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "ABSOLUTE_ERROR",
    "ERROR",
    "OBSERVED",
    "middle",
    "neighbours",
    "order_statistics",
    "quantile_of_sorted",
]

# Of what: the numbers of the kernel.
OBSERVED, ERROR, ABSOLUTE_ERROR = 0, 1, 2

_EPS = float(np.finfo(np.float64).eps)


def neighbours(
    what: int,
    true: NDArray[Any],
    pred: NDArray[Any] | None,
    weights: NDArray[np.float64] | None,
    levels: Sequence[float],
    check: Callable[[], object],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each level the two values whose mean its quantile is, or one twice.

    ``what``: of the column ``true`` itself, of ``pred - true``, or of the size of that.
    ``check`` is called if one of these is not finite.
    """
    if weights is None:
        n = len(true)
        wanted = np.array([_ranks(level, n) for level in levels], np.int64)
        wanted = wanted.reshape(-1, 2).T
        ranks, places = np.unique(wanted, return_inverse=True)
        values = _select(what, true, pred, None, ranks, check)[0]
        low, high = values[places.reshape(wanted.shape)]
        return low, high
    known, places = np.unique(levels, return_inverse=True)
    low, high = _select(what, true, pred, weights, known, check)
    return low[places], high[places]


def order_statistics(
    values: NDArray[np.float64], ranks: Sequence[int]
) -> NDArray[np.float64]:
    """Return values by their ranks, from 0 on; they may be infinite."""
    known, places = np.unique(ranks, return_inverse=True)
    found = _select(OBSERVED, values, None, None, known, lambda: None)[0]
    return found[places]


def quantile_of_sorted(
    values: NDArray[np.float64], weights: NDArray[np.float64], level: float
) -> float:
    """Return the quantile of values that ascend, each with a weight; NaN: no row.

    Weights are added up one after the other.
    """
    sums = np.cumsum(weights)
    total = float(sums[-1]) if len(sums) else 0.0
    if not total > 0.0:
        return math.nan
    target = level * total or math.ulp(0.0)
    at = min(int(np.searchsorted(sums, target)), len(sums) - 1)
    value = float(values[at])
    if sums[at] - target > _EPS * min(1.0, 2.0 ** math.frexp(total)[1]):
        return value
    after = int(np.searchsorted(sums, sums[at], side="right"))
    return middle(value, float(values[after]) if after < len(sums) else value)


def middle(a: float, b: float) -> float:
    """Return the mean of two values, which is in range even if their sum is not."""
    total = a + b
    return 0.5 * total if math.isfinite(total) else 0.5 * a + 0.5 * b


def _ranks(level: float, n: int) -> tuple[int, int]:
    """Return the ranks of the two values whose mean a quantile of n rows is."""
    target = level * n
    at = max(math.ceil(target) - 1, 0)
    return at, at + (at + 1 - target <= _EPS and at + 1 < n)


def _select(
    what: int,
    true: NDArray[Any],
    pred: NDArray[Any] | None,
    weights: NDArray[np.float64] | None,
    targets: NDArray[Any],
    check: Callable[[], object],
) -> NDArray[np.float64]:
    """Return two values for each target, in ascending order; by rank the same twice."""
    job = Selection(true, pred, what, weights, targets.astype(np.float64))
    each = spread(len(true))
    while job.plan():
        each(job.look, range(job.n_pieces))
        if not job.finite:  # or it is an error beyond the largest number
            check()
        job.settle()
    return job.values
