"""RowPlan: closed forms and replicates of means over rows, for metrics planted here."""

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers import row_metrics as planted
from helpers.one_case import one_case
from helpers.row_metrics import (
    COSINE,
    ERROR,
    NONE,
    PRODUCT,
    RANGE,
    RATIO,
    ROOT,
    SHARE,
    SKILL,
    SUM,
    PlantedPlan,
)

import fastmetrics
from fastmetrics.catalog import BOOTSTRAP, PROPORTION
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import DELONG
from fastmetrics.reference import intervals as literal
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import refusals, row_intervals
from fastmetrics.resampling.plan import Data, Design

N = 60


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    for function in planted.FUNCTIONS:
        name = function.__name__
        monkeypatch.setattr(fastmetrics, name, function, raising=False)


@pytest.fixture
def many_groups(monkeypatch):
    """Nine groups are as many as thousands."""
    monkeypatch.setattr(row_intervals, "MOST_GROUPS", 0)


@pytest.fixture
def columns(rng):
    true = rng.normal(size=N)
    models = {"a": true + 0.5 * rng.normal(size=N), "b": true + rng.normal(size=N)}
    weights = rng.exponential(size=N)
    weights[[3, 17]] = 0
    return true, models, weights, rng.integers(0, 9, N)


def plan_of(true, models, rows, **design):
    parameters = design.pop("parameters", {})
    plan = PlantedPlan(
        Data({"y_true": true}, {name: {"y_pred": own} for name, own in models.items()}),
        Design(**design),
        {},
    )
    plan.ask([BoundMetric(row, parameters) for row in rows])
    return plan


def made(true, models, rows, method="auto", n_resamples=50, **design):
    plan = plan_of(true, models, rows, **design)
    return make_intervals(
        plan, confidence_level=0.9, method=method, n_resamples=n_resamples, seed=3
    )


def listed(*arrays):
    return [None if array is None else np.asarray(array).tolist() for array in arrays]


DESIGNS = [(False, False), (True, False), (False, True), (True, True)]


def design_of(columns, weighted, grouped):
    _, _, weights, groups = columns
    return weights if weighted else None, groups if grouped else None


@pytest.mark.usefixtures("many_groups")
@one_case("weighted, grouped", DESIGNS)
@one_case("method", ["auto", "skew-t", "t", "jackknife"])
def test_means_are_those_of_the_definition(columns, method, weighted, grouped):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    found = made(true, models, [ERROR], method, sample_weight=w, groups=g)
    losses = {name: (true - own) ** 2 for name, own in models.items()}
    interval = plain.t_interval
    if method in ("auto", "skew-t"):
        interval = plain.skew_t_interval
    for name, own in losses.items():
        one = found.values[name]["planted_error"]
        bounds = interval(*listed(own, w, g), 0.9, lower=0.0)
        assert (one.low, one.high) == pytest.approx(bounds, rel=1e-12)
        error = plain.spread_of(*listed(own, w, g)).standard_error
        assert one.standard_error == pytest.approx(error, rel=1e-12)
        assert one.estimate == pytest.approx(np.average(own, weights=w), rel=1e-14)
        names = {"auto": "skew-t", "jackknife": "jackknife-t"}
        assert one.method == names.get(method, method)
        assert not one.approximate
        assert one.n_resamples == 0
    one = found.differences["a", "b"]["planted_error"]
    bounds = interval(*listed(losses["a"] - losses["b"], w, g), 0.9)
    assert (one.low, one.high) == pytest.approx(bounds, rel=1e-11)
    assert one.low < one.estimate < one.high < 0


def test_bounds_are_cut_at_the_range_but_not_those_of_differences(columns):
    true, models, *_ = columns
    few = {name: own[:3] for name, own in models.items()}
    found = made(true[:3], few, [ERROR], "t")
    assert found.values["b"]["planted_error"].low == 0.0
    assert found.differences["a", "b"]["planted_error"].low < 0


