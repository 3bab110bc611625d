"""Bounds of means in closed form, against the plain definitions."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._common import means
from fastmetrics.reference import mean_intervals as plain

SCALES = {
    "plain": 0.4,
    "log": 3.0,
    "logit": 0.9,
    "fisher-z": -0.7,
    "log-complement": -2.5,
}


@one_case("h", [-5.0, -1e-9, 0.0, 1e-300, 0.3, 40.0])
@one_case("x", [-8.0, 0.0, 1.3])
def test_the_transformation(x, h):
    expected = plain.untransformed(x, h)
    assert means.untransformed(x, h) == pytest.approx(expected, rel=1e-14)


@one_case(("scale", "value"), SCALES.items())
def test_scales(scale, value):
    assert means.has_place(value, scale)
    # Two pseudo-values 0.2 apart have a mean with a standard error of 0.1.
    pseudo = [value - 0.1, value + 0.1]
    expected = plain.jackknife_t_interval(value, pseudo, scale=scale)
    assert means.on_scale(value, 0.1, 1, scale, 0.95) == pytest.approx(expected)


@one_case(
    ("scale", "value"),
    [
        ("log", 0.0),
        ("log", -1.0),
        ("logit", 0.0),
        ("logit", 1.0),
        ("fisher-z", -1.0),
        ("fisher-z", 1.0),
        ("log-complement", 1.0),
        ("log-complement", 3.0),
    ],
)
def test_values_without_a_place_on_the_scale(scale, value):
    assert not means.has_place(value, scale)
    assert all(map(math.isnan, means.on_scale(value, 0.1, 5, scale, 0.95)))


def test_bounds_on_a_scale_stay_in_it():
    """However large the standard error is."""
    assert means.on_scale(0.5, 900.0, 3, "logit", 0.95) == (0.0, 1.0)
    assert means.on_scale(0.5, 900.0, 3, "log", 0.95) == (0.0, math.inf)
    assert means.on_scale(0.5, 900.0, 3, "fisher-z", 0.95) == (-1.0, 1.0)
    found = means.on_scale(0.5, 900.0, 3, "log-complement", 0.95)
    assert found == (-math.inf, 1.0)


def test_rows_that_differ_by_rounding_only():
    """0.1 is no sum of powers of two, and its mean is off by a bit."""
    for weights in (None, np.linspace(0.1, 3, 1001)):
        assert means.mean_of_rows(np.full(1001, 0.1), weights).standard_error == 0
        groups = np.arange(1001) % 7
        found = means.mean_of_groups(np.full(1001, 0.1), weights, groups, 7)
        assert found.standard_error == 0
    close = np.full(1001, 0.1)
    close[5] += 1e-12
    assert means.mean_of_rows(close).standard_error > 0


@one_case("power", [-1070, -600, 500, 1020])
def test_extreme_values(rng, power):
    values = rng.integers(1, 8, 40) / 4
    base = means.mean_of_rows(values)
    found = means.mean_of_rows(np.ldexp(values, power))
    # The smallest numbers have no more digits than these.
    digits = 1e-12 if power > -1000 else 0.3
    assert found.skewness == pytest.approx(base.skewness, rel=digits)
    for name in ("value", "standard_error"):
        expected = math.ldexp(getattr(base, name), power)
        assert getattr(found, name) == pytest.approx(expected, rel=digits)
