"""Distances from a smooth calibration curve: twin, scikit-learn, and every door."""

import importlib
import math
import re
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.cli import main
from fastmetrics.metrics.probability.measuring.calibration_spline import (
    measure_distance,
)

NAMES = {"ici": None, "e50": 0.5, "e90": 0.9, "emax": 1.0}


def forecasts(seed, n, line=1.0):
    rng = np.random.default_rng(seed)
    logit = 1.5 * rng.normal(size=n)
    outcomes = rng.random(n) < 1 / (1 + np.exp(-line * logit))
    return outcomes.astype(int), 1 / (1 + np.exp(-logit))


@one_case("n_knots", [3, 4, 7])
@one_case("n", [12, 60])
def test_the_twin(n, n_knots):
    rng = np.random.default_rng(n)
    y, p = forecasts(n, n)
    p = p.round(2)
    for weights in (None, rng.integers(0, 4, n)):
        lists = None if weights is None else weights.tolist()
        for quantile in (None, 0.9):
            options = {"quantile": quantile, "n_knots": n_knots}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ours = fm.integrated_calibration_index(
                    y, p, sample_weight=weights, **options
                )
                theirs = reference.integrated_calibration_index(
                    y.tolist(), p.tolist(), sample_weight=lists, **options
                )
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-10)


def spline(x, knots):
    """Harrell's basis, from his book."""
    width, last = knots[-1] - knots[0], knots[-1] - knots[-2]
    columns = [np.ones_like(x), x]
    for knot in knots[:-2]:
        columns.append(
            np.maximum(x - knot, 0) ** 3
            - np.maximum(x - knots[-2], 0) ** 3 * (knots[-1] - knot) / last
            + np.maximum(x - knots[-1], 0) ** 3 * (knots[-2] - knot) / last
        )
        columns[-1] /= width**2
    return np.column_stack(columns)


