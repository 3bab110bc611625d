"""What functions of errors take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["KendallVariant", "Multioutput"]

KendallVariant: TypeAlias = Literal["a", "b", "c"]

# What is made of several outputs' values; numbers are their weights.
Multioutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
