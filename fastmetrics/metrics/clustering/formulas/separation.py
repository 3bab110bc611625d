"""How far apart clusters are, in units of their size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["dunn_index"]


def dunn_index(nearest: float, diameters: NDArray[Any]) -> float:
    """Return the smallest distance between clusters over the largest inside one.

    NaN if no cluster has points apart.
    """
    largest = float(diameters.max())
    return nearest / largest if largest > 0 else math.nan
