"""evaluate on labels: its numbers are those of the single functions."""

import json
import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full
from sklearn import metrics as sk

import fastmetrics
from fastmetrics import catalog, confidence_interval, evaluate

QUICK = {"n_resamples": 50, "random_state": 0}


def reported(kind):
    return [row.name for row in catalog.scalar("labels", kind) if row.reported(kind)]


def noisy(rng, truth, share):
    """Return the labels, some of them replaced by others out of the same."""
    return np.where(rng.random(len(truth)) < share, rng.permutation(truth), truth)


def _flipped(rng, truth):
    """Yield the matrix, and two in which a tenth and a third of it is wrong."""
    yield truth
    for share in (0.1, 0.3):
        yield truth ^ (rng.random(truth.shape) < share)


@pytest.fixture(scope="module")
def rows():
    """Return the truth and two models' labels, by the kind of target."""
    rng = np.random.default_rng(3)
    digits = rng.choice(["ant", "bee", "cat", "dog"], 400, p=[0.4, 0.3, 0.2, 0.1])
    several, good, poor = (
        # Every row has a label: without one its own precision or recall is undefined.
        np.column_stack([x, 1 - x[:, :2].max(axis=1)]).astype(int)
        for x in _flipped(rng, rng.random((200, 3)) < [0.2, 0.5, 0.7])
    )
    binary = (rng.random(300) < 0.4).astype(int)
    return {
        "binary": (binary, noisy(rng, binary, 0.2), noisy(rng, binary, 0.5)),
        "multiclass": (digits, noisy(rng, digits, 0.2), noisy(rng, digits, 0.5)),
        "multilabel-indicator": (several, good, poor),
    }


@pytest.fixture(scope="module", params=["binary", "multiclass", "multilabel-indicator"])
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def report(rows, kind):
    y, a, b = rows[kind]
    return evaluate(y, {"good": a, "poor": b}, **QUICK)


# ------------------------------------------------------------------ the numbers


def test_every_metric_of_the_target_is_there(report, kind):
    assert report.kind == kind
    assert report.tasks == ["labels"]
    assert report.models == ["good", "poor"]
    assert report.metrics == reported(kind)
    assert list(report.differences) == [("good", "poor")]
    assert list(report.differences["good", "poor"]) == reported(kind)


def test_values_are_those_of_the_single_functions(report, rows, kind):
    y, a, b = rows[kind]
    for name in reported(kind):
        row = catalog.METRICS[name]
        values = [row.public(y, labels, **row.parameters) for labels in (a, b)]
        for model, value in zip(("good", "poor"), values, strict=True):
            found = report.values[model][name]
            assert found.estimate == pytest.approx(value, rel=1e-12), name
            assert found.low < found.estimate < found.high
        difference = report.differences["good", "poor"][name]
        assert difference.estimate == pytest.approx(values[0] - values[1], abs=1e-12)
        assert difference.low < difference.estimate < difference.high


def test_intervals_are_those_of_confidence_interval(rows, kind):
    y, a, _ = rows[kind]
    options = {"n_resamples": 100, "random_state": 5, "confidence_level": 0.9}
    made = evaluate(y, a, **options).values["model"]
    for name in reported(kind):
        other = confidence_interval(name, y, a, **options)
        found = made[name]
        assert (found.low, found.high) == pytest.approx((other.low, other.high)), name
        assert found.method == other.method


def test_classes_and_rows(rows):
    y, a, _ = rows["multiclass"]
    made = evaluate(y, a, **QUICK)
    assert made.n_rows == 400
    assert (made.n_positive, made.n_negative, made.prevalence) == (None, None, None)
    assert made.pos_label is None
    names, counts = np.unique(y, return_counts=True)
    assert made.class_support == dict(zip(names.tolist(), counts.tolist(), strict=True))
    assert made.counts["model"].counts.tolist() == sk.confusion_matrix(y, a).tolist()


