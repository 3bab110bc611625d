"""What functions of errors take: for type checkers, never loaded otherwise."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["GuptaVariant", "KendallVariant", "MeanLoss"]

# Whether spreads are compared as they are, or as shares of the means.
GuptaVariant: TypeAlias = Literal["2009", "2012"]
KendallVariant: TypeAlias = Literal["a", "b", "c"]
# Losses that are least, on average, of the mean.
MeanLoss: TypeAlias = Literal["squared", "poisson", "gamma"]
