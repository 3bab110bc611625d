"""Means over rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels.sort import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["weighted_mean"]


def weighted_mean(
    values: NDArray[np.float64], sample_weight: ArrayLike | None
) -> float:
    """Return the mean of the rows' values, compensated.

    Rows of weight zero do not count, whatever their value.
    """
    if sample_weight is None:
        return sum_f64(values) / len(values)
    weights = sample_weights(sample_weight, len(values))
    total = sum_f64(weights)
    mean = sum_products_f64(values, weights) / total
    if np.isfinite(mean):
        return mean
    counts = weights > 0
    return sum_products_f64(values[counts], weights[counts]) / total
