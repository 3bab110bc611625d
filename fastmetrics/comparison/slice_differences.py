"""How far apart the values of slices are: bounds that hold for all pairs together.

Each slice has its own bounds, at the level at which those of all differences hold
simultaneously; MOVER puts those of two slices together, whatever their shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

# Pairs of more slices are too many to hold.
MOST_SLICES = 1000
# Of more standard errors than this the level is 1 in floating point.
_MOST_ERRORS = 8.0
_HALVINGS = 36


@lru_cache(maxsize=64)  # the quantile takes longer than all else
def level_of_each(level: float, n_slices: int) -> float:
    """Return the level of each slice's bounds at which all differences hold together.

    Half the width is ``c`` standard errors, with ``c √2`` the quantile of the
    studentized range of so many slices; of two, ``c`` is the normal quantile.
    """
    from scipy import special, stats

    if n_slices == 2:
        return level
    quantile = stats.studentized_range.ppf(level, n_slices, np.inf)
    return float(2 * special.ndtr(quantile / math.sqrt(2)) - 1)


def difference_bounds(
    values: Floats, lows: Floats, highs: Floats
) -> tuple[float, float]:
    """Return bounds of the largest less the smallest value."""
    differences = values[:, None] - values
    below, above = (values - lows) ** 2, (highs - values) ** 2
    low = differences - np.sqrt(below[:, None] + above)
    high = differences + np.sqrt(above[:, None] + below)
    pairs = ~np.eye(len(values), dtype=bool)
    return max(0.0, float(low[pairs].max())), max(0.0, float(high[pairs].max()))


def ratio_bounds(values: Floats, lows: Floats, highs: Floats) -> tuple[float, float]:
    """Return bounds of the smallest by the largest value, none of them negative."""
    product = values[:, None] * values
    low = _ends(product, *_parts(values, lows, highs), -1.0)
    high = _ends(product, *_parts(values, highs, lows), 1.0)
    high[:, lows <= 0] = np.inf
    pairs = ~np.eye(len(values), dtype=bool)
    return max(0.0, float(low[pairs].min())), min(1.0, float(high[pairs].min()))


def _parts(values: Floats, above: Floats, below: Floats) -> tuple[Floats, Floats]:
    """Return what the bounds contribute, of the slice above the line and that below."""
    return above * (2 * values - above), below * (2 * values - below)


def _ends(product: Floats, above: Floats, below: Floats, sign: float) -> Floats:
    root = np.sqrt(np.maximum(product**2 - above[:, None] * below, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        if sign > 0:
            return (product + root) / below
        # The same as (product - root) / below, which cancels.
        found = above[:, None] / (product + root)
    return np.where(product + root > 0, found, 0.0)


def equality_test(
    lowest: Callable[[float], float], n_slices: int
) -> tuple[float, float, bool]:
    """Return the statistic and the p-value of the test that all slices are equal.

    The third says whether these are limits: no level in floating point is so high that
    the bound of the difference is 0.

    That is the least α at which the lower bound of the difference is above 0, and the
    quantile of the studentized range, or of two slices the normal one, that belongs to
    it. ``lowest(level)`` is that bound where each slice's bounds have this level; it
    falls as the level rises.
    """
    from scipy import special, stats

    inside, outside = 0.0, _MOST_ERRORS  # half widths in standard errors
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if lowest(2 * float(special.ndtr(middle)) - 1) > 0:
            inside = middle
        else:
            outside = middle
    at_limit = outside == _MOST_ERRORS
    if n_slices == 2:
        return inside, 2 * float(special.ndtr(-inside)), at_limit
    statistic = inside * math.sqrt(2)
    p = float(stats.studentized_range.sf(statistic, n_slices, np.inf))
    return statistic, p, at_limit
