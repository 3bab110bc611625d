"""Digits come from the width of the interval; signs and spaces are those of print."""

import math

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.show.numbers import (
    Estimate,
    count,
    decimals_for,
    difference,
    estimates,
    number,
    percent,
)


def around(value, half, approximate=False):
    low, high = value - half, value + half
    return Interval(value, low, high, half, 0.95, "t", approximate=approximate)


def test_two_digits_of_half_the_interval():
    # Two digits of: 0.050, 0.0038, 0.10 (rounded up), 1.2, 12, 120; at most eight.
    halves = (0.05, 0.0038, 0.0996, 1.2, 12.0, 120.0, 1e-12)
    found = [decimals_for([around(0.0, half)]) for half in halves]
    assert found == [3, 4, 2, 1, 0, 0, 8]


def test_the_narrowest_of_a_row_counts():
    a, b = estimates([around(0.5, 0.1), around(0.6, 0.001)])
    assert (str(a), str(b)) == ("0.5000 [0.4000, 0.6000]", "0.6000 [0.5990, 0.6010]")


def test_a_difference_shows_on_which_side_of_0_it_is():
    assert str(difference(around(0.0104, 0.01))) == "0.0104 [0.0004, 0.0204]"
    assert str(difference(around(0.0096, 0.01))) == "0.010 [0.000, 0.020]"


def test_what_is_0_but_for_rounding_is_written_as_0():
    one = Interval(2.2e-17, -0.027, 0.027, 0.01, 0.95, "corrected", 0)
    assert str(difference(one)) == "0.000 [−0.027, 0.027]"
    assert number(2.2e-17) == "2.2e−17"


def test_without_an_interval():
    none = no_interval(0.5, 0.95, "none valid")
    assert decimals_for([none, around(0.5, math.inf), around(0.5, 0.0)]) == 4
    assert decimals_for([around(0.5, 1e-16)]) == 4
    assert str(Estimate(none)) == "0.5000 —"
    assert Estimate(around(0.5, 0.1, True), 2).bounds == "[0.40, 0.60] ≈"


def test_numbers():
    for value, decimals, text in (
        (-0.5, 1, "−0.5"),
        (-0.04, 1, "0.0"),
        (1234567.0, 0, "1,234,567"),
        (2.5e-12, 8, "2.5e−12"),
        (-2.5e-12, 8, "−2.5e−12"),
        (0.0, 3, "0.000"),
        (-math.inf, 1, "−∞"),
        (math.nan, 1, "undefined"),
        (None, 1, "undefined"),
    ):
        assert number(value, decimals) == text


def test_counts_and_shares():
    assert count(10**6) == "1,000,000"
    assert count(-12.5) == "−12.5"
    assert percent(0.5) == "50.0 %"
    assert percent(math.nan) == "—"