@pytest.mark.usefixtures("many_groups")
@one_case("weighted, grouped", DESIGNS)
def test_roots_and_sums_are_those_of_the_definition(columns, weighted, grouped):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    found = made(true, models, [ROOT, SUM], sample_weight=w, groups=g)
    losses = {name: (true - own) ** 2 for name, own in models.items()}
    total = N if w is None else w.sum()
    for name, own in losses.items():
        error = plain.spread_of(*listed(own, w, g)).standard_error
        mean = np.average(own, weights=w)
        root, sum_ = found.values[name].values()
        bounds = plain.root_interval(*listed(own, w, g), 0.9)
        assert (root.low, root.high) == pytest.approx(bounds, rel=1e-12)
        assert root.estimate == pytest.approx(math.sqrt(mean), rel=1e-14)
        assert root.standard_error == pytest.approx(error / 2 / math.sqrt(mean))
        bounds = plain.sum_interval(*listed(own, w, g), 0.9, lower=0.0)
        assert (sum_.low, sum_.high) == pytest.approx(bounds, rel=1e-12)
        assert sum_.estimate == pytest.approx(total * mean, rel=1e-14)
        assert sum_.standard_error == pytest.approx(error * total)
        assert {root.method, sum_.method} == {"skew-t"}
    root, sum_ = found.differences["a", "b"].values()
    first, second = (
        np.array(plain.root_values(*listed(own, w))) for own in losses.values()
    )
    bounds = plain.skew_t_interval(*listed(first - second, w, g), 0.9)
    assert (root.low, root.high) == pytest.approx(bounds, rel=1e-11)
    error = plain.spread_of(*listed(first - second, w, g)).standard_error
    assert root.standard_error == pytest.approx(error, rel=1e-11)
    bounds = plain.sum_interval(*listed(losses["a"] - losses["b"], w, g), 0.9)
    assert (sum_.low, sum_.high) == pytest.approx(bounds, rel=1e-11)


@pytest.mark.usefixtures("many_groups")
@one_case("weighted, grouped", DESIGNS)
def test_a_geometric_mean_is_judged_by_its_logarithm(columns, weighted, grouped):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    found = made(true, models, [PRODUCT], sample_weight=w, groups=g)
    powers = []
    for name, own in models.items():
        logs = planted.log_products(true, own)
        mean = np.average(logs, weights=w)
        [one] = found.values[name].values()
        bounds = plain.skew_t_interval(*listed(logs, w, g), 0.9)
        assert (one.low, one.high) == pytest.approx(np.exp(bounds), rel=1e-12)
        assert one.estimate == pytest.approx(math.exp(mean), rel=1e-14)
        error = plain.spread_of(*listed(logs, w, g)).standard_error
        assert one.standard_error == pytest.approx(error * math.exp(mean))
        powers.append(math.exp(mean) * (1 + logs - mean))
    [pair] = found.differences["a", "b"].values()
    bounds = plain.skew_t_interval(*listed(powers[0] - powers[1], w, g), 0.9)
    assert (pair.low, pair.high) == pytest.approx(bounds, rel=1e-11)
    drawn = made(true, models, [PRODUCT], "percentile", sample_weight=w, groups=g)
    values = drawn.values["a"]["planted_product"].distribution
    plan = plan_of(true, models, [PRODUCT], sample_weight=w, groups=g)
    drawn = plan._units.drawn_weights(3, 0)
    expected = planted.planted_product(true, models["a"], sample_weight=drawn)
    assert values[0] == pytest.approx(expected, rel=1e-12)


def leaving_out(row):
    """Return a metric that leaves out rows without a value."""
    return replace(row, how=replace(row.how, leaves_out=True))


