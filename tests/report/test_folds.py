"""Reports of out-of-fold predictions: across folds, each fold, and no information."""

import json
import math
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.shown import full

import fastmetrics as fm
from fastmetrics.report.document import document


def drawn(n=300, k=5, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    score = 1 / (1 + np.exp(-(2 * y - 1) - rng.normal(size=n)))
    other = 1 / (1 + np.exp(-(2 * y - 1) - 3 * rng.normal(size=n)))
    return y, score, other, rng.permutation(np.arange(n) % k)


@pytest.fixture(scope="module")
def report():
    y, score, other, folds = drawn()
    return fm.evaluate(y, y_proba={"a": score, "b": other}, folds=folds, random_state=0)


@pytest.fixture(scope="module")
def large():
    y, score, other, folds = drawn(1500)
    labels = {"a": (score > 0.5).astype(int), "b": (other > 0.5).astype(int)}
    return fm.evaluate(
        y,
        labels,
        y_score={"a": score, "b": other},
        folds=folds,
        random_state=0,
        metrics=["roc_auc_score", "accuracy_score", "f1_score"],
        target="models",
    )


def test_values_are_those_of_out_of_fold_score(report):
    for name in (
        "roc_auc_score",
        "f1_score",
        "brier_score_loss",
        "accuracy_score",
        "d2_log_loss_score",
    ):
        y, score, _, folds = drawn()
        labels = (score >= 0.5).astype(int)
        pred = labels if name in ("f1_score", "accuracy_score") else score
        found = fm.out_of_fold_score(name, y, pred, folds)
        one = report.values["a"][name]
        for attribute in ("estimate", "low", "high", "standard_error"):
            assert getattr(one, attribute) == pytest.approx(
                getattr(found, attribute)
            ), name
        assert (one.method, one.target) == (found.method, found.target), name
        assert one.reason == found.reason, name
        values = [
            getattr(fm, name)(y[folds == fold], pred[folds == fold])
            for fold in range(5)
        ]
        assert report.folds.values["a"][name] == pytest.approx(values), name


def test_of_many_rows_too(large):
    for name in ("roc_auc_score", "accuracy_score", "f1_score"):
        y, score, _, folds = drawn(1500)
        pred = score if name == "roc_auc_score" else (score > 0.5).astype(int)
        found = fm.out_of_fold_score(name, y, pred, folds, target="models")
        one = large.values["a"][name]
        assert (one.method, one.target) == (found.method, found.target), name
        assert one.estimate == pytest.approx(found.estimate), name
        assert one.low == pytest.approx(found.low, rel=1e-2), name  # other replicates
        assert not one.approximate, name


def test_differences_are_of_the_same_folds(report, large):
    y, score, other, folds = drawn()
    parts = [folds == fold for fold in range(5)]
    apart = [
        fm.roc_auc_score(y[part], score[part]) - fm.roc_auc_score(y[part], other[part])
        for part in parts
    ]
    one = report.differences["a", "b"]["roc_auc_score"]
    assert one.estimate == pytest.approx(np.mean(apart))
    error = np.std(apart, ddof=1) * math.sqrt(1 / 5 + 1 / 4)
    assert one.standard_error == pytest.approx(error)
    assert one.target == "the expected performance over training sets"
    # Two models of the same rows: less wide than if these were others for each.
    made = large.differences["a", "b"]["roc_auc_score"]
    errors = [large.values[model]["roc_auc_score"].standard_error for model in "ab"]
    assert made.method == "folds"
    assert 0 < made.standard_error < math.hypot(*errors)


def test_p_values_are_of_the_test_that_knows_folds(report):
    values = [report.folds.values[model]["roc_auc_score"] for model in "ab"]
    expected = fm.corrected_resampled_t_test(*values, n_train=240, n_test=60)
    found = report.p_value(("a", "b"), "roc_auc_score")
    assert found == pytest.approx(expected.pvalue, rel=1e-12)
    one = report.differences["a", "b"]["roc_auc_score"]
    assert (one.low, one.high) == pytest.approx(expected.confidence_interval())
    assert report.test("roc_auc_score") == "corrected resampled t test"


def test_p_values_say_what_intervals_say(report):
    for name, one in report.differences["a", "b"].items():
        found = report.p_value(("a", "b"), name)
        if found is not None:
            assert (found <= 0.05) == (one.low > 0 or one.high < 0), name


def test_what_knows_nothing_stands_beside(report):
    y, score, _, _ = drawn()
    labels = (score >= 0.5).astype(int)
    nothing = report.folds.no_information["a"]
    for name, pred in (
        ("accuracy_score", labels),
        ("log_loss", score),
        ("roc_auc_score", score),
    ):
        expected = fm.no_information_rate(y, pred, metric=name)
        assert nothing[name] == pytest.approx(expected)
    assert "squared_calibration_error" not in nothing


def test_ways_of_combining_are_said(report):
    assert report.folds.combined["roc_auc_score"] == "mean"
    assert report.folds.combined["f1_score"] == "counts"
    assert report.folds.combined["log_loss"] == "pooled"
    assert report.folds.names == [0, 1, 2, 3, 4]
    assert report.folds.sizes == [60] * 5


def test_tables_show_each_fold_or_the_ends(report):
    wide, narrow = (
        [
            one
            for one in document(report, width, full=True).tables
            if one.title.startswith("Each f")
        ]
        for width in (None, 90)
    )
    assert len(wide) == len(narrow) == 6  # three families of two models
    assert wide[0].headers[-1] == "Fold 4"
    assert "Highest fold" in narrow[-1].headers or narrow[-1].width <= 90
    y, score, _, _ = drawn()
    many = fm.evaluate(
        y, y_score=score, folds=np.arange(300) % 12, metrics=["roc_auc_score"]
    )
    table = next(
        one for one in document(many, full=True).tables if one.title == "Each fold"
    )
    assert table.headers[-2:] == ["Lowest fold", "Highest fold"]
    values = many.folds.values["model"]["roc_auc_score"]
    [row] = table.rows
    assert [float(cell) for cell in row[-2:]] == pytest.approx(
        [values.min(), values.max()], abs=5e-3
    )


def test_programs_read_all_of_it(report):
    told = json.loads(json.dumps(report.to_dict()))["folds"]
    assert told["names"] == [0, 1, 2, 3, 4]
    assert told["combined"]["f1_score"] == "counts"
    assert len(told["values"]["b"]["log_loss"]) == 5
    assert told["no_information"]["a"]["roc_auc_score"] == 0.5
    frame = report.to_frame(per="fold")
    assert isinstance(frame, pd.DataFrame)
    assert frame.index.names == ["model", "fold"]
    assert frame.loc[("a", 3), "log_loss"] == told["values"]["a"]["log_loss"][3]
    assert isinstance(report.to_frame(per="fold", backend="polars"), pl.DataFrame)
    again = pickle.loads(pickle.dumps(report))
    assert again.to_dict() == report.to_dict()


def test_without_folds_there_are_none():
    y, score, _, _ = drawn()
    report = fm.evaluate(y, y_score=score, metrics=["roc_auc_score"])
    assert report.folds is None
    assert "folds" not in report.to_dict()
    with pytest.raises(ValueError, match="per is 'fold'"):
        report.to_frame(per="fold")


def test_pages_and_languages():
    y, score, _, folds = drawn()
    report = fm.evaluate(
        y, y_proba=score, task="probabilities", folds=folds, metrics=["log_loss"]
    )
    page = report.to_html(full=True)
    assert "Fold 4" in page
    assert "No information" in page
    said = report.to_html(full=True, language="zh")
    assert "无信息值" in said
    assert "对训练集取期望的性能" in said
    assert "Fold 4" not in said
    assert "Each fold" in report.to_markdown(full=True)
    assert "No information" in report.to_latex(full=True)


def test_a_fold_of_one_class_has_no_rankings():
    y, score, _, _ = drawn(1200)
    folds = np.arange(1200) % 12
    y[folds == 7] = 1
    report = fm.evaluate(
        y, y_score=score, folds=folds, metrics=["roc_auc_score", "ks_statistic"]
    )
    values = report.folds.values["model"]["roc_auc_score"]
    assert np.isnan(values[7])
    assert np.isfinite(np.delete(values, 7)).all()
    assert report["roc_auc_score"].n_undefined == 1
    assert report["roc_auc_score"].reason == "undefined on 1 of 12 folds"
    assert report["roc_auc_score"].low < report["roc_auc_score"].high


def test_labels_that_a_fold_lacks():
    rng = np.random.default_rng(0)
    y = np.array(["a", "b", "c"])[rng.integers(0, 3, 90)]
    folds = np.arange(90) % 3
    y[(folds == 1) & (y == "c")] = "a"
    pred = np.where(rng.random(90) < 0.7, y, "b")
    report = fm.evaluate(y, pred, folds=folds.astype(str))
    assert report.folds.names == ["0", "1", "2"]
    assert all(np.isfinite(report.folds.values["model"]["accuracy_score"]))


def test_names_of_two_classes_have_no_information_too():
    y, score, _, folds = drawn()
    named = np.array(["sick", "well"])[y]
    plain = fm.evaluate(y, y_proba=score, folds=folds, random_state=0)
    report = fm.evaluate(
        named, y_proba=score, folds=folds, pos_label="well", random_state=0
    )
    nothing = plain.folds.no_information["model"]
    assert report.folds.no_information["model"] == pytest.approx(nothing)
    assert "roc_auc_score" in nothing


def test_numbers_quantiles_and_weights():
    rng = np.random.default_rng(1)
    y = rng.normal(size=120)
    pred = y + rng.normal(size=120)
    folds = np.arange(120) % 4
    weights = rng.integers(1, 4, 120).astype(float)
    report = fm.evaluate(
        y, pred, folds=folds, sample_weight=weights, y_lower=pred - 1, y_upper=pred + 1
    )
    part = folds == 2
    found = report.folds.values["model"]["mean_squared_error"][2]
    expected = fm.mean_squared_error(y[part], pred[part], sample_weight=weights[part])
    assert found == pytest.approx(expected)
    assert report.folds.no_information == {"model": {}}
    assert np.isfinite(report["interval_coverage"].low)
    every = report.folds.values["model"]
    assert all(np.isfinite(values).all() for values in every.values())
    expected = fm.spearman_rho(y[part], pred[part], sample_weight=weights[part])
    assert every["spearman_rho"][2] == pytest.approx(expected.statistic)


def test_methods_across_folds():
    for method in ("pooled", "folds", "corrected"):
        y, score, _, folds = drawn()
        names = ["roc_auc_score", "partial_auc_standardized"]
        report = fm.evaluate(
            y, y_score=score, folds=folds, method=method, metrics=names
        )
        one = report["roc_auc_score"]
        assert report.method == method, method
        if method == "pooled":
            assert one.estimate == fm.roc_auc_score(y, score), method
            assert report.folds.combined["roc_auc_score"] == "pooled", method
        else:
            assert one.method == method, method


def test_bad_input():
    y, score, _, folds = drawn()
    with pytest.raises(ValueError, match="folds and groups do not go together"):
        fm.evaluate(y, y_score=score, folds=folds, groups=folds)
    with pytest.raises(ValueError, match="method must be one of auto, pooled, folds"):
        fm.evaluate(y, y_score=score, folds=folds, method="bca")
    with pytest.raises(ValueError, match="'folds' is not for target='learner'"):
        fm.evaluate(y, y_score=score, folds=folds, method="folds", target="learner")
    with pytest.raises(ValueError, match="target is for out-of-fold predictions"):
        fm.evaluate(y, y_score=score, target="models")
    with pytest.raises(ValueError, match="method must be one of auto, percentile"):
        fm.evaluate(y, y_score=score, method="corrected")
    with pytest.raises(ValueError, match="a summary does not store"):
        fm.evaluate(fm.ConfusionCounts.from_labels(y, y), folds=folds)
    with pytest.raises(ValueError, match="'clustering' has no use for folds"):
        fm.evaluate(y, y, task="clustering", folds=folds)
    with pytest.raises(ValueError, match=r"folds.*299"):
        fm.evaluate(y, y_score=score, folds=folds[:-1])
    with pytest.raises(ValueError, match="whole numbers, strings or dates"):
        fm.evaluate(y, y_score=score, folds=folds / 2)


def test_folds_without_a_value_are_counted_as_folds():
    """A fold of one class has no AUC; of 12 folds an interval may lack one."""
    rng = np.random.default_rng(0)
    y, folds = np.tile([0, 1], 60), np.arange(120) // 10
    y[folds == 3] = 1
    shown = fm.evaluate(y, y_score=y + rng.normal(size=120), folds=folds,
                        metrics=["roc_auc", "ks_statistic"])  # fmt: skip
    english, chinese = full(shown), shown.to_markdown("zh", full=True)
    assert "intervals leave out folds without a value, up to 1 of 12" in english
    assert "置信区间不计无数值的折，12 折中至多 1 折" in chinese
    assert "replicates" not in english
    [values] = shown.values.values()
    assert values["roc_auc_score"].n_undefined == 1
    y[folds == 5] = 1  # two of twelve are too many for an interval, which says so
    shown = str(fm.evaluate(y, y_score=y + rng.normal(size=120), folds=folds,
                            metrics=["roc_auc"]))  # fmt: skip
    assert "undefined on 2 of 12 folds" in shown
    assert "leave out" not in shown
    assert "replicates" not in shown


def test_what_is_said_of_folds_is_said_in_chinese(report):
    shown = report.to_markdown("zh", full=True)
    assert "校正的重抽样 t 检验" in shown
    assert "嵌套交叉验证" in shown
    assert "nested" not in shown
    assert "resampled" not in shown
