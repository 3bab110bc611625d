"""Intervals of quantiles over rows: by order statistics, and from rows drawn anew."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.reference.mean_intervals import order_statistics_interval
from fastmetrics.resampling.error_plans import ErrorPlan
from fastmetrics.resampling.plan import Data, Design

N = 200
MEDIAN, SQUARED = "median_absolute_error", "median_squared_error"
QUANTILE = "error_quantiles"
CASES = {
    "median": (MEDIAN, {}),
    "squared": (SQUARED, {}),
    "upper": (QUANTILE, {"q": 0.9}),
    "signed": (QUANTILE, {"q": 0.25, "absolute": False}),
}


@pytest.fixture
def columns(rng):
    true = rng.normal(size=N)
    return true, true + rng.normal(size=N)


def plan_of(true, models, metrics, **design):
    data = {name: {"y_pred": own} for name, own in models.items()}
    plan = ErrorPlan(Data({"y_true": true}, data), Design(**design), {})
    plan.ask([BoundMetric(catalog.find(name), given) for name, given in metrics])
    return plan


def values_of(name, given, true, pred):
    if name == SQUARED:
        return (pred - true) ** 2
    return pred - true if given.get("absolute") is False else abs(pred - true)


@one_case("case", CASES)
@one_case("level", [0.5, 0.95])
def test_auto_is_between_order_statistics(columns, case, level):
    name, given = CASES[case]
    found = fm.confidence_interval(
        name, *columns, metric_params=given, confidence_level=level
    )
    values = values_of(name, given, *columns).tolist()
    q = given.get("q", 0.5)
    expected = order_statistics_interval(values, q, level)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-10)
    assert found.estimate == getattr(fm, name)(*columns, **given)
    assert found.low < found.estimate < found.high
    assert found.method == "order-statistics"
    assert math.isnan(found.standard_error)
    assert not found.approximate
    assert not found.reason


@one_case(
    "n, q, low, high",
    [(5, 0.5, False, False), (6, 0.5, True, True), (20, 0.9, True, False)],
)
def test_few_rows_have_no_bound(n, q, low, high):
    given = {"q": q}
    found = fm.confidence_interval(
        QUANTILE, np.zeros(n), np.arange(n), metric_params=given
    )
    assert math.isfinite(found.low) == low
    assert math.isfinite(found.high) == high
    words = {(False, False): "a bound", (True, False): "an upper bound"}
    if low and high:
        assert not found.reason
    else:
        expected = f"{n} rows are too few for {words[low, high]} of the quantile {q:g}"
        assert found.reason == expected


@one_case("design", ["weights", "groups", "two models", "outputs"])
def test_rows_that_are_not_alike_are_drawn(rng, columns, design):
    true, pred = columns
    given = {
        "weights": {"sample_weight": rng.random(N)},
        "groups": {"groups": np.arange(N) // 3},
    }.get(design, {})
    models = {"a": pred}
    if design == "two models":
        models["b"] = pred + rng.normal(size=N)
    if design == "outputs":
        true, models["a"] = np.stack([true, pred], 1), np.stack([pred, true], 1)
    plan = plan_of(true, models, [(MEDIAN, {})], **given)
    of = (0, 1) if design == "two models" else (0,)
    way = "group-jackknife" if design == "groups" else "percentile"
    assert plan.method(0, "auto", of) == way
    assert "order-statistics" in plan.method(0, "order-statistics", of).error
    options = {"confidence_level": 0.9, "n_resamples": 60, "seed": 3}
    found = make_intervals(plan, method="auto", **options)
    one = found.differences["a", "b"] if len(of) > 1 else found.values["a"]
    told = {"percentile": "percentile", "group-jackknife": "jackknife-t-log"}
    assert one[MEDIAN].method == told[way]
    assert one[MEDIAN].low < one[MEDIAN].high


@one_case("case", CASES)
@one_case("design", ["plain", "weights", "groups"])
def test_replicates_are_the_function_with_other_weights(rng, columns, case, design):
    """Also where rows weigh nothing, and where the whole weight is exactly halved."""
    name, given = CASES[case]
    made = {
        "plain": {},
        "weights": {"sample_weight": rng.integers(0, 3, N).astype(float)},
        "groups": {"groups": np.arange(N) // 3},
    }[design]
    plan = plan_of(columns[0], {"a": columns[1]}, [(name, given)], **made)
    found = plan.replicates([0], 5, 40, None)[:, 0, 0]
    function = getattr(fm, name)
    expected = [
        function(*columns, **given, sample_weight=plan._units.drawn_weights(5, i))
        for i in range(40)
    ]
    assert found.tolist() == expected
    assert len({*expected}) > 5
    without = [
        function(*columns, **given, sample_weight=weights)
        for weights in plan._units.weights_without_each()
    ]
    assert plan.jackknife(0, (0,), 5).values[:, 0].tolist() == without


@one_case("method", ["percentile", "basic", "bca", "normal"])
def test_bootstraps_by_name(columns, method):
    found = fm.confidence_interval(
        MEDIAN, *columns, method=method, n_resamples=200, random_state=1
    )
    assert found.method == method
    assert found.low < found.estimate < found.high


@one_case("method", ["skew-t", "jackknife", "wilson"])
def test_other_methods_are_refused(columns, method):
    with pytest.raises(ValueError, match="its methods are"):
        fm.confidence_interval(MEDIAN, *columns, method=method)


def test_a_quantile_must_be_named(columns):
    with pytest.raises(TypeError, match="error_quantiles needs the parameter 'q'"):
        fm.confidence_interval(QUANTILE, *columns)


def test_rows_that_are_all_alike():
    found = fm.confidence_interval(MEDIAN, np.zeros(50), np.ones(50))
    assert (found.low, found.estimate, found.high) == (1, 1, 1)


def test_ties_are_no_harm():
    pred = np.repeat([0.0, 1.0, 2.0], 20)
    found = fm.confidence_interval(MEDIAN, np.zeros(60), pred)
    assert (found.low, found.high) == (1, 1)
