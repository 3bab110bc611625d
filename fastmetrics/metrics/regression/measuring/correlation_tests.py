"""Chances of a correlation as far from 0, in rows whose columns are independent.

Exact for few rows, otherwise as SciPy has them, whose functions are loaded when first
used.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics.metrics.regression.measuring import pairings

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.measuring.pairs import Counted

__all__ = [
    "beta_p",
    "kendall_p",
    "spearman_p",
]

# If no more pairs are in the rarer order, the distribution of Kendall's tau is counted
# out for any number of rows without ties.
_FEW_PAIRS = 1
# The largest number whose factorial is in the range of a float.
_LAST_FACTORIAL = 170


def _p(statistic: float, alternative: str, below: Callable[[float], float]) -> float:
    """Return a p-value by the chance of being below, of a law symmetric about 0."""
    if math.isnan(statistic):
        return math.nan
    if alternative == "less":
        return below(statistic)
    if alternative == "greater":
        return below(-statistic)
    return 2.0 * below(-abs(statistic))


def _normal_p(z: float, alternative: str) -> float:
    """Return the p-value of what is standard normal."""
    return _p(z, alternative, lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))


def spearman_p(r: float, pair: NumberPair, alternative: str) -> float:
    """Return the p-value of Spearman's rho: of permutations, or by Student's t."""
    from scipy.special import stdtr

    n = pair.n
    if n <= pairings.MOST_ROWS:
        return pairings.ranks_p(pair, alternative)
    rest = (1.0 + r) * (1.0 - r)
    t = r * math.sqrt((n - 2) / rest) if rest > 0 else math.copysign(math.inf, r)
    return _p(t, alternative, lambda x: float(stdtr(n - 2, x)))


def beta_p(r: float, n: int, alternative: str) -> float:
    """Return the p-value of Pearson's r of normal columns: a beta law on (-1, 1)."""
    from scipy.special import betainc

    if math.isnan(r):
        return math.nan
    if n == 2:  # r can be 1 or -1 only
        return 1.0
    shape = n / 2 - 1
    return _p(r, alternative, lambda x: float(betainc(shape, shape, (x + 1) / 2)))


def kendall_p(counted: Counted, pair: NumberPair, alternative: str) -> float:
    """Return the p-value of concordant minus discordant pairs of rows.

    Of permutations for few rows, otherwise by a normal distribution whose variance
    allows for ties. Neither column is constant.
    """
    concordant, discordant = counted.pairs[:2]
    n, true, pred = counted.total, counted.true, counted.pred
    if n <= pairings.MOST_ROWS:
        return pairings.concordance_p(pair, alternative)
    untied = true.distinct == pred.distinct == n
    if untied and min(concordant, discordant) <= _FEW_PAIRS:
        return _exact_p(concordant, discordant, n, alternative)
    pairs = n * (n - 1)
    # Sums over groups of t tied rows: t(t - 1), t(t - 1)(t - 2), t(t - 1)(2t + 5).
    twos = [each.squares - n for each in (true, pred)]
    threes = [each.cubes - 3 * each.squares + 2 * n for each in (true, pred)]
    fives = [2 * each.cubes + 3 * each.squares - 5 * n for each in (true, pred)]
    variance = (
        (pairs * (2 * n + 5) - sum(fives)) / 18
        + twos[0] * twos[1] / (2 * pairs)
        + threes[0] * threes[1] / (9 * pairs * (n - 2))
    )
    return _normal_p((concordant - discordant) / math.sqrt(variance), alternative)


def _exact_p(concordant: int, discordant: int, n: int, alternative: str) -> float:
    """Return the p-value among all orders of n rows, each as likely as any other."""
    if n > _LAST_FACTORIAL:
        tail = at = 0.0
    else:
        counts = pairings.count_orders(n, min(concordant, discordant))
        whole = math.factorial(n)
        tail, at = sum(counts) / whole, counts[-1] / whole
    if alternative == "two-sided":
        return min(1.0, 2 * tail)
    expected = concordant >= discordant
    return tail if expected == (alternative == "greater") else min(1.0, 1 - tail + at)
