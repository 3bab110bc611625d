"""ErrorPlan: what is special to intervals of measures of errors."""

import itertools
import math

import numpy as np
import pytest
from helpers import row_metrics as planted
from helpers.one_case import one_case
from helpers.row_metrics import COSINE, ERROR, ROOT, SKILL

import fastmetrics
import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import MEAN
from fastmetrics.metrics.regression.measuring import error_moments
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import error_plans, refusals
from fastmetrics.resampling.error_plans import ErrorPlan
from fastmetrics.resampling.plan import Data, Design

N = 400


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    for function in planted.FUNCTIONS:
        name = function.__name__
        monkeypatch.setattr(fastmetrics, name, function, raising=False)


@pytest.fixture
def true(rng):
    return rng.normal(size=N)


def made(true, models, rows, method="auto", **design):
    columns = {name: {"y_pred": own} for name, own in models.items()}
    plan = ErrorPlan(Data({"y_true": true}, columns), Design(**design), {})
    plan.ask([BoundMetric(row, {}) for row in rows])
    return make_intervals(
        plan, confidence_level=0.9, method=method, n_resamples=50, seed=3
    )


@one_case("method", ["auto", "jackknife", "percentile", "bca"])
def test_squares_of_errors_with_heavy_tails_are_approximate(rng, true, method):
    errors = {"light": rng.normal(size=N), "heavy": rng.standard_t(2, size=N) ** 3}
    models = {name: true + own for name, own in errors.items()}
    found = made(true, models, [SKILL, COSINE], method)
    for name in ("planted_skill", "planted_cosine"):
        light, heavy = (found.values[model][name] for model in models)
        assert not light.approximate
        assert not light.reason
        assert heavy.approximate
        assert "heavy tails, a kurtosis of" in heavy.reason
        assert heavy.low < heavy.estimate < heavy.high
        assert found.differences["light", "heavy"][name].approximate


def test_means_over_rows_know_nothing_of_tails(rng, true):
    models = {"heavy": true + rng.standard_t(2, size=N) ** 3}
    found = made(true, models, [ERROR, ROOT]).values["heavy"]
    assert not any(one.approximate for one in found.values())


def test_weights_change_the_kurtosis(rng, true):
    """The one large error weighs nothing."""
    pred = true + rng.normal(size=N)
    pred[5] += 60
    weights = np.ones(N)
    assert made(true, {"a": pred}, [SKILL]).values["a"]["planted_skill"].approximate
    weights[5] = 0
    found = made(true, {"a": pred}, [SKILL], sample_weight=weights)
    assert not found.values["a"]["planted_skill"].approximate


def test_each_column_is_converted_once(rng, true):
    """Whichever metrics ask for it."""
    read = []

    class Column:
        def __init__(self, values):
            self.values = values
            self.shape = values.shape

        def __array__(self, dtype=None, copy=None):
            read.append(1)
            return self.values

    models = {name: Column(true + rng.normal(size=N)) for name in "ab"}
    made(Column(true), models, [ERROR, ROOT, SKILL, COSINE], "bca")
    assert len(read) == 3


# --- what is read off sums

OF_POWERS = {
    "mean_squared_error": np.square,
    "root_mean_squared_error": np.square,
    "mean_absolute_error": np.abs,
    "mean_error": lambda e: e,
    "sum_squared_error": np.square,
    "sum_absolute_error": np.abs,
}
OF_MOMENTS = (
    "r2_score",
    "explained_variance_score",
    "relative_squared_error",
    "root_relative_squared_error",
    "explained_to_total_ratio",
    "error_standard_deviation",
    "normalized_root_mean_squared_error",
    "normalized_root_mean_squared_error_std",
    "weighted_absolute_percentage_error",
)
READ = (*OF_POWERS, *OF_MOMENTS)


def rows_of(names):
    return [catalog.find(name) for name in names]


def asked_of(true, models, names, **design):
    columns = {name: {"y_pred": own} for name, own in models.items()}
    plan = ErrorPlan(Data({"y_true": true}, columns), Design(**design), {})
    plan.ask([BoundMetric(row, row.parameters) for row in rows_of(names)])
    return plan


def bounds(one):
    return one.low, one.high, one.standard_error


