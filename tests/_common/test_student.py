"""Student's law against tables, and against the reference."""

import math
from statistics import NormalDist

import pytest
from helpers.one_case import one_case

from fastmetrics._common import bounds
from fastmetrics.reference import area_intervals


@one_case(
    ("freedom", "level", "t"),
    [
        (1, 0.5, 1.0),  # Cauchy's law: tan(π/4)
        (1, 0.999, math.tan(math.pi * 0.4995)),
        (2, 0.95, 0.95 * math.sqrt(2 / (1 - 0.95**2))),  # two degrees: t / √(2 + t²)
        (4, 0.9, 2.1318),
        (10, 0.95, 2.2281),
        (1e13, 0.95, NormalDist().inv_cdf(0.975)),
    ],
)
def test_quantiles(freedom, level, t):
    found = bounds.quantile(freedom, level)
    rel = 1e-11 if freedom in (1, 2, 1e13) else 1e-4  # tables have four digits
    assert found == pytest.approx(t, rel=rel)
    assert bounds.p_value(found, freedom) == pytest.approx(1 - level, rel=1e-9)
    assert bounds.p_value(-found, freedom) == bounds.p_value(found, freedom)


@one_case("freedom", [1.0, 1.3, 3.7, 60.0, 12345.6])
@one_case("level", [0.1, 0.8, 0.99])
def test_agrees_with_the_reference(freedom, level):
    t = bounds.quantile(freedom, level)
    expected = area_intervals.student_quantile(freedom, level)
    # The reference finds t² / (ν + t²) by bisection to the last bit of 1.
    assert t == pytest.approx(expected, rel=1e-9)
    assert bounds.p_value(t, freedom) == pytest.approx(
        area_intervals.student_p_value(t, freedom), rel=1e-9
    )
