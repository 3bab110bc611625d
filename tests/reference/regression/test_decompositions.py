"""The parts of mean losses, by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference.regression.relative_errors import error_decomposition


def test_squared_errors_by_hand():
    # Recalibrated: 1, 2.5, 2.5, 6.
    parts = error_decomposition([1, 3, 2, 6], [2, 3, 4, 5])
    assert tuple(parts) == (1.5, 1.375, 3.375, 3.5)
    # Equal predictions have one recalibrated: 2, 2, 6.
    parts = error_decomposition([1, 3, 6], [4, 4, 5])
    assert parts.score == 11 / 3
    assert parts.miscalibration == pytest.approx(3, rel=1e-15)
    assert parts.uncertainty == pytest.approx(38 / 9, rel=1e-15)
    # Weights are as many rows; rows of no weight are not there.
    weighted = error_decomposition(
        [1, 3, 2, 9, 6], [2, 3, 4, 5, 5], sample_weight=[1, 2, 1, 0, 2]
    )
    parts = error_decomposition([1, 3, 3, 2, 6, 6], [2, 3, 3, 4, 5, 5])
    assert tuple(weighted) == tuple(parts)


def test_deviances_by_hand():
    parts = error_decomposition([0, 2], [1, 1], loss="poisson")
    ln2 = math.log(2)
    assert parts.score == pytest.approx(2 * ln2, rel=1e-15)
    assert parts.uncertainty == parts.score
    assert parts.miscalibration == parts.discrimination == 0
    # The lower one is recalibrated to 0, which is right.
    parts = error_decomposition([0, 2], [1, 2], loss="poisson")
    assert tuple(parts) == pytest.approx((1, 1, 2 * ln2, 2 * ln2), rel=1e-15)
    parts = error_decomposition([1, 3], [2, 3], loss="gamma")
    expected = ln2 - 0.5, ln2 - 0.5, math.log(4 / 3), math.log(4 / 3)
    assert tuple(parts) == pytest.approx(expected, rel=1e-15)
    # Ratios beyond the floats.
    far = error_decomposition([1e-200], [1e200], loss="gamma").score
    assert far == pytest.approx(800 * math.log(10) - 2, rel=1e-15)


@one_case(
    ("y_true", "y_pred", "loss"),
    [
        ([1], [1], "absolute"),
        ([1], [1, 2], "squared"),
        ([1], [math.nan], "squared"),
        ([-1], [1], "poisson"),
        ([0], [0], "poisson"),
        ([0], [1], "gamma"),
        ([1], [-1], "gamma"),
    ],
)
def test_refused(y_true, y_pred, loss):
    with pytest.raises(ValueError, match=r"loss=|unequal|finite"):
        error_decomposition(y_true, y_pred, loss=loss)
