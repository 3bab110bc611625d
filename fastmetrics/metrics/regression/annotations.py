"""What functions of errors take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums

__all__ = [
    "MultiOutput",
    "Normalization",
    "ObservedNumbers",
    "PredictedNumbers",
    "VarianceOutput",
]

# The observed numbers, or the sums of both columns, which have None beside them.
ObservedNumbers: TypeAlias = ArrayLike | ErrorSums
PredictedNumbers: TypeAlias = ArrayLike | None
# How several outputs become one number.
MultiOutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
VarianceOutput: TypeAlias = (
    Literal["raw_values", "uniform_average", "variance_weighted"] | ArrayLike | None
)
# What an error is divided by.
Normalization: TypeAlias = Literal["mean", "range", "std", "iqr"]
