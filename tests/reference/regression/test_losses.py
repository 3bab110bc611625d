"""Twins of losses over rows on numbers worked by hand."""

import math

import pytest

from fastmetrics import reference as ref

Y = [1.0, 2.0, 4.0]
F = [1.5, 2.0, 8.0]  # errors 1/2, 0, 4


def near(value):
    return pytest.approx(value, rel=1e-15)


def test_percentage_errors():
    assert ref.mean_absolute_percentage_error(Y, F) == 1.5 / 3
    # 1/2, -1/4 of the observed, in size
    assert ref.percent_bias([2, -4], [1, -5]) == (-0.5 - 0.25) / 2
    assert ref.percent_bias([2, -4], [3, -3]) == (0.5 + 0.25) / 2
    # 2 · 2 / 4, 0 / 0, 2 · 1 / 1
    assert ref.symmetric_mean_absolute_percentage_error([1, 0, 0], [3, 0, 1]) == 1
    assert ref.mean_absolute_percentage_error([0], [1]) == 2.0**52
    with pytest.warns(ref.UndefinedMetricWarning, match="zeros"):
        assert math.isnan(ref.percent_bias([0, 1], [1, 1]))
    assert ref.percent_bias([0, 1], [1, 2], sample_weight=[0, 1]) == 1


def test_logarithms():
    # ln 2 and ln(1/2) apart, and not at all
    y, f = [0.0, 3.0, 5.0], [1.0, 1.0, 5.0]
    assert ref.mean_squared_log_error(y, f) == near(2 * math.log(2) ** 2 / 3)
    root = math.log(2) * math.sqrt(2 / 3)
    assert ref.root_mean_squared_log_error(y, f) == near(root)
    with pytest.raises(ValueError, match="above -1"):
        ref.mean_squared_log_error([-1.0], [0.0])
    two = [[0, 0], [3, 1]], [[1, 0], [7, 7]]  # ln 2 twice; 0 and ln 4
    roots = math.log(2), math.log(4) / math.sqrt(2)
    assert ref.root_mean_squared_log_error(*two) == near(sum(roots) / 2)
    each = ref.root_mean_squared_log_error(*two, multioutput="raw_values")
    assert each == [near(root) for root in roots]


def test_losses_of_an_error():
    assert ref.huber_loss(Y, F) == near((0.125 + 3.5) / 3)
    assert ref.huber_loss(Y, F, delta=4) == (0.125 + 8) / 3
    assert ref.huber_loss(Y, F, delta=0.5) == near((0.125 + 0.5 * 3.75) / 3)
    # 3² + 4² = 5²: 9 (5/3 - 1)
    assert ref.pseudo_huber_loss([0.0], [4.0], delta=3) == 6
    assert ref.log_cosh_error([0.0], [1.0]) == near(math.log(math.cosh(1)))
    assert ref.log_cosh_error([1.0], [0.0]) == near(math.log(math.cosh(1)))
    assert ref.log_cosh_error([0.0], [1e-8]) == near(0.5e-16)
    assert ref.log_cosh_error([0.0], [1000.0]) == near(1000 - math.log(2))
    # a level of 1/4: a prediction that is too high by 2 costs 3/4 of it
    assert ref.mean_pinball_loss([1, 2, 4], [0, 2, 6], alpha=0.25) == near(1.75 / 3)
    assert ref.mean_pinball_loss(Y, F) == 4.5 / 2 / 3


def test_linex():
    assert ref.linex_loss([0.0], [1.0]) == near(math.e - 2)
    assert ref.linex_loss([1.0], [0.0]) == near(1 / math.e)
    assert ref.linex_loss([1.0], [0.0], a=2, b=3) == near(3 * (math.e**2 - 3))
    assert ref.linex_loss([0.0], [1000.0]) == math.inf
    assert ref.linex_loss([0.0, 1.0], [1000.0, 1.0], sample_weight=[0, 1]) == 0
    for wrong in ({"a": 0}, {"b": 0}, {"b": -1.0}, {"a": math.inf}):
        with pytest.raises(ValueError, match="="):
            ref.linex_loss(Y, F, **wrong)


