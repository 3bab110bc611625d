"""Calibration: what errors say, rows' values, threads, weights, and wrong input."""

import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.special import chdtrc

import fastmetrics as fm
from fastmetrics.metrics.probability.measuring.bin_edges import squared_gap_values

ERRORS = [
    fm.expected_calibration_error,
    fm.maximum_calibration_error,
    fm.adaptive_calibration_error,
    fm.squared_calibration_error,
]
ALL = [*ERRORS, fm.brier_decomposition]


@pytest.fixture
def data(rng):
    p = rng.random(500)
    return (rng.random(500) < p).astype(int), p


@one_case("function", ALL)
def test_results_do_not_depend_on_threads(function, rng):
    p = rng.random(700_000)
    y = (rng.random(len(p)) < p).astype(int)
    w = rng.random(len(p))
    values = []
    for n in (1, 2, 5):
        with fm.num_threads(n):
            values.append((function(y, p), function(y, p, sample_weight=w)))
    assert values[0] == values[1] == values[2]


@one_case("function", ALL)
def test_weights_of_one_change_nothing_and_their_scale_neither(function, data, rng):
    y, p = data
    plain = function(y, p)
    ones = function(y, p, sample_weight=np.ones(len(p)))
    assert ones == pytest.approx(plain, rel=1e-12, abs=1e-15)
    w = rng.random(len(p))
    once, twice = (function(y, p, sample_weight=factor * w) for factor in (1, 4))
    assert twice == pytest.approx(once, rel=1e-12, abs=1e-15)


@one_case("function", ALL)
def test_rows_of_weight_zero_are_no_rows(function, data, rng):
    y, p = data
    w = rng.integers(0, 2, len(p)) * rng.random(len(p))
    kept = w > 0
    found = function(y, p, sample_weight=w)
    expected = function(y[kept], p[kept], sample_weight=w[kept])
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_chance_alone_makes_the_expected_error_larger(rng):
    """What the docstring says: 0.16, 0.08 and 0.04 of a calibrated model."""
    for n, mean in ((50, 0.16), (200, 0.08), (1000, 0.04)):
        values = []
        for _ in range(200):
            p = rng.random(n)
            values.append(fm.expected_calibration_error(rng.random(n) < p, p))
        assert np.mean(values) == pytest.approx(mean, abs=0.012)


def test_the_squared_error_is_unbiased(rng):
    """In bins of one width the population value is known: here p is 0.1 too high."""
    values = []
    for _ in range(400):
        p = rng.uniform(0.1, 0.9, 150)
        outcome = rng.random(150) < p - 0.1
        values.append(fm.squared_calibration_error(outcome, p, strategy="uniform"))
    # 0.01, within four standard errors.
    assert abs(np.mean(values) - 0.01) < 4 * np.std(values) / 20


@one_case("weighted", [False, True])
@one_case("debias", [False, True])
@one_case("shape", ["column", "matrix"])
def test_the_mean_of_the_rows_values_is_the_value(weighted, debias, shape, data, rng):
    y, p = data
    w = rng.random(len(p)) if weighted else None
    options = {"debias": debias, "sample_weight": w, "n_bins": 200}
    if shape == "matrix":
        p = rng.dirichlet(np.ones(3), len(p))
        y = rng.integers(0, 3, len(p))
        options["mode"] = "classwise"
    values = squared_gap_values(y, p, **options)
    assert values.shape == (len(p),)
    expected = fm.squared_calibration_error(y, p, **options)
    assert np.average(values, weights=w) == pytest.approx(expected, rel=1e-11)


@one_case("debias", [False, True])
def test_a_rows_value_is_its_influence(debias, data):
    y, p = data
    edges = [0, 0.3, 0.7, 1]
    w = np.ones(len(p))

    def value(w):
        return fm.squared_calibration_error(
            y, p, strategy=edges, debias=debias, sample_weight=w
        )

    values = squared_gap_values(y, p, strategy=edges, debias=debias)
    for row in (0, 17, 499):
        step = np.zeros(len(p))
        step[row] = 1e-4
        slope = (value(w + step) - value(w - step)) / 2e-4
        assert values[row] == pytest.approx(value(w) + len(p) * slope, rel=1e-6)


