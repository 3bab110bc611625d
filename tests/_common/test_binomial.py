"""Tails of the binomial law against exact fractions, and what they lead to."""

import math
from fractions import Fraction

import pytest
from helpers.one_case import one_case
from scipy import stats

from fastmetrics._common import null_laws

RATES = (0.0, 1.0, 0.3, 0.5, 1 / 3, 1e-300, 0.97)
SIDES = ("two-sided", "less", "greater")


def law(n, rate):
    p = Fraction(rate)
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


@one_case("rate", RATES)
@one_case("n", [1, 2, 5, 20])
def test_tails_and_terms_are_those_of_fractions(n, rate):
    exact = law(n, rate)
    for k in range(n + 1):
        terms = null_laws.at_least(k, n, rate), null_laws.at_most(k, n, rate)
        sums = sum(exact[k:]), sum(exact[: k + 1])
        for ours, theirs in zip(terms, sums, strict=True):
            assert ours == pytest.approx(float(theirs), rel=1e-13, abs=1e-320)
        if exact[k] > Fraction(1, 10**300):
            log = null_laws.log_pmf(k, n, rate)
            assert log == pytest.approx(math.log(exact[k]), rel=1e-14, abs=1e-14)


def test_tails_are_tails():
    # 1 - P(X < 1990) would be 0; the terms are summed as fractions.
    tail = Fraction(sum(math.comb(2000, k) for k in range(1700, 2001)), 2**2000)
    assert 0 < tail < Fraction(1, 10**230)
    assert null_laws.at_least(1700, 2000, 0.5) == pytest.approx(float(tail), rel=1e-12)
    assert null_laws.at_most(300, 2000, 0.5) == pytest.approx(float(tail), rel=1e-12)


@one_case("k", [300_500, 290_000, 299_800])
def test_two_sided_at_a_million(k):
    # SciPy compares probabilities up to 1e-7, which moves p by about that much at most.
    theirs = stats.binomtest(k, 10**6, 0.3).pvalue
    assert null_laws.pvalue(k, 10**6, 0.3, "two-sided") == pytest.approx(
        theirs, rel=1e-6
    )


@one_case("mid", [False, True])
@one_case("side", SIDES)
@one_case("rate", RATES)
@one_case("n", [1, 2, 13])
def test_what_is_beyond_the_critical_counts_is_rejected(n, rate, side, mid):
    for alpha in (0.05, 0.3, 0.9):
        low, high = null_laws.critical_counts(n, rate, side, alpha, mid)
        for k in range(n + 1):
            rejected = null_laws.pvalue(k, n, rate, side, mid) <= alpha
            assert rejected == (k < low or k > high)
