"""Values of forecasting packages on six rows, which need not be installed.

Made by tools/golden_forecasts.py, with the packages that each test names; ours round
otherwise in the last digit.
"""

import numpy as np
import pytest

import fastmetrics as fm

Y = np.array([8.4, 9.67, 9.22, 9.63, 7.34, 9.19])
MEMBERS = np.array(
    [
        [4.71, 8.9, 9.16, 11.94, 3.71],
        [10.51, 10.88, 11.39, 9.71, 7.63],
        [8.72, 10.8, 8.7, 10.68, 10.85],
        [7.95, 8.76, 10.29, 9.54, 9.01],
        [7.21, 5.01, 8.95, 10.21, 4.21],
        [8.78, 14.03, 6.05, 10.71, 12.01],
    ]
)
MEAN = np.array([10.42, 11.96, 7.09, 8.94, 7.19, 9.29])
SCALE = np.array([0.24, 1.07, 1.95, 1.68, 1.08, 1.65])
LEVELS = np.array([0.05, 0.25, 0.5, 0.75, 0.95])
QUANTILES = np.sort(MEMBERS, axis=1)


def close(expected):
    return pytest.approx(expected, rel=2e-15)


def test_ensembles():
    """Of properscoring, crps_ensemble; scoringrules, crps_ensemble of two kinds."""
    assert fm.crps_ensemble(Y, MEMBERS) == close(0.6937333333333336)
    assert fm.crps_ensemble(Y, MEMBERS, fair=True) == close(0.43850000000000017)


def test_normal_forecasts():
    """Of properscoring, crps_gaussian; scoringrules, crps_normal and logs_normal."""
    assert fm.crps_gaussian(Y, MEAN, SCALE) == close(1.0062729043375371)
    assert fm.gaussian_log_loss(Y, MEAN, SCALE) == close(7.386877443676745)


def test_quantiles():
    """Of scoringrules, quantile_score and crps_quantile; utilsforecast, mqloss."""
    losses = fm.quantile_losses(Y, QUANTILES, quantiles=LEVELS)
    expected = [
        *(0.12666666666666668, 0.3300000000000002, 0.4225000000000001),
        *(0.3437500000000002, 0.12716666666666676),
    ]
    assert losses == close(expected)
    loss = fm.mean_quantile_loss(Y, QUANTILES, quantiles=LEVELS)
    assert loss == close(0.27001666666666674)
    crps = fm.crps_quantile(Y, QUANTILES, quantiles=LEVELS)
    assert crps == close(0.5400333333333335)


def test_the_weighted_interval_score():
    """Of scoringrules, weighted_interval_score of the median and two intervals."""
    assert fm.crps_quantile(Y, QUANTILES, quantiles=LEVELS) == close(0.5400333333333335)


def test_the_coverage_of_a_quantile():
    """Of utilsforecast, calibration of the 25 % quantile."""
    share = fm.quantile_coverage(Y, QUANTILES[:, 1], quantiles=0.25)
    assert share == close(0.16666666666666666)


def test_intervals():
    """Of MAPIE, regression_mwi_score; scoringrules, interval_score, both of 90 %.

    Of MAPIE also regression_coverage_score and regression_mean_width_score.
    """
    ends = QUANTILES[:, 0], QUANTILES[:, 4]
    score = fm.interval_score(Y, *ends, confidence_level=0.9)
    assert score == close(5.076666666666667)
    assert fm.interval_coverage(Y, *ends) == 1.0
    assert fm.mean_interval_width(Y, *ends) == close(5.076666666666667)
    # Rows outside: the two ends of the middle half.
    inner = QUANTILES[:, 1], QUANTILES[:, 3]
    assert fm.interval_coverage(Y, *inner) == close(0.6666666666666666)
    assert fm.interval_score(Y, *inner, confidence_level=0.5) == close(
        2.6950000000000016
    )


def test_calibration_of_normal_forecasts():
    """Of netcal, UCE, ENCE and QCE with marginal=True.

    Bins of the ENCE are of one width there and of as many rows here: of one bin, and
    of two of these rows, that is the same.
    """
    forecast = (Y, MEAN, SCALE)
    for n_bins, uce, ence in (
        (1, 0.4422833333333349, 0.1074729881663516),
        (2, 1.8837499999999994, 0.6266637935706177),
    ):
        found = fm.uncertainty_calibration_error(*forecast, n_bins=n_bins)
        assert found == close(uce)
        found = fm.expected_normalized_calibration_error(*forecast, n_bins=n_bins)
        assert found == close(ence)
    assert fm.uncertainty_calibration_error(*forecast, n_bins=3) == close(
        1.8837499999999994
    )
    three = fm.expected_normalized_calibration_error(*forecast, n_bins=3)
    assert three != pytest.approx(2.7310419462561124, rel=0.1)
    # Its three bins of one width, by hand: the first has one row.
    ratios = [
        np.sqrt(np.mean((Y - MEAN)[rows] ** 2) / np.mean(SCALE[rows] ** 2))
        for rows in ([0], [1, 4], [2, 3, 5])
    ]
    assert np.mean(np.abs(1 - np.array(ratios))) == close(2.7310419462561124)
    _, coverage = fm.coverage_curve(*forecast, levels=LEVELS)
    assert np.abs(coverage - LEVELS).tolist() == pytest.approx(
        [0.11666667, 0.08333333, 0, 0.08333333, 0.28333333], abs=5e-9
    )
