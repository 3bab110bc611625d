"""Quantiles of observed numbers and of errors, by selection."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.sorting import spread
from fastmetrics._kernels.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = [
    "ABSOLUTE_ERROR",
    "ERROR",
    "OBSERVED",
    "interquartile_range",
    "order_statistics",
    "pair_quantiles",
    "quantile_of_sorted",
]

# Of what: the numbers of the kernel.
OBSERVED, ERROR, ABSOLUTE_ERROR = 0, 1, 2

_EPS = float(np.finfo(np.float64).eps)


def pair_quantiles(
    pair: NumberPair, levels: Sequence[float], what: int, *, squared: bool = False
) -> NDArray[np.float64]:
    """Return quantiles of each output, (levels, outputs).

    The averaged inverse of the distribution function: the first value up to which lies
    the level's share of the weight; if that is exactly its share, the mean of it and
    the next value.

    ``squared``: of the squares of values that are not negative, which keep their order.
    """
    found = np.empty((len(levels), pair.k))
    for j, (true, pred) in enumerate(pair.columns()):
        own = None if what == OBSERVED else pred
        low, high = _neighbours(pair, true, own, levels, what)
        if squared:
            with np.errstate(over="ignore"):
                low, high = low * low, high * high
        found[:, j] = _middle(low, high)
    return found


def interquartile_range(pair: NumberPair) -> NDArray[np.float64]:
    """Return the distance of the quartiles of each output's observed numbers."""
    low, high = pair_quantiles(pair, (0.25, 0.75), OBSERVED)
    with np.errstate(over="ignore"):
        return np.asarray(high - low)


def order_statistics(
    pair: NumberPair, ranks: Sequence[int], what: int
) -> NDArray[np.float64]:
    """Return values of a single output without weights by their ranks, from 0 on."""
    ((true, pred),) = pair.columns()
    own = None if what == OBSERVED else pred
    known = sorted({*ranks})
    values = _select(pair, true, own, what, known)[0]
    return values[np.searchsorted(known, ranks)]


def quantile_of_sorted(
    values: NDArray[np.float64], weights: NDArray[np.float64], level: float
) -> float:
    """Return the same quantile of values that ascend, all with a weight; NaN: no row.

    The weights are added up one after the other.
    """
    sums = np.cumsum(weights)
    total = float(sums[-1]) if len(sums) else 0.0
    if not total > 0.0:
        return math.nan
    target = level * total or math.nextafter(0.0, 1.0)
    at = min(int(np.searchsorted(sums, target)), len(sums) - 1)
    value = float(values[at])
    if sums[at] - target > _EPS * min(1.0, 2.0 ** math.frexp(total)[1]):
        return value
    after = int(np.searchsorted(sums, sums[at], side="right"))
    return float(_middle(value, values[min(after, len(sums) - 1)]))


def _neighbours(
    pair: NumberPair, true: Any, pred: Any, levels: Sequence[float], what: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each level the two values whose mean the quantile is, or one twice."""
    known: Any
    places: Any
    if pair.weights is None:
        wanted = [_ranks(level, pair.n) for level in levels]
        known = sorted({rank for both in wanted for rank in both})
        places = np.searchsorted(known, np.transpose(wanted))
        low, high = _select(pair, true, pred, what, known)[0][places]
        return low, high
    known, places = np.unique(levels, return_inverse=True)
    low, high = _select(pair, true, pred, what, known)
    return low[places], high[places]


def _ranks(level: float, n: int) -> tuple[int, int]:
    """Return the ranks of the two values whose mean a quantile of n rows is."""
    target = level * n
    at = max(math.ceil(target) - 1, 0)
    next_too = at + 1 - target <= _EPS and at + 1 < n
    return at, at + next_too


def _select(
    pair: NumberPair, true: Any, pred: Any, what: int, targets: Any
) -> NDArray[np.float64]:
    """Return what is selected, having raised if a number is not finite.

    Two values for each target: by rank the same twice.
    """
    job = Selection(true, pred, what, pair.weights, np.asarray(targets, np.float64))
    each = spread(pair.n)
    while job.plan():
        each(job.look, range(job.n_pieces))
        if not job.finite:  # or it is an error beyond the largest number
            pair.check_finite()
        job.settle()
    return job.values


def _middle(a: Any, b: Any) -> Any:
    """Return the mean of two values, which is in range even if their sum is not."""
    with np.errstate(over="ignore"):
        total = np.asarray(a + b)
    return np.where(np.isfinite(total), 0.5 * total, 0.5 * a + 0.5 * b)
