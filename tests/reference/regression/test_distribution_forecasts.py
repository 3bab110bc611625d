"""Ensembles and normal forecasts, worked by hand."""

import math

import pytest

from fastmetrics import reference


def test_an_ensemble_of_two():
    # |1 - 2| and |4 - 2|: mean 1.5; half the mean distance 0.75 of all four pairs.
    assert reference.crps_ensemble([2.0], [[1.0, 4.0]]) == 1.5 - 0.75
    # Of the two pairs of different members: 3 / 2.
    assert reference.crps_ensemble([2.0], [[1.0, 4.0]], fair=True) == 0.0
    rows = [[1.0, 4.0], [0.0, 0.0]]
    assert reference.crps_ensemble([2.0, 1.0], rows, sample_weight=[1, 3]) == 3.75 / 4


def test_an_ensemble_of_one_is_a_point():
    assert reference.crps_ensemble([2.0, 3.0], [[1.0], [7.0]]) == 2.5
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(reference.crps_ensemble([2.0], [[1.0]], fair=True))


def test_the_crps_of_a_normal_forecast():
    # At the mean: 2 phi(0) - 1 / sqrt(pi) = (sqrt(2) - 1) / sqrt(pi).
    at_mean = reference.crps_gaussian([3.0], [3.0], [2.0])
    assert at_mean == pytest.approx(2 * (2**0.5 - 1) / math.pi**0.5, rel=1e-15)
    # One standard deviation off: Phi(1) = 0.8413447460685429.
    phi = math.exp(-0.5) / math.sqrt(2 * math.pi)
    one_off = 2 * 0.8413447460685429 - 1 + 2 * phi - 1 / math.sqrt(math.pi)
    assert reference.crps_gaussian([1.0], [0.0], [1.0]) == pytest.approx(one_off, 1e-15)
    assert reference.crps_gaussian([-2.0], [0.0], [2.0]) == pytest.approx(
        2 * one_off, rel=1e-15
    )
    assert reference.crps_gaussian([5.0], [3.0], [0.0]) == 2.0


def test_the_log_loss_of_a_normal_forecast():
    half = math.log(2 * math.pi) / 2
    assert reference.gaussian_log_loss([3.0], [3.0], [1.0]) == half
    found = reference.gaussian_log_loss([3.0, 5.0], [3.0, 1.0], [1.0, 2.0])
    assert found == pytest.approx(half + (math.log(2) + 2) / 2, rel=1e-15)


def test_certain_forecasts_lose_infinitely_much_or_win_it():
    assert reference.gaussian_log_loss([1.0], [2.0], [0.0]) == math.inf
    assert reference.gaussian_log_loss([1.0], [1.0], [0.0]) == -math.inf
    columns = [1.0, 1.0], [1.0, 2.0], [0.0, 0.0]
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(reference.gaussian_log_loss(*columns))
    assert reference.gaussian_log_loss(*columns, sample_weight=[1, 0]) == -math.inf


def test_a_negative_scale_is_refused():
    with pytest.raises(ValueError, match="negative"):
        reference.crps_gaussian([1.0], [1.0], [-1.0])
