"""Whatever one door accepts as a metric, all accept, and mean the same by it."""

# ruff: noqa: F811 - fixtures that are imported by name

import functools
import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import csv_of, run  # noqa: F401

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.cli import common_options
from fastmetrics.intervals.resolve import meant, resolve
from fastmetrics.report.models import metric_names
from fastmetrics.report.requirements import read_requirement

RNG = np.random.default_rng(0)
Y = np.tile([0, 1], 20)
SCORES = {
    "a": RNG.random(40) * 0.6 + 0.4 * Y,
    "b": RNG.random(40) * 0.8 + 0.2 * Y,
}
LABELS = {name: (one >= 0.5).astype(int) for name, one in SCORES.items()}
SITE = np.repeat([0, 1], 20)
QUICK = {"n_resamples": 20, "random_state": 0}

# By the option of the command line: the argument, its columns, the name that is shown,
# the value of the first model, and all that may be written for it.
CASES = {
    "score": (
        ("y_score", SCORES, "roc_auc_score", fm.roc_auc_score(Y, SCORES["a"])),
        [
            *("auc", "AUC", "auroc", "AUROC", "roc_auc", "roc_auc_score", "ROC-AUC"),
            *("ROC AUC", "Area under the ROC curve", " roc_auc ", "ROC曲线下面积"),
            *(fm.roc_auc_score, functools.partial(fm.roc_auc_score), ("auc", {})),
            (fm.roc_auc_score, {}),
        ],
    ),
    "pred": (
        (
            "y_pred",
            LABELS,
            "fbeta_score(beta=2)",
            fm.fbeta_score(Y, LABELS["a"], beta=2),
        ),
        [
            *("fbeta_score:beta=2", "fbeta: beta = 2", "fbeta_score(beta=2)"),
            *("fbeta(beta=2.0)", "fbeta_score:average=binary,beta=2", "F2", "f2"),
            functools.partial(fm.fbeta_score, beta=2),
            ("fbeta", {"beta": 2}),
            (fm.fbeta_score, {"beta": 2, "average": "binary"}),
        ],
    ),
}
NAMED = [
    (option, *case, metric)
    for option, (case, metrics) in CASES.items()
    for metric in metrics
]
WRITTEN = [one for one in NAMED if isinstance(one[-1], str)]
RULE = "option, argument, models, name, value, metric"


class Scored:
    """An estimator whose first column is what it predicts."""

    _estimator_type = "classifier"

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (np.asarray(X)[:, 0] >= 0.5).astype(int)

    def decision_function(self, X):
        return np.asarray(X)[:, 0]

    def get_params(self, deep=True):
        return {}

    def set_params(self, **given):
        return self


@functools.cache
def report_of(option):
    (argument, models, name, _), _ = CASES[option]
    return fm.evaluate(Y, **{argument: models}, metrics=[name], by=SITE, **QUICK)


@one_case(RULE, NAMED)
def test_calls(option, argument, models, name, value, metric):
    one, both = {argument: models["a"]}, {argument: models}
    found = {
        "confidence_interval": fm.confidence_interval(metric, Y, **one, **QUICK),
        "compare": fm.compare(metric, Y, **both, **QUICK).values["a"],
        "evaluate": fm.evaluate(Y, **both, metrics=metric, **QUICK)[name]["a"],
        "a list": fm.evaluate(Y, **one, metrics=[metric], **QUICK)[metric],
    }
    found = {door: interval.estimate for door, interval in found.items()}
    accumulator = fm.Accumulator(metric)
    accumulator.update(Y, **one)
    [found["Accumulator"]] = accumulator.compute().values()
    X, key = np.c_[models["a"]], {"cv": 2}
    expected = fm.cross_validate(Scored(), X, Y, scoring={"x": name}, **key)["test_x"]
    for scoring in (metric, [metric], {"x": metric}):
        cv = fm.cross_validate(Scored(), X, Y, scoring=scoring, **key)
        [scores] = (one for key, one in cv.items() if key.startswith("test_"))
        np.testing.assert_array_equal(scores, expected)
        assert cv.interval(metric).estimate == cv.interval().estimate
    cv = fm.cross_val_score(Scored(), X, Y, scoring=metric, **key)
    np.testing.assert_array_equal(cv, expected)
    called = fm.booster_metric(metric, api="sklearn")
    found["booster_metric"] = called(Y, SCORES["a"])[1]
    assert found == pytest.approx(dict.fromkeys(found, value), rel=1e-15)


