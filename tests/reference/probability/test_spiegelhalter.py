"""Spiegelhalter's test, against values worked by hand."""

import math
from statistics import NormalDist

import pytest
from helpers.one_case import one_case

from fastmetrics import reference


def test_a_statistic_by_hand():
    # (y - p)(1 - 2p): -1/8, 3/8, and twice 1/8 of the forecast 3/4 that came true
    # with 1 - 2p = -1/2; the variance is 4 times 1/4 of 3/16.
    y_true, y_proba = [0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75]
    z = (-1 / 8 + 3 / 8 - 1 / 8 - 1 / 8) / math.sqrt(3 / 16)
    assert reference.spiegelhalter_test(y_true, y_proba) == (z, 1.0) == (0, 1)


@one_case("alternative", ["two-sided", "greater", "less"])
def test_forecasts_too_sure_of_themselves_lie_above(alternative):
    z, pvalue = reference.spiegelhalter_test(
        [1, 1], [0.2, 0.2], alternative=alternative
    )
    assert z == pytest.approx(2 * 0.8 * 0.6 / math.sqrt(2 * 0.36 * 0.16), rel=1e-14)
    above = NormalDist().cdf(-z)
    expected = {"two-sided": 2 * above, "greater": above, "less": 1 - above}
    assert pvalue == pytest.approx(expected[alternative], rel=1e-12)


def test_forecasts_that_promise_no_spread():
    with pytest.warns(reference.UndefinedMetricWarning, match="0, 1/2 or 1"):
        found = reference.spiegelhalter_test([0, 1, 1], [0, 0.5, 1])
    assert all(map(math.isnan, found))
