"""compare and evaluate of item scores: pairs, missing cells, sets of ranks."""

import json
import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.bounds import quantile
from fastmetrics.reference import item_intervals as twin
from fastmetrics.resampling.additive_model import adjusted_numbers, check_connected

NAMES = ["a", "b", "c", "d"]
N, K = 60, 4


@pytest.fixture
def right(rng):
    """Right and wrong answers of four models, whose items differ in difficulty."""
    easy = rng.normal(size=(N, 1))
    return (rng.random((N, K)) < 1 / (1 + np.exp(-easy - 0.4 * np.arange(K)))) * 1.0


def table(scores, **more):
    return fm.ItemScores.from_arrays(scores, models=NAMES[: scores.shape[1]], **more)


# --- one table, several doors


def test_accuracy_and_mean_score_say_the_same(right):
    by_label = fm.compare(
        "accuracy", np.ones(N), dict(zip(NAMES, right.T, strict=True))
    )
    by_item = fm.compare("mean_score", table(right))
    assert by_item.ranking == by_label.ranking
    assert by_item.rank_intervals == by_label.rank_intervals
    for pair, one in by_item.differences.items():
        other = by_label[pair]
        for field in ("low", "high", "pvalue", "adjusted_pvalue", "simultaneous_low"):
            assert getattr(one, field) == getattr(other, field), (pair, field)


def test_accuracy_in_groups_and_mean_score_in_clusters(right):
    clusters = np.arange(N) ** 2 % 13
    models = dict(zip(NAMES, right.T, strict=True))
    by_label = fm.compare("accuracy", np.ones(N), models, groups=clusters)
    by_item = fm.compare("mean_score", table(right, clusters=clusters))
    of_array = fm.compare("mean_score", right, groups=clusters)
    for (a, b), one in by_item.differences.items():
        other = by_label[a, b]
        same = of_array[str(NAMES.index(a)), str(NAMES.index(b))]
        for field in ("low", "high", "pvalue", "adjusted_pvalue"):
            expected = getattr(other, field)
            assert getattr(one, field) == pytest.approx(expected, rel=1e-10), field
            assert getattr(same, field) == getattr(one, field), field
    for name in NAMES:
        value, other = by_item.values[name], by_label.values[name]
        assert (value.low, value.high) == pytest.approx((other.low, other.high))


