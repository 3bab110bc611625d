"""Pearson's test of rates by hand."""

import math

import pytest

from fastmetrics import reference
from fastmetrics.reference.comparison.proportions import newcombe_interval


def test_two_rates_by_hand():
    # 1 of 4 and 3 of 4: each count is 1 off its expected 2, so χ² = 4 · 1/2.
    found = reference.proportions_test([1, 3], 4)
    assert found == (2, pytest.approx(math.erfc(1), rel=1e-15), -0.5)
    less = reference.proportions_test([1, 3], [4, 4], alternative="less")
    assert less.statistic == -math.sqrt(2)
    assert less.pvalue == pytest.approx(math.erfc(1) / 2, rel=1e-15)
    # Corrected, they are 1/2 off; and rates that differ by less, not at all.
    assert reference.proportions_test([1, 3], 4, correction=True).statistic == 0.5
    assert reference.proportions_test([2, 1], [4, 3], correction=True)[:2] == (0, 1)


def test_three_rates_by_hand():
    # 1, 2 and 3 of 4, 2 expected: χ² = 4 · 1/2, with 2 degrees of freedom.
    found = reference.proportions_test([1, 2, 3], 4)
    assert found == (2, pytest.approx(math.exp(-1), rel=1e-15), 0.5)
    assert reference.proportions_test([0, 0, 0], [4, 5, 6]) == (0, 1, 0)


def test_the_intervals_that_newcombe_prints():
    # R. G. Newcombe (1998), table II: method 10 of these differences.
    printed = {
        (56, 70, 48, 80): (0.0524, 0.3339),
        (9, 10, 3, 10): (0.1705, 0.8090),
        (5, 56, 0, 29): (-0.0381, 0.1926),
        (10, 10, 0, 20): (0.6791, 1.0000),
    }
    for (a, n, b, m), expected in printed.items():
        bounds = newcombe_interval([a, b], [n, m])
        assert [round(bound, 4) for bound in bounds] == list(expected)
