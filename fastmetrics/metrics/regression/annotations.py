"""What functions of numbers take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["Crossing", "KendallVariant", "Levels", "Multioutput"]

KendallVariant: TypeAlias = Literal["a", "b", "c"]
# What is done about quantiles of a row that are not in the order of their levels.
Crossing: TypeAlias = Literal["allow", "sort", "raise"]
# The level of each column of quantiles, or a single one.
Levels: TypeAlias = ArrayLike
# What is made of several outputs' values; numbers are their weights.
Multioutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