def test_binary_classes(rows):
    y, a, _ = rows["binary"]
    made = evaluate(y, a, metrics=["f1"], **QUICK)
    assert (made.n_rows, made.n_positive) == (300, y.sum())
    assert made.n_negative == 300 - y.sum()
    assert made.prevalence == pytest.approx(y.mean())
    assert made.pos_label == 1
    other = evaluate(y, a, metrics=["f1"], pos_label=0, **QUICK)
    assert other.n_positive == 300 - y.sum()
    value = other.values["model"]["f1_score"].estimate
    assert value == pytest.approx(sk.f1_score(y, a, pos_label=0))


def test_per_class_rows(rows, kind):
    y, a, _ = rows[kind]
    made = evaluate(y, a, metrics=["accuracy"], confidence_level=0.9)
    precision, recall, f1, support = sk.precision_recall_fscore_support(y, a)
    classes = made.per_class["model"]
    assert len(classes) == len(support)
    for k, row in enumerate(classes):
        assert row.precision.estimate == pytest.approx(precision[k])
        assert row.recall.estimate == pytest.approx(recall[k])
        assert row.f1 == pytest.approx(f1[k])
        assert row.support == support[k]
        assert row.hits == pytest.approx(recall[k] * support[k])
        # Wilson's interval is of shares of independent rows: here a class's.
        wilson = confidence_interval(
            "accuracy_score",
            [1] * int(row.support),
            [1] * int(row.hits) + [0] * int(row.support - row.hits),
            confidence_level=0.9,
            method="wilson",
        )
        assert row.recall.method == wilson.method == "wilson"
        assert (row.recall.low, row.recall.high) == pytest.approx(
            (wilson.low, wilson.high)
        )


def test_per_class_rows_are_of_the_labels_in_their_order(rows):
    y, a, _ = rows["multiclass"]
    classes = evaluate(y, a, metrics=["accuracy"]).per_class["model"]
    assert [row.label for row in classes] == ["ant", "bee", "cat", "dog"]


def test_a_class_that_is_never_predicted_has_no_precision():
    y, a = ["a", "b", "c", "c"], ["a", "a", "c", "c"]
    of_b = evaluate(y, a, metrics=["accuracy"]).per_class["model"][1]
    assert math.isnan(of_b.precision.estimate)
    assert math.isnan(of_b.precision.low)
    assert (of_b.recall.estimate, of_b.f1) == (0.0, 0.0)
    of_b = evaluate(a, y, metrics=["accuracy"]).per_class["model"][1]
    assert math.isnan(of_b.recall.estimate)
    assert (of_b.precision.estimate, of_b.support) == (0.0, 0)


def test_weights(rows):
    y, a, b = rows["multiclass"]
    weights = np.arange(400) % 4 / 2
    made = evaluate(y, {"a": a, "b": b}, sample_weight=weights, **QUICK)
    for name in ("accuracy_score", "f1_macro", "matthews_corrcoef"):
        row = catalog.METRICS[name]
        value = row.public(y, b, sample_weight=weights, **row.parameters)
        assert made.values["b"][name].estimate == pytest.approx(value)
    assert made.class_support["cat"] == weights[y == "cat"].sum()
    assert made.n_rows == 400
    (of_ant, *_) = made.per_class["a"]
    of_truth = weights[y == "ant"]
    assert of_ant.recall.estimate == pytest.approx(
        np.average((a == "ant")[y == "ant"], weights=of_truth)
    )
    # As wide as of that many rows of equal weight, by Kish.
    n = of_truth.sum() ** 2 / (of_truth**2).sum()
    p = of_ant.recall.estimate
    assert of_ant.recall.standard_error == pytest.approx(math.sqrt(p * (1 - p) / n))


def test_weights_that_cannot_be_squared(rows):
    for weight in (1e-200, 1e200):
        y, a, _ = rows["binary"]
        weights = np.full(len(y), weight)
        made = evaluate(y, a, metrics=["accuracy"], sample_weight=weights, **QUICK)
        for one in made.per_class["model"]:
            assert 0 < one.recall.estimate < 1, weight
            assert math.isnan(one.recall.low), weight
            assert "squared" in one.recall.reason, weight


