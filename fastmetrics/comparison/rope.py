"""Where a difference lies: below, in or above a region of practical equivalence."""

from __future__ import annotations

import math
from typing import NamedTuple

from fastmetrics._common.options import number

__all__ = ["RopeProbabilities", "check_rope"]


class RopeProbabilities(NamedTuple):
    """How probable it is that a difference A - B lies where, the three adding up to 1.

    Attributes
    ----------
    p_less : float
        That it lies below the region: A is practically smaller.
    p_rope : float
        That it lies in it: they are practically equivalent.
    p_greater : float
        That it lies above: A is practically greater.
    """

    p_less: float
    p_rope: float
    p_greater: float


def check_rope(rope: float) -> float:
    """Return the half-width of a region of practical equivalence."""
    width = number(rope, "rope")
    if not 0 <= width < math.inf:
        raise ValueError(f"rope must be finite and not negative, got {rope!r}.")
    return width
