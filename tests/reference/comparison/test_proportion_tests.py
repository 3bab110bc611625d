"""Tests of error rates by hand."""

import pytest

from fastmetrics import reference
from fastmetrics.reference.comparison import proportions


def test_binomial_test_by_hand():
    # 2 rows: 0, 1, 2 errors have the chances 9/16, 6/16, 1/16 at a rate of 1/4.
    def p(x, alternative="two-sided", method="exact"):
        return reference.binomial_test(
            x, 2, error_rate=0.25, alternative=alternative, method=method
        ).pvalue

    assert [p(x) for x in range(3)] == [1, 7 / 16, 1 / 16]
    assert [p(x, "greater") for x in range(3)] == [1, 7 / 16, 1 / 16]
    assert [p(x, "less") for x in range(3)] == [9 / 16, 15 / 16, 1]
    assert [p(x, "greater", "mid-p") for x in range(3)] == [23 / 32, 4 / 16, 1 / 32]
    assert [p(x, "two-sided", "mid-p") for x in range(3)] == [9 / 16, 8 / 16, 1 / 16]
    found = reference.binomial_test(1, 2, error_rate=0.25)
    assert found.statistic == found.estimate == 0.5


def test_the_critical_rate_of_the_textbook():
    assert proportions.critical_error_rate(20, 0.3, 0.05) == 0.45


def test_a_mid_p_interval_by_hand():
    # One row, right: P(X < 0) + (1 - e)/2 = 0.05 at e = 0.9.
    assert proportions.mid_p_interval(0, 1, 0.9) == pytest.approx((0, 0.9))
