"""How far apart the quartiles of observed numbers are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _inputs
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["quartiles_apart"]


def quartiles_apart(
    y_true: Any, y_pred: Any, sample_weight: Any
) -> NDArray[np.float64]:
    """Return the interquartile range of each output."""
    if isinstance(y_true, ErrorSums):
        raise ValueError(
            "normalization='iqr' needs the rows: ErrorSums know no quartiles."
        )
    pair = _inputs.read_numbers(y_true, y_pred, sample_weight=sample_weight)
    pair.check_finite()
    weights = np.ones(pair.n) if pair.weights is None else pair.weights
    found = [_quartiles(true, weights) for true, _ in pair.columns()]
    return np.array([high - low for low, high in found])


def _quartiles(
    column: NDArray[Any], weights: NDArray[np.float64]
) -> tuple[float, float]:
    """Return both: the mean of the least and the largest number that could be it."""
    order = np.argsort(column, kind="stable")
    order = order[weights[order] > 0]
    values = column[order].astype(np.float64)
    below = np.cumsum(weights[order])
    found = []
    for share in (0.25, 0.75):
        wanted = share * below[-1]
        first = min(int(np.searchsorted(below, wanted)), len(values) - 1)
        last = min(int(np.searchsorted(below, wanted, "right")), len(values) - 1)
        found.append(0.5 * values[first] + 0.5 * values[last])
    return found[0], found[1]