@one_case("n", [2, 3, 60, 2000])
@one_case("name", OF_POWERS)
def test_means_of_errors_are_those_of_the_definition(rng, name, n):
    true = rng.normal(size=n)
    pred = true + rng.exponential(size=n) - 0.4
    one = fm.confidence_interval(name, true, pred)
    losses = OF_POWERS[name](pred - true).tolist()
    row = catalog.find(name)
    interval = {"mean": plain.skew_t_interval, "sum": plain.sum_interval}
    if row.made_of == "root":
        expected = plain.root_interval(losses)
    else:
        expected = interval[row.made_of](losses, lower=row.lower)
    assert (one.low, one.high) == pytest.approx(expected, rel=1e-9)
    assert one.estimate == getattr(fm, name)(true, pred)
    assert (one.method, one.approximate) == ("skew-t", False)


@one_case("n_outputs", [1, 2])
@one_case("weighted", [False, True])
def test_a_model_is_summed_up_once(rng, monkeypatch, weighted, n_outputs):
    """Whatever is asked of it; the squares of weights make one more pass."""
    true = rng.normal(size=(N, n_outputs))
    models = {name: true + rng.normal(size=true.shape) for name in "ab"}
    passes = []

    def spy_on(name):
        function = getattr(error_moments, name)

        def spy(pair, groups, *more):
            passes.append(groups)
            return function(pair, groups, *more)

        monkeypatch.setattr(error_moments, name, spy)

    spy_on("sum_rows")
    spy_on("sum_rows_alike")
    monkeypatch.setattr(error_plans, "_MANY", 1)
    weights = rng.exponential(size=N) if weighted else None
    plan = asked_of(true, models, READ, sample_weight=weights)
    for j in range(len(READ)):
        plan.value(j, 0)
    made_of = make_intervals(
        plan, confidence_level=0.9, method="auto", n_resamples=50, seed=3
    )
    assert len(passes) == (4 if weighted else 2)
    values = {name: made_of.values["a"][name] for name in READ}
    for name, one in values.items():
        row = catalog.find(name)
        given = {"sample_weight": weights, **row.parameters}
        expected = row.public(true, models["a"], **given)
        assert one.estimate == pytest.approx(expected, rel=1e-13)


def test_no_row_values_where_sums_tell_all(rng, monkeypatch):
    true = rng.normal(size=N)
    plan = asked_of(true, {"a": true + rng.normal(size=N)}, READ)
    monkeypatch.setattr(error_plans, "_MANY", 1)

    def never(*_):
        raise AssertionError("row values were made")

    monkeypatch.setattr(plan, "row_values", never)
    found = make_intervals(
        plan, confidence_level=0.9, method="auto", n_resamples=50, seed=3
    ).values["a"]
    for name in READ:
        assert found[name].low < found[name].estimate < found[name].high


@one_case("weighted", [False, True])
@one_case("name", OF_MOMENTS)
def test_the_limit_of_pseudo_values(rng, monkeypatch, name, weighted):
    """Of 20,000 rows it is within some 1/n of them; with weights they are the limit."""
    n = 20_000
    pred = 5 + 2 * rng.normal(size=n)
    true = pred + rng.exponential(size=n) - 0.7
    weights = rng.exponential(size=n) if weighted else None
    limit = fm.confidence_interval(name, true, pred, sample_weight=weights)
    monkeypatch.setattr(error_plans, "_MANY", n + 1)
    exact = fm.confidence_interval(name, true, pred, sample_weight=weights)
    assert bounds(limit) == pytest.approx(bounds(exact), rel=1e-9 if weighted else 1e-3)
    assert limit.method == exact.method
    if not weighted and name != "weighted_absolute_percentage_error":
        assert bounds(limit) != bounds(exact)


# Metrics by their definitions, in plain words.
PLAIN = {
    "r2_score": lambda y, p, w: 1 - _mean(p - y, w, 0) / _mean(y, w),
    "relative_squared_error": lambda y, p, w: _mean(p - y, w, 0) / _mean(y, w),
    "explained_variance_score": lambda y, p, w: 1 - _mean(p - y, w) / _mean(y, w),
    "error_standard_deviation": lambda y, p, w: math.sqrt(_mean(p - y, w)),
    "pearson_r": lambda y, p, w: (
        (_mean(y, w) + _mean(p, w) - _mean(p - y, w))
        / (2 * math.sqrt(_mean(y, w) * _mean(p, w)))
    ),
}


def _mean(x, w, around=None):
    """Return the mean square of what x is away from its mean, or another number."""
    around = np.average(x, weights=w) if around is None else around
    return np.average((x - around) ** 2, weights=w)


