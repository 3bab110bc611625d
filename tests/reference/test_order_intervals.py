"""Intervals of quantiles in plain Python, on numbers worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.mean_intervals import order_statistics_interval


def test_median_of_ten():
    """P(B < 2) = 11/1024 and P(B < 3) = 56/1024; 1/40 lies between."""
    over, short = 56 / 1024 - 1 / 40, 1 / 40 - 11 / 1024
    share = 1 / (1 + 2 * over / (8 * short))
    low, high = order_statistics_interval([*range(1, 11)])
    assert low == pytest.approx(2 + share, rel=1e-12)
    assert high == pytest.approx(9 - share, rel=1e-12)


def test_upper_quartile_of_twenty():
    """As tables of the binomial law have it: P(B < 11) = 0.01386, P(B < 12) = 0.04093.

    The number above the quartile has P(B < 1) = 0.00317 and P(B < 2) = 0.02431, and
    P(B < 3) = 0.09126.
    """
    low, high = order_statistics_interval([*range(1, 21)], 0.75)
    share = 1 / (1 + 11 * 0.25 * (0.04093 - 0.025) / (9 * 0.75 * (0.025 - 0.01386)))
    assert low == pytest.approx(11 + share, abs=2e-3)
    share = 1 / (1 + 2 * 0.75 * (0.09126 - 0.025) / (18 * 0.25 * (0.025 - 0.02431)))
    assert high == pytest.approx(19 - share, abs=2e-3)


def test_a_level_that_is_met_needs_no_share():
    """P(B < 2) = 11/1024 is half of what 1 - 22/1024 leaves."""
    low, high = order_statistics_interval([*range(1, 11)], 0.5, 1 - 22 / 1024)
    assert (low, high) == (2, 9)


@one_case(("n", "exists"), [(5, False), (6, True)])
def test_five_rows_are_too_few_for_a_median(n, exists):
    """P(B < 1) = 1/32 is above 1/40, 1/64 below."""
    low, high = order_statistics_interval([*range(n)])
    assert math.isnan(low) != exists
    assert math.isnan(high) != exists


def test_few_rows_are_no_upper_bound_of_high_quantiles():
    """0.9²⁰ = 0.12."""
    low, high = order_statistics_interval([*range(20)], 0.9)
    assert math.isnan(high)
    assert 13 < low < 17