def test_the_curve_and_its_band_are_those_of_a_logistic_regression():
    linear_model = pytest.importorskip("sklearn.linear_model")
    y, p = forecasts(1, 400)
    x = np.log(p / (1 - p))
    levels = (0.05, 0.35, 0.65, 0.95)
    design = spline(x, np.quantile(x, levels, method="averaged_inverted_cdf"))
    model = linear_model.LogisticRegression(
        C=np.inf, tol=1e-12, solver="newton-cholesky", fit_intercept=False
    ).fit(design, y)
    curve = model.predict_proba(design)[:, 1]
    apart = np.abs(curve - p)
    found = [fm.integrated_calibration_index(y, p, quantile=q) for q in NAMES.values()]
    expected = [
        apart.mean(),
        np.median(apart),
        np.quantile(apart, 0.9, method="averaged_inverted_cdf"),
        apart.max(),
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    # The bounds, by other draws and at all rows in place of 200.
    covariance = np.linalg.inv(design.T @ (design * (curve * (1 - curve))[:, None]))
    errors = np.sqrt(np.sum(design @ covariance * design, axis=1))
    line, root = model.decision_function(design), np.linalg.cholesky(covariance)
    moved = design @ root @ np.random.default_rng(7).normal(size=(4, 5000))
    drawn = np.abs(1 / (1 + np.exp(-(line[:, None] + moved))) - curve[:, None])
    high = apart.mean() + np.quantile(drawn.mean(axis=0), 0.95)
    assert fm.confidence_interval("ici", y, p).high == pytest.approx(high, rel=0.04)
    half = errors * np.quantile(np.max(np.abs(moved) / errors[:, None], axis=0), 0.95)
    ends = [1 / (1 + np.exp(-(line + sign * half))) - p for sign in (-1, 1)]
    high = np.median(np.maximum(*np.abs(ends)))
    assert fm.confidence_interval("e50", y, p).high == pytest.approx(high, rel=0.04)
    high = apart.max() + np.quantile(drawn.max(axis=0), 0.95)
    assert fm.confidence_interval("emax", y, p).high == pytest.approx(high, rel=0.05)


def test_calibrated_forecasts_can_be_at_0_and_others_are_not():
    for name in NAMES:
        good = fm.confidence_interval(name, *forecasts(2, 500))
        assert good.low == 0 < good.estimate < good.high < 0.3, name
        bold = fm.confidence_interval(name, *forecasts(2, 500, line=0.4))
        assert bold.low < bold.estimate < bold.high, name
        assert bold.low > 0.02 or name == "e50"
        assert good.method == "simultaneous-band"
    # Of rows that weigh twice as much the same is known, of half of them less.
    y, p = forecasts(2, 500)
    plain = fm.confidence_interval("ici", y, p)
    heavy = fm.confidence_interval("ici", y, p, sample_weight=np.full(500, 2.0))
    assert heavy.high == pytest.approx(plain.high, rel=1e-9)
    uneven = np.random.default_rng(0).exponential(size=500)
    wide = fm.confidence_interval("ici", y, p, sample_weight=uneven)
    assert wide.high - wide.estimate > 1.2 * (plain.high - plain.estimate)


def test_bounds_grow_with_the_level():
    for quantile in NAMES.values():
        distance = measure_distance(*forecasts(3, 300, line=0.6), quantile=quantile)
        levels = (0.5, 0.9, 0.99, 0.996, 0.999, 1 - 1e-9)
        low, high = np.transpose([distance.bounds(level) for level in levels])
        assert np.all(np.diff(high) >= 0), quantile
        assert np.all(np.diff(low) <= 0), quantile


def test_two_models():
    y, p = forecasts(4, 1000)
    models = {"good": p, "bold": 1 / (1 + ((1 - p) / p) ** 2.5), "same": p}
    found = fm.compare("ici", y, y_proba=models, adjust=None)
    bold, same = found["bold", "good"], found["good", "same"]
    assert 0 < bold.low < bold.estimate < bold.high
    assert 0 < bold.pvalue < 0.01
    assert same.estimate == 0
    assert same.pvalue == 1
    # The bounds leave 0 out just at the level that the p-value says.
    for factor, is_outside in ((1.02, True), (0.98, False)):
        level = 1 - factor * bold.pvalue
        again = fm.compare(
            "ici", y, y_proba=models, confidence_level=level, adjust=None
        )
        assert (again["bold", "good"].low > 0) is is_outside


def test_dependent_rows_and_other_methods_are_refused():
    y, p = forecasts(5, 60)
    groups = np.arange(60) // 3
    for design in ({"groups": groups}, {"stratified": True}, {"order": range(60)}):
        found = fm.confidence_interval("ici", y, p, **design)
        assert "independent rows" in found.reason
        assert math.isnan(found.low)
    with pytest.raises(ValueError, match="groups, strata or order"):
        fm.confidence_interval("ici", y, p, method="simultaneous-band", groups=groups)
    for method in ("percentile", "wilson", "t"):
        with pytest.raises(ValueError, match="methods are auto, simultaneous-band"):
            fm.confidence_interval("ici", y, p, method=method)
    with pytest.raises(ValueError, match="simultaneous-band"):
        fm.confidence_interval("brier_score", y, p, method="simultaneous-band")


@one_case(
    "y, p, why",
    [
        ([1] * 20, np.linspace(0, 1, 20), "one class"),
        ([0, 1] * 10, [0.3] * 20, "too few distinct values .* 4 knots"),
        ([0, 1] * 10, [0.1, 0.5, 0.9, 0.2] * 5, "overlap too little|too few"),
        ([0] * 10 + [1] * 10, np.linspace(0.1, 0.9, 20), "overlap too little"),
    ],
)
def test_where_there_is_no_curve(y, p, why):
    with pytest.warns(fm.UndefinedMetricWarning, match=why):
        assert math.isnan(fm.integrated_calibration_index(y, p))
    with pytest.warns(fm.UndefinedMetricWarning):
        interval = fm.confidence_interval("ici", y, p)
    assert math.isnan(interval.low)


def test_options_refused():
    y, p = forecasts(6, 40)
    for n_knots in (2, 8, 3.5, "4", None):
        with pytest.raises(ValueError, match="n_knots"):
            fm.integrated_calibration_index(y, p, n_knots=n_knots)
    for quantile in (-0.1, 1.1, "0.5"):
        with pytest.raises((ValueError, TypeError), match="quantile"):
            fm.integrated_calibration_index(y, p, quantile=quantile)
    with pytest.raises(ValueError, match="column"):
        fm.integrated_calibration_index(y, np.column_stack([1 - p, p]))


def test_forecasts_of_0_and_1_are_clipped():
    y, p = forecasts(7, 200)
    p[:3], y[:3] = 0, 0
    p[3:6], y[3:6] = 1, [1, 1, 0]
    interval = fm.confidence_interval("emax", y, p)
    assert 0 <= interval.low <= interval.estimate <= interval.high <= 1


def test_all_doors_agree(tmp_path, capsys):
    y, p = forecasts(8, 200, line=0.5)
    by = np.where(np.arange(200) < 100, "a", "b")
    report = fm.evaluate(y, y_proba=p, metrics=list(NAMES))
    pyarrow = pytest.importorskip("pyarrow")
    paths = tmp_path / "rows.csv", tmp_path / "rows.parquet"
    table = pyarrow.table({"y": y, "p": p})
    importlib.import_module("pyarrow.csv").write_csv(table, paths[0])
    importlib.import_module("pyarrow.parquet").write_table(table, paths[1])
    for name, quantile in NAMES.items():
        value = fm.integrated_calibration_index(y, p, quantile=quantile)
        interval = fm.confidence_interval(name, y, p)
        assert interval.estimate == value
        assert report[name].high == interval.high
        slices = fm.by_group(name, y, y_proba=p, by=by)
        half = fm.integrated_calibration_index(y[:100], p[:100], quantile=quantile)
        assert slices.by_group[name][0] == half
        for path in map(str, paths):
            columns = ["--truth", "y", "--proba", "p"]
            assert main(["evaluate", path, *columns, "--metrics", name]) == 0
            shown = re.match(
                r".* is (.*) \(95 % interval (.*) to (.*)\)", capsys.readouterr().out
            )
            assert [*map(float, shown.groups())] == pytest.approx([*interval], abs=0.01)
    with pytest.raises(ValueError, match="give all rows at once"):
        fm.Accumulator("ici")
    five = fm.confidence_interval("ici", y, p, metric_params={"n_knots": 5})
    assert five.estimate == fm.integrated_calibration_index(y, p, n_knots=5)
    assert fm.find("E90")[0].name == "calibration_e90"
