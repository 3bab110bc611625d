"""Judge corrections against their twins, other packages and each other."""

import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._common import bounds
from fastmetrics.leaderboards.judge_cells import judge_strata
from fastmetrics.reference.leaderboards.judges import judge_strata as strata_by_twin

FIELDS = ("estimate", "low", "high", "slope", "pvalue")


def drawn(seed, n=60, labelled=24, kind="binary", accuracy=0.85):
    """Return human labels, a judge's, and groups; rows without a label are None."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.7
    judge = np.where(rng.random(n) < accuracy, truth, ~truth).astype(float)
    human = truth.astype(float)
    if kind == "graded":
        judge = rng.integers(1, 6, n).astype(float)
        human = judge + rng.integers(-1, 2, n)
    elif kind == "continuous":
        judge = judge + rng.normal(0, 0.4, n).round(1)
    human = [float(y) if i < labelled else None for i, y in enumerate(human)]
    return human, judge.tolist(), rng.integers(0, 12, n).tolist()


def agree(found, twin, rel=1e-9):
    """Check a result against its twin, bounds cut to the range of the value."""
    assert found.method in (twin.method, "none")
    for name in FIELDS:
        expected = getattr(twin, name)
        assert getattr(found, name) == pytest.approx(
            expected, rel=rel, abs=1e-12, nan_ok=True
        ), name


@one_case("kind", ["binary", "graded", "continuous"])
@one_case("seed", range(6))
@one_case("options", [{}, {"groups": True}, {"confidence_level": 0.8}])
def test_means_are_what_their_twin_says(kind, seed, options):
    human, judge, groups = drawn(seed, kind=kind)
    if "groups" in options:
        options = {"groups": groups}
    found = fm.judge_corrected_mean(human, judge, **options)
    agree(found, reference.judge_corrected_mean(human, judge, **options))


@one_case("seed", range(4))
@one_case("kind", ["binary", "continuous"])
def test_strata_are_what_their_twin_says(seed, kind):
    human, judge, groups = drawn(seed, 90, 60, kind)
    rng = np.random.default_rng(seed)
    strata = [["easy", "hard"][i] for i in rng.integers(0, 2, 90)]
    for more in ({}, {"groups": groups}):
        found = fm.judge_corrected_mean(human, judge, strata=strata, **more)
        twin = reference.judge_corrected_mean(human, judge, strata=strata, **more)
        agree(found, twin)


@one_case("seed", range(6))
@one_case("kind", ["binary", "graded", "continuous"])
def test_differences_are_what_their_twin_says(seed, kind):
    human_a, judge_a, groups = drawn(seed, kind=kind)
    human_b, judge_b, _ = drawn(seed + 50, kind=kind)
    human_b[3] = None
    for more in ({}, {"groups": groups}, {"confidence_level": 0.5}):
        columns = human_a, judge_a, human_b, judge_b
        found = fm.judge_corrected_difference(*columns, **more)
        agree(found, reference.judge_corrected_difference(*columns, **more))
        assert found.n_labelled == 23
        assert found.notes[0].endswith("not used: 1")


METRICS = [
    *("accuracy_score", "f1_score", "precision_score", "recall_score"),
    *("balanced_accuracy_score", "specificity_score", "matthews_corrcoef"),
    "cohen_kappa_score",
]


@one_case("metric", METRICS)
@one_case("seed", range(3))
def test_metrics_are_what_their_twin_says(metric, seed):
    y_true, y_judge, _ = drawn(seed, 80, 40)
    y_pred = drawn(seed + 9, 80, 80)[1]
    twin = reference.judge_corrected(
        getattr(reference, metric), y_true, y_judge, y_pred
    )
    low = -1.0 if metric in METRICS[-2:] else 0.0
    twin = twin._replace(low=max(low, twin.low), high=min(1.0, twin.high))
    # Derivatives by the shares are numerical on both sides.
    agree(fm.judge_corrected(metric, y_true, y_judge, y_pred), twin, rel=1e-7)


@one_case("metric", ["accuracy_score", "balanced_accuracy_score", "cohen_kappa_score"])
def test_metrics_of_classes_are_what_their_twin_says(metric):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 70)
    judge, predicted = (
        np.where(rng.random(70) < p, truth, rng.integers(0, 3, 70)).tolist()
        for p in (0.9, 0.6)
    )
    y_true = [int(y) if i < 30 else None for i, y in enumerate(truth)]
    columns = y_true, judge, predicted
    twin = reference.judge_corrected(getattr(reference, metric), *columns)
    found = fm.judge_corrected(metric, *columns)
    # Steps of numerical derivatives differ.
    agree(found, twin._replace(high=min(1.0, twin.high)), rel=1e-5)
    assert found.approximate
    names = np.array(["ant", "bee", "cow"])
    texts = [None if y is None else str(names[y]) for y in y_true]
    named = fm.judge_corrected(metric, texts, names[judge], names[predicted])
    assert (named.low, named.high) == (found.low, found.high)


@one_case("given", [(30, 100, (45, 50), (90, 100)), (0, 40, (9, 10), (5, 10)),
                    (40, 40, (10, 10), (10, 10)), (3, 9, (3, 5), (2, 5)),
                    (1, 9, (1, 1), (1, 100))])  # fmt: skip
def test_rogan_gladen_is_what_its_twin_says(given):
    positive, n, sensitivity, specificity = given
    rates = {"sensitivity": sensitivity, "specificity": specificity}
    found = fm.rogan_gladen(positive, n, **rates)
    twin = reference.rogan_gladen(positive, n, **rates)
    assert tuple(found) == pytest.approx(tuple(twin), rel=1e-12, nan_ok=True)


@one_case("seed", range(30))
def test_strata_of_a_judge_are_what_their_twin_says(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 60))
    levels = int(rng.choice([1, 2, 3, 5, 1000]))
    judge = rng.integers(0, levels, n) / 2
    n_labels = int(rng.integers(1, 70))
    found = judge_strata(judge, n_labels)
    assert found.tolist() == strata_by_twin(judge.tolist(), n_labels)


# --------------------------------------------------------------------- other packages


def test_the_estimate_of_grades_is_that_of_ppi_with_its_best_weight():
    # ppi_py 0.2.3: ppi_mean_pointestimate(y, f, unlabelled, lam=b N / M).
    human = [3.0, -0.5, 2.0, 7.0, None, None]
    judge = [2.5, 0.0, 2.0, 8.0, 4.0, 5.0]
    found = fm.judge_corrected_mean(human, judge)
    assert found.slope * 2 / 6 == pytest.approx(0.2989934872705743, rel=1e-12)
    assert found.estimate == pytest.approx(3.28611604, rel=1e-8)


# ------------------------------------------------------------------------- containers

HUMAN, JUDGE = [1, 0, None, 1, None, 1, 0, None], [1, 0, 1, 1, 0, 1, 1, 0]


@one_case(
    "human",
    [
        np.array([1, 0, np.nan, 1, np.nan, 1, 0, np.nan]),
        np.array(HUMAN, object),
        pd.array(HUMAN, "Int8"),
        pd.Series(HUMAN),
        pd.Series([None if y is None else y == 1 for y in HUMAN], dtype="boolean"),
        pl.Series(HUMAN),
        pa.array(HUMAN),
        [None if y is None else y == 1 for y in HUMAN],
        np.ma.masked_invalid([1, 0, np.nan, 1, np.nan, 1, 0, np.nan]),
    ],
)
def test_labels_may_be_missing_in_any_container(human):
    expected = fm.judge_corrected_mean(HUMAN, JUDGE)
    found = fm.judge_corrected_mean(human, pd.Series(JUDGE))
    assert (found.low, found.high) == (expected.low, expected.high)
    of_metric = fm.judge_corrected("accuracy", human, JUDGE, [1] * 8)
    assert of_metric.estimate == pytest.approx(expected.estimate)


def test_groups_and_strata_have_ids_of_any_kind():
    groups = ["x", "y", "x", "z", "z", "y", "x", "z"]
    expected = fm.judge_corrected_mean(HUMAN, JUDGE, groups=[0, 1, 0, 2, 2, 1, 0, 2])
    for made in (groups, pd.Categorical(groups), pl.Series(groups)):
        found = fm.judge_corrected_mean(HUMAN, JUDGE, groups=made)
        assert (found.low, found.high) == (expected.low, expected.high)


# ------------------------------------------------------------------------------- edges


def test_a_judge_with_one_label_leaves_the_labels_alone():
    human = [1, 1, 1, 0, None, None]
    found = fm.judge_corrected_mean(human, [1] * 6)
    low, high = bounds.proportion("jeffreys", 3, 4, 0.95)
    assert (found.estimate, found.low, found.high) == pytest.approx((0.75, low, high))
    graded = fm.judge_corrected_mean([1, 2, 3, 5, None], [2] * 5)
    assert (graded.estimate, graded.slope) == (2.75, 0.0)


def test_accuracy_of_one_prediction_is_the_mean():
    human, judge, _ = drawn(3, 200, 60)
    found = fm.judge_corrected("accuracy", human, judge, [1] * 200)
    mean = fm.judge_corrected_mean(human, judge)
    # The slopes by the shares are numerical.
    assert found.low == pytest.approx(mean.low, rel=1e-9)
    assert found.high == pytest.approx(mean.high, rel=1e-9)
    assert found.label_gain > 1


def test_the_p_value_is_the_level_at_which_0_is_a_bound():
    human_a, judge_a, _ = drawn(1)
    human_b, judge_b, _ = drawn(2)
    columns = human_a, judge_a, human_b, judge_b
    found = fm.judge_corrected_difference(*columns)
    at = fm.judge_corrected_difference(*columns, confidence_level=1 - found.pvalue)
    assert min(abs(at.low), abs(at.high)) == pytest.approx(0, abs=1e-9)
    turned = fm.judge_corrected_difference(human_b, judge_b, human_a, judge_a)
    assert turned.pvalue == pytest.approx(found.pvalue)
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))


def test_a_judge_of_any_scale_says_the_same():
    human_a, judge_a, _ = drawn(1, kind="continuous")
    human_b, judge_b, _ = drawn(2, kind="continuous")
    first = [float(y > 0.5) if y is not None else None for y in human_a]
    second = [float(y > 0.5) if y is not None else None for y in human_b]
    found = fm.judge_corrected_difference(first, judge_a, second, judge_b)
    larger = [1000 * j for j in judge_a], [1000 * j for j in judge_b]
    scaled = fm.judge_corrected_difference(first, larger[0], second, larger[1])
    assert (scaled.low, scaled.high) == pytest.approx((found.low, found.high))
    assert scaled.slope == pytest.approx(found.slope / 1000)


def test_equal_systems_do_not_differ():
    human, judge, _ = drawn(0)
    rates = fm.judge_corrected_difference(human, judge, human, judge)
    assert (rates.estimate, rates.pvalue) == (0.0, 1.0)
    assert rates.low < 0 < rates.high  # one wrong label of the judge is counted
    graded = [None if y is None else y + 2 for y in human]
    found = fm.judge_corrected_difference(graded, judge, graded, judge)
    assert (found.estimate, found.pvalue) == (0.0, 1.0)
    assert math.isnan(found.low)


def test_few_labels_and_no_variance_have_no_interval():
    for found, reason in [
        (fm.judge_corrected_mean([2, 3, None], [2, 3, 4]), "fewer than 3 labels"),
        (fm.judge_corrected_mean([2, 2, 2, None], [3, 3, 3, 3]), "all 0"),
        (fm.judge_corrected_mean([1, 0, None], [1, 0, 1], groups=[0, 0, 1]), "group"),
        (fm.judge_corrected("f1", [0, 0, None], [0, 0, 0], [0, 0, 0]), "undefined"),
    ]:
        assert math.isnan(found.low)
        assert reason in found.reason
        assert "no interval" in found.summary()
        assert found.method == "none"


def test_cells_without_labels_are_between_0_and_1():
    found = fm.judge_corrected_mean([1, 1, 0, None], [1, 1, 1, 0])
    assert found.estimate == pytest.approx(0.75 * 2 / 3 + 0.25 / 2)
    assert found.notes[0].endswith("1 of 2")


@one_case(
    ("call", "message"),
    [
        (lambda: fm.judge_corrected_mean([None, None], [1, 0]), "label in some rows"),
        (lambda: fm.judge_corrected_mean([1, 0], [1, None]), "judge contains missing"),
        (lambda: fm.judge_corrected_mean([1, 0], [1, np.inf]), "judge contains infin"),
        (lambda: fm.judge_corrected_mean([np.inf, 0], [1, 0]), "human contains infin"),
        (lambda: fm.judge_corrected_mean([1, 0, 1], [1, 0]), "human has 3, expected 2"),
        (lambda: fm.judge_corrected_mean([], []), "empty"),
        (
            lambda: fm.judge_corrected_mean([1, None], [1, 0], strata=["a", "b"]),
            "each of the 2 strata, got none in 'b'",
        ),
        (
            lambda: fm.judge_corrected_mean([1, 3], [1, 0], method="mover"),
            'method="mover" is for human labels of 0 and 1, got 3.0',
        ),
        (
            lambda: fm.judge_corrected_mean([1, 3], [1, 0], strata=[0, 0]),
            "strata are for human labels",
        ),
        (
            lambda: fm.judge_corrected_mean(
                [1, 0], [1, 0], strata=[0, 0], method="regression"
            ),
            "strata need",
        ),
        (
            lambda: fm.judge_corrected_difference([1, None], [1, 0], [None, 1], [1, 0]),
            "same rows, got 1 and 1 labels",
        ),
        (
            lambda: fm.judge_corrected("roc_auc", [1, 0], [1, 0], [1, 0]),
            "formula of counts of predicted labels.*got 'roc_auc'",
        ),
        (
            lambda: fm.judge_corrected("f1", ["a", None], ["a", "b"], ["a", "b"]),
            "pos_label=1 is not a valid label",
        ),
        (
            lambda: fm.judge_corrected("accuracy", [None], [1], [1]),
            "y_true must have a label",
        ),
        (
            lambda: fm.rogan_gladen(9, 8, sensitivity=(1, 2), specificity=(1, 2)),
            "positive must be at most n, got 9 of 8",
        ),
        (
            lambda: fm.rogan_gladen(3, 8, sensitivity=0.9, specificity=(1, 2)),
            r"sensitivity must be two counts, \(hits, labelled\), got 0.9",
        ),
        (
            lambda: fm.rogan_gladen(3, 8, sensitivity=(3, 2), specificity=(1, 2)),
            r"sensitivity\[0\] must be at most sensitivity\[1\]",
        ),
    ],
)
def test_errors_name_what_was_found(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_labels_may_be_texts():
    numbers = fm.judge_corrected("f1", HUMAN, JUDGE, [1, 0, 1, 1, 1, 0, 0, 0])
    names = ["no", "yes"]
    texts = fm.judge_corrected(
        "f1",
        [None if y is None else names[y] for y in HUMAN],
        [names[y] for y in JUDGE],
        [names[y] for y in (1, 0, 1, 1, 1, 0, 0, 0)],
        pos_label="yes",
    )
    assert (texts.low, texts.high) == (numbers.low, numbers.high)
    beta = fm.judge_corrected(
        fm.fbeta_score, HUMAN, JUDGE, JUDGE, metric_params={"beta": 2}
    )
    assert 0 < beta.estimate < 1


# ------------------------------------------------------------------------------- shown


def test_the_text_says_whether_the_judge_helps():
    rng = np.random.default_rng(0)
    truth = rng.random(3000) < 0.6
    human = np.where(np.arange(3000) < 150, truth, np.nan)
    good = np.where(rng.random(3000) < 0.95, truth, ~truth)
    useless = rng.random(3000) < 0.5
    rare = np.where(np.arange(3000) < 60, np.arange(3000) > 0, np.nan)
    for labels, judge, said in [
        (human, good, ("The judge helps", "评判模型有帮助")),
        (human, useless, ("The judge does not help", "评判模型没有帮助")),
        (rare, rng.random(3000), ("interval wider", "使区间变宽")),
    ]:
        found = fm.judge_corrected_mean(labels, judge)
        assert said[0] in found.summary()
        assert said[1] in found.summary(language="zh")
        assert said[0] in str(found).replace("\n    ", " ")


def test_results_are_frames_json_and_pictures():
    human, judge, groups = drawn(0)
    found = fm.judge_corrected_mean(human, judge, groups=groups)
    parts = found.to_dict()
    assert json.loads(json.dumps(parts, allow_nan=False)) == parts
    assert parts["human_mean"]["low"] == found.human_mean.low
    assert parts["pvalue"] is None
    frame = found.to_frame()
    assert frame.loc["corrected", "low"] == found.low
    assert found.to_frame(backend="polars")["source"].to_list() == [*frame.index]
    for language in ("en", "zh"):
        assert "<svg" in found.to_svg(language=language)
        assert found.to_html(language=language)
        assert found.to_markdown(language)


def test_one_label_and_one_row_are_singular():
    one = fm.judge_corrected_mean(np.array([1.0, np.nan]), np.array([1.0, 0.0]))
    assert "from 1 human label and a judge on 2 rows." in " ".join(str(one).split())
    with pytest.warns(fm.UndefinedMetricWarning, match="without bounds"):
        alone = fm.compare("mse", [1.0], {"a": [1.2], "b": [2.0]})
    assert "mse of 2 models on 1 row: " in str(alone)