@one_case("weighted, grouped", DESIGNS)
@one_case("method", ["auto", "bca"])
def test_rows_without_a_value_can_be_left_out(columns, weighted, grouped, method):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    kept = np.ones(N, bool)
    kept[[4, 9]] = False
    gaps = {name: np.where(kept, own, np.nan) for name, own in models.items()}
    asked = [leaving_out(ERROR), leaving_out(PRODUCT)]
    found = made(true, gaps, asked, method, sample_weight=w, groups=g)
    fewer = {name: own[kept] for name, own in models.items()}
    parts = [None if one is None else one[kept] for one in (w, g)]
    design = {"sample_weight": parts[0], "groups": parts[1]}
    expected = made(true[kept], fewer, asked, method, **design)
    for one, other in [
        (found.values["a"], expected.values["a"]),
        (found.differences["a", "b"], expected.differences["a", "b"]),
    ]:
        for name in one:
            given, wanted = one[name], other[name]
            assert (given.low, given.high) == (wanted.low, wanted.high)
            assert given.estimate == pytest.approx(wanted.estimate, rel=1e-14)
    nothing = {name: np.full(N, np.nan) for name in models}
    assert np.isnan(made(true, nothing, asked).values["a"]["planted_error"].estimate)
    asked = [ERROR, PRODUCT]
    assert np.isnan(made(true, gaps, asked).values["a"]["planted_error"].estimate)
    plan = plan_of(true, models, asked)
    assert plan.each_left_out([0, 1]) is not None


def test_metrics_of_different_rows_have_no_common_units(columns):
    true, models, *_ = columns
    gaps = {"a": np.where(np.arange(N) < 9, np.nan, models["a"])}
    plan = plan_of(true, gaps, [leaving_out(ERROR)])
    assert plan.each_left_out([0]) is None


def test_a_root_has_no_bound_below_0(columns):
    true, models, *_ = columns
    few = {name: own[:3] for name, own in models.items()}
    one = made(true[:3], few, [ROOT], "t").values["b"]["planted_root"]
    assert one.low == 0 < one.estimate < one.high


def test_a_model_without_errors_has_a_root_of_0(columns):
    true, models, *_ = columns
    found = made(true, {"perfect": true, "b": models["b"]}, [ROOT])
    one = found.values["perfect"]["planted_root"]
    assert (one.estimate, one.reason) == (0.0, refusals.NO_SPREAD)
    pair = found.differences["perfect", "b"]["planted_root"]
    own = found.values["b"]["planted_root"]
    assert pair.estimate == -own.estimate
    assert pair.standard_error == pytest.approx(own.standard_error)


SCALED = [
    (RATIO, planted.ratio_values, "log"),
    (SKILL, planted.skill_values, "log-complement"),
    (COSINE, planted.cosine_values, "fisher-z"),
]


@pytest.mark.usefixtures("many_groups")
@one_case("row, values, scale", SCALED)
@one_case("weighted, grouped", DESIGNS)
def test_pseudo_values_are_on_their_scale(
    columns, row, values, scale, weighted, grouped
):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    found = made(true, models, [row], sample_weight=w, groups=g)
    pseudo = [values(true, own, sample_weight=w) for own in models.values()]
    of_models = [row.public(true, own, sample_weight=w) for own in models.values()]
    for name, own, value in zip(models, pseudo, of_models, strict=True):
        one = found.values[name][row.name]
        bounds = plain.jackknife_t_interval(value, *listed(own, w, g), scale, 0.9)
        assert (one.low, one.high) == pytest.approx(bounds, rel=1e-12)
        assert one.estimate == value
        assert one.method == f"jackknife-t-{scale}"
    one = found.differences["a", "b"][row.name]
    bounds = plain.jackknife_t_interval(
        of_models[0] - of_models[1],
        *listed(pseudo[0] - pseudo[1], w, g),
        "plain",
        0.9,
    )
    assert (one.low, one.high) == pytest.approx(bounds, rel=1e-11)
    assert one.method == "jackknife-t"


@one_case("method", PROPORTION)
def test_shares_have_the_bounds_of_shares(columns, method):
    true, models, weights, _ = columns
    one = made(true, models, [SHARE], method).values["b"]["planted_share"]
    hits = int(planted.hit_values(true, models["b"]).sum())
    named = {
        "wilson": literal.wilson_interval,
        "clopper-pearson": literal.clopper_pearson_interval,
        "agresti-coull": literal.agresti_coull_interval,
        "jeffreys": literal.jeffreys_interval,
    }
    assert (one.low, one.high) == pytest.approx(named[method](hits, N, 0.9), rel=1e-9)
    found = made(true, models, [SHARE], method, sample_weight=weights)
    one = found.values["b"]["planted_share"]
    # So many rows as the weights are worth.
    n = weights.sum() ** 2 / (weights**2).sum()
    share = planted.planted_share(true, models["b"], sample_weight=weights)
    assert one.standard_error == pytest.approx(math.sqrt(share * (1 - share) / n))
    pair = found.differences["a", "b"]["planted_share"]
    assert (pair.method, pair.reason) == ("none", refusals.NO_SHARE)


