"""Intervals of means, against numbers worked by hand and SciPy's Student's t."""

import math

import pytest
from helpers.one_case import one_case
from scipy import stats

from fastmetrics.reference import mean_intervals as plain

# Mean 2; d = -1, -1, 2, so that Σd² = Σd³ = 6.
LOSSES = [1.0, 1.0, 4.0]
ROOT_SIX = math.sqrt(6)


def test_spread():
    error, skewness, freedom = plain.spread_of(LOSSES)
    assert error == 1.0  # √(3/2 · 6) / 3
    assert skewness == pytest.approx(1 / ROOT_SIX, rel=1e-15)
    assert freedom == 2


def test_skew_t():
    """The bound one standard error below the mean is that of t = 1 + h/2 + h²/27.

    With two degrees of freedom t stays below x in size with probability x / √(2 + x²).
    """
    h = 1 / ROOT_SIX
    t = 1 + h / 2 + 1 / 6 / 27
    level = t / math.sqrt(2 + t * t)
    assert level == pytest.approx(0.650207, abs=1e-6)
    low, high = plain.skew_t_interval(LOSSES, confidence_level=level)
    assert low == pytest.approx(1.0, abs=1e-12)
    # Above, where 1 - h·(t + h/6) = 0.4781205: 3/h times 1 less its cube root.
    assert high == pytest.approx(
        2 + 3 * ROOT_SIX * (1 - 0.4781205 ** (1 / 3)), abs=1e-6
    )


@one_case("h", [-3.0, -0.4, 0.0, 1e-9, 0.2, 2.0])
@one_case("x", [-12.0, -1.0, 0.0, 0.3, 2.5])
def test_the_transformation_is_inverted(h, x):
    t = plain.untransformed(x, h)
    assert t + h * t**2 / 3 + h**2 * t**3 / 27 + h / 6 == pytest.approx(x, abs=1e-12)
    if h == 0:
        assert t == x


def test_bounds_are_cut_at_the_range():
    low, high = plain.skew_t_interval(LOSSES, lower=0.0, upper=5.0)
    assert (low, high) == (0.0, 5.0)
    assert plain.t_interval(LOSSES, lower=0.0, upper=5.0) == (0.0, 5.0)


def test_t_is_that_of_scipy():
    values = [0.2, 0.7, 1.9, 0.4, 0.3]
    law = stats.t(4, stats.tmean(values), stats.sem(values))
    assert plain.t_interval(values, confidence_level=0.9) == pytest.approx(
        law.interval(0.9), rel=1e-12
    )


def test_weights():
    """Values 1, 1, 4, weights 2, 1, 1: mean 7/4, d = -3/2, -3/4, 9/4."""
    error, skewness, freedom = plain.spread_of(LOSSES, [2, 1, 1])
    squares = (36 + 9 + 81) / 16
    assert error == pytest.approx(math.sqrt(1.5 * squares) / 4, rel=1e-15)
    cubes = (-216 - 27 + 729) / 64
    assert skewness == pytest.approx(cubes / squares**1.5, rel=1e-14)
    assert freedom == pytest.approx(16 / 6 - 1, rel=1e-15)


def test_equal_weights_change_nothing_and_those_of_nothing_no_more():
    assert plain.spread_of(LOSSES, [3, 3, 3]) == pytest.approx(plain.spread_of(LOSSES))
    assert plain.spread_of([*LOSSES, 9.0], [1, 1, 1, 0]) == plain.spread_of(LOSSES)


def test_groups():
    """Values 1, 2, 3, 6 in groups a, a, b, c: mean 3, d = -3, 0, 3, three units."""
    found = plain.spread_of([1, 2, 3, 6], groups="aabc")
    assert found == (math.sqrt(1.5 * 18) / 4, 0.0, 2)


def test_pseudo_values_on_a_scale():
    """Two units, d = -1/10 and 1/10: the standard error is 1/10; t₁ = 1 at level ½."""
    pseudo = [0.4, 0.6]
    half = {"confidence_level": 0.5}
    assert plain.jackknife_t_interval(0.5, pseudo, **half) == pytest.approx((0.4, 0.6))
    assert plain.jackknife_t_interval(0.5, pseudo, scale="log", **half) == (
        pytest.approx((0.5 * math.exp(-0.2), 0.5 * math.exp(0.2)))
    )
    assert plain.jackknife_t_interval(0.5, pseudo, scale="logit", **half) == (
        pytest.approx((1 / (1 + math.exp(0.4)), 1 / (1 + math.exp(-0.4))))
    )
    assert plain.jackknife_t_interval(0.0, pseudo, scale="fisher-z", **half) == (
        pytest.approx((math.tanh(-0.1), math.tanh(0.1)))
    )
    assert plain.jackknife_t_interval(0.5, pseudo, scale="log-complement", **half) == (
        pytest.approx((1 - 0.5 * math.exp(0.2), 1 - 0.5 * math.exp(-0.2)))
    )


def test_roots_have_the_roots_of_the_bounds():
    low, high = plain.skew_t_interval(LOSSES, confidence_level=0.5)
    found = plain.root_interval(LOSSES, confidence_level=0.5)
    assert found == (math.sqrt(low), math.sqrt(high))
    assert plain.skew_t_interval(LOSSES)[0] < 0
    assert plain.root_interval(LOSSES)[0] == 0


def test_what_rows_add_to_a_root():
    """Mean 4, root 2: losses 0 and 8 lie 4 from the mean, and 4/4 from the root."""
    assert plain.root_values([0.0, 8.0]) == [1.0, 3.0]
    assert plain.root_values([0.0, 16.0], [3, 1]) == [1.0, 5.0]


def test_sums_have_as_many_times_the_bounds():
    low, high = plain.skew_t_interval(LOSSES, [2, 1, 1])
    assert plain.sum_interval(LOSSES, [2, 1, 1]) == (4 * low, 4 * high)
    assert plain.sum_interval(LOSSES, lower=0.0)[0] == 0


def test_values_without_each_group():
    """Values 1, 2, 3: a mean of 2, squares of 2, an error of √(2/3·2), t of 2."""
    t = 4.302652729696142  # the 0.975 quantile, √(2·0.95²/(1 − 0.95²))
    assert t == pytest.approx((2 * 0.95**2 / (1 - 0.95**2)) ** 0.5)
    half = t * (4 / 3) ** 0.5
    found = plain.group_jackknife_interval(2.0, [1.0, 2.0, 3.0])
    assert found == pytest.approx((2 - half, 2 + half))
    found = plain.group_jackknife_interval(2.0, [1.0, 2.0, 3.0], "log")
    assert found == pytest.approx((2 * math.exp(-half / 2), 2 * math.exp(half / 2)))
    assert plain.group_jackknife_interval(2.0, [1.0, 2.0, 3.0], lower=0.0)[0] == 0
