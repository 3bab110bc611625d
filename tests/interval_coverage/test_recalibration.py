"""How often intervals of calibration as a whole, and bands, hold the truth.

With 1000 sets the standard error of a coverage of 95 % is 0.7 percentage points.
"""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.probability.measuring.calibration_spline import (
    measure_distance,
)

N_SETS = 1000
# Slope and intercept of the line on which the true logits lie.
LINES = {"right": (1.0, 0.0), "too sure": (0.6, 0.3)}
COVERAGE = [
    ("calibration_in_the_large", "skew-t"),
    ("expected_observed_ratio", "jackknife"),
    ("calibration_intercept", "jackknife"),
    ("calibration_intercept(method='logistic')", "jackknife"),
    ("calibration_slope", "jackknife"),
]


def expit(z):
    return 1 / (1 + np.exp(-z))


def rows(rng, n, line):
    """Forecasts, and what is true of them."""
    slope, intercept = LINES[line]
    z = 1.5 * rng.normal(size=n)
    return expit(z), expit(intercept + slope * z)


def truths(line):
    forecast, truth = rows(np.random.default_rng(1), 2_000_000, line)
    everything = np.repeat([1, 0], len(truth)), np.tile(forecast, 2)
    intercept = fm.calibration_intercept(
        *everything, sample_weight=np.concatenate([truth, 1 - truth])
    )
    return {
        "calibration_in_the_large": forecast.mean() - truth.mean(),
        "expected_observed_ratio": forecast.mean() / truth.mean(),
        "calibration_intercept": intercept[0],
        "calibration_intercept(method='logistic')": LINES[line][1],
        "calibration_slope": LINES[line][0],
    }


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200, 1000])
@pytest.mark.parametrize("line", LINES)
def test_measures_of_calibration_as_a_whole_are_covered(line, n):
    rng = np.random.default_rng(n)
    expected = truths(line)
    hits = dict.fromkeys(expected, 0)
    for _ in range(N_SETS):
        forecast, truth = rows(rng, n, line)
        outcome = (rng.random(n) < truth).astype(int)
        for name, value in expected.items():
            found = fm.confidence_interval(name, outcome, y_proba=forecast)
            hits[name] += found.low <= value <= found.high
    for name, number in hits.items():
        assert 0.925 <= number / N_SETS <= 0.98, name


@pytest.mark.parametrize("n", [50, pytest.param(400, marks=pytest.mark.slow)])
@one_case("method", ["isotonic", "uniform", "quantile"])
def test_curves_of_calibrated_forecasts_lie_in_the_consistency_band(method, n):
    rng = np.random.default_rng(n)
    inside = []
    for _ in range(50 if n == 50 else 150):
        forecast = rng.random(n)
        outcome = rng.random(n) < forecast
        curve = fm.reliability_curve(
            outcome, forecast, method=method, n_bins=5, n_resamples=199, random_state=0
        )
        held = (curve.low <= curve.calibrated) & (curve.calibrated <= curve.high)
        inside.append(np.average(held, weights=curve.weight))
    # Where outcomes are few a bound is often reached, and counts as inside.
    assert 0.93 <= np.mean(inside) <= 0.99


def test_curves_of_other_forecasts_leave_it():
    rng = np.random.default_rng(5)
    forecast = rng.random(2000)
    outcome = rng.random(2000) < 0.25 + 0.5 * forecast
    curve = fm.reliability_curve(outcome, forecast, random_state=0)
    ends = (curve.y_proba < 0.2) | (curve.y_proba > 0.8)
    held = (curve.low <= curve.calibrated) & (curve.calibrated <= curve.high)
    assert held[ends].mean() < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 500, 5000])
@pytest.mark.parametrize("line", LINES)
def test_distances_from_a_calibration_curve_are_covered(line, n):
    rng, n_sets = np.random.default_rng(n), 100
    forecast, truth = rows(np.random.default_rng(1), 1_000_000, line)
    apart = np.abs(forecast - truth)
    levels = {None: apart.mean(), 0.5: np.median(apart), 0.9: np.quantile(apart, 0.9)}
    hits = dict.fromkeys(levels, 0)
    hits[1.0] = 0
    for _ in range(n_sets):
        forecast, truth = rows(rng, n, line)
        outcome = (rng.random(n) < truth).astype(int)
        levels[1.0] = np.abs(forecast - truth).max()  # of the rows' own forecasts
        for quantile, value in levels.items():
            found = measure_distance(outcome, forecast, quantile=quantile)
            low, high = found.bounds(0.95)
            hits[quantile] += max(low, 0.0) <= value <= high
    # 100 sets have a standard error of 2.2 percentage points.
    least = 0.88 if line == "right" else 0.95
    assert min(hits.values()) >= least * n_sets, hits


@pytest.mark.slow
def test_standard_errors_with_weights_hold():
    """Intervals of 1.96 standard errors, of weights that differ much."""
    rng = np.random.default_rng(0)
    held, n_sets = np.zeros(3), 1500
    for _ in range(n_sets):
        x = 1.5 * rng.normal(size=200)
        p = 1 / (1 + np.exp(-x))
        y, weights = rng.random(200) < p, rng.exponential(size=200)
        line = fm.calibration_slope(y, p, sample_weight=weights)
        shift = fm.calibration_intercept(y, p, sample_weight=weights)
        held += [
            abs(line.slope - 1) < 1.96 * line.slope_standard_error,
            abs(line.intercept) < 1.96 * line.intercept_standard_error,
            abs(shift.intercept) < 1.96 * shift.standard_error,
        ]
    assert (held / n_sets > 0.94).all()
    assert (held / n_sets < 0.975).all()
