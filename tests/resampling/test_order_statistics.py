"""Bounds from order statistics are those of the plain definition."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.reference.mean_intervals import order_statistics_interval
from fastmetrics.resampling.row_intervals import interpolated, places_of_bounds


def bounds(values, level, confidence_level):
    x = np.sort(values).tolist()
    return [
        math.nan if p is None else interpolated(x[p.rank], x[p.towards], p.share)
        for p in places_of_bounds(len(x), level, confidence_level)
    ]


@one_case("n", [1, 2, 5, 6, 10, 29, 30, 101])
@one_case("level", [0, 0.05, 0.25, 0.5, 0.9, 1])
def test_as_the_reference_has_them(rng, n, level):
    values = rng.normal(size=n)
    for confidence_level in (0.5, 0.9, 0.95, 0.99):
        expected = order_statistics_interval(values.tolist(), level, confidence_level)
        found = bounds(values, level, confidence_level)
        # SciPy's incomplete beta function is good to some 1e-14.
        np.testing.assert_allclose(found, expected, rtol=1e-10, equal_nan=True)


def test_bounds_of_many_rows():
    """The normal law: 1.96 standard deviations √n / 2 to either side."""
    n = 10**8
    low, high = places_of_bounds(n, 0.5, 0.95)
    half = 1.959963984540054 * math.sqrt(n) / 2
    assert low.rank + low.share == pytest.approx(n / 2 - half - 0.5, abs=0.51)
    assert high.rank - high.share == pytest.approx(n / 2 + half - 0.5, abs=0.51)
    assert n - 1 - high.rank == low.rank
    assert low.towards == low.rank + 1


def test_between_two_values():
    assert interpolated(1.0, 3.0, 0.25) == 1.5
    assert interpolated(0.1, 0.1, 0.3) == 0.1
    assert interpolated(-1.5e308, 1.5e308, 0.5) == 0
    assert interpolated(1.0, math.inf, 0.0) == 1
    assert interpolated(1.0, math.inf, 0.5) == math.inf
