"""What functions of numbers take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["GuptaVariant", "KendallVariant", "MeanLoss", "Multioutput"]

# Whether spreads are compared as they are, or as shares of the means.
GuptaVariant: TypeAlias = Literal["2009", "2012"]
KendallVariant: TypeAlias = Literal["a", "b", "c"]
# Losses that are least, on average, of the mean.
MeanLoss: TypeAlias = Literal["squared", "poisson", "gamma"]
# What is made of several outputs' values; numbers are their weights.
Multioutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