@one_case("function", ALL)
@one_case(
    ("wrong", "error", "match"),
    [
        ({"y_proba": [0.5, 1.5, 0.2]}, ValueError, r"y_proba .*\(1\.5\)"),
        ({"y_proba": [0.5, np.nan, 0.2]}, ValueError, "y_proba contains NaN"),
        ({"y_proba": [0.5, 0.5]}, ValueError, "inconsistent numbers of samples"),
        ({"y_proba": ["a", "b", "c"]}, ValueError, "y_proba must hold numbers"),
        ({"y_proba": []}, ValueError, "y_proba"),
        ({"y_true": [0, 1, 2]}, ValueError, "y_true"),
        ({"y_true": ["a", "b", "a"]}, ValueError, "pos_label"),
        ({"y_true": [0.5, 1, 0]}, ValueError, "y_true"),
        ({"n_bins": 0}, ValueError, "n_bins must be from 1 to"),
        ({"n_bins": 2.5}, TypeError, "n_bins must be a whole number, got 2.5"),
        ({"n_bins": None}, TypeError, "n_bins"),
        ({"sample_weight": [1, 2]}, ValueError, "sample_weight"),
        ({"sample_weight": [1, -2, 1]}, ValueError, "sample_weight"),
        ({"sample_weight": [0, 0, 0]}, ValueError, "all 3 of sample_weight are zero"),
        ({"pos_label": [1]}, TypeError, "pos_label"),
    ],
)
def test_wrong_input_is_named(function, wrong, error, match):
    given = {"y_true": [0, 1, 0], "y_proba": [0.5, 0.5, 0.2], **wrong}
    with pytest.raises(error, match=match):
        function(given.pop("y_true"), given.pop("y_proba"), **given)
    arrays = {k: np.array(v) if isinstance(v, list) else v for k, v in wrong.items()}
    given = {"y_true": np.array([0, 1, 0]), "y_proba": np.array([0.5, 0.5, 0.2])}
    given |= arrays
    with pytest.raises(error, match=match):
        function(given.pop("y_true"), given.pop("y_proba"), **given)


@one_case(
    ("strategy", "error", "match"),
    [
        ("other", ValueError, "strategy must be 'uniform', 'quantile'"),
        ([0, 0.5], ValueError, "ascending from 0 to 1"),
        ([0.1, 1], ValueError, "ascending from 0 to 1"),
        ([0, 0.5, 0.5, 1], ValueError, "ascending from 0 to 1"),
        ([0, 0.7, 0.5, 1], ValueError, "ascending from 0 to 1"),
        ([0, np.nan, 1], ValueError, "strategy contains NaN"),
        ([], ValueError, "ascending from 0 to 1"),
        (None, TypeError, "strategy"),
        (["a", "b"], ValueError, "strategy must hold numbers"),
    ],
)
def test_wrong_bins_are_named(strategy, error, match):
    for function in (fm.expected_calibration_error, fm.brier_decomposition):
        with pytest.raises(error, match=match):
            function([0, 1], [0.2, 0.8], strategy=strategy)


def test_other_wrong_options_are_named():
    with pytest.raises(ValueError, match="mode must be one of auto"):
        fm.expected_calibration_error([0, 1], [0.2, 0.8], mode="best")
    with pytest.raises(ValueError, match="mode must be one of auto"):
        fm.expected_calibration_error([0, 1], [0.2, 0.8], mode=None)
    with pytest.raises(TypeError, match="debias must be True or False"):
        fm.squared_calibration_error([0, 1], [0.2, 0.8], debias=2)
    for df in (0, -1, np.inf, np.nan):
        with pytest.raises(ValueError, match="df must be positive"):
            fm.hosmer_lemeshow_test([0, 1], [0.2, 0.8], df=df)
    with pytest.raises(TypeError, match="df must be a number"):
        fm.hosmer_lemeshow_test([0, 1], [0.2, 0.8], df="2")
    with pytest.raises(ValueError, match="y_proba must be a 1d array"):
        fm.brier_decomposition([0, 1], [[0.2, 0.8], [0.5, 0.5]])
    with pytest.raises(ValueError, match="strategy must be 'uniform' or 'quantile'"):
        fm.calibration_curve([0, 1], [0.2, 0.8], strategy=[0, 1])


def test_rows_that_do_not_sum_to_one_are_told():
    with pytest.warns(UserWarning, match="do not sum to one"):
        fm.expected_calibration_error([0, 1], [[0.2, 0.2], [0.5, 0.5]])


def test_nothing_is_changed(data):
    y, p = data
    for array in (y, p):
        array.setflags(write=False)
    for function in ALL:
        function(y, p, sample_weight=p)


@one_case("df", [None, 3, 2.5])
def test_the_test_of_hosmer_and_lemeshow(df, data):
    y, p = data
    found = fm.hosmer_lemeshow_test(y, p, df=df)
    from scipy.stats import chi2

    assert found.pvalue == pytest.approx(chi2.sf(found.statistic, df or 10), rel=1e-12)


def test_squares_of_large_weights_do_not_overflow():
    y, p = [1, 0, 0, 1, 0, 1], [0.0, 0.25, 0.5, 0.0, 0.5, 0.5]
    w = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    expected = fm.squared_calibration_error(y, p, sample_weight=w)
    for factor in (1e300, 1e-300):
        found = fm.squared_calibration_error(y, p, sample_weight=w * factor)
        assert found == pytest.approx(expected, rel=1e-12)  # 1e300 is no power of two


def test_the_degrees_of_freedom_are_printed():
    y, p = [0, 1, 1, 0, 1], [0.2, 0.7, 0.4, 0.4, 0.9]
    for options, df in (({"n_bins": 3}, 3), ({"n_bins": 3, "df": 1}, 1)):
        found = fm.hosmer_lemeshow_test(y, p, strategy="uniform", **options)
        assert found.df == df
        assert f"χ²({df}) = {found.statistic:.4f}, p = " in str(found)
        assert f"df={df})" in repr(found)
        again = pickle.loads(pickle.dumps(found))
        assert (again, again.df) == (found, df)
        statistic, pvalue = found
        assert pvalue == pytest.approx(chdtrc(df, statistic))
