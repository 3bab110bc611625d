"""What functions of numbers take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias

from numpy.typing import ArrayLike, NDArray

from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums


class HasArray(Protocol):
    """An array, or what NumPy makes one of: a column of pandas or Polars."""

    def __array__(self) -> NDArray[Any]: ...


# What is done about quantiles of a row that are not in the order of their levels.
Crossing: TypeAlias = Literal["allow", "sort", "raise"]
# Whether spreads are compared as they are, or as shares of the means.
GuptaVariant: TypeAlias = Literal["2009", "2012"]
KendallVariant: TypeAlias = Literal["a", "b", "c"]
# The level of each column of quantiles, or a single one.
Levels: TypeAlias = ArrayLike
# Losses that are least, on average, of the mean.
MeanLoss: TypeAlias = Literal["squared", "poisson", "gamma"]
# How several outputs become one number; numbers are their weights.
MultiOutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
VarianceOutput: TypeAlias = (
    Literal["raw_values", "uniform_average", "variance_weighted"] | ArrayLike | None
)
# A value for each; and what makes one of them, where a word is not any array-like.
EachOutput: TypeAlias = Literal["raw_values"]
OneOutput: TypeAlias = Literal["uniform_average"] | Sequence[float] | HasArray
OneVariance: TypeAlias = OneOutput | Literal["variance_weighted"] | None
# What an error is divided by.
Normalization: TypeAlias = Literal["mean", "range", "std", "iqr"]
# The observed numbers, or the sums of both columns, which have None beside them.
ObservedNumbers: TypeAlias = ArrayLike | ErrorSums
PredictedNumbers: TypeAlias = ArrayLike | None
