"""Numbers in the order of their predictions, and these made to be right on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.recalibration import pool_steps
from fastmetrics._common.sorting import sort_pairs
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.measuring.ranks import order_keys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = ["Recalibrated", "recalibrate"]


class Recalibrated(NamedTuple):
    """Rows of some weight, in descending order of what was predicted.

    ``after`` is what is predicted after isotonic regression of the observed numbers on
    the predictions, ``mean`` the mean of the observed ones.
    """

    true: NDArray[np.float64]
    pred: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    after: NDArray[np.float64]
    mean: float

    def mean_of(self, losses: NDArray[np.float64]) -> float:
        """Return the mean of what rows lose."""
        if self.weights is None:
            return sum_f64(losses) / len(losses)
        return sum_products_f64(self.weights, losses) / sum_f64(self.weights)


def recalibrate(pair: NumberPair, *, centred: bool) -> Recalibrated:
    """Recalibrate the predictions of a column.

    ``centred``: sums are of distances to the mean, so that a large mean takes no
    digits. Else they are of the numbers themselves, of which the smallest keep theirs.
    """
    keys = order_keys(pair)[1]
    keys, rows = sort_pairs(~keys, np.arange(pair.n, dtype=np.uint64))
    order = rows.view(np.int64)
    weights = None if pair.weights is None else pair.weights[order]
    if weights is not None and not weights.all():
        kept = weights > 0
        keys, order, weights = keys[kept], order[kept], weights[kept]
    true = pair.true[order].astype(np.float64, copy=False)
    pred = pair.pred[order].astype(np.float64, copy=False)
    if weights is None:
        mean = sum_f64(true) / len(true)
    else:
        mean = sum_products_f64(weights, true) / sum_f64(weights)
    origin = mean if centred else 0.0
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    ends = np.append(starts[1:], len(keys))
    sums = true - origin
    if weights is None:
        totals = (ends - starts).astype(np.float64)
    else:
        sums *= weights
        totals = np.add.reduceat(weights, starts)
    if len(starts) < len(keys):
        sums = np.add.reduceat(sums, starts)
    blocks = pool_steps(sums, totals)
    sizes = np.diff(ends[blocks.ends - 1], prepend=0)
    after = np.repeat(origin + blocks.means, sizes)
    return Recalibrated(true, pred, weights, after, mean)
