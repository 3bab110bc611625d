"""Tests of proportions and of error rates."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fastmetrics.reference.area_intervals import normal_tail
from fastmetrics.reference.comparison.folds import (
    Differences,
    size_of,
    student_test,
)
from fastmetrics.reference.intervals import wilson_interval
from fastmetrics.reference.probability.recalibration import chi_squared_beyond


class ProportionsTest(NamedTuple):
    """What the test found; the estimate is of the first less the second rate."""

    statistic: float
    pvalue: float
    estimate: float


def proportions_test(counts, n, *, alternative="two-sided", correction=False):
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


def newcombe_interval(counts, n, confidence_level=0.95):
    """Return method 10 of R. G. Newcombe (1998), made of two Wilson intervals."""
    a, b = (x / size for x, size in zip(counts, n, strict=True))
    (low_a, high_a), (low_b, high_b) = (
        wilson_interval(x, size, confidence_level)
        for x, size in zip(counts, n, strict=True)
    )
    below = math.sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    above = math.sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return a - b - below, a - b + above


EQUAL = Fraction(1, 10**12)


class RateTest(NamedTuple):
    """What a test of error rates found."""

    statistic: float
    pvalue: float
    estimate: float


def binomial_law(n: int, rate: float) -> list[Fraction]:
    """Return the probabilities of 0, ..., n errors in n rows."""
    p = Fraction(rate)
    return [math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]


def error_count_probability(n_errors, n_samples, *, error_rate):
    """Return C(m, x) rate^x (1 - rate)^(m - x)."""
    if not (0 <= n_errors <= n_samples and n_samples >= 1 and 0 <= error_rate <= 1):
        raise ValueError(f"{n_errors=}, {n_samples=}, {error_rate=}")
    return float(binomial_law(n_samples, error_rate)[n_errors])


def binomial_test(
    n_errors, n_samples, *, error_rate, alternative="two-sided", method="exact"
):
    """Return the error rate and the chance of errors at least as extreme."""
    if not 0 <= n_errors <= n_samples or n_samples < 1:
        raise ValueError(f"{n_errors} errors in {n_samples} rows")
    if not 0 <= error_rate <= 1:
        raise ValueError(f"error_rate={error_rate!r} is outside [0, 1]")
    law = binomial_law(n_samples, error_rate)
    own = law[n_errors]
    below, above = sum(law[:n_errors]), sum(law[n_errors + 1 :])
    if method == "mid-p":
        below, above = below + own / 2, above + own / 2
        both = min(Fraction(1), 2 * min(below, above))
    else:
        below, above = below + own, above + own
        both = sum((p for p in law if p <= own * (1 + EQUAL)), Fraction(0))
    p = {"less": below, "greater": above, "two-sided": both}[alternative]
    rate = n_errors / n_samples
    return RateTest(rate, float(p), rate)


def error_rate_t_test(
    error_rates, *, error_rate, n_train=None, n_test=None, alternative="two-sided"
):
    """Return t = (mean - rate) / √(s²/k), or with the variance of resampled rates."""
    if len(error_rates) < 2:
        raise ValueError("one error rate")
    largest = max(*error_rates, error_rate)
    deviations = [found - error_rate for found in error_rates]
    per_square = 1 / len(deviations)
    if n_train is not None and n_test is not None:
        per_square += size_of(n_test) / size_of(n_train)
    found = student_test(
        Differences(deviations, 4 * math.ulp(largest)), per_square, alternative
    )
    return found._replace(estimate=found.estimate + error_rate)


def critical_error_rate(n_samples: int, error_rate: float, alpha: float) -> float:
    """Return c / n, c the least number with a chance of more of at most alpha."""
    law = binomial_law(n_samples, error_rate)
    limit = Fraction(alpha)
    return next(
        c / n_samples for c in range(n_samples + 1) if sum(law[c + 1 :]) <= limit
    )


def mid_p_interval(n_errors, n_samples, confidence_level=0.95):
    """Return the rates at which the mid-p value of either side is half of the rest."""
    tail = (1 - confidence_level) / 2

    def mid_p(rate: float, alternative: str) -> float:
        return binomial_test(
            n_errors,
            n_samples,
            error_rate=rate,
            alternative=alternative,
            method="mid-p",
        ).pvalue

    low = bisect(lambda rate: mid_p(rate, "greater") < tail) if n_errors else 0.0
    high = 1.0
    if n_errors < n_samples:
        high = bisect(lambda rate: mid_p(rate, "less") > tail)
    return low, high


def bisect(holds: Callable[[float], bool]) -> float:
    """Return the rate below which a condition holds, and not above."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
