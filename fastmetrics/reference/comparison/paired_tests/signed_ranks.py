"""Wilcoxon's signed-rank test: all choices of signs of the ranks."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.comparison.paired_tests.pairs import (
    PairedTest,
    between,
    differences,
    median,
    normal_pvalue,
    outermost,
    pvalue_by,
    sign_law,
)
from fastmetrics.reference.inputs import check_choice

HALF = Fraction(1, 2)


def mean_rank(size: float, sizes: Sequence[float]) -> Fraction:
    """Return the mean of the ranks that values of this size have among all."""
    below = sum(other < size for other in sizes)
    equal = sum(other == size for other in sizes)
    return Fraction(sum(range(below + 1, below + equal + 1)), equal)


def wilcoxon_signed_rank_test(
    x: Sequence[Any],
    y: Sequence[Any] | None = None,
    *,
    zero_method: str = "wilcox",
    method: str = "auto",
    correction: bool = False,
    decimals: int | None = None,
    alternative: str = "two-sided",
) -> PairedTest:
    """Sum the ranks of the differences above 0; "auto" is exact, of any number."""
    check_choice("zero_method", zero_method, ["wilcox", "pratt", "zsplit"])
    check_choice("method", method, ["auto", "exact", "asymptotic"])
    found = differences(x, y)
    if decimals is not None:
        found = [round(d, decimals) for d in found]
    ranked = [d for d in found if d != 0] if zero_method == "wilcox" else found
    sizes = [abs(d) for d in ranked]
    ranks = [(d, mean_rank(abs(d), sizes)) for d in ranked]
    halves = Fraction(0)
    if zero_method == "zsplit":
        halves = sum((rank for d, rank in ranks if d == 0), halves) / 2
    signed = [(d, rank) for d, rank in ranks if d != 0]
    above = sum((rank for d, rank in signed if d > 0), Fraction(0))
    if method == "asymptotic":
        p = asymptotic(above, [rank for _, rank in signed], correction, alternative)
    else:
        law = sign_law([rank for _, rank in signed])
        p = float(pvalue_by(law, above, alternative))
    averages = [
        float((Fraction(a) + Fraction(b)) / 2)
        for i, a in enumerate(found)
        for b in found[i:]
    ]
    untied = sign_law([Fraction(rank) for rank in range(1, len(found) + 1)])
    k = outermost(untied, Fraction(1, 40))
    return PairedTest(float(above + halves), p, median(averages), between(averages, k))


def asymptotic(
    above: Fraction, ranks: Sequence[Fraction], correction: bool, alternative: str
) -> float:
    """Return the p-value under a normal law: each rank r is r or 0, as likely."""
    away = above - sum(ranks, Fraction(0)) * HALF
    variance = sum((rank * rank for rank in ranks), Fraction(0)) / 4
    if variance == 0:
        return 1.0
    if correction:
        sign = (away > 0) - (away < 0)
        away -= {"two-sided": sign, "greater": 1, "less": -1}[alternative] * HALF
    return normal_pvalue(float(away) / math.sqrt(variance), alternative)