@one_case("name", PLAIN)
def test_weights_that_go_with_the_numbers(rng, monkeypatch, name):
    """So means with weights and with their squares are far from each other."""
    n = 300
    true = rng.normal(size=n)
    pred = true + 0.3 * true**2 + rng.exponential(size=n)
    weights = np.exp(1.5 * true)
    weights[:40] = 0
    total, unit = weights.sum(), np.eye(n)
    step = 1e-5 * total
    slopes = [
        PLAIN[name](true, pred, weights + step * one)
        - PLAIN[name](true, pred, weights - step * one)
        for one in unit
    ]
    moved = weights * np.array(slopes) / (2 * step)
    counted = n - 40
    expected = math.sqrt(counted / (counted - 1) * np.sum(moved**2))
    # Read off sums, and made of the rows.
    for many, power in itertools.product((1, n + 1), (0, -600, 500)):
        monkeypatch.setattr(error_plans, "_MANY", many)
        given = np.ldexp(weights, power)
        found = fm.confidence_interval(name, true, pred, sample_weight=given)
        # Differences of weights that are not endless are right to so many digits.
        assert found.standard_error == pytest.approx(expected, rel=1e-6)
        value = PLAIN[name](true, pred, weights)
        assert found.estimate == pytest.approx(value, rel=1e-12)


@one_case("name", READ)
def test_differences_are_of_the_rows(rng, monkeypatch, name):
    """Those of sums and those of row values, both from the same functions."""
    true = rng.normal(size=N)
    models = {"a": true + rng.normal(size=N), "b": true + rng.exponential(size=N)}
    plan = asked_of(true, models, [name])
    found = make_intervals(
        plan, confidence_level=0.9, method="auto", n_resamples=50, seed=3
    )
    values = [plan.row_values(0, k) for k in (0, 1)]
    row = catalog.find(name)
    if row.made_of == "root":
        values = [np.array(plain.root_values(own.tolist())) for own in values]
    total = N if row.made_of == "sum" else 1
    spread = plain.spread_of((values[0] - values[1]).tolist())
    pair = found.differences["a", "b"][name]
    assert pair.standard_error == pytest.approx(total * spread.standard_error)
    single = [found.values[model][name].estimate for model in models]
    assert pair.estimate == single[0] - single[1]
    assert pair.low < pair.estimate < pair.high


# --- in place of the columns


@one_case("method", ["auto", *MEAN, "jackknife"])
@one_case("name", OF_POWERS)
def test_sums_give_the_intervals_of_their_rows(rng, true, name, method):
    pred = true + rng.exponential(size=N)
    parts = [fm.ErrorSums.from_values(true[i::3], pred[i::3]) for i in range(3)]
    of_sums = fm.confidence_interval(name, sum(parts), method=method)
    of_rows = fm.confidence_interval(name, true, pred, method=method)
    assert bounds(of_sums) == pytest.approx(bounds(of_rows), rel=1e-9)
    assert of_sums.estimate == pytest.approx(of_rows.estimate, rel=1e-13)
    assert (of_sums.method, of_sums.approximate) == (of_rows.method, False)


def test_sums_of_weights_are_approximate(rng, true):
    pred = true + rng.exponential(size=N)
    weights = rng.uniform(0.5, 1.5, N)
    sums = fm.ErrorSums.from_values(true, pred, sample_weight=weights)
    for name in OF_POWERS:
        of_sums = fm.confidence_interval(name, sums)
        of_rows = fm.confidence_interval(name, true, pred, sample_weight=weights)
        assert of_sums.approximate
        assert of_sums.reason == refusals.WEIGHTS_ADDED_UP
        assert not of_rows.approximate
        assert of_sums.estimate == pytest.approx(of_rows.estimate)
        assert bounds(of_sums) == pytest.approx(bounds(of_rows), rel=0.1)


def test_what_sums_do_not_tell(rng, true):
    pred = true + rng.normal(size=N)
    sums = fm.ErrorSums.from_values(true, pred)
    one = fm.confidence_interval("r2_score", sums)
    assert (one.method, one.reason) == ("none", refusals.SUMS_LACK_SQUARES)
    assert one.estimate == fm.r2_score(true, pred)
    two = fm.ErrorSums.from_values(*(np.stack([x, x], axis=1) for x in (true, pred)))
    one = fm.confidence_interval("mean_squared_error", two)
    assert one.reason == refusals.SUMS_LACK_SQUARES
    with pytest.raises(ValueError, match="needs rows"):
        fm.confidence_interval("mean_squared_error", sums, method="bca")
    with pytest.raises(TypeError, match="cannot be read off ErrorSums"):
        fm.confidence_interval("mean_pinball_loss", sums)
    with pytest.raises(TypeError, match="cannot be read off ErrorSums"):
        fm.confidence_interval("normalized_root_mean_squared_error_iqr", sums)
    for name in ("groups", "sample_weight"):
        with pytest.raises(TypeError, match=f"no rows that {name} belong to"):
            fm.confidence_interval("mean_squared_error", sums, **{name: np.ones(N)})