@one_case("metric, k", [("mean_score", None), ("pass_at_k", 2), ("worst_of_k", 3)])
def test_function_interval_compare_and_evaluate(rng, metric, k):
    scores = fm.ItemScores.from_arrays(
        rng.integers(0, 2, (N, 3, 4)),
        models=NAMES[:3],
        benchmarks=np.repeat(["x", "y"], N // 2),
        clusters=np.arange(N) // 3,
    )
    own = {} if k is None else {"k": k}
    values = getattr(fm, metric)(scores, **own)
    found = fm.compare(metric, scores, metric_params=own)
    intervals = fm.confidence_interval(metric, scores, metric_params=own)
    name = metric if k is None else f"{metric}(k={k})"
    report = fm.evaluate(scores, metrics=[name])
    assert report.n_rows == found.n_rows == N
    for model in NAMES[:3]:
        one = intervals[model]
        assert one.estimate == found.values[model].estimate == values[model]
        bounds = one.low, one.high
        assert bounds == (found.values[model].low, found.values[model].high)
        shown = report.values[model][report.metrics[0]]
        assert bounds == (shown.low, shown.high)
    for pair, one in found.differences.items():
        shown = report.differences[pair][report.metrics[0]]
        assert (one.low, one.high) == (shown.low, shown.high)
        assert report.p_value(pair, report.metrics[0]) == one.pvalue


# --- the rule of a pair


def bounds_by_hand(values, i, j, units, strata, weights, is_binary):
    """Return bounds of a difference by the reference implementation."""
    apart = values[:, i] - values[:, j]
    parts = []
    n_common = np.count_nonzero(~np.isnan(apart))
    for name in dict.fromkeys(strata):
        known = (strata == name) & ~np.isnan(apart)
        of_units = [
            (float(apart[one].sum()), int(one.sum()))
            for unit in dict.fromkeys(units[known])
            for one in [known & (units == unit)]
        ]
        weight = known.sum() / n_common if weights is None else weights[name]
        parts.append((weight, of_units))
    estimate = twin.stratified_mean(parts)
    variance, freedom = twin.difference_variance(parts, is_binary)
    half = quantile(freedom, 0.95) * math.sqrt(variance)
    low, high = estimate - half, estimate + half
    return (max(low, -1), min(high, 1)) if is_binary else (low, high)


@one_case("weighted", [False, True])
@one_case("gaps", [False, True])
@one_case("grouped", [False, True])
@one_case("is_binary", [False, True])
def test_pairs_by_the_definition(rng, right, is_binary, grouped, gaps, weighted):
    scores = right if is_binary else 100 + right + rng.normal(size=right.shape)
    if gaps:
        scores = np.where(rng.random(scores.shape) < 0.2, np.nan, scores)
    strata = np.repeat(["x", "y", "z"], [10, 20, 30])
    of_item = zip(strata, np.arange(N) ** 2 % 7, strict=True)
    clusters = np.array([f"{name}{number}" for name, number in of_item])
    units = clusters if grouped else np.arange(N)
    weights = {"x": 0.5, "y": 0.25, "z": 0.25} if weighted else None
    given = fm.ItemScores.from_arrays(
        scores,
        models=NAMES,
        benchmarks=strata,
        clusters=clusters if grouped else None,
        missing="pairwise",
    )
    own = {} if weights is None else {"weights": weights}
    found = fm.compare("mean_score", given, metric_params=own)
    for (a, b), one in found.differences.items():
        i, j = NAMES.index(a), NAMES.index(b)
        expected = bounds_by_hand(scores, i, j, units, strata, weights, is_binary)
        assert (one.low, one.high) == pytest.approx(expected, rel=1e-7), (a, b)
        assert one.method == "t"


def test_equal_columns():
    scores = np.ones((30, 2))
    one = fm.compare("mean_score", table(scores))["a", "b"]
    assert (one.estimate, one.pvalue) == (0, 1)
    assert one.low == -one.high < 0
    with pytest.warns(fm.UndefinedMetricWarning, match="without bounds"):
        same = fm.compare("mean_score", table(scores * [1.5, 2.5]))["a", "b"]
    assert math.isnan(same.low)


def test_new_runs_of_the_same_items(rng):
    scores = fm.ItemScores.from_arrays(rng.integers(0, 2, (N, 2, 5)), models=NAMES[:2])
    items, runs = (
        fm.compare("mean_score", scores, target=target)["a", "b"]
        for target in ("items", "runs")
    )
    assert items.estimate == runs.estimate
    assert runs.standard_error < items.standard_error
    report = fm.evaluate(scores, target="runs")
    assert report.differences["a", "b"]["mean_score"].low == runs.low


# --- ranks


def test_ranks_letters_and_losses(right):
    scores = np.concatenate([right[:, :2], np.ones((N, 1)), right[:, :1]], axis=1)
    gains = fm.compare("mean_score", table(scores))
    assert gains.ranking[0] == "c"
    assert gains.best_set == ("c",)
    assert gains.rank_intervals["c"] == (1, 1)
    losses = fm.compare("mean_score", table(scores), greater_is_better=False)
    assert losses.ranking[-1] == "c"
    assert losses.rank_intervals["c"] == (4, 4)
    assert losses["a", "c"].low == gains["a", "c"].low
    assert gains["a", "d"].pvalue == 1  # the same column
    assert {*gains.letters()["a"]} & {*gains.letters()["d"]}
    alone = fm.compare("mean_score", table(scores), baseline="c", adjust="holm")
    assert [*alone.differences] == [("a", "c"), ("b", "c"), ("d", "c")]


def test_many_models_have_bonferroni_bounds(rng):
    scores = (rng.random((200, 70)) < np.linspace(0.2, 0.9, 70)) * 1.0
    found = fm.compare("mean_score", scores)
    assert len(found.differences) == 70 * 69 / 2
    assert found.rank_intervals["0"][0] > 50
    assert found.rank_intervals["69"] < (10, 40)


# --- missing cells


def with_gaps(right, rng, share=0.25):
    scores = np.where(rng.random(right.shape) < share, np.nan, right)
    return table(scores, missing="pairwise"), scores


def least_squares_means(scores):
    items, models = np.nonzero(~np.isnan(scores))
    n, k = scores.shape
    design = np.zeros((len(items), n + k))
    design[np.arange(len(items)), items] = design[np.arange(len(items)), n + models] = 1
    fitted = np.linalg.lstsq(design, scores[items, models], rcond=None)[0]
    return fitted[n:] + fitted[:n].mean()


def test_values_are_least_squares_means(right, rng):
    given, scores = with_gaps(right, rng)
    found = fm.compare("mean_score", given)
    values = [found.values[name].estimate for name in NAMES]
    assert values == pytest.approx(least_squares_means(scores), rel=1e-10)
    # The function and the interval of a model are of its own items.
    own = np.nanmean(scores, axis=0)
    assert [*fm.mean_score(given).values()] == pytest.approx(own)
    report = fm.evaluate(given)
    assert report["mean_score"]["b"].estimate == found.values["b"].estimate
    n = (~np.isnan(scores)).T.astype(int) @ ~np.isnan(scores)
    common = n[np.triu_indices(K, 1)]
    said = f"Two models have {common.min()} to {common.max()} items in common."
    assert said in found.summary()
    assert "least-squares means" in str(report.to_text(full=True))


def test_nobody_gains_by_leaving_out_hard_items(rng):
    hard = np.arange(N) < N // 2
    scores = np.where(hard[:, None], 0.2, 0.8) + rng.normal(size=(N, 3)) / 40
    scores[hard, 2] = np.nan
    found = fm.compare("mean_score", table(scores, missing="pairwise"))
    assert fm.mean_score(table(scores, missing="pairwise"))["c"] > 0.75
    assert found.values["c"].estimate == pytest.approx(0.5, abs=0.03)
    errors = [one.standard_error for one in found.values.values()]
    assert errors == pytest.approx([0.3 / math.sqrt(N)] * 3, rel=0.2)


def test_spread_of_least_squares_means_is_that_of_their_jackknife(right, rng):
    _, scores = with_gaps(right, rng)
    numbers = adjusted_numbers(scores, np.full(N, 1 / N))
    without = [
        adjusted_numbers(np.delete(scores, i, axis=0), np.full(N - 1, 1 / (N - 1)))
        for i in range(N)
    ]
    jackknife = np.std([one.mean(axis=0) for one in without], axis=0) * math.sqrt(N - 1)
    # Linear against exact, of 60 items.
    assert numbers.std(axis=0, ddof=1) / math.sqrt(N) == pytest.approx(
        jackknife, rel=0.02
    )
    weights = np.arange(1, N + 1) / np.arange(1, N + 1).sum()
    assert adjusted_numbers(right, weights) == pytest.approx(right, abs=1e-12)


def test_common_items(right, rng):
    given, scores = with_gaps(right, rng)
    every = ~np.isnan(scores).any(axis=1)
    found = fm.compare("mean_score", given, missing="common")
    expected = fm.compare("mean_score", table(scores[every]))
    for pair, one in found.differences.items():
        assert (one.low, one.pvalue) == (expected[pair].low, expected[pair].pvalue)
    report = fm.evaluate(given, missing="common")
    assert report["mean_score"]["a"].low == found.values["a"].low


def test_missing_cells_are_refused_unless_a_rule_is_given(right, rng):
    _, scores = with_gaps(right, rng)
    for call in (fm.compare, fm.confidence_interval):
        with pytest.raises(ValueError, match=r"scores has no runs for .* of model 0"):
            call("mean_score", scores)
    assert fm.compare("mean_score", scores, missing="pairwise").n_rows == N


def test_models_that_no_item_connects():
    scores = np.full((8, 4), np.nan)
    scores[:4, :2] = scores[4:, 2:] = np.arange(8).reshape(4, 2) % 3
    given = table(scores, missing="pairwise")
    with pytest.raises(ValueError, match=r"\['a', 'b'\]\) with \(\['c', 'd'\]"):
        fm.compare("mean_score", given)
    check_connected(scores[:, :2], NAMES[:2])


def test_a_pair_with_one_common_item(rng):
    scores = rng.normal(size=(12, 3))
    scores[6:, 0] = scores[:5, 2] = np.nan
    with pytest.warns(fm.UndefinedMetricWarning, match="without bounds"):
        found = fm.compare("mean_score", table(scores, missing="pairwise"))
    one = found["a", "c"]
    assert math.isnan(one.low)
    assert "fewer than two items" in one.reason
    assert one.estimate == scores[5, 0] - scores[5, 2]
    assert not math.isnan(found["a", "b"].low)


def test_items_with_few_runs(rng):
    scores = rng.integers(0, 2, (N, 2, 3)).astype(float)
    scores[:5, 0, 1:] = np.nan
    given = fm.ItemScores.from_arrays(scores, models=NAMES[:2])
    with pytest.raises(ValueError, match="needs 2 runs of each item"):
        fm.compare("pass_at_k", given, metric_params={"k": 2})
    options = {"k": 2, "short": "skip"}
    one = fm.compare("pass_at_k", given, metric_params=options)["a", "b"]
    values = np.array(
        [[1 - math.comb(3 - int(c), 2) / 3 for c in row] for row in scores[5:].sum(2)]
    )
    assert one.estimate == pytest.approx(np.mean(values[:, 0] - values[:, 1]))


# --- bad input


@one_case(
    "call, error, message",
    [
        (lambda s: fm.compare("mean_score", s[:, :1]), ValueError, "1 model; a comp"),
        (lambda s: fm.compare("accuracy", table(s)), TypeError, "summary of items"),
        (
            lambda s: fm.compare("mean_score", table(s), baseline="z"),
            ValueError,
            "baseline must be one of the models",
        ),
        (
            lambda s: fm.compare("mean_score", s, sample_weight=np.ones(N)),
            ValueError,
            "sample_weight is not for scores of items",
        ),
        (
            lambda s: fm.compare("mean_score", s, order=True),
            ValueError,
            "order is not for scores of items",
        ),
        (
            lambda s: fm.compare("mean_score", table(s), target="learner"),
            ValueError,
            "target must be one of",
        ),
        (
            lambda s: fm.compare("accuracy", [0, 1], target="items"),
            ValueError,
            "target is for cross-validations",
        ),
        (
            lambda s: fm.compare("accuracy", [0, 1], {"a": [0, 1]}, missing="common"),
            ValueError,
            "missing must be",
        ),
        (
            lambda s: fm.compare("mean_score", table(s), method="bogus"),
            ValueError,
            "method",
        ),
        (
            lambda s: fm.compare("pass_at_k", table(s)),
            TypeError,
            "pass_at_k needs the parameter 'k'",
        ),
        (
            lambda s: fm.compare(
                "mean_score", fm.ItemScores.from_arrays(s[:, :2], models=[1, "1"])
            ),
            ValueError,
            "'1'",
        ),
        (lambda s: fm.evaluate(table(s), [1, 2]), TypeError, "needs no other data"),
        (
            lambda s: fm.evaluate(table(s), average="benchmarks"),
            ValueError,
            "needs benchmarks",
        ),
    ],
)
def test_bad_input(right, call, error, message):
    with pytest.raises(error, match=message):
        call(right)


# --- the report


@pytest.fixture
def several(rng):
    easy = rng.normal(size=(N, 1, 1))
    scores = rng.random((N, K, 3)) < 1 / (1 + np.exp(-easy - np.arange(K)[:, None] / 2))
    return fm.ItemScores.from_arrays(
        scores, models=NAMES, benchmarks=np.repeat(["code", "math"], N // 2)
    )


def test_report_of_items(several):
    report = fm.evaluate(several)
    text = report.to_text(full=True)
    assert "60 items" in text
    assert "95 % rank interval" in text
    assert "paired by item" in text
    found = fm.compare("mean_score", several)
    assert report.rank_intervals("mean_score") == found.rank_intervals
    first = report.neighbours[0]
    assert (first.better, first.worse) == found.ranking[:2]
    a, b = sorted(found.ranking[:2])
    one = found[a, b]
    plan = fm.item_sample_size(
        one.estimate, standard_deviation=one.standard_error * math.sqrt(N)
    )
    assert first.n_needed == plan.n_items
    variances = fm.score_variance(several)
    for model, made in report.variances.items():
        assert made.to_dict() == variances[model].to_dict()
    told = json.loads(json.dumps(report.to_dict()))
    assert "neighbours" in json.dumps(told)
    assert "<svg" in report.to_html()
    assert "题" in report.to_text(full=True, language="zh")


def test_report_of_one_model_and_of_single_runs(right):
    one = fm.evaluate(table(right[:, :1]))
    assert one["mean_score"].method == "wilson-effective"
    assert (one.neighbours, one.variances) == ([], {})
    same = fm.evaluate(table(right[:, [0, 0]]))
    assert same.neighbours[0].n_needed is None
    assert "—" in same.to_text(full=True)


def test_report_of_clusters(right):
    text = str(fm.evaluate(table(right, clusters=np.arange(N) // 5)))
    assert "items are in 12 clusters" in text


def test_a_table_by_its_name_or_its_task_is_the_same_report():
    rows = [[1, 0], [0, 0], [1, 1], [1, 0]]
    table = fm.ItemScores.from_arrays(rows)
    expected = fm.evaluate(table, random_state=0).to_dict()
    by_name = {"0": [1, 0, 1, 1], "1": [0, 0, 1, 0]}
    for scores in (table, rows, by_name):
        assert fm.evaluate(scores=scores, random_state=0).to_dict() == expected
    found = fm.evaluate(rows, task="items", random_state=0)
    assert found.to_dict() == expected