@pytest.mark.usefixtures("many_groups")
def test_shares_of_groups_strata_and_pairs(columns):
    true, models, _, groups = columns
    ways = {"wilson-effective": {"groups": groups}, "bca": {"stratified": True}}
    for way, design in ways.items():
        found = made(true, models, [SHARE], **design)
        assert found.values["b"]["planted_share"].method == way
        pair = found.differences["a", "b"]["planted_share"]
        assert pair.method == ("bca" if way == "bca" else "t")
    found = made(true, models, [SHARE])
    assert found.differences["a", "b"]["planted_share"].method == "t"
    with pytest.raises(ValueError, match="takes no groups"):
        made(true, models, [SHARE], "wilson", groups=groups)


# --- replicates


@one_case("weighted, grouped", DESIGNS)
def test_replicates_are_metrics_of_the_rows_drawn(columns, weighted, grouped):
    """Those of all metrics and models are of the same rows."""
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    asked = (ERROR, RATIO, SHARE, ROOT, SKILL, SUM)
    plan = plan_of(true, models, asked, sample_weight=w, groups=g)
    drawn = plan.replicates(range(6), 7, 40, None)
    units = np.arange(N) if g is None else g
    weighs = np.ones(N) if w is None else w
    names = np.unique(units[weighs > 0])
    assert plan.n_units == len(names)
    for i in range(40):
        times = literal.replicate_weights(7, i, [range(len(names))])
        of_unit = dict(zip(names.tolist(), times, strict=True))
        rows = np.repeat(
            np.arange(N), [of_unit.get(unit, 0) for unit in units.tolist()]
        )
        for k, own in enumerate(models.values()):
            for j, row in enumerate(asked):
                value = row.public(true[rows], own[rows], sample_weight=weighs[rows])
                if row is SUM:  # as much in total as in the data
                    value *= weighs.sum() / weighs[rows].sum()
                assert drawn[i, k, j] == pytest.approx(value, rel=1e-12)


def test_strata_keep_their_sizes(columns):
    true, models, *_ = columns
    positive = true > 0
    plan = plan_of(true, models, [ERROR, RATIO], stratified=True)
    drawn = plan.replicates([0, 1], 7, 20, None)
    strata = [np.flatnonzero(~positive).tolist(), np.flatnonzero(positive).tolist()]
    for i in range(20):
        times = literal.replicate_weights(7, i, strata)
        for j, row in enumerate((ERROR, RATIO)):
            value = row.public(true, models["b"], sample_weight=times)
            assert drawn[i, 1, j] == pytest.approx(value, rel=1e-12)
    one = made(true, models, [RATIO], stratified=True).values["b"]["planted_ratio"]
    assert one.method == "bca"
    with pytest.raises(ValueError, match="stratified=True keeps"):
        made(true, models, [ERROR], "skew-t", stratified=True)


@one_case("method", BOOTSTRAP)
def test_bootstrap_methods(columns, method):
    true, models, weights, groups = columns
    found = made(
        true,
        models,
        [ERROR, RATIO, ROOT, SUM, SKILL, COSINE, RANGE],
        method,
        sample_weight=weights,
        groups=groups,
    )
    for one in (*found.values["a"].values(), *found.differences["a", "b"].values()):
        assert one.method == method
        assert one.n_resamples == 50
        if not math.isnan(one.low):
            assert one.low <= one.high
    assert found.values["a"]["planted_error"].low > 0


