"""Intervals of item scores: options, methods, replicates, pairs, refusals."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ItemScores
from fastmetrics import confidence_interval as interval_of
from fastmetrics._kernels import random
from fastmetrics.intervals.resolve import resolve
from fastmetrics.reference import item_intervals as plain
from fastmetrics.resampling.item_plan import ItemPlan
from fastmetrics.resampling.plan import Data, Design


def plan_of(scores, *metrics, **options):
    plan = ItemPlan(Data({}, {}, summary=scores), Design(), options)
    plan.ask([resolve(metric, None) for metric in metrics or ("mean_score",)])
    return plan


@pytest.fixture
def shares(rng):
    clusters = np.repeat(np.arange(12), [1, 2, 3] * 4)
    return ItemScores.from_arrays(
        rng.random((24, 3, 4)) < rng.random((24, 1, 1)),
        models=["a", "b", "c"],
        clusters=clusters,
        benchmarks=np.repeat(["x", "y"], 12),
    )


@pytest.fixture
def losses(rng):
    return ItemScores.from_arrays(rng.exponential(size=(40, 2, 3)), models=["a", "b"])


# --- forms of the result, and options


def test_several_models_are_a_dict_and_one_is_an_interval(shares):
    found = interval_of("mean_score", shares)
    assert [*found] == ["a", "b", "c"]
    one = interval_of("mean_score", shares, model="b")
    assert [*one] == [*found["b"]]
    by_parameter = interval_of("mean_score", shares, metric_params={"model": "b"})
    assert [*one] == [*by_parameter]
    assert interval_of("mean_score", np.eye(6)[:, :1]).method == "wilson-effective"


def test_options_are_those_of_the_function(shares):
    weights = {"x": 2, "y": 1}
    found = interval_of("pass_at_k:k=2", shares, model="a", weights=weights)
    value = fm.pass_at_k(shares, 2, model="a", weights=weights)
    assert found.estimate == value
    inside = interval_of(
        "pass_at_k", shares, metric_params={"k": 2, "weights": weights, "model": "a"}
    )
    assert [*inside] == [*found]


def test_one_run_without_clusters_is_wilson(rng):
    hits = rng.integers(0, 2, (50, 1))
    found = interval_of("mean_score", hits)
    plain_one = fm.proportion_interval(int(hits.sum()), 50)
    assert [*found] == pytest.approx([*plain_one], rel=1e-14)
    perfect = interval_of("mean_score", np.ones((50, 1)))
    assert perfect.high == 1
    assert 0.9 < perfect.low < 1


def test_groups_of_an_array_are_its_clusters(rng):
    scores, groups = rng.random((30, 1)), np.arange(30) // 3
    table = ItemScores.from_arrays(scores, clusters=groups)
    found = interval_of("mean_score", scores, groups=groups)
    assert [*found] == [*interval_of("mean_score", table)]
    assert found.method == "jackknife-t"


def test_missing_cells(rng):
    scores = rng.random((20, 2))
    scores[3, 0] = np.nan
    with pytest.raises(ValueError, match="has no runs for 1 item"):
        interval_of("mean_score", scores)
    kept = interval_of("mean_score", scores, missing="pairwise")
    assert kept[0].estimate == pytest.approx(np.nanmean(scores[:, 0]))
    assert kept[1].estimate == pytest.approx(scores[:, 1].mean())
    common = interval_of("mean_score", scores, missing="common")
    assert common[1].estimate == pytest.approx(np.delete(scores[:, 1], 3).mean())
    left_out = interval_of("mean_score", scores, missing="omit")
    assert [*left_out[1]] == [*common[1]]
    assert left_out[1].n_omitted == 1
    table = ItemScores.from_arrays(scores, missing="pairwise")
    assert [*interval_of("mean_score", table)[1]] == [*kept[1]]


# --- methods


def test_methods_by_name(losses, shares):
    for method in ("skew-t", "t", "jackknife", "percentile", "basic", "normal", "bca"):
        found = interval_of("best_of_k:k=2", losses, model="a", method=method)
        assert found.low < found.estimate < found.high
    # Without clusters the jackknife is Student's t.
    by_t = interval_of("mean_score", losses, model="a", method="t")
    left_out = interval_of("mean_score", losses, model="a", method="jackknife")
    assert [*left_out] == pytest.approx([*by_t], rel=1e-12)
    for method in ("t", "bca", "wilson-effective"):
        found = interval_of("mean_score", shares, model="a", method=method)
        assert found.low < found.estimate < found.high


def test_more_than_200_clusters_use_their_skewness(rng):
    scores = rng.exponential(size=(500, 1))
    found = interval_of("mean_score", scores, groups=np.arange(500) // 2)
    assert found.method == "skew-t"


@one_case(
    "options,kind,match",
    [
        ({"method": "wilson-effective"}, ValueError, "is not for mean_score"),
        ({"method": "wilson"}, ValueError, "is not for mean_score"),
        ({"method": "bca", "target": "runs"}, ValueError, "is not for mean_score"),
        ({"target": "models"}, ValueError, "target must be one of"),
        ({"sample_weight": [1.0] * 40}, ValueError, "sample_weight is not for scores"),
        ({"stratified": True}, ValueError, "stratified is not for scores"),
        ({"groups": [0] * 40}, TypeError, "own clusters"),
        ({"missing": "omit"}, ValueError, "has no rows"),
        ({"missing": "zero"}, ValueError, "missing must be"),
        ({"model": "z"}, ValueError, "model must be one of"),
    ],
)
def test_refusals(options, kind, match, losses):
    with pytest.raises(kind, match=match):
        interval_of("mean_score", losses, **options)


def test_options_of_item_scores_are_not_for_other_metrics():
    y = [0, 1, 1, 0]
    for name in ("model", "target", "average", "weights", "short"):
        with pytest.raises(TypeError, match=f"no argument '{name}'"):
            interval_of("accuracy", y, y, **{name: "x"})
    with pytest.raises(ValueError, match="missing must be 'raise' or 'omit'"):
        interval_of("accuracy", y, y, missing="common")


def test_no_interval_and_approximate_ones(rng):
    one = interval_of("mean_score", rng.random((4, 1)), groups=[0] * 4)
    assert math.isnan(one.low)
    cluster = interval_of("mean_score", rng.integers(0, 2, (4, 1)), groups=[0] * 4)
    assert "single item or cluster" in cluster.reason
    equal = interval_of("mean_score", np.full((9, 1), 0.3))
    assert math.isnan(equal.low)
    sizes = np.repeat(np.arange(4), [9, 1, 1, 1])
    few = interval_of("mean_score", rng.integers(0, 2, (12, 1)), groups=sizes)
    assert few.approximate
    assert "unequal" in few.reason
    alone = ItemScores.from_arrays(rng.random((3, 1)), benchmarks=["x", "x", "y"])
    assert "benchmarks" in interval_of("mean_score", alone).reason


# --- new runs


def test_new_runs_need_one_run_more_than_the_metric(losses):
    found = interval_of("mean_score", losses, model="a", target="runs")
    assert found.target == "new runs of these items"
    with pytest.raises(ValueError, match="target='runs' needs 4 runs of each item"):
        interval_of("best_of_k:k=3", losses, target="runs")
    with pytest.raises(ValueError, match="got 1 of item 0 and model 0"):
        interval_of("mean_score", losses.means, target="runs")


def test_equal_runs_have_bounds_if_scores_are_0_and_1():
    scores = np.repeat([[[1.0]], [[0.0]], [[1.0]]] * 10, 3, axis=2)
    found = interval_of("mean_score", scores, target="runs")
    assert found.low < found.estimate < found.high
    found = interval_of("mean_score", scores * 0.7, target="runs")
    assert math.isnan(found.low)


# --- units drawn, left out, and paired


def test_values_without_each_cluster(shares):
    plan = plan_of(shares, "mean_score", "pass_at_k:k=2")
    left_out = plan.each_left_out([0, 1]).values
    clusters, benchmarks = shares.clusters, shares.benchmarks
    for unit in range(12):
        kept = clusters != unit
        rest = ItemScores.from_arrays(
            np.stack([one_run(shares, m) for m in shares.models], axis=1)[kept],
            models=shares.models,
            benchmarks=benchmarks[kept],
        )
        assert left_out[unit, :, 0] == pytest.approx([*fm.mean_score(rest).values()])
        expected = [*fm.pass_at_k(rest, 2).values()]
        assert left_out[unit, :, 1] == pytest.approx(expected)


def one_run(scores, model):
    one = scores.of_model(model)
    return np.asarray(one.runs, float).reshape(scores.n_items, -1)


def test_left_out_values_of_weighted_benchmarks(shares):
    plan = plan_of(shares, weights={"x": 3, "y": 1})
    left_out = plan.jackknife(0, (0, 1, 2), 0).values
    clusters, benchmarks = shares.clusters, shares.benchmarks
    for unit in (0, 7):
        kept = clusters != unit
        own = shares.means[kept]
        x, y = (own[benchmarks[kept] == name].mean(axis=0) for name in ("x", "y"))
        assert left_out[unit] == pytest.approx(0.75 * x + 0.25 * y)


def test_replicates_draw_clusters_inside_of_benchmarks(shares):
    clusters, y = shares.clusters, shares.benchmarks == "y"
    for average in ("items", "benchmarks"):
        plan = plan_of(shares, average=average)
        drawn = plan.replicates([0], 7, 5, None)
        assert drawn.shape == (5, 3, 1)
        for i, found in enumerate(drawn[..., 0]):
            times = random.draw_weights(7, i, np.array([6, 6])).astype(float)
            assert times[:6].sum() == times[6:].sum() == 6
            weights = times[clusters]
            if average == "benchmarks":
                for part in (y, ~y):
                    weights[part] /= weights[part].sum()
            expected = np.average(shares.means, axis=0, weights=weights)
            assert found == pytest.approx(expected)


def pair_of(plan):
    """Return the interval of the difference of the first two models."""
    return plan.analytic_pairs(0, "t", np.array([[0, 1]]), 0.95)[0]


def test_pairs_on_common_items(rng):
    scores = rng.random((15, 2))
    scores[2, 0] = scores[9, 1] = np.nan
    benchmarks = np.repeat([0, 1, 2], 5)
    for names in (None, benchmarks):
        table = ItemScores.from_arrays(scores, benchmarks=names, missing="pairwise")
        found = pair_of(plan_of(table))
        common = ~np.isnan(scores).any(axis=1)
        apart = scores[common, 0] - scores[common, 1]
        of = np.zeros(13, int) if names is None else benchmarks[common]
        strata = [
            (np.mean(of == b), [(d, 1) for d in apart[of == b]]) for b in {*of.tolist()}
        ]
        variance, freedom = plain.difference_variance(strata, False)
        assert found.estimate == pytest.approx(apart.mean())
        assert found.standard_error == pytest.approx(math.sqrt(variance))
        assert found.law.degrees_of_freedom == pytest.approx(freedom)


def test_equal_columns_of_0_and_1_differ_by_an_item_at_least():
    scores = np.repeat([[1.0], [0.0], [1.0], [1.0]], 2, axis=1)
    found = pair_of(plan_of(ItemScores.from_arrays(scores)))
    assert found.estimate == 0
    assert found.standard_error == pytest.approx(math.sqrt(4 / 3) / 4)
    of = [0, 0, 1, 1]
    table = ItemScores.from_arrays(scores, benchmarks=of)
    found = pair_of(plan_of(table))
    assert found.standard_error == pytest.approx(math.sqrt(2 / 1) * (1 / 2) / 2)
