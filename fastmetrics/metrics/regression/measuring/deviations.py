"""Deviations of two columns from their means, and the products of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels.errors import OF_PREDICTIONS, OF_TRUTH
from fastmetrics.metrics.regression.formulas.correlations import Products, products_of
from fastmetrics.metrics.regression.measuring.error_rows import totals_of_rows
from fastmetrics.metrics.regression.measuring.ordered_rows import read_columns

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = ["multiply_deviations", "pearson_values"]

_GROUPS = OF_TRUTH | OF_PREDICTIONS
# A column without a row is constant if of its squares no more than this is left.
_ROUNDING = 1e-14


def multiply_deviations(pair: NumberPair) -> Products:
    """Add up products of deviations; numbers that are not finite raise."""
    return products_of(totals_of_rows(pair, _GROUPS))


def pearson_values(
    y_true: Any, y_pred: Any, *, sample_weight: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Return the pseudo-values of `pearson_r`; with weights their limit."""
    pair = read_columns(y_true, y_pred, sample_weight)
    n = pair.n
    totals = totals_of_rows(pair, _GROUPS)
    whole = products_of(totals)
    if not whole.true or not whole.pred:
        return np.full(n, np.nan)
    a = _deviations(pair.true, totals, 0, "t")
    b = _deviations(pair.pred, totals, 1, "q")
    with np.errstate(over="ignore", invalid="ignore"):  # of rows of weight 0
        own = Products(a * b, a * a, b * b)
        if pair.weights is not None:
            return whole.limits(own, float(totals.weight[0]))
    # Without a row the means move, too, towards the others: by a share of 1/(n - 1).
    times = n / (n - 1)
    left = Products(
        whole.both - times * own.both,
        *(
            np.where(rest > _ROUNDING * total, rest, 0.0)
            for total, rest in (
                (whole.true, whole.true - times * own.true),
                (whole.pred, whole.pred - times * own.pred),
            )
        ),
    )
    found: NDArray[np.float64] = n * whole.correlation() - (n - 1) * left.correlations()
    return found


def _deviations(
    numbers: NDArray[np.generic], of: ErrorTotals, which: int, name: str
) -> NDArray[np.float64]:
    """Return the deviations of a column from its mean, scaled as in the sums."""
    values = numbers.astype(np.float64)
    if of.scales is not None:
        values *= of.scales[which]
    if of.origins is not None:
        values -= of.origins[which]
    found: NDArray[np.float64] = values - of.sums[name] / of.weight
    return found