def test_equal_weights_change_nothing(rows):
    y, a, _ = rows["multiclass"]
    plain, weighted = (
        evaluate(y, a, metrics=["accuracy"], sample_weight=weights).per_class["model"]
        for weights in (None, np.full(400, 0.25))
    )
    for one, other in zip(plain, weighted, strict=True):
        assert one.precision.low == pytest.approx(other.precision.low)
        assert one.recall.high == pytest.approx(other.recall.high)
        assert other.support == one.support / 4


def test_groups_leave_no_interval_per_class(rows):
    y, a, _ = rows["multiclass"]
    made = evaluate(y, a, groups=np.arange(400) // 4, **QUICK)
    assert math.isnan(made.per_class["model"][0].recall.low)
    assert "not independent" in made.per_class["model"][0].recall.reason
    assert made.per_class["model"][0].recall.estimate > 0.5
    accuracy = made.values["model"]["accuracy_score"]
    assert accuracy.method == "wilson-effective"
    assert accuracy.low < accuracy.high
    assert "not independent" in full(made)


def test_method_for_shares_is_that_of_the_classes_too(rows):
    y, a, _ = rows["multiclass"]
    made = evaluate(y, a, metrics=["accuracy"], method="clopper-pearson")
    assert made.values["model"]["accuracy_score"].method == "clopper-pearson"
    assert {row.recall.method for row in made.per_class["model"]} == {"clopper-pearson"}
    assert "Clopper and Pearson's exact interval: precision and recall" in full(made)


def test_default_replicates_are_many_where_rows_are_not_read(rows):
    y, a, _ = rows["multiclass"]
    made = evaluate(y, a, metrics=["f1_macro"])
    assert made.n_resamples == made.values["model"]["f1_macro"].n_resamples == 9999
    weighted = evaluate(y, a, metrics=["f1_macro"], sample_weight=np.ones(400))
    assert weighted.values["model"]["f1_macro"].n_resamples == 1999


def test_seed_repeats_the_report(rows, kind):
    y, a, b = rows[kind]
    options = {"metrics": ["f1_macro"], "n_resamples": 50}
    first = evaluate(y, {"a": a, "b": b}, **options)
    again = evaluate(y, {"a": a, "b": b}, random_state=first.seed, **options)
    assert first.to_dict() == again.to_dict()
    other = evaluate(y, {"a": a, "b": b}, random_state=first.seed + 1, **options)
    assert other.to_dict() != first.to_dict()


def test_a_model_with_fewer_labels_is_judged_as_the_others_are():
    y = [0, 1, 0, 1, 0, 1]
    models = {"narrow": [0, 1, 1, 1, 0, 1], "wide": [0, 1, 2, 1, 0, 0]}
    made = evaluate(y, models, **QUICK)
    assert made.kind == "multiclass"
    assert made.metrics == reported("multiclass")
    for name, labels in models.items():
        for metric, average in (("f1_macro", "macro"), ("f1_weighted", "weighted")):
            expected = sk.f1_score(y, labels, average=average, zero_division=0)
            assert made.values[name][metric].estimate == pytest.approx(expected)
    assert made.class_support == {0: 3, 1: 3, 2: 0}


def test_models_whose_labels_are_three_together_only():
    models = {"a": [0, 1, 0, 0], "b": [0, 0, 2, 2]}
    made = evaluate([0, 0, 0, 0], models, metrics=["f1_macro"], **QUICK)
    assert made.kind == "multiclass"
    expected = sk.f1_score([0, 0, 0, 0], [0, 0, 2, 2], average="macro", zero_division=0)
    assert made.values["b"]["f1_macro"].estimate == pytest.approx(expected)


# ------------------------------------------------------------------ labels of all kinds


def test_binary_labels(rows):
    for convert in (
        lambda y: y.tolist(),
        lambda y: y.astype(float),
        lambda y: y.astype(np.int8),
        lambda y: y.astype(bool),
        lambda y: 2 * y - 1,
        lambda y: pytest.importorskip("pandas").Series(y).astype("category"),
        lambda y: pytest.importorskip("polars").Series(y),
        lambda y: pytest.importorskip("pyarrow").array(y).dictionary_encode(),
    ):
        y, a, _ = rows["binary"]
        made = evaluate(convert(y), convert(a), metrics=["f1"], **QUICK)
        value = made.values["model"]["f1_score"].estimate
        assert value == pytest.approx(sk.f1_score(y, a)), convert
        assert made.n_positive == y.sum(), convert


def test_which_label_is_positive_must_be_said(rows):
    y, a, _ = rows["binary"]
    y, a = np.where(y, "yes", "no"), np.where(a, "yes", "no")
    with pytest.raises(ValueError, match=r"'no', 'yes'.*pos_label is not specified"):
        evaluate(y, a)
    with pytest.raises(ValueError, match="pos_label='maybe' is not a valid label"):
        evaluate(y, a, pos_label="maybe")
    need = "not specified, which f1_score, precision_score need: either"
    with pytest.raises(ValueError, match=need):
        evaluate(y, a, metrics=["f1", "accuracy", "precision", "f1_macro"])
    made = evaluate(y, a, pos_label="yes", metrics=["recall"])
    value = made.values["model"]["recall_score"].estimate
    assert value == pytest.approx(sk.recall_score(y, a, pos_label="yes"))
    assert "label yes)" in full(made)


# ------------------------------------------------------------------ scores and labels


def test_threshold_makes_labels(rows):
    y = rows["binary"][0]
    scores = np.round(np.random.default_rng(0).random(300) + 0.4 * y, 1)
    made = evaluate(y, y_score=scores, threshold=0.7, **QUICK)
    assert made.tasks == ["binary_scores", "labels"]
    assert made.threshold == 0.7
    labels = (scores >= 0.7).astype(int)
    row = made.values["model"]
    assert row["f1_score"].estimate == pytest.approx(sk.f1_score(y, labels))
    assert row["roc_auc_score"].estimate == pytest.approx(sk.roc_auc_score(y, scores))
    assert (
        made.counts["model"].counts.tolist() == sk.confusion_matrix(y, labels).tolist()
    )
    assert "score ≥ 0.7" in full(made)


def test_one_row_is_one():
    report = evaluate([1], [1], metrics=["accuracy"])
    assert "1 row: 1 positive" in full(report)
    assert "1 个样本：正例 1" in report.to_markdown("zh", full=True)


def test_a_strict_threshold_makes_labels_of_what_is_above_it():
    y, scores = [0, 1, 0, 1, 1], np.array([0.25, 0.5, 0.5, 0.75, 0.5], np.float32)
    for given in ({"y_score": scores, "threshold": 0.5}, {"y_proba": scores}):
        made = evaluate(y, **given, strict=True, metrics=["accuracy", "recall"])
        assert made["accuracy"].estimate == 3 / 5
        assert made["recall"].estimate == 1 / 3
        assert made.strict
        assert made.to_dict()["strict"] is True
        assert "labels of scores are positive where score > 0.5" in full(made)
        assert "得分 > 0.5 时标签记为正例" in made.to_html(language="zh").replace(
            "&gt;", ">"
        )
        loose = evaluate(y, **given, metrics=["accuracy", "recall"])
        assert loose["recall"].estimate == 1
        assert not loose.strict
    # 0.1 of single precision is at 0.1, and not above it, though the number is.
    tenth = np.array([0.1, 0.2], np.float32)
    made = evaluate(
        [0, 1], y_score=tenth, threshold=0.1, strict=True, metrics=["accuracy"]
    )
    assert made["accuracy"].estimate == 1


def test_a_strict_threshold_needs_one():
    for given, error, message in (
        ({"y_score": [0.1, 0.2]}, ValueError, "has no use for strict"),
        ({"y_pred": [0, 1]}, ValueError, "has no use for strict"),
        ({"y_pred": [0, 1], "threshold": 0.5}, ValueError, "which is not given"),
        ({"y_score": [0.1, 0.2], "threshold": 0, "strict": 1}, TypeError, "True or Fa"),
    ):
        with pytest.raises(error, match=message):
            evaluate([0, 1], **{"strict": True, **given})


def test_threshold_takes_the_labels_of_the_truth():
    for y, pos_label, other in (
        (["spam", "ham", "spam", "ham"], "spam", "ham"),
        ([1, -1, 1, -1], None, -1),
        ([True, False, True, False], None, False),
        ([3, 5, 3, 5], 3, 5),
        ([1, 1, 1, 1], None, 0),
    ):
        made = evaluate(
            y,
            y_score=[0.9, 0.2, 0.4, 0.5],
            threshold=0.5,
            pos_label=pos_label,
            metrics=["accuracy"],
        )
        positive = 1 if pos_label is None else pos_label
        predicted = [positive, other, other, positive]
        accuracy = np.mean([a == b for a, b in zip(y, predicted, strict=True)])
        assert made.values["model"]["accuracy_score"].estimate == accuracy, y
        assert set(made.counts["model"].labels.tolist()) == {positive, other}, y


def test_scores_and_labels_of_one_name_are_one_model(rows):
    y, a, b = rows["binary"]
    scores = np.random.default_rng(0).random(300)
    made = evaluate(y, {"m": a, "other": b}, y_score={"m": scores}, **QUICK)
    assert made.models == ["m", "other"]
    assert {"f1_score", "roc_auc_score"} <= set(made.values["m"])
    assert "roc_auc_score" not in made.values["other"]
    difference = made.differences["m", "other"]
    assert "f1_score" in difference
    assert "roc_auc_score" not in difference
    text = full(made)
    assert text.count("\nROC AUC ") == 1
    assert "Scores: value and 95 % interval: m\n" in text
    alone = evaluate(y, a, y_score=scores, metrics=["roc_auc", "f1"], n_resamples=20)
    assert alone.models == ["model"]


def test_models_have_one_order_in_scores_and_labels(rows):
    y, a, b = rows["binary"]
    made = evaluate(y, {"a": a, "b": b}, y_score={"b": b * 1.0, "a": a * 1.0}, **QUICK)
    assert made.models == ["a", "b"]
    assert list(made.differences) == [("a", "b")]
    difference = made.differences["a", "b"]["roc_auc_score"].estimate
    assert difference == pytest.approx(sk.roc_auc_score(y, a) - sk.roc_auc_score(y, b))
    assert {"roc_auc_score", "f1_score"} <= set(made.differences["a", "b"])


def test_default_replicates_of_scores_and_labels(rows):
    y, a, _ = rows["binary"]
    row = evaluate(y, a, y_score=a * 1.0, metrics=["ap", "f1"]).values["model"]
    assert row["average_precision_score"].n_resamples == 1999
    assert row["f1_score"].n_resamples == 9999


def test_models_with_nothing_in_common_are_not_compared(rows):
    y, a, _ = rows["binary"]
    scores = np.random.default_rng(0).random(300)
    made = evaluate(y, {"a": a}, y_score={"b": scores}, **QUICK)
    assert made.models == ["a", "b"]
    assert made.differences == {}
    assert "Difference" not in full(made)


def test_metrics_are_of_both_tasks(rows):
    y, a, _ = rows["binary"]
    made = evaluate(y, a, y_score=a * 1.0, metrics=["f1", "roc_auc"], n_resamples=20)
    assert list(made.values["model"]) == ["roc_auc_score", "f1_score"]
    only = evaluate(y, a, y_score=a * 1.0, metrics=["f1"], n_resamples=20)
    assert only.metrics == ["f1_score"]
    assert only.n_positive == y.sum()


# ------------------------------------------------------------------ bad input


def test_bad_input():
    for change, error, message in (
        ({"y_pred": None}, TypeError, "y_pred .*y_score"),
        ({"y_pred": {}}, ValueError, "y_pred has no models"),
        ({"y_pred": {1: [0] * 4, "1": [0] * 4}}, ValueError, "y_pred has two models"),
        ({"y_pred": [0, 1]}, ValueError, "2"),
        ({"y_pred": [0.5, 1, 0, 1]}, ValueError, "look like scores"),
        ({"y_pred": ["a", "b", "a", "b"]}, (TypeError, ValueError), "str"),
        ({"metrics": ["roc_auc"]}, ValueError, "'roc_auc_score' is read off scores"),
        ({"metrics": ["f1_samples"]}, ValueError, "multilabel.*these are binary"),
        ({"metrics": ["fbeta"]}, ValueError, "needs beta"),
        ({"metrics": ["confusion_matrix"]}, ValueError, "'confusion_matrix' is not"),
        ({"metrics": []}, ValueError, "empty"),
        ({"threshold": 0.5}, ValueError, "y_score, which is not given"),
        ({"pos_label": 3}, ValueError, "pos_label=3 is not a valid label"),
        ({"y_pred": [0, 1, 2, 1], "pos_label": 1}, ValueError, "two classes"),
        ({"sample_weight": [1, 1, -1, 1]}, ValueError, "sample_weight"),
        ({"confidence_level": 95}, ValueError, "95"),
    ):
        options = {"y_pred": [0, 1, 1, 1], **change}
        with pytest.raises(error, match=message):
            evaluate([0, 1, 0, 1], **options)


def test_a_positive_label_is_needed_where_a_metric_has_one(rows):
    y, a, _ = rows["binary"]
    words = np.where(y, "spam", "ham"), np.where(a, "spam", "ham")
    metrics = ["accuracy", "kappa", "mcc", "f1_macro", "balanced_accuracy"]
    made = evaluate(*words, metrics=metrics, random_state=0)
    same = evaluate(y, a, metrics=metrics, random_state=0)
    for name, one in made.values["model"].items():
        other = same.values["model"][name]
        assert (one.estimate, one.low, one.high) == (
            other.estimate,
            other.low,
            other.high,
        ), name
    assert made.pos_label is None
    assert made.n_positive is None
    assert "rows of 2 classes" in full(made)
    assert made.to_dict()["pos_label"] is None
    held = fastmetrics.Accumulator(["accuracy", "f1_macro"])
    held.update(y_true=words[0], y_pred=words[1])
    assert held.compute("accuracy") == made["accuracy"].estimate
    assert evaluate(held)["f1_macro"].estimate == made["f1_macro"].estimate
    held = fastmetrics.Accumulator("f1")
    held.update(y_true=words[0], y_pred=words[1])
    with pytest.raises(ValueError, match="pos_label"):
        held.compute("f1")


def accumulated(y, a):
    made = fastmetrics.Accumulator("accuracy")
    made.update(y_true=y, y_pred=a)
    return made


DOORS = {
    "accuracy_score": fastmetrics.accuracy_score,
    "f1_score": lambda y, a: fastmetrics.f1_score(y, a, average="macro"),
    "confusion_matrix": fastmetrics.confusion_matrix,
    "confidence_interval": lambda y, a: confidence_interval("accuracy", y, a),
    "compare": lambda y, a: fastmetrics.compare("mcc", y, {"a": a, "b": y[::-1]}),
    "evaluate": lambda y, a: evaluate(y, a, metrics=["accuracy"]),
    "by_group": lambda y, a: fastmetrics.by_group("accuracy", y, a, by=[0, 1] * 4),
    "compute": lambda y, a: accumulated(y, a).compute("accuracy"),
    "accumulated": lambda y, a: evaluate(accumulated(y, a)),
}
WORDS = ["cat", "dog", "cow", "cat", "dog", "dog", "cow", "cat"]
ODD = [
    (WORDS, ["Cat" if one == "cat" else one for one in WORDS], "by blanks or letter"),
    (WORDS, [f"{one} " for one in WORDS], "'cat' in y_true and 'cat ' in y_pred"),
    (WORDS, [len(one) * "x" for one in WORDS], "no label in common: 'cat', 'cow', 'do"),
    ([0, 1, 2, 0, 1, 1, 2, 0], [3, 4, 5, 3, 4, 4, 5, 3], "in common: 0, 1, 2 and 3, 4"),
]


@pytest.mark.parametrize("door", DOORS)
@one_case("y,a,message", ODD)
def test_labels_that_do_not_match(door, y, a, message):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        DOORS[door](y, a)
    said = {str(one.message) for one in caught}
    assert [one for one in said if message in one], said


@one_case("y,a,message", ODD)
def test_labels_that_do_not_match_stand_first(y, a, message):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for made in (evaluate(y, a, metrics=["accuracy"]), evaluate(accumulated(y, a))):
            assert message in " ".join(full(made).split("\n\n")[0].split())
        two = evaluate(y, {"a": a, "b": y}, metrics=["accuracy"])
    assert full(two).startswith("a: ")


@one_case(
    "y,a",
    [
        (WORDS, WORDS[::-1]),
        ([*WORDS[:7], "Cat"], [*WORDS[:7], "Cat"]),  # both are classes
        (["a"] * 8, ["b"] * 8),  # one class, always taken for the other
        ([0] * 8, [1] * 8),
    ],
)
def test_labels_that_may_be_so(y, a):
    for name, ask in DOORS.items():
        if name != "compare" and name != "by_group":
            ask(y, a)


def test_bad_threshold():
    for change, error, message in (
        ({"threshold": math.nan}, ValueError, "threshold is NaN"),
        ({"threshold": "high"}, (TypeError, ValueError), "threshold"),
        ({"y_score": [0.1, math.nan, 0.2, 0.3]}, ValueError, "NaN"),
        ({"y_true": [0, 1, 2, 1]}, ValueError, "y_true"),
        ({"y_true": ["a", "b", "a", "b"]}, ValueError, "pos_label is not specified"),
        ({"y_true": ["a"] * 4, "pos_label": "a"}, ValueError, "no other"),
        ({"metrics": ["f1"], "threshold": None}, ValueError, "threshold on y_score"),
        ({"y_pred": {"score": [0, 1, 0, 1]}}, ValueError, "has labels in y_pred"),
    ):
        options = {
            "y_true": [0, 1, 0, 1],
            "y_score": {"score": [0.1, 0.2, 0.3, 0.4]},
            "threshold": 0.25,
            "metrics": ["accuracy"],
            **change,
        }
        if not isinstance(options["y_score"], dict):
            options["y_score"] = {"score": options["y_score"]}
        with pytest.raises(error, match=message):
            evaluate(options.pop("y_true"), **options)


def test_undefined_is_warned_of_once():
    with pytest.warns(fastmetrics.UndefinedMetricWarning) as caught:
        made = evaluate([0, 0, 1], [0, 0, 0], metrics=["precision", "accuracy"])
    messages = [str(one.message) for one in caught]
    assert messages == ["undefined on this data, so NaN: precision_score"]
    assert math.isnan(made.values["model"]["precision_score"].estimate)
    assert "undefined" in full(made)
    assert json.loads(json.dumps(made.to_dict(), allow_nan=False)) == made.to_dict()


def test_a_good_report_warns_of_nothing(rows, kind):
    y, a, b = rows[kind]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        full(evaluate(y, {"a": a, "b": b}, **QUICK))


def test_what_is_undefined_and_counts_as_zero_is_told():
    y_true = ["ant", "bee", "cat"] * 20
    swapped = ["elk" if label == "ant" else label for label in y_true]
    of_absent = "no row is of elk: recall is undefined there, and counts as 0 in macro"
    never = "ant: precision is undefined there, and counts as 0 in macro averages"
    alone = evaluate(y_true, swapped, random_state=0)
    assert alone.values["model"]["recall_macro"].estimate == 0.5  # of four classes
    said = " ".join(full(alone).split())
    assert of_absent in said
    assert f"no row is predicted to be {never}" in said
    both = evaluate(y_true, {"m": swapped, "k": y_true}, random_state=0)
    assert f"m predicts no {never}" in " ".join(full(both).split())
    strays = [*"123456", *swapped[6:]]
    said = " ".join(full(evaluate(y_true, strays, random_state=0)).split())
    assert "no row is of 1, 2, 3, 4, 5 and 2 more: recall is undefined" in said
    for other in (
        evaluate(y_true, y_true, random_state=0),
        evaluate(y_true, swapped, metrics=["accuracy_score"], random_state=0),
    ):
        assert "counts as 0" not in full(other)


def test_labels_of_several_columns_are_called_so():
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.random((2, 30, 3)) < 0.5
    shown = full(evaluate(y_true, y_pred=y_pred, n_resamples=50, random_state=0))
    heads = [line.split()[0] for line in shown.splitlines() if "False pos." in line]
    assert heads == ["Label"]
    assert "Label  Precision" in shown
    assert "Class" not in shown