def test_deviances():
    two = math.log(2)
    # y = 2, f = 1, and y = 0, f = 1
    assert ref.mean_poisson_deviance([2.0], [1.0]) == near(2 * (2 * two - 1))
    assert ref.mean_poisson_deviance([0.0], [1.5]) == 3
    # e^-2 2³ / 3! is the probability of 3 by the mean 2.
    found = ref.poisson_log_loss([3.0, 0.0], [2.0, 1.5])
    assert found == near((2 - 3 * two + math.log(6) + 1.5) / 2)
    assert ref.mean_gamma_deviance([2.0], [1.0]) == near(2 * (1 - two))
    assert ref.mean_tweedie_deviance(Y, F) == (0.25 + 16) / 3
    # (y - f)² / (y f²)
    assert ref.mean_tweedie_deviance([2.0], [4.0], power=3) == 4 / 32
    # 4 (√y - √f)² / √f
    assert ref.mean_tweedie_deviance([9.0], [4.0], power=1.5) == near(2)
    assert ref.mean_tweedie_deviance([0.0], [4.0], power=1.5) == near(8)
    # power -1: y³/3 - y f² + 2 f³/3, without the first term where y is negative
    assert ref.mean_tweedie_deviance([3.0], [1.0], power=-1) == near(9 - 3 + 2 / 3)
    assert ref.mean_tweedie_deviance([-3.0], [1.0], power=-1) == near(3 + 2 / 3)
    for power in (0.5, math.nan):
        with pytest.raises(ValueError, match="power"):
            ref.mean_tweedie_deviance(Y, F, power=power)
    with pytest.raises(ValueError, match="domain"):
        ref.mean_gamma_deviance([0.0], [1.0])
    with pytest.raises(ValueError, match="above 0"):
        ref.mean_poisson_deviance([0.0], [0.0])
    with pytest.raises(ValueError, match="one output"):
        ref.mean_poisson_deviance([[1, 1]], [[1, 1]])


def test_explained_deviance():
    # The mean is 3: squares 4 + 0 + 4 of it, 1 + 1 + 0 of the model.
    assert ref.d2_tweedie_score([1, 3, 5], [2, 2, 5]) == 0.75
    assert ref.d2_tweedie_score([1, 3, 5], [3, 3, 3], power=2) == 0
    assert ref.d2_tweedie_score([1, 3, 5], [1, 3, 5], power=1) == 1
    # of the last two rows, whose mean is 4
    weights = [0, 1, 1]
    assert ref.d2_tweedie_score([9, 3, 5], [1, 3, 4], sample_weight=weights) == 0.5
    for y, power in (([2, 2], 0), ([0, 0], 1), ([-1, 0], -1), ([1], 0)):
        with pytest.warns(ref.UndefinedMetricWarning):
            found = ref.d2_tweedie_score(y, [1] * len(y), power=power)
        assert math.isnan(found)


def test_weights_and_outputs():
    y, f = [[2, 1], [4, 1]], [[1, 1], [8, 3]]  # of each output 1/2 and 1, 0 and 2
    assert ref.mean_absolute_percentage_error(y, f) == (0.75 + 1) / 2
    raw = ref.mean_absolute_percentage_error(y, f, multioutput="raw_values")
    assert raw == [0.75, 1]
    assert ref.mean_absolute_percentage_error(y, f, multioutput=[3, 1]) == 3.25 / 4
    assert (
        ref.mean_absolute_percentage_error(y, f, sample_weight=[1, 3])
        == ((0.5 + 3) / 4 + 6 / 4) / 2
    )
    with pytest.raises(ValueError, match="outputs"):
        ref.huber_loss(Y, F, multioutput=[1])
    for wrong in ([math.nan, 2, 4], ["a", 2, 4], [1, 2], [[1, 2], [1], [2]]):
        with pytest.raises(ValueError, match=r"y_pred|length|outputs"):
            ref.huber_loss(Y, wrong)
