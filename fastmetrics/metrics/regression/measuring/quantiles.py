"""Quantiles of observed numbers and of errors, and the rows that they are quantiles of.

Of an order statistic the row values are no terms of a mean: the metric is a quantile of
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.selecting import (
    ABSOLUTE_ERROR,
    ERROR,
    OBSERVED,
    middle,
    neighbours,
)
from fastmetrics._inputs.number_pairs import read_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.annotations import MultiOutput

__all__ = [
    "ABSOLUTE_ERROR",
    "ERROR",
    "OBSERVED",
    "pair_quantiles",
    "row_errors",
]


def pair_quantiles(
    pair: NumberPair, levels: Sequence[float], what: int, *, squared: bool = False
) -> NDArray[np.float64]:
    """Return quantiles of each output, (levels, outputs).

    ``squared``: of the squares of values that are not negative, which keep their order.
    """
    found = np.empty((len(levels), pair.k))
    for j, (true, pred) in enumerate(pair.columns()):
        own = None if what == OBSERVED else pred
        low, high = neighbours(what, true, own, pair.weights, levels, pair.check_finite)
        if squared:
            with np.errstate(over="ignore"):
                low, high = low * low, high * high
        means = map(middle, low.tolist(), high.tolist())
        found[:, j] = [*means]
    return found


# --- what rows have that a metric is a quantile of


def row_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    absolute: bool = True,
    squared: bool = False,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the error of each row of a single output, its size or its square."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    if not pair.is_column:
        raise ValueError(
            f"An average over {pair.k} outputs is no quantile of what rows have."
        )
    pair.check_finite()
    with np.errstate(over="ignore"):
        found = np.asarray(pair.pred, np.float64) - np.asarray(pair.true, np.float64)
        if squared:
            return np.square(found)
    return np.asarray(np.abs(found) if absolute else found)
