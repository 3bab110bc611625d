"""What the statistic of a test would be if nothing differed: its law under H₀.

SciPy's functions are loaded when first used.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "NullLaw",
    "binomial_law",
    "drawn_law",
    "extreme",
    "normal_law",
    "studentized_range_law",
    "table_law",
]

# Where densities are known, and how much of the law lies within.
PLACES = 401
_OUTSIDE, _OUTSIDE_ABOVE = 1e-4, 2e-3
# Chances of single outcomes are known for so many of them.
_MOST_OUTCOMES = 20_000
_EQUAL = 1e-9


class NullLaw(NamedTuple):
    """The law of a statistic if nothing differs.

    Attributes
    ----------
    at : ndarray
        Values of the statistic, ascending; of ``kind`` "drawn" those of replicates.
    heights : ndarray
        Densities or chances of these; of "drawn" empty.
    kind : {"density", "chances", "drawn"}
    extreme : {"upper", "away", "unlikely"}
        Which values a two-sided test takes for at least as extreme as another: greater
        ones, those as far from the ``centre``, or those that are no likelier.
    centre : float
        Of "away".
    statistic : float
        What is compared with the law; NaN: the statistic of the test itself.
    """

    at: NDArray[np.float64]
    heights: NDArray[np.float64]
    kind: Literal["density", "chances", "drawn"]
    extreme: Literal["upper", "away", "unlikely"] = "away"
    centre: float = 0.0
    statistic: float = math.nan


def table_law(law: Any, distribution: str) -> NullLaw:
    """Return a law of SciPy's that has a table, between its outermost quantiles."""
    if distribution in ("F", "chi2"):
        at = np.linspace(0.0, float(law.isf(_OUTSIDE_ABOVE)), PLACES)
        # Of one or two degrees of freedom the density at 0 is infinite.
        at[0] = at[1] / 100
        return NullLaw(at, law.pdf(at), "density", "upper")
    end = float(law.isf(_OUTSIDE))
    at = np.linspace(-end, end, PLACES)
    return NullLaw(at, law.pdf(at), "density")


def normal_law(mean: float, deviation: float) -> NullLaw:
    """Return a normal law."""
    z = np.linspace(-4.0, 4.0, PLACES)
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi) / (deviation or 1.0)
    return NullLaw(mean + z * deviation, density, "density", "away", mean)


def studentized_range_law(k: int) -> NullLaw:
    """Return the law of the range of k normal numbers."""
    from scipy import stats

    law = stats.studentized_range(k, np.inf)
    at = np.linspace(0.0, float(law.isf(_OUTSIDE)), 61)
    return NullLaw(at, law.pdf(at), "density", "upper")


def binomial_law(n: int, rate: float, of: int = 1) -> NullLaw:
    """Return the law of successes in n trials, divided by ``of``."""
    from scipy import stats

    mean, reach = n * rate, 8 * math.sqrt(n * rate * (1 - rate)) + 8
    low, high = max(0, math.floor(mean - reach)), min(n, math.ceil(mean + reach))
    is_long = high - low > _MOST_OUTCOMES
    if is_long:
        counts = np.unique(np.linspace(low, high, _MOST_OUTCOMES).round())
    else:
        counts = np.arange(low, high + 1, dtype=np.float64)
    chances = stats.binom.pmf(counts, n, rate)
    kind: Literal["density", "chances"] = "density" if is_long else "chances"
    if rate == 0.5:
        return NullLaw(counts / of, chances, kind, "away", mean / of)
    return NullLaw(counts / of, chances, kind, "unlikely")


def drawn_law(
    values: NDArray[Any], statistic: float = math.nan, *, only_upper: bool = False
) -> NullLaw:
    """Return the law that replicates of a statistic have, those that are defined."""
    values = np.asarray(values, np.float64)
    at = np.sort(values[np.isfinite(values)])
    side: Literal["upper", "away"] = "upper" if only_upper else "away"
    return NullLaw(at, np.empty(0), "drawn", side, 0.0, statistic)


def extreme(law: NullLaw, statistic: float, alternative: str) -> NDArray[np.bool_]:
    """Return which values are at least as extreme as the statistic."""
    slack = _EQUAL * max(1.0, abs(statistic)) if math.isfinite(statistic) else 0.0
    if law.extreme == "upper" or alternative == "greater":
        return law.at >= statistic - slack
    if alternative == "less":
        return law.at <= statistic + slack
    if law.extreme == "away":
        away = abs(statistic - law.centre)
        return np.asarray(np.abs(law.at - law.centre) >= away - slack)
    near = int(np.argmin(np.abs(law.at - statistic)))
    return np.asarray(law.heights <= law.heights[near] * (1 + _EQUAL))