@one_case("weighted, grouped", DESIGNS)
def test_a_mean_without_a_unit_is_exact(columns, weighted, grouped):
    true, models, *_ = columns
    w, g = design_of(columns, weighted, grouped)
    plan = plan_of(true, models, [ERROR, ROOT, SUM], sample_weight=w, groups=g)
    found = plan.jackknife(0, (0, 1), 0).values
    weighs = np.ones(N) if w is None else w
    units = np.arange(N) if g is None else g
    losses = (true - models["b"]) ** 2
    expected = [
        np.average(losses[units != unit], weights=weighs[units != unit])
        for unit in np.unique(units[weighs > 0])
    ]
    assert found[:, 1] == pytest.approx(expected, rel=1e-12)
    roots, sums = (plan.jackknife(j, (1,), 0).values[:, 0] for j in (1, 2))
    assert roots == pytest.approx(np.sqrt(expected), rel=1e-12)
    assert sums == pytest.approx(weighs.sum() * np.array(expected), rel=1e-12)


def test_what_has_no_row_values_is_computed_without_groups_of_rows(columns):
    true, models, *_ = columns
    plan = plan_of(true, models, [RANGE])
    found = plan.jackknife(0, (0,), 0).values
    own = models["a"]
    without = sorted(np.delete(own, i).max() for i in range(N))
    assert sorted(found[:, 0]) == without


@pytest.mark.long
def test_replicates_do_not_depend_on_threads(columns):
    true, models, *_ = columns
    big = {name: np.tile(own, 40_000) for name, own in models.items()}
    drawn = []
    for n in (1, 2):
        with fastmetrics.num_threads(n):
            plan = plan_of(np.tile(true, 40_000), big, [ERROR])
            drawn.append(plan.replicates([0], 1, 5, None))
    assert np.array_equal(*drawn)


# --- what cannot be


def test_rows_all_alike():
    ones = np.full(20, 0.1)
    found = made(np.zeros(20), {"a": ones, "b": ones}, [ERROR])
    one = found.values["a"]["planted_error"]
    assert np.isnan([one.low, one.high, one.standard_error]).all()
    assert one.reason == refusals.NO_SPREAD
    pair = found.differences["a", "b"]["planted_error"]
    assert (pair.estimate, pair.reason) == (0, refusals.NO_SPREAD)
    found = made(ones, {"a": ones, "b": ones}, [RATIO])
    one = found.values["a"]["planted_ratio"]
    assert (one.method, one.reason) == ("none", refusals.NO_VARIANCE)
    pair = found.differences["a", "b"]["planted_ratio"]
    assert (pair.estimate, pair.reason) == (0, refusals.NO_VARIANCE)


@one_case("method", ["auto", "t", "bca"])
def test_one_row_and_one_group_have_no_interval(columns, method):
    true, models, *_ = columns
    one_row = {name: own[:1] for name, own in models.items()}
    for found in (
        made(true[:1], one_row, [ERROR], method),
        made(true, models, [ERROR], method, groups=np.ones(N)),
        made(true, models, [ERROR], method, sample_weight=np.arange(N) == 5),
    ):
        one = found.values["a"]["planted_error"]
        assert math.isnan(one.low)
        assert one.reason == refusals.ALONE
        assert one.estimate >= 0


@one_case("method", ["auto", "t", "percentile"])
def test_an_infinite_loss_has_no_interval(columns, method):
    true, models, *_ = columns
    models["a"][5] = np.inf
    found = made(true, models, [ERROR], method)
    one = found.values["a"]["planted_error"]
    assert (one.estimate, one.reason) == (math.inf, refusals.INFINITE)
    assert math.isnan(one.low)
    assert found.differences["a", "b"]["planted_error"].reason == refusals.INFINITE
    assert not math.isnan(found.values["b"]["planted_error"].low)


def test_undefined_values_have_no_interval():
    zeros = np.zeros(9)
    one = made(zeros, {"a": np.ones(9)}, [RATIO]).values["a"]["planted_ratio"]
    assert one.reason == refusals.UNDEFINED


