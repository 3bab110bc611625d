"""How far apart the values of slices are: bounds that hold for all pairs together.

Each slice has its own bounds, at the level at which those of all differences hold
simultaneously; MOVER puts those of two slices together, whatever their shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    # Values, their lower and their upper bounds.
    Bounded: TypeAlias = tuple[Floats, Floats, Floats]

Between = Literal["between_groups", "to_overall"]
# Pairs of more slices are too many to hold.
MOST_SLICES = 1000
# Of more standard errors than this the level is 1 in floating point.
_MOST_ERRORS = 8.0
_HALVINGS = 36


class Spread(NamedTuple):
    """How far the values of slices are apart; NaN where none has one.

    ``overall`` is the value of all rows. Slices without a value are left out.
    """

    values: Floats
    overall: float

    def difference(self, method: str) -> float:
        """Return the largest less the smallest value, or the largest distance.

        With "to_overall" it is the distance from the value of all rows.
        """
        values = self._known
        if not len(values):
            return math.nan
        if method == "between_groups":
            return float(values.max() - values.min())
        return float(np.abs(values - self.overall).max())

    def ratio(self, method: str) -> float:
        """Return the smallest by the largest value; NaN if one is negative.

        With "to_overall" the smallest ratio, at most 1, of a value to that of all rows.
        """
        values = self._known
        if not len(values) or (values < 0).any() or self.overall < 0:
            return math.nan
        with np.errstate(divide="ignore", invalid="ignore"):
            if method == "between_groups":
                return float(values.min() / values.max())
            ratios = values / self.overall
            return float(np.minimum(ratios, 1 / ratios).min())

    @property
    def _known(self) -> Floats:
        return self.values[~np.isnan(self.values)]


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
    values: Floats,
    lows: Floats,
    highs: Floats,
    *,
    correlations: Floats | None = None,
    cut: bool = True,
) -> tuple[float, float]:
    """Return bounds of the largest less the smallest value.

    ``correlations`` are those of the values' errors; None: 0. ``cut``: at 0, beyond
    which no such difference is.
    """
    every = (values, lows, highs)
    columns: Any = tuple(column[:, None] for column in every)
    low, high = pairwise_bounds(columns, every, correlations)
    pairs = ~np.eye(len(values), dtype=bool)
    least = 0.0 if cut else -math.inf
    return max(least, float(low[pairs].max())), max(least, float(high[pairs].max()))


def ratio_bounds(
    values: Floats,
    lows: Floats,
    highs: Floats,
    *,
    correlations: Floats | None = None,
    cut: bool = True,
) -> tuple[float, float]:
    """Return bounds of the smallest by the largest value, none of them negative.

    ``correlations`` as above. ``cut``: at 1, beyond which no such ratio is.
    """
    product = values[:, None] * values
    first = second = product
    if correlations is not None:
        lower, upper = values - lows, highs - values
        first = product - correlations * lower[:, None] * upper
        second = product - correlations * upper[:, None] * lower
    below, above = _part(values, lows), _part(values, highs)
    low = _ends(first, below[:, None], above, -1.0)
    high = _ends(second, above[:, None], below, 1.0)
    high[:, lows <= 0] = np.inf
    pairs = ~np.eye(len(values), dtype=bool)
    most = 1.0 if cut else math.inf
    return max(0.0, float(low[pairs].min())), min(most, float(high[pairs].min()))


def _part(values: Floats, bounds: Floats) -> Floats:
    """Return what a bound contributes to that of a ratio."""
    return bounds * (2 * values - bounds)


def _ends(product: Floats, above: Floats, below: Floats, sign: float) -> Floats:
    root = np.sqrt(np.maximum(product**2 - above * below, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        if sign > 0:
            return (product + root) / below
        # The same as (product - root) / below, which cancels.
        bound = above / (product + root)
    return np.where(product + root > 0, bound, 0.0)


def level_of_each_difference(level: float, n: int) -> float:
    """Return the level of each of so many intervals that hold together (Šidák)."""
    return level ** (1 / max(1, n))


def pairwise_bounds(
    first: Bounded, second: Bounded, correlations: Floats | None = None
) -> tuple[Floats, Floats]:
    """Return bounds of first less second by MOVER, one by one (Zou 2007)."""
    difference = first[0] - second[0]
    a, b = first[0] - first[1], second[2] - second[0]
    c, d = first[2] - first[0], second[0] - second[1]
    r = 0.0 if correlations is None else correlations
    low = np.sqrt(np.maximum(a**2 + b**2 - 2 * r * a * b, 0.0))
    high = np.sqrt(np.maximum(c**2 + d**2 - 2 * r * c * d, 0.0))
    return difference - low, difference + high


def chi_square(values: Floats, errors: Floats) -> float:
    """Return Cochran's Q: how far values are from their mean, in standard errors."""
    weights = 1 / errors**2
    mean = float(weights @ values / weights.sum())
    return float(weights @ (values - mean) ** 2)


