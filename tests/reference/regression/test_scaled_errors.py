"""Scaled errors, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

MASE = reference.mean_absolute_scaled_error
RMSSE = reference.root_mean_squared_scaled_error


def test_one_series_by_hand():
    # Steps of the training part: 2, 1, 3: MAE 2, mean square 14/3.
    train = [1, 3, 4, 1]
    assert MASE([2, 4], [3, 1], y_train=train) == 1  # (1 + 3)/2 / 2
    found = RMSSE([2, 4], [3, 1], y_train=train)
    assert found == pytest.approx(math.sqrt(5 / (14 / 3)), rel=1e-15)
    # Two steps apart: 3 and -2.
    assert MASE([2, 4], [3, 1], y_train=train, m=2) == 2 / 2.5
    # Inside the rows themselves: 2, -3.
    assert MASE([1, 3, 0], [1, 4, 2]) == 1 / 2.5


def test_the_naive_forecast_of_its_own_rows_has_one():
    y = [1.0, 4, 2, 8]
    # All but the first row, which it cannot forecast.
    assert MASE(y[1:], y[:-1], y_train=y) == 1
    assert RMSSE(y[1:], y[:-1], y_train=y) == pytest.approx(1, rel=1e-15)


def test_weights_by_hand():
    train = [0, 2]
    # (3·1 + 1·3)/4 / 2
    assert MASE([0, 0], [1, 3], y_train=train, sample_weight=[3, 1]) == 0.75


def test_several_series_by_hand():
    groups, in_train = ["a", "b", "a", "b"], ["a", "a", "b", "b"]
    train = [0, 2, 0, 4]  # scales 2 and 4
    y_true, y_pred = [1, 1, 1, 1], [3, 3, 1, 1]
    options = {"y_train": train, "groups": groups, "groups_train": in_train}
    # 1/2 and 1/4: errors 2 and 0 in both.
    assert MASE(y_true, y_pred, **options) == 3 / 8
    # A series weighs what its rows do on average: (3·½ + 1·¼) / 4.
    found = MASE(y_true, y_pred, **options, sample_weight=[3, 1, 3, 1])
    assert found == 7 / 16
    # Without weight it is not there.
    assert MASE(y_true, y_pred, **options, sample_weight=[1, 0, 1, 0]) == 1 / 2


def test_series_without_a_scale():
    y_true, y_pred = [1, 1], [3, 2]
    options = {"groups": [1, 2], "groups_train": [1, 1, 2, 2]}
    with pytest.warns(reference.UndefinedMetricWarning, match="1 of 2 series"):
        assert MASE(y_true, y_pred, y_train=[0, 4, 5, 5], **options) == 0.5
    with pytest.warns(reference.UndefinedMetricWarning, match="no series"):
        assert math.isnan(MASE(y_true, y_pred, y_train=[0, 0, 5, 5], **options))
    with pytest.warns(reference.UndefinedMetricWarning, match="no series"):
        assert math.isnan(RMSSE([1, 2], [1, 2], m=2))


@one_case(
    "options",
    [
        {"m": 0},
        {"m": 1.5},
        {"groups_train": [1, 2]},
        {"y_train": [1, 2], "groups": [1, 2]},
        {"y_train": [1, 2], "groups_train": [1, 2]},
        {"y_train": [1, math.nan]},
        {"y_train": []},
        {"groups": [1]},
        {"sample_weight": [0, 0]},
    ],
)
def test_refused(options):
    with pytest.raises(ValueError, match=r"m=|groups|finite|no rows|unequal|zero"):
        MASE([1, 2], [1, 2], **options)
