"""fm_sum.h: compensated sums against math.fsum, which rounds once."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import sums

UNIT = 2.0**-53
LANES = 8


def tolerance(x):
    """How far the sum of x may be from fsum's.

    Both round the exact sum once (UNIT each, relatively); what the compensation itself
    loses is of second order in UNIT: fm_sum.h, after Ogita, Rump and Oishi (2005).
    The last term is the smallest double: the bound itself may underflow.
    """
    steps = len(x) / LANES + 3 * LANES
    second_order = (steps * UNIT) ** 2 * math.fsum(map(abs, x))
    return 2 * UNIT * abs(math.fsum(x)) + second_order + 5e-324


def test_every_length_is_summed_whole():
    # Sums of small integers are exact: a term left out or counted twice shows.
    for n in (0, 1, 2, *range(5, 40), 1000, 4097):
        x = np.arange(1, n + 1, dtype=np.float64)
        assert sums.sum_f64(x) == n * (n + 1) / 2
        assert sums.sum_products_f64(x, x) == n * (n + 1) * (2 * n + 1) / 6


@one_case("n", [10, 1000, 10**5])
def test_terms_of_one_sign(n, rng):
    for x in (rng.random(n), rng.lognormal(0, 5, n), np.full(n, 0.1)):
        expected = math.fsum(x)
        assert abs(sums.sum_f64(x) - expected) <= tolerance(x)
        assert abs(sums.sum_f64(x) - expected) <= 1e-15 * expected


@pytest.mark.slow
def test_ten_million_terms(rng):
    x = rng.random(10**7)
    expected = math.fsum(x)
    assert abs(sums.sum_f64(x) - expected) <= 3e-16 * expected


def test_terms_that_cancel(rng):
    x = rng.normal(size=10_000) * 10.0 ** rng.integers(-10, 10, 10_000)
    x = np.concatenate([x, -x, rng.random(10)])
    rng.shuffle(x)
    # Plain summation loses the result here.
    assert abs(x.sum() - math.fsum(x)) > 1e-9 * math.fsum(x)
    assert abs(sums.sum_f64(x) - math.fsum(x)) <= tolerance(x)


def test_what_doubles_alone_cannot_hold():
    assert sums.sum_f64(np.array([1, 1e100, 1, -1e100])) == 2.0
    x = np.tile([1e16, 1.0, -1e16, 3.0], 100)
    assert sums.sum_f64(x) == 400.0
    assert sums.sum_products_f64(x, np.ones(400)) == 400.0


@given(st.lists(st.floats(-1e300, 1e300), max_size=300))
def test_any_terms(values):
    x = np.array(values, np.float64)
    assert abs(sums.sum_f64(x) - math.fsum(values)) <= tolerance(values)


def test_products(rng):
    x, y = rng.normal(size=(2, 10_000))
    products = x * y
    got = sums.sum_products_f64(x, y)
    assert abs(got - math.fsum(products)) <= tolerance(products)


@one_case(
    ("special", "expected"),
    [
        ([math.nan], math.nan),
        ([math.inf], math.inf),
        ([-math.inf], -math.inf),
        ([math.inf, math.inf], math.inf),
        ([math.inf, -math.inf], math.nan),
        ([math.inf, math.nan], math.nan),
    ],
)
def test_special_values_win(special, expected, rng):
    for n in (1, 7, 8, 9, 100):
        x = np.concatenate([rng.random(n), special])
        for _ in range(5):
            rng.shuffle(x)
            np.testing.assert_equal(sums.sum_f64(x), expected)
            np.testing.assert_equal(sums.sum_products_f64(x, np.ones_like(x)), expected)


def test_overflow_is_infinite():
    x = np.full(100, 1e308)
    assert sums.sum_f64(x) == math.inf
    assert sums.sum_f64(-x) == -math.inf
    assert sums.sum_products_f64(x, x) == math.inf


def test_denormals_are_exact():
    assert sums.sum_f64(np.full(1001, 5e-324)) == 1001 * 5e-324


def test_read_only_terms_are_taken():
    x = np.ones(10)
    x.flags.writeable = False
    assert sums.sum_f64(x) == 10
    assert sums.sum_products_f64(x, x) == 10


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="differ in length: 2 and 3"):
        sums.sum_products_f64(np.ones(2), np.ones(3))
    with pytest.raises(ValueError, match="mismatch"):
        sums.sum_f64(np.ones(2, np.float32))
    with pytest.raises(TypeError):
        sums.sum_f64(None)
