"""Calibration of forecasts of numbers, worked by hand."""

import math

import pytest

from fastmetrics.reference.regression import forecasts as reference

# Deviations 1, 1, 2, 2; errors 1, -1, 3, 3.
COLUMNS = [1.0, -1.0, 3.0, 3.0], [0.0] * 4, [1.0, 1.0, 2.0, 2.0]


def test_pit_values_by_hand():
    # Φ(0), Φ(1) and Φ(-1) as tables have them.
    found = reference.pit_values([3.0, 1.0, -1.0], [3.0, 0.0, 0.0], [2.0, 1.0, 1.0])
    assert found == pytest.approx([0.5, 0.8413447460685429, 0.15865525393145707])
    assert reference.pit_values([1.0, 0.0], [0.0, 0.0], [0.0, 0.0]) == [1.0, 0.5]


def test_coverages_by_hand():
    # Within 0.674 deviations: none. Within 1.645: three and three halves are 1.5.
    levels, shares = reference.coverage_curve(*COLUMNS, levels=[0.5, 0.9])
    assert (levels, shares) == ([0.5, 0.9], [0.0, 1.0])
    weighted = reference.coverage_curve(
        *COLUMNS, levels=[0.75], sample_weight=[1, 1, 2, 4]
    )
    assert weighted[1] == [2 / 8]  # 1 deviation is within 1.15, 1.5 are not


def test_quantile_calibration_error_by_hand():
    # Half of the rows are at or below the first column, three quarters the second.
    matrix = [[2.0, 4.0], [8.0, 9.0], [1.0, 2.0], [4.0, 5.0]]
    found = reference.quantile_calibration_error(
        [3.0, 7.0, 3.0, 4.0], matrix, quantiles=[0.25, 0.5]
    )
    assert found == (1 / 4 + 1 / 4) / 2


def test_binned_errors_by_hand():
    # Of the two bins RMV is 1 and 2, RMSE 1 and 3; variances 1 and 4, squares 1 and 9.
    assert reference.expected_normalized_calibration_error(*COLUMNS, n_bins=2) == 1 / 4
    assert reference.uncertainty_calibration_error(*COLUMNS, n_bins=2) == 5 / 2
    # In one bin the mean variance is 5/2 and the mean square 5.
    one = reference.expected_normalized_calibration_error(*COLUMNS, n_bins=1)
    assert one == pytest.approx(math.sqrt(2) - 1, rel=1e-15)
    assert reference.uncertainty_calibration_error(*COLUMNS, n_bins=1) == 5 / 2
