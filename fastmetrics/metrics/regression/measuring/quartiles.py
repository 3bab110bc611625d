"""How far apart the quartiles of observed numbers are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.regression.measuring.order import OBSERVED, pair_quantiles

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
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    low, high = pair_quantiles(pair, (0.25, 0.75), OBSERVED)
    with np.errstate(over="ignore"):
        return np.asarray(high - low)
