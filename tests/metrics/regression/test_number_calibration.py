"""Calibration of forecasts of numbers: twins, laws, bad input."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

NAN, INF = math.nan, math.inf
NORMAL = [
    "coverage_curve",
    "expected_normalized_calibration_error",
    "uncertainty_calibration_error",
]
BINNED = NORMAL[1:]
# Numbers whose sums of squares are exact, so that no border of a bin is missed.
EIGHTHS = st.integers(-80, 80).map(lambda k: k / 8)
SCALES = st.sampled_from([0.0, 0.5, 0.75, 1.0, 3.0])


@st.composite
def forecasts(draw):
    n = draw(st.integers(1, 9))
    rows = draw(st.lists(st.tuples(EIGHTHS, EIGHTHS, SCALES), min_size=n, max_size=n))
    weights = draw(st.none() | st.lists(st.integers(0, 3), min_size=n, max_size=n))
    if weights is not None and not any(weights):
        weights = None
    return [list(column) for column in zip(*rows, strict=True)], weights


@settings(max_examples=examples(30, same=12))
@given(case=forecasts())
@one_case("name", BINNED)
@one_case("n_bins", [1, 3, 10])
def test_binned_errors_are_the_twins(name, n_bins, case):
    columns, weights = case
    given_options = {"n_bins": n_bins, "sample_weight": weights}
    expected = getattr(reference, name)(*columns, **given_options)
    found = getattr(fm, name)(*map(np.array, columns), **given_options)
    # Roots and quotients of exact sums.
    assert found == pytest.approx(expected, rel=1e-13, abs=1e-14)


@given(case=forecasts())
def test_coverages_and_pits_are_the_twins(case):
    columns, weights = case
    levels, shares = reference.coverage_curve(*columns, sample_weight=weights)
    found = fm.coverage_curve(*columns, sample_weight=weights)
    assert found[0].tolist() == levels
    assert found[1] == pytest.approx(shares, rel=1e-14)
    # Far out the error of z counts z times: 20 deviations at most.
    expected = reference.pit_values(*columns)
    assert fm.pit_values(*columns) == pytest.approx(expected, rel=1e-12)


@given(case=forecasts())
def test_the_error_of_quantiles_is_the_twins(case):
    (y, low, width), weights = case
    matrix = [[a, a + s] for a, s in zip(low, width, strict=True)]
    for levels in ([0.25, 0.75], [0.9, 0.1]):
        options = {"quantiles": levels, "sample_weight": weights, "crossing": "sort"}
        expected = reference.quantile_calibration_error(y, matrix, **options)
        found = fm.quantile_calibration_error(y, matrix, **options)
        assert found == pytest.approx(expected, rel=1e-14, abs=1e-15)


def test_forecasts_that_are_right():
    rng = np.random.default_rng(0)
    n = 40_000
    mean, scale = rng.normal(size=n), rng.uniform(0.5, 2, n)
    y = mean + scale * rng.normal(size=n)
    counts, _ = np.histogram(fm.pit_values(y, mean, scale), 10, (0, 1))
    # Standard errors of the bars, coverages and bins are below 0.002, 0.0025, 0.012.
    assert counts / n == pytest.approx(0.1, abs=0.01)
    levels, shares = fm.coverage_curve(y, mean, scale)
    assert shares == pytest.approx(levels, abs=0.012)
    assert fm.expected_normalized_calibration_error(y, mean, scale) < 0.03
    half = fm.expected_normalized_calibration_error(y, mean, scale / 2)
    assert half == pytest.approx(1.0, abs=0.06)
    quantiles = mean[:, None] + scale[:, None] * np.array([-1.2815515655446004, 0])
    error = fm.quantile_calibration_error(y, quantiles, quantiles=[0.1, 0.5])
    assert error < 0.01


def test_the_order_of_rows_does_not_matter():
    rng = np.random.default_rng(1)
    y, mean = rng.integers(-9, 9, (2, 60)) / 4
    scale = rng.integers(1, 5, 60) / 2
    order = rng.permutation(60)
    for name in BINNED:
        function = getattr(fm, name)
        one = function(y, mean, scale, n_bins=4)
        other = function(y[order], mean[order], scale[order], n_bins=4)
        assert one == pytest.approx(other, rel=1e-13)


def test_a_weight_is_so_many_rows():
    rng = np.random.default_rng(2)
    y, mean = rng.normal(size=(2, 30))
    scale, times = rng.uniform(0.5, 2, 30), rng.integers(0, 4, 30)
    many = [np.repeat(one, times) for one in (y, mean, scale)]
    for name in NORMAL:
        function = getattr(fm, name)
        weighted = function(y, mean, scale, sample_weight=times)
        assert np.ravel(weighted) == pytest.approx(np.ravel(function(*many)), rel=1e-12)


def test_deviations_of_nothing():
    y, mean, scale = [1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]
    assert fm.pit_values(y, mean, scale).tolist() == [0.5, 1.0, 0.0]
    assert fm.coverage_curve(y, mean, scale, levels=0.5)[1].tolist() == [1 / 3]
    assert fm.expected_normalized_calibration_error(y, mean, scale) == INF
    assert fm.expected_normalized_calibration_error([1], [1], [0]) == 0
    assert fm.uncertainty_calibration_error(y, mean, scale) == 2 / 3


@one_case("name", ["pit_values", *NORMAL])
@one_case(
    ("columns", "error", "message"),
    [
        (([1.0, NAN], [0, 0], [1, 1]), ValueError, "y_true contains NaN"),
        (([1.0, 2.0], [0, INF], [1, 1]), ValueError, "mean"),
        (([1.0, 2.0], [0, 0], [1, -1]), ValueError, "scale must not be negative"),
        (([1.0, 2.0], [0], [1, 1]), ValueError, "mean"),
        (([], [], []), ValueError, "empty|0 sample"),
        ((["a"], [0], [1]), (TypeError, ValueError), "y_true"),
    ],
)
def test_bad_columns(name, columns, error, message):
    with pytest.raises(error, match=message):
        getattr(fm, name)(*columns)


@one_case("name", BINNED)
@one_case("n_bins", [0, -1, 2.5, True, "many", None])
def test_bad_bins(name, n_bins):
    with pytest.raises(ValueError, match="n_bins"):
        getattr(fm, name)([1.0], [0.0], [1.0], n_bins=n_bins)


@one_case("levels", [[0.0], [0.5, 0.5], [], [[0.5]], [NAN], "high"])
def test_bad_levels(levels):
    with pytest.raises((TypeError, ValueError), match="levels"):
        fm.coverage_curve([1.0], [0.0], [1.0], levels=levels)


# --- the picture


def test_the_picture():
    pytest.importorskip("matplotlib")
    rng = np.random.default_rng(3)
    mean = rng.normal(size=200)
    y, scale = mean + rng.normal(size=200), np.full(200, 0.5)
    made = fm.PitDisplay.from_predictions(y, mean, scale)
    share = fm.coverage_curve(y, mean, scale, levels=0.9)[1][0]
    assert made.title == f"PIT: intervals of 90 % of Model hold {100 * share:.1f} %"
    histogram, coverages = made.picture.panels
    shares, _ = np.histogram(fm.pit_values(y, mean, scale), 10, (0, 1))
    assert histogram.marks[0].values.tolist() == (shares / 200).tolist()
    levels, held = fm.coverage_curve(y, mean, scale)
    assert coverages.marks[1].x.tolist() == levels.tolist()
    assert coverages.marks[1].y.tolist() == held.tolist()
    right = {"bold": (mean, scale), "right": (mean, np.ones(200))}
    both = fm.PitDisplay.from_predictions(
        y,
        {name: one for name, (one, _) in right.items()},
        {name: one for name, (_, one) in right.items()},
        sample_weight=np.ones(200),
    )
    assert "intervals of bold deviate most" in both.title
    report = fm.evaluate(y, mean=mean, scale=scale)
    assert fm.PitDisplay.from_report(report).title == report.pictures["pit"]
    with pytest.raises(TypeError, match="name is for one model"):
        fm.PitDisplay.from_predictions(y, {"a": mean}, {"a": scale}, name="b")
    with pytest.raises(ValueError, match="no normal forecasts"):
        fm.PitDisplay.from_report(fm.evaluate(y, mean))
