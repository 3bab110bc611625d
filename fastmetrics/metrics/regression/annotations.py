"""What functions of numbers take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

__all__ = ["Multioutput"]

# What is made of several outputs' values; numbers are their weights.
Multioutput: TypeAlias = Literal["raw_values", "uniform_average"] | ArrayLike
