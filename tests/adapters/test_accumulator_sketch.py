"""Accumulator with max_thresholds: scores in bounded memory, with bounds that hold."""

import copy
import functools
import math
import pickle

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import Accumulator, ScoreSketch
from fastmetrics.catalog import scalar

K = 64
# Those that one number is asked of without more being said.
NAMES = [
    row.name
    for row in scalar("binary_scores")
    if "ScoreSweep" in row.merges and not row.required
]
PART = {"partial": functools.partial(fm.partial_auc_score, max_fpr=0.2)}
ASKED = {**{name: name for name in NAMES}, **PART}

LAWS = {
    "normal": lambda rng, y: rng.normal(size=len(y)) + y,
    "heavy tails": lambda rng, y: rng.standard_cauchy(len(y)) + y,
    "one score of many": lambda rng, y: (
        np.where(rng.random(len(y)) < 0.6, 0.0, y - 0.5) * rng.random(len(y))
    ),
    "worse than chance": lambda rng, y: rng.normal(size=len(y)) - y,
    "integers": lambda rng, y: rng.integers(0, 10**6, len(y)) + 200_000 * y,
    "float32": lambda rng, y: (rng.random(len(y)) * (1 + y)).astype(np.float32),
    "separated": lambda rng, y: rng.random(len(y)) + 2 * y,
    "rising": lambda rng, y: np.sort(rng.normal(size=len(y))),
}


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def cut(n, k=7):
    return [slice(i * n // k, (i + 1) * n // k) for i in range(k)]


def stream(metrics, y, scores, **options):
    seen = Accumulator(metrics, **options)
    for at in cut(len(y)):
        seen.update(y[at], y_score=scores[at])
    return seen


def test_up_to_so_many_scores_all_is_exact_to_the_bit(rng):
    y = rng.integers(0, 2, 3000)
    scores = rng.integers(0, K, 3000) / K + 0.1 * y
    scores = np.unique(scores)[rng.permutation(len(y)) % K]
    assert len(np.unique(scores)) == K
    sketched = stream(ASKED, y, scores, max_thresholds=K)
    exact = stream(ASKED, y, scores)
    assert sketched.compute() == exact.compute()
    for name in ASKED:
        value = exact.compute(name)
        assert sketched.bounds(name) == (value, value)
    ours, theirs = (fm.evaluate(one, random_state=1) for one in (sketched, exact))
    assert ours.to_dict()["models"] == theirs.to_dict()["models"]
    assert not math.isnan(ours["best_f1"].low)


@one_case("law", LAWS)
def test_beyond_that_bounds_hold_the_value_of_the_rows(law, rng):
    y = rng.integers(0, 2, 4000)
    scores = LAWS[law](rng, y)
    sketched = stream(ASKED, y, scores, max_thresholds=K)
    exact = stream(ASKED, y, scores)
    [sketch] = sketched.summaries["model"]
    assert isinstance(sketch, ScoreSketch)
    assert len(sketch) <= K
    assert not sketch.exact
    n_wide = 0
    for name in ASKED:
        low, high = sketched.bounds(name)
        assert low <= exact.compute(name) <= high, name
        assert low <= sketched.compute(name) <= high, name
        n_wide += low < high
    assert n_wide > 5 or law == "separated"
    low, high = sketched.bounds("roc_auc")
    assert high - low < 0.05


def test_weights_are_within_bounds_too(rng):
    y = rng.integers(0, 2, 2000)
    scores, weights = rng.normal(size=2000) + y, rng.gamma(1, 1, 2000)
    seen = Accumulator(["roc_auc", "average_precision"], max_thresholds=K)
    for at in cut(2000):
        seen.update(y[at], y_score=scores[at], sample_weight=weights[at])
    for name, one in (
        ("roc_auc", fm.roc_auc_score),
        ("average_precision", fm.average_precision_score),
    ):
        low, high = seen.bounds(name)
        assert low < one(y, scores, sample_weight=weights) < high
    found = fm.confidence_interval("roc_auc", seen)
    assert math.isnan(found.low)
    assert "a sketch counts rows of near scores together" in found.reason


def test_it_is_kept_merged_and_copied_as_any(rng):
    y = rng.integers(0, 2, 2000)
    scores = {"a": rng.normal(size=2000) + y, "b": rng.normal(size=2000)}
    asked = ["roc_auc", "brier_score", "accuracy"]
    halves = [Accumulator(asked, max_thresholds=K) for _ in range(2)]
    for i, at in enumerate(cut(2000)):
        given = {m: 1 / (1 + np.exp(-s[at])) for m, s in scores.items()}
        assert halves[i % 2].update(y[at], y_proba=given, batch_id=i)
    assert not halves[0].update(y, y_proba={"a": y, "b": y}, batch_id=0)
    total = halves[0] + halves[1]
    bounds = total.bounds("roc_auc")
    assert {*bounds} == {"a", "b"}
    for model, (low, high) in bounds.items():
        assert low < fm.roc_auc_score(y, scores[model]) < high
        assert low < total.compute("roc_auc")[model] < high
    values = total.compute("brier_score")
    assert total.bounds("brier_score") == {m: (v, v) for m, v in values.items()}
    for again in (
        Accumulator.from_bytes(total.to_bytes()),
        pickle.loads(pickle.dumps(total)),
        copy.deepcopy(total),
        total.copy(),
    ):
        assert again == total
        assert again.bounds("roc_auc") == bounds
        again.update(y, y_proba={m: (s > 0) + 0.0 for m, s in scores.items()})
        assert again != total
    assert total.bounds("roc_auc") == bounds
    other = Accumulator(asked, max_thresholds=K)
    other.update(y, y_proba={"a": y + 0.0, "b": y + 0.0}, batch_id=3)
    with pytest.raises(ValueError, match="seen 1 batches of the same ids"):
        total + other


def test_its_bytes_do_not_grow_with_the_rows(rng):
    seen = Accumulator("roc_auc", max_thresholds=K)
    sizes = []
    for _ in range(20):
        y = rng.integers(0, 2, 1000)
        seen.update(y, y_score=rng.normal(size=1000) + y)
        sizes.append(len(seen.to_bytes()))
    assert max(sizes) < 56 * K + 1000


@one_case("other", [None, 2 * K])
def test_states_of_other_limits_do_not_merge(other):
    sides = [Accumulator("roc_auc", max_thresholds=most) for most in (K, other)]
    for one in sides:
        one.update([0, 1, 1], y_score=[0.1, 0.5, 0.3])
    for one, two in (sides, sides[::-1]):
        with pytest.raises(ValueError, match="different max_thresholds") as raised:
            one + two
        assert f"{K}" in str(raised.value)
        assert f"{other}" in str(raised.value)
    with pytest.raises(ValueError, match="different max_thresholds"):
        Accumulator("roc_auc", max_thresholds=K) + sides[1]


def test_a_window_counts_the_last_updates_only(rng):
    seen = Accumulator("roc_auc", max_thresholds=K, window=3)
    y = rng.integers(0, 2, 2000)
    scores = rng.normal(size=2000) + y
    for i in range(10):
        seen.update(y[(at := slice(200 * i, 200 * i + 200))], y_score=scores[at])
        last = slice(max(0, 200 * i - 400), 200 * i + 200)
        low, high = seen.bounds("roc_auc")
        assert low <= fm.roc_auc_score(y[last], scores[last]) <= high
        [sketch] = seen.summaries["model"]
        assert len(sketch) <= K
        assert seen.n_samples == sketch.n_samples == len(y[last])
        seen = Accumulator.from_bytes(seen.to_bytes())


def test_an_interval_of_the_area_spans_both_curves(rng):
    y = rng.integers(0, 2, 3000)
    scores = rng.normal(size=3000) + y
    seen = stream(["roc_auc", "gini", "rank_loss", "ap"], y, scores, max_thresholds=K)
    [sketch] = seen.summaries["model"]
    # The lowest and highest curve, as rows of their own.
    ends = {
        name: fm.confidence_interval("roc_auc", made, method="delong")
        for name, made in (("low", sketch.pessimistic), ("high", sketch.optimistic))
    }
    found = fm.confidence_interval("roc_auc", seen, method="delong")
    assert found.method == "delong+sketch"
    assert (found.low, found.high) == (ends["low"].low, ends["high"].high)
    assert found.low < ends["high"].low < ends["low"].high < found.high
    assert math.isnan(found.standard_error)
    alone = fm.confidence_interval("roc_auc", sketch, method="delong")
    assert repr(alone) == repr(found)
    rows = fm.confidence_interval("roc_auc", y, y_score=scores, method="delong")
    assert found.low < rows.low < rows.high < found.high
    gini = fm.confidence_interval("gini", seen, method="delong")
    # One rounding more.
    assert (gini.low, gini.high) == pytest.approx(
        (2 * found.low - 1, 2 * found.high - 1), rel=1e-14
    )
    loss = fm.confidence_interval("rank_loss", seen, method="delong")
    assert (loss.low, loss.high) == pytest.approx(
        (1 - found.high, 1 - found.low), rel=1e-14
    )
    report = fm.evaluate(seen)
    assert report["roc_auc_score"].method == "inverted-delong+sketch"
    assert "inverted-delong+sketch: ROC AUC" in full(report)
    plain = report["average_precision_score"]
    assert plain.estimate == seen.compute("ap")
    assert math.isnan(plain.low)
    assert "kept none that replicates draw" in plain.reason
    assert "没有保留重抽样所需的各样本" in report.to_html(language="zh")
    with pytest.raises(ValueError, match="method='bca' needs rows: a sketch counts"):
        fm.confidence_interval("average_precision", seen, method="bca")


MOVES = ["break_even_point", "lift_score", "best_accuracy", "rank_loss", "roc_auc"]
MOVES += ["max_f1_score", "pr_auc:interpolation=integral", "gini"]


@one_case("name", MOVES)
def test_replicates_are_drawn_of_both_curves(name, rng):
    y = rng.integers(0, 2, 3000)
    scores = rng.normal(size=3000) + y
    sketch = fm.ScoreSketch.from_scores(y, scores, max_thresholds=K)
    options = {"method": "percentile", "n_resamples": 999, "random_state": 0}
    found = fm.confidence_interval(name, sketch, **options)
    assert found.method == "percentile-cells+sketch"
    assert found.n_resamples == 999
    assert math.isnan(found.standard_error)
    # The lowest and highest curve, as rows of their own: other draws of one law.
    curves = [
        fm.confidence_interval(name, one, **options)
        for one in (sketch.pessimistic, sketch.optimistic)
    ]
    rows = fm.confidence_interval(name, y, y_score=scores, **options)
    spread = rows.standard_error / 3
    assert found.low == pytest.approx(min(one.low for one in curves), abs=spread)
    assert found.high == pytest.approx(max(one.high for one in curves), abs=spread)
    low, high = sketch.bounds(name)
    assert found.low < low <= found.estimate <= high < found.high
    assert found.low < rows.low + spread
    assert rows.high - spread < found.high
    seen = stream([name], y, scores, max_thresholds=K)
    of_stream = fm.confidence_interval(name, seen, **options)
    assert of_stream.method == found.method
    assert of_stream.low < rows.low + spread < rows.high - spread < of_stream.high


def test_an_optimum_of_a_sketch_says_that_it_is_approximate(rng):
    y = rng.integers(0, 2, 3000)
    scores = rng.normal(size=3000) + y
    sketch = fm.ScoreSketch.from_scores(y, scores, max_thresholds=K)
    found = fm.confidence_interval("best_accuracy", sketch, random_state=0)
    assert found.method == "bias-corrected-cells+sketch"
    assert found.approximate
    assert found.low < found.estimate < found.high
    for name in ("ks", "average_precision"):  # the curves do not bound these
        refused = fm.confidence_interval(name, sketch, random_state=0)
        assert math.isnan(refused.low)
        assert "kept none that replicates draw" in refused.reason
    with pytest.raises(ValueError, match="method='smoothed' is not for"):
        fm.confidence_interval("best_accuracy", sketch, method="smoothed")


def test_intervals_of_a_sketch_cover(rng):
    """Of the law's value, in 60 samples of 400 rows; 54 would be a fluke of 1 in 50."""
    scores = rng.normal(size=400_000)
    truth = fm.break_even_point(np.arange(400_000) % 2, scores + np.arange(400_000) % 2)
    hits = 0
    for k in range(60):
        y = rng.integers(0, 2, 400)
        sketch = fm.ScoreSketch.from_scores(
            y, rng.normal(size=400) + y, max_thresholds=K
        )
        found = fm.confidence_interval(
            "break_even_point", sketch, n_resamples=199, random_state=k
        )
        hits += found.low <= truth <= found.high
    assert hits >= 54


def test_curves_without_a_variance_say_so():
    most = {"max_thresholds": 2}
    alone = Accumulator("roc_auc", **most)
    alone.update([0, 0, 1, 1, 1], y_score=[1.0, 1.5, 1.25, 8.0, 9.0])
    assert alone.bounds("roc_auc")[0] < alone.bounds("roc_auc")[1]
    one = Accumulator("roc_auc", **most)
    one.update([0, 0, 0, 0, 0], y_score=[1.0, 1.5, 1.25, 8.0, 9.0])
    with pytest.warns(fm.UndefinedMetricWarning):
        assert all(map(math.isnan, one.bounds("roc_auc")))
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.confidence_interval("roc_auc", one)
    assert math.isnan(found.low)
    assert found.reason
    apart = Accumulator("roc_auc", max_thresholds=16)
    y = np.arange(100) // 50
    apart.update(y, y_score=np.where(y, -1.0, 1.0) * np.linspace(1, 2, 100))
    assert not apart.summaries["model"][0].exact
    found = fm.confidence_interval("roc_auc", apart)
    assert found.estimate == 0.0
    assert found.method == "exact+sketch"
    rows = fm.confidence_interval("roc_auc", y, y_score=-y)
    assert (found.low, found.high) == (rows.low, rows.high)


@one_case("way", ["linear", "davis-goadrich"])
def test_what_a_sketch_refuses_is_refused_when_asked(way):
    asked = ("pr_auc_score", {"interpolation": way})
    Accumulator([asked])  # every score has it
    with pytest.raises(
        ValueError, match="cannot be computed from a ScoreSketch: a better"
    ):
        Accumulator([asked], max_thresholds=K)


@one_case("wrong", [0, -1, 1.5, "many", True])
def test_a_limit_is_a_whole_number(wrong):
    with pytest.raises(ValueError, match="max_thresholds must be a whole number"):
        Accumulator("roc_auc", max_thresholds=wrong)


def test_slices_have_no_sketches():
    with pytest.raises(ValueError, match="max_thresholds is for scores"):
        Accumulator("accuracy", by=True, max_thresholds=K)


def test_bounds_before_the_first_update_are_undefined():
    with pytest.warns(fm.UndefinedMetricWarning, match="no batch was seen"):
        found = Accumulator("roc_auc", max_thresholds=K).bounds("roc_auc")
    assert all(map(math.isnan, found))


def test_files_are_accumulated_as_a_sketch(tmp_path, rng):
    pytest.importorskip("pyarrow")
    y = rng.integers(0, 2, 2000)
    scores = rng.normal(size=2000) + y
    np.savez(tmp_path / "rows.npz", y=y, score=scores)
    named = {"y_true": "y", "y_score": "score"}
    seen = fm.accumulate(tmp_path, "roc_auc", **named, max_thresholds=K)
    low, high = seen.bounds("roc_auc")
    assert low < fm.roc_auc_score(y, scores) < high
    assert len(seen.summaries["model"][0]) <= K
