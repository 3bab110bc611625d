"""How heavy the tails of errors are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs import as_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["kurtosis_of_errors"]


def kurtosis_of_errors(
    y_true: Any, y_pred: Any, weights: NDArray[np.float64] | None = None
) -> float:
    """Return the mean of (e - ē)⁴ over σ⁴, 3 for a normal law; of outputs the largest.

    0 where no output has errors that differ, or squares leave the range.
    """
    true = as_array(y_true, "y_true").astype(np.float64)
    errors = as_array(y_pred, "y_pred").astype(np.float64) - true
    with np.errstate(all="ignore"):
        errors -= np.average(errors, axis=0, weights=weights)
        squares = np.square(errors, out=errors)
        second = np.average(squares, axis=0, weights=weights)
        squares /= second
        fourth = np.average(np.square(squares), axis=0, weights=weights)
    return float(np.max(np.nan_to_num(fourth, nan=0.0, posinf=0.0)))