@one_case(RULE, NAMED)
def test_results(option, argument, models, name, value, metric):
    report = report_of(option)
    pair = report.differences["a", "b"]
    slices = fm.by_group(metric, Y, **{argument: models}, by=SITE)
    found = [
        report[metric]["a"],
        report.by_model(metric)["a"],
        report.interval(metric, "a"),
    ]
    assert {one.estimate for one in found} == {value}
    if not isinstance(metric, tuple):  # which no dict looks up
        assert report.values["a"][metric] is found[0]
        assert pair[metric] is pair[name]
        assert report.comparisons[metric] is report.comparisons[name]
    assert report.ranking(metric) == report.ranking(name)
    assert report.p_value(("a", "b"), metric) == report.p_value(("a", "b"), name)
    for one in (slices, report.slices):
        again = one.interval(1, metric, "a")
        assert again == one.interval(1, one.metrics[0], "a")
        assert again.estimate == pytest.approx(
            fm.by_group(name, Y, **{argument: models}, by=SITE)
            .interval(1, name, "a")
            .estimate
        )


@one_case(RULE, WRITTEN)
def test_requirements(option, argument, models, name, value, metric):
    [found] = report_of(option).require(f"{metric}: a >= 0")
    assert (found.metric, found.value) == (name, value)


@pytest.mark.long
@one_case(RULE, WRITTEN)
def test_the_command_line(run, tmp_path, option, argument, models, name, value, metric):
    path = tmp_path / "t.csv"
    path.write_text(csv_of(y=Y, **models))
    words = (path, "--truth", "y", f"--{option}", "a", f"--{option}", "b", "--json")
    words = (*words, "--n-resamples", 20)
    code, out, err = run(
        *("evaluate", *words, "-q", "--metrics", metric),
        *("--require", f"{metric}: a >= 0"),
    )
    assert code == 0, err
    found = json.loads(out)
    assert [*found["metrics"]] == [catalog.find(resolve(metric, None).row.name).name]
    assert found["requirements"][0]["value"] == value
    code, out, err = run("compare", *words, "--metric", metric)
    assert code == 0, err
    [found] = json.loads(out)["comparisons"].values()
    by_model = {one["model"]: one["estimate"] for one in found["models"]}
    assert by_model["a"] == value


def test_all_names_of_all_metrics():
    for row in catalog.METRICS.values():
        if row.kind != "metric":
            continue
        for name in (row.name, *row.aliases):
            assert catalog.metrics_named(name)[0] is row
            assert resolve(name, None).row is row
            assert [*metric_names([name])] == [row.name]
            assert common_options.metric_names(name) == [name]
            assert read_requirement(f"{name} >= 0").metric == name
            assert meant(name, {"mine": row}) == "mine"
        for name in row.shared_names:
            assert row in catalog.metrics_named(name)
            assert meant(name, {"mine": row}) == "mine"


def test_what_is_no_metric_is_refused_by_all(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(csv_of(y=Y, s=SCORES["a"]))
    why = "'roc_curve' is not a single number"
    for call in (
        lambda: fm.confidence_interval("roc_curve", Y, SCORES["a"]),
        lambda: fm.compare("roc_curve", Y, SCORES),
        lambda: fm.evaluate(Y, y_score=SCORES, metrics="roc_curve"),
        lambda: fm.Accumulator("roc_curve"),
        lambda: fm.cross_validate(Scored(), Y[:, None], Y, scoring="roc_curve"),
        lambda: fm.booster_metric("roc_curve"),
        lambda: fm.by_group("roc_curve", Y, y_score=SCORES["a"], by=SITE),
        lambda: fm.RowSums.from_rows("roc_curve", Y, SCORES["a"]),
        lambda: report_of("score").require("roc_curve > 0"),
    ):
        with pytest.raises(ValueError, match=why):
            call()
    with pytest.raises(KeyError, match=why):
        report_of("score")["roc_curve"]
    for words in (("--metrics", "roc_curve"), ("--require", "roc_curve > 0")):
        code, _, err = run("evaluate", path, "--truth", "y", "--score", "s", *words)
        assert (code, why in err) == (2, True)


def test_two_names_of_one_metric_are_one():
    asked = ["fbeta:beta=2", "F2", functools.partial(fm.fbeta_score, beta=2.0)]
    report = fm.evaluate(Y, LABELS["a"], metrics=[*asked, "f1"], **QUICK)
    assert report.metrics == ["fbeta_score(beta=2)", "f1_score"]