def shrunken(values: Floats, errors: Floats, level: float) -> list[Floats]:
    """Return values drawn towards their common mean, and bounds (empirical Bayes).

    True values are taken as normal around a mean, with the variance τ² at which Q is
    its number of degrees of freedom (Paule and Mandel 1982). Bounds are Morris's
    (1983), which count that the mean and τ² are estimates.
    """
    from scipy import optimize, special

    n = len(values)

    def excess(between: float) -> float:
        return chi_square(values, np.sqrt(errors**2 + between)) - (n - 1)

    between, most = 0.0, float(np.ptp(values)) ** 2
    if most > 0 and excess(0.0) > 0:
        while excess(most) > 0:
            most *= 4
        between = float(optimize.brentq(excess, 0.0, most))
    within = errors**2
    weights = 1 / (within + between)
    mean = float(weights @ values / weights.sum())
    # With an estimate of τ², the share that is taken off is somewhat too large.
    share = within / (within + between) * (n - 3) / (n - 1)
    shrunken_values = mean + (1 - share) * (values - mean)
    each = weights / weights.sum()
    variance = within * (1 - (1 - each) * share)
    average = float((weights * within).sum() / weights.sum()) + between
    variance += (
        2 / (n - 3) * share**2 * average / (within + between) * (values - mean) ** 2
    )
    half = float(special.ndtri((1 + level) / 2)) * np.sqrt(variance)
    return [shrunken_values, shrunken_values - half, shrunken_values + half]


def difference_to_overall_bounds(
    each: Bounded, rest: Bounded, shares: Floats, *, cut: bool = True
) -> tuple[float, float]:
    """Return bounds of the largest distance of a slice's value from that of all rows.

    ``rest`` are values and bounds of all other rows of each slice. All rows are a slice
    and its rest, so the distance is that of these two, times the rest's share.
    """
    low, high = pairwise_bounds(each, rest)
    scale = 1 - shares
    inner = float((scale * np.maximum(low, -high)).max())
    outer = scale * np.maximum(np.abs(low), np.abs(high))
    return max(inner, 0.0) if cut else inner, float(outer.max())


def ratio_to_overall_bounds(
    each: Bounded, rest: Bounded, shares: Floats, *, cut: bool = True
) -> tuple[float, float]:
    """Return bounds of the smallest ratio, at most 1, to the value of all rows."""
    product = each[0] * rest[0]
    low = _ends(product, _part(each[0], each[1]), _part(rest[0], rest[2]), -1.0)
    high = _ends(product, _part(each[0], each[2]), _part(rest[0], rest[1]), 1.0)
    high = np.where(rest[1] <= 0, np.inf, high)
    with np.errstate(divide="ignore", invalid="ignore"):
        # From the ratio to the rest to the ratio to all rows.
        lows, highs = (1 / (shares + (1 - shares) / bound) for bound in (low, high))
        inverse = 1 / highs
        inside = (lows <= 1) & (highs >= 1)
        at_one = 1.0 if cut else np.maximum(highs, 1 / lows)
        nearest = np.where(inside, at_one, np.where(highs < 1, highs, 1 / lows))
    return float(np.minimum(lows, inverse).min()), float(nearest.min())


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
