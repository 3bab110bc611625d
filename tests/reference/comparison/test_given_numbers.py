"""The twins of intervals from given numbers, worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.comparison.adjustments import (
    interval_from_replicates,
    proportion_interval,
)

DRAWN = [1.0, 2.0, 3.0, 4.0, 5.0]


@one_case(
    ("method", "low", "high"),
    [
        ("percentile", 2.0, 4.0),  # quartiles of the five
        ("basic", 1.0, 3.0),  # mirrored at 2.5
        ("normal", 2.5 - 0.6744897501960817 * math.sqrt(2.5), 3.566462936),
    ],
)
def test_half_of_five_replicates(method, low, high):
    found = interval_from_replicates(2.5, DRAWN, method=method, confidence_level=0.5)
    assert found[:3] == pytest.approx((2.5, low, high))
    assert found.standard_error == math.sqrt(2.5)


def test_bias_is_corrected_by_the_share_below():
    # At the middle of the replicates there is no bias: the percentile interval.
    found = interval_from_replicates(
        3.0, DRAWN, method="bias-corrected", confidence_level=0.5
    )
    assert found[1:3] == pytest.approx((2.0, 4.0))
    found = interval_from_replicates(
        3.0, DRAWN, method="bca", jackknife=[1.0, 1.0], confidence_level=0.5
    )
    assert found[1:3] == pytest.approx((2.0, 4.0))


def test_too_many_undefined_replicates_leave_no_bounds():
    assert math.isnan(interval_from_replicates(1.0, [1.0, 2.0, math.nan]).low)


def test_wilsons_interval_of_none():
    # (0, z² / (n + z²)) with z = 1.96 and n = 20.
    found = proportion_interval(0, 20)
    z = 1.959963984540054
    assert found[:3] == pytest.approx((0.0, 0.0, z**2 / (20 + z**2)))
