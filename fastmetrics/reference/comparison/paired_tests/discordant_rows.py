"""McNemar's test: rows that exactly one model got right are tosses of a coin."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.paired_tests.pairs import (
    coin_law,
    normal_pvalue,
    pvalue_by,
    right,
)
from fastmetrics.reference.inputs import check_choice

ALTERNATIVES = ["two-sided", "greater", "less"]


class McnemarTest(NamedTuple):
    """What the test found; `interval` is that of the estimate at 95 %."""

    statistic: float
    pvalue: float
    estimate: float
    interval: tuple[float, float]
    odds_ratio: float


def mcnemar_table(
    y_true: Sequence[Any], y_pred_a: Sequence[Any], y_pred_b: Sequence[Any]
) -> list[list[int]]:
    """Count rows: [[both right, only A], [only B, both wrong]]."""
    rows = list(zip(right(y_true, y_pred_a), right(y_true, y_pred_b), strict=True))
    return [
        [rows.count((True, True)), rows.count((True, False))],
        [rows.count((False, True)), rows.count((False, False))],
    ]


def mcnemar_test(
    y_true: Sequence[Any],
    y_pred_a: Sequence[Any] | None = None,
    y_pred_b: Sequence[Any] | None = None,
    *,
    method: str = "exact",
    alternative: str = "two-sided",
) -> McnemarTest:
    """Test by the table of the two models."""
    if y_pred_a is None or y_pred_b is None:
        raise TypeError("the labels of both models must be given")
    table = mcnemar_table(y_true, y_pred_a, y_pred_b)
    return mcnemar_test_from_table(table, method=method, alternative=alternative)


def mcnemar_test_from_table(
    table: Sequence[Sequence[int]],
    *,
    method: str = "exact",
    alternative: str = "two-sided",
) -> McnemarTest:
    """Test whether as many rows are right by A alone as by B alone."""
    check_choice("method", method, ["exact", "mid-p", "chi2", "chi2-uncorrected"])
    check_choice("alternative", alternative, ALTERNATIVES)
    (both, b), (c, neither) = table
    n = both + b + c + neither
    if n == 0 or min(both, b, c, neither) < 0:
        raise ValueError(f"{table} counts no rows")
    if method in ("exact", "mid-p"):
        statistic = float(b)
        p = by_coins(b, c, method == "mid-p", alternative)
    else:
        statistic, p = by_normal_law(b, c, method == "chi2", alternative)
    odds = math.nan if b == c == 0 else math.inf if c == 0 else b / c
    return McnemarTest(statistic, p, (b - c) / n, bonett_price(b, c, n), odds)


def by_coins(b: int, c: int, mid: bool, alternative: str) -> float:
    """Return the p-value of b heads of b + c; ``mid`` takes half of P(X = b) away."""
    law = coin_law(b + c)
    if b + c == 0:
        return 1.0
    if not mid:
        return float(pvalue_by(law, Fraction(b), alternative))
    half = law[Fraction(b)] / 2
    upper = pvalue_by(law, Fraction(b), "greater") - half
    lower = pvalue_by(law, Fraction(b), "less") - half
    sides = {"greater": upper, "less": lower, "two-sided": 2 * min(upper, lower)}
    return float(sides[alternative])


def by_normal_law(
    b: int, c: int, corrected: bool, alternative: str
) -> tuple[float, float]:
    """Return χ², or for one side its signed root, with the p-value."""
    if b + c == 0:
        return 0.0, 1.0
    size = abs(b - c)
    if corrected:
        size = max(size - 1, 0)
    z = size / math.sqrt(b + c)
    if b < c:
        z = -z
    chi2 = size**2 / (b + c)
    pvalue = normal_pvalue(z, alternative)
    return (chi2 if alternative == "two-sided" else z), pvalue


def bonett_price(b: int, c: int, n: int) -> tuple[float, float]:
    """Return the interval of the difference of two paired proportions at 95 %."""
    p, q = Fraction(b + 1, n + 2), Fraction(c + 1, n + 2)
    error = math.sqrt((p + q - (p - q) ** 2) / (n + 2))
    half = NormalDist().inv_cdf(0.975) * error
    return max(float(p - q) - half, -1.0), min(float(p - q) + half, 1.0)
