"""Leave-one-out without refits, worked by hand and by fitting again."""

import math

import pytest

from fastmetrics.reference import (
    UndefinedMetricWarning,
    generalized_cross_validation,
    leave_one_out_neighbors,
    leave_one_out_predict,
    leverage,
    press,
)


def test_a_mean_without_each_number():
    y, fitted, h = [1, 2, 6], [3, 3, 3], [1 / 3] * 3
    assert leave_one_out_predict(y, fitted, h) == pytest.approx([4, 3.5, 1.5])
    assert press(y, fitted, h) == pytest.approx(9 + 2.25 + 20.25)
    # Squared errors 4, 1, 9 over 3, and (1 - 1/3)² = 4/9.
    assert generalized_cross_validation(y, fitted, 1) == pytest.approx(14 / 3 * 9 / 4)


def test_leverages_by_hand():
    # A straight line through 0, 1, 2: 1/3 + (x - 1)² / 2.
    assert leverage([[0], [1], [2]]) == pytest.approx([5 / 6, 1 / 3, 5 / 6])
    # Without intercept x² / 5, with a penalty of 5 half of it.
    assert leverage([[0], [1], [2]], fit_intercept=False) == pytest.approx(
        [0, 1 / 5, 4 / 5]
    )
    assert leverage([[0], [1], [2]], fit_intercept=False, ridge=5) == pytest.approx(
        [0, 1 / 10, 4 / 10]
    )
    # A row of weight 2 is two rows, and counts as much as both.
    twice = leverage([[0], [1], [2], [2]])
    once = leverage([[0], [1], [2]], sample_weight=[1, 1, 2])
    assert once == pytest.approx([twice[0], twice[1], 2 * twice[2]])
    # The second column is twice the first.
    assert leverage([[0, 0], [1, 2], [2, 4]]) == pytest.approx([5 / 6, 1 / 3, 5 / 6])
    assert leverage([[0], [1]], sample_weight=[1, 0]) == [1, 0]


def test_neighbours_by_hand():
    X, y = [[0], [1], [3], [4]], [0, 1, 3, 6]
    found = leave_one_out_neighbors(X, y, n_neighbors=3, task="regression")
    assert found == [
        [1, 2, 10 / 3],
        [0, 1.5, 3],
        [6, 3.5, 7 / 3],
        [3, 2, 4 / 3],
    ]
    # Row 1 of 0, 1, 2 is as far from row 0 as from row 2: row 0 comes first.
    labels = leave_one_out_neighbors(
        [[0], [1], [2]], ["b", "c", "a"], n_neighbors=2, task="classification"
    )
    assert labels == [["c", "a"], ["b", "a"], ["c", "b"]]


def test_what_is_undefined_is_nan():
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(leave_one_out_predict([1], [1], [1])[0])
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(press([1], [1], [1]))
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(generalized_cross_validation([1], [1], 1))
