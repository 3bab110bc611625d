"""Chances of a correlation as far from 0, in rows whose columns are independent.

As SciPy 1.17 has them; its functions are loaded when first used.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastmetrics.metrics.regression.measuring.pairs import Counted

__all__ = [
    "beta_p",
    "kendall_p",
    "normal_p",
    "student_p",
]

# Up to so many rows without ties, or where so few pairs are in the rarer order, the
# law of Kendall's tau is counted out.
_FEW_ROWS, _FEW_PAIRS = 33, 1
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


def normal_p(z: float, alternative: str) -> float:
    """Return the p-value of what is standard normal."""
    return _p(z, alternative, lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))


def student_p(r: float, n: int, alternative: str) -> float:
    """Return the p-value of Spearman's rho, by Student's t of n - 2."""
    from scipy.special import stdtr

    if n < 3 or math.isnan(r):
        return math.nan
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


def kendall_p(counted: Counted, alternative: str) -> float:
    """Return the p-value of as many pairs in order as not.

    Counted out for few rows without ties, else by a normal law whose variance allows
    for ties. Neither column is constant.
    """
    concordant, discordant = counted.pairs[:2]
    n, true, pred = counted.total, counted.true, counted.pred
    untied = true.distinct == pred.distinct == n
    if untied and (n <= _FEW_ROWS or min(concordant, discordant) <= _FEW_PAIRS):
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
    return normal_p((concordant - discordant) / math.sqrt(variance), alternative)


def _exact_p(concordant: int, discordant: int, n: int, alternative: str) -> float:
    """Return the p-value among all orders of n rows, each as likely as any other."""
    if n > _LAST_FACTORIAL:
        tail = at = 0.0
    else:
        counts = _count_orders(n, min(concordant, discordant))
        whole = math.factorial(n)
        tail, at = sum(counts) / whole, counts[-1] / whole
    if alternative == "two-sided":
        return min(1.0, 2 * tail)
    expected = concordant >= discordant
    return tail if expected == (alternative == "greater") else min(1.0, 1 - tail + at)


def _count_orders(n: int, most: int) -> list[int]:
    """Return how many orders of n rows have 0, 1, ... ``most`` inversions."""
    counts = [1] + most * [0]
    for m in range(2, n + 1):
        # The m-th row is in the wrong order with 0 to m - 1 of those before.
        upto = list(accumulate(counts))
        counts = [
            total - (upto[k - m] if k >= m else 0) for k, total in enumerate(upto)
        ]
    return counts
