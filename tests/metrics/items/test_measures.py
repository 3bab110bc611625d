"""Means over items: forms of the result, benchmarks, missing cells, errors."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ItemScores, UndefinedMetricWarning

# Three items, two models, three runs; 2, 3 and 0 successes of model a.
RUNS = np.array(
    [
        [[1, 1, 0], [0, 1, 0]],
        [[1, 1, 1], [1, 1, 1]],
        [[0, 0, 0], [1, 0, 0]],
    ],
    float,
)
OF_K = (fm.pass_at_k, fm.pass_hat_k, fm.best_of_k, fm.worst_of_k)


def table(scores=RUNS, **options):
    return ItemScores.from_arrays(scores, models=["a", "b"], **options)


def test_one_model_is_a_number_and_several_are_a_dict():
    value = pytest.approx(5 / 9)
    assert fm.mean_score(table()) == {"a": value, "b": value}
    assert fm.mean_score(table(), model="a") == value
    assert fm.mean_score(RUNS[:, :1]) == value
    assert fm.mean_score(RUNS, model=1) == fm.mean_score(RUNS, model=np.int64(1))
    assert fm.pass_at_k(table(), 2) == {"a": 2 / 3, "b": pytest.approx(7 / 9)}
    assert fm.pass_hat_k(table(), k=2, model="a") == pytest.approx((1 / 3 + 1) / 3)
    assert table().compute("pass@k", k=2, model="a") == 2 / 3
    assert table().compute("mean_score") == fm.mean_score(table())


def test_one_run_is_the_accuracy_to_the_bit(rng):
    scores = rng.integers(0, 2, (59, 3))
    for model, value in fm.mean_score(scores).items():
        hits = scores[:, model]
        assert value == fm.accuracy_score(np.ones_like(hits), hits)
        assert fm.pass_at_k(scores, 1)[model] == value


def test_scores_of_0_and_1_make_best_of_k_a_pass_rate(rng):
    scores = rng.integers(0, 2, (20, 1, 6))
    halves = np.where(scores == 1, 0.5, 0.0)  # no table of 0 and 1
    for k in range(1, 7):
        assert fm.best_of_k(scores, k) == fm.pass_at_k(scores, k)
        assert fm.worst_of_k(scores, k) == fm.pass_hat_k(scores, k)
        best = fm.best_of_k(halves, k)
        assert best == pytest.approx(fm.pass_at_k(scores, k) / 2, rel=1e-14)


def test_benchmarks_count_alike_or_by_weight():
    scores = table(benchmarks=["x", "x", "y"])
    value = fm.mean_score(scores, model="a", average="benchmarks")
    assert value == pytest.approx((5 / 6 + 0) / 2)
    weights = {"x": 30, "y": 10}
    value = fm.mean_score(scores, model="a", weights=weights)
    assert value == pytest.approx(0.75 * 5 / 6)
    without = fm.mean_score(scores, model="a", weights={"x": 1, "y": 0})
    assert without == pytest.approx(5 / 6)


def test_missing_cells_and_items_with_few_runs():
    scores = RUNS.copy()
    scores[0, 0] = np.nan  # the first item of model a
    scores[1, 1, 1:] = np.nan  # one run of the second item of model b
    kept = table(scores, missing="pairwise")
    assert fm.mean_score(kept) == {
        "a": 0.5,
        "b": pytest.approx((1 / 3 + 1 + 1 / 3) / 3),
    }
    common = table(scores, missing="common")
    assert fm.mean_score(common) == {"a": 0.5, "b": pytest.approx(2 / 3)}
    with pytest.raises(
        ValueError, match="needs 2 runs of each item and model, got 1 of"
    ):
        fm.pass_at_k(kept, 2)
    found = fm.pass_at_k(kept, 2, short="skip")
    assert found == {"a": 0.5, "b": pytest.approx(2 / 3)}
    with pytest.warns(UndefinedMetricWarning, match="has no items"):
        found = fm.pass_at_k(kept, 4, short="skip")
    assert all(map(math.isnan, found.values()))


@one_case(
    "call,kind,match",
    [
        (lambda: fm.pass_at_k(RUNS / 2, 1), ValueError, "see best_of_k"),
        (lambda: fm.pass_hat_k(RUNS / 2, 1), ValueError, "scores that are 0 or 1"),
        (lambda: fm.pass_at_k(RUNS, 0), ValueError, "k must be a whole number"),
        (lambda: fm.pass_at_k(RUNS, 1.5), ValueError, "k must be a whole number"),
        (lambda: fm.pass_at_k(RUNS, 4), ValueError, "short='skip'"),
        (lambda: fm.mean_score(RUNS, model="z"), ValueError, "model must be one of"),
        (lambda: fm.mean_score(RUNS, model=[0]), ValueError, "model must be one of"),
        (lambda: fm.mean_score(RUNS, average="micro"), ValueError, "average"),
        (lambda: fm.mean_score(RUNS, short="drop"), ValueError, "short"),
        (lambda: fm.mean_score(RUNS, average="benchmarks"), ValueError, "benchmarks"),
        (lambda: fm.mean_score(RUNS, weights={}), ValueError, "has|have none"),
        (lambda: of_two(weights={"x": 1}), ValueError, "each benchmark"),
        (lambda: of_two(weights={"x": 1, "y": -1}), ValueError, "not negative"),
        (lambda: of_two(weights={"x": 0, "y": 0}), ValueError, "all zero"),
        (lambda: of_two(weights=[1, 2]), TypeError, "dict"),
        (
            lambda: of_two(weights={"x": 1, "y": 1}, average="benchmarks"),
            ValueError,
            "not both",
        ),
    ],
)
def test_errors_name_the_argument(call, kind, match):
    with pytest.raises(kind, match=match):
        call()


def of_two(**options):
    return fm.mean_score(table(benchmarks=["x", "x", "y"]), **options)


@one_case("function", OF_K)
def test_k_is_required(function):
    with pytest.raises(TypeError, match="k"):
        function(RUNS)
    with pytest.raises(TypeError, match="'k'"):
        fm.confidence_interval(function.__name__, RUNS)
