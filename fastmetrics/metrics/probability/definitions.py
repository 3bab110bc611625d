"""The decorator for means over rows."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.definitions import as_public
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels.sums import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def row_mean(definition: Callable[..., NDArray[np.float64]]) -> Callable[..., Any]:
    """Make a public function of a mean; the definition returns the values of rows."""

    def function(
        *columns: Any, sample_weight: ArrayLike | None = None, **own: Any
    ) -> float:
        values = definition(*columns, sample_weight=sample_weight, **own)
        return _weighted_mean(values, sample_weight)

    common = signature(definition).replace(return_annotation="float")
    return as_public(function, definition, "sample_weight", common)


def _weighted_mean(
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
