"""Pearson's test of rates on different test sets, in exact fractions."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fastmetrics.reference.comparison.laws import normal_tail
from fastmetrics.reference.intervals import wilson_interval
from fastmetrics.reference.probability.calibration_tests import chi_squared_beyond

__all__ = ["ProportionsTest", "newcombe_interval", "proportions_test"]


class ProportionsTest(NamedTuple):
    """What the test found; the estimate is of the first less the second rate."""

    statistic: float
    pvalue: float
    estimate: float


def proportions_test(
    counts: Sequence[int],
    n: int | Sequence[int],
    *,
    alternative: str = "two-sided",
    correction: bool = False,
) -> ProportionsTest:
    """Return Σ (observed - expected)² / expected over errors and others; z of two."""
    k = len(counts)
    sizes = list(n) if isinstance(n, Sequence) else [n] * k
    if k < 2 or (k > 2 and (correction or alternative != "two-sided")):
        raise ValueError(f"{k} counts, {alternative}, correction={correction}")
    rates = [Fraction(x, size) for x, size in zip(counts, sizes, strict=True)]
    if any(not 0 <= rate <= 1 for rate in rates):
        raise ValueError("more errors than rows")
    difference = rates[0] - rates[1] if k == 2 else max(rates) - min(rates)
    pooled = Fraction(sum(counts), sum(sizes))
    if pooled in (0, 1):
        return ProportionsTest(0.0, 1.0, 0.0)
    statistic = Fraction(0)
    for x, size in zip(counts, sizes, strict=True):
        for seen, expected in (
            (x, size * pooled),
            (size - x, size * (1 - pooled)),
        ):
            deviation = abs(seen - expected)
            if correction:
                deviation -= min(Fraction(1, 2), deviation)
            statistic += deviation**2 / expected
    if alternative == "two-sided":
        p = chi_squared_beyond(float(statistic), k - 1)
        return ProportionsTest(float(statistic), p, float(difference))
    z = math.copysign(math.sqrt(statistic), difference)
    return ProportionsTest(z, normal_tail(z, alternative), float(difference))


def newcombe_interval(
    counts: Sequence[int], n: Sequence[int], confidence_level: float = 0.95
) -> tuple[float, float]:
    """Return method 10 of R. G. Newcombe (1998), made of two Wilson intervals."""
    a, b = (x / size for x, size in zip(counts, n, strict=True))
    (low_a, high_a), (low_b, high_b) = (
        wilson_interval(x, size, confidence_level)
        for x, size in zip(counts, n, strict=True)
    )
    below = math.sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    above = math.sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return a - b - below, a - b + above