# --- data at the edge


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@one_case("name", READ)
def test_one_row(name):
    one = fm.confidence_interval(name, [2.0], [3.0])
    assert math.isnan(one.low)
    assert one.method == "none"
    assert one.reason


@one_case("name", OF_POWERS)
def test_errors_all_alike(name):
    true = np.arange(30.0)
    one = fm.confidence_interval(name, true, true + 0.3)
    assert np.isnan([one.low, one.high]).all()
    assert one.reason == refusals.NO_SPREAD


def test_a_model_without_errors():
    true = np.arange(30.0)
    for name in OF_POWERS:
        one = fm.confidence_interval(name, true, true)
        assert (one.estimate, one.reason) == (0.0, refusals.NO_SPREAD)
    why = "a value outside (-inf, 1) has no logarithm of 1 less it"
    assert fm.confidence_interval("r2_score", true, true).reason == why
    one = fm.confidence_interval("relative_squared_error", true, true)
    assert one.reason == "a value outside (0, inf) has no logarithm"


def test_a_bias_that_is_all(rng):
    """Sums of powers have no digits left of the spread then; the rows have."""
    errors = 1e8 + rng.normal(size=N)
    for name, loss in OF_POWERS.items():
        one = fm.confidence_interval(name, np.zeros(N), errors)
        spread = plain.spread_of(loss(errors).tolist()).standard_error
        row = catalog.find(name)
        times = {"mean": 1, "sum": N, "root": 0.5 / one.estimate}[row.made_of]
        assert one.standard_error == pytest.approx(times * spread, rel=1e-6)


def test_numbers_at_the_ends_of_the_range(rng, true):
    pred = true + rng.exponential(size=N)
    for name in ("mean_absolute_error", "mean_error", "r2_score"):
        base = fm.confidence_interval(name, true, pred)
        for scale in (2.0**600, 2.0**-600):
            one = fm.confidence_interval(name, scale * true, scale * pred)
            times = 1.0 if name == "r2_score" else scale
            expected = [times * value for value in bounds(base)]
            assert bounds(one) == pytest.approx(expected, rel=1e-9)


@one_case("name", READ)
def test_groups(rng, true, name):
    """Groups are the units, whose rows add up."""
    pred = true + rng.normal(size=N)
    groups = np.repeat(np.arange(N // 4), 4)
    alone = fm.confidence_interval(name, true, pred)
    one = fm.confidence_interval(name, true, pred, groups=groups)
    assert one.estimate == alone.estimate
    assert one.low < one.estimate < one.high
    assert one.standard_error == pytest.approx(alone.standard_error, rel=0.3)
    single = fm.confidence_interval(name, true, pred, groups=np.arange(N))
    assert bounds(single) == pytest.approx(bounds(alone), rel=1e-9)


@one_case("name", READ)
def test_outputs_that_are_equal_are_as_one(rng, true, name):
    pred = true + rng.exponential(size=N)
    both = [np.stack([x, x], axis=1) for x in (true, pred)]
    one, two = (fm.confidence_interval(name, *x) for x in ((true, pred), both))
    assert bounds(two) == pytest.approx(bounds(one), rel=1e-9)
    assert two.estimate == pytest.approx(one.estimate)


@one_case("weights", [None, [3.0, 1.0]])
def test_a_mean_of_roots(rng, weights):
    """Rows add to each output's root, and so to the mean of these."""
    true = rng.normal(size=(N, 2))
    pred = true + rng.exponential(size=true.shape) * [1.0, 20.0]
    given = {} if weights is None else {"multioutput": weights}
    one = fm.confidence_interval(
        "root_mean_squared_error", true, pred, metric_params=given
    )
    losses = (pred - true) ** 2
    roots = np.sqrt(losses.mean(axis=0))
    added = np.average((losses - roots**2) / (2 * roots), axis=1, weights=weights)
    expected = math.sqrt(np.sum(added**2) / (N - 1) / N)
    assert one.standard_error == pytest.approx(expected, rel=1e-12)
    assert one.low < one.estimate < one.high
    plan = asked_of(true, {"a": pred}, ["root_mean_squared_error"])
    drawn = plan.replicates([0], 5, 3, None)[:, 0, 0]
    times = [plan._units.drawn_weights(5, i) for i in range(3)]
    expected = [fm.root_mean_squared_error(true, pred, sample_weight=w) for w in times]
    assert drawn == pytest.approx(expected)