@one_case(
    "row, times, estimate, why",
    [
        (RATIO, 0.0, 0.0, "a value outside (0, inf) has no logarithm"),
        (COSINE, 2.0, 1.0, "a value outside (-1, 1) has no Fisher's z"),
        (COSINE, -1.0, -1.0, "a value outside (-1, 1) has no Fisher's z"),
        (SKILL, 1.0, 1.0, "a value outside (-inf, 1) has no logarithm of 1 less it"),
    ],
)
def test_a_value_at_the_end_of_its_scale(columns, row, times, estimate, why):
    true, models, *_ = columns
    found = made(true, {"end": times * true, "b": models["b"]}, [row])
    one = found.values["end"][row.name]
    assert (one.method, one.estimate) == ("none", pytest.approx(estimate))
    assert one.reason == why
    assert math.isnan(one.low)
    # A difference is on no scale.
    assert not math.isnan(found.differences["end", "b"][row.name].low)


def test_a_weight_that_is_nearly_all_has_hardly_an_interval(columns):
    true, models, *_ = columns
    weights = np.full(N, 1e-200)
    weights[3] = 1.0
    one = made(true, models, [ERROR], sample_weight=weights).values["a"]
    assert one["planted_error"].reason == refusals.ONE_WEIGHS_ALL


def test_huge_and_tiny_numbers_keep_their_digits(columns):
    true, models, weights, _ = columns
    base = made(true, models, [ERROR], sample_weight=weights).values["a"]
    for of_values, of_weights in ((2.0**240, 1.0), (2.0**-260, 1.0), (1.0, 2.0**900)):
        scaled = {name: own * of_values for name, own in models.items()}
        found = made(
            true * of_values, scaled, [ERROR], sample_weight=weights * of_weights
        ).values["a"]
        one, other = found["planted_error"], base["planted_error"]
        for name in ("estimate", "low", "high", "standard_error"):
            expected = getattr(other, name) * of_values**2
            assert getattr(one, name) == pytest.approx(expected, rel=1e-12)


@one_case(
    "row, method, message",
    [
        (ERROR, "wilson", "shares of rows"),
        (ROOT, "wilson", "shares of rows"),
        (SKILL, "t", "its methods are auto, jackknife, percentile"),
        (ERROR, "smoothed", "its methods are auto, skew-t, t, jackknife, percentile"),
        (ERROR, "corrected-jackknife", "its methods are auto"),
        (RATIO, "t", "its methods are auto, jackknife, percentile"),
        (RATIO, "skew-t", "its methods are auto, jackknife"),
        (RANGE, "jackknife", "its methods are auto, percentile"),
        (NONE, "percentile", "has no interval: it is a maximum"),
        *((ERROR, method, "its methods are auto") for method in DELONG),
    ],
)
def test_what_does_not_suit_is_refused(columns, row, method, message):
    true, models, *_ = columns
    with pytest.raises(ValueError, match=message):
        made(true, models, [row], method)


def test_no_valid_interval_says_why(columns):
    true, models, *_ = columns
    one = made(true, models, [NONE]).values["a"]["planted_range"]
    assert (one.method, one.reason) == ("none", "it is a maximum")
    assert one.estimate == models["a"].max()


def test_groups_and_strata_exclude_each_other(columns):
    true, models, _, groups = columns
    with pytest.raises(ValueError, match="exclude each other"):
        plan_of(true, models, [ERROR], groups=groups, stratified=True)


def test_parameters_reach_the_function(columns):
    true, models, *_ = columns
    found = made(true, models, [ERROR], parameters={"power": 1.0})
    losses = np.abs(true - models["a"])
    one = found.values["a"]["planted_error"]
    assert (one.low, one.high) == pytest.approx(
        plain.skew_t_interval(losses.tolist(), confidence_level=0.9)
    )


@one_case(
    "metric, parameters",
    [
        ("mean_squared_error", {"multioutput": "raw_values"}),
        ("error_quantiles", {"q": [0.1, 0.9]}),
    ],
)
def test_an_interval_is_that_of_one_number(metric, parameters):
    outputs = [[1.0, 2.0], [2.0, 3.0]] if "squared" in metric else [1.0, 2.0]
    with pytest.raises(ValueError, match=f"{metric} gives 2 numbers"):
        fastmetrics.confidence_interval(
            metric, outputs, outputs, metric_params=parameters
        )
