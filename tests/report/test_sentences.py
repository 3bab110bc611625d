"""The sentence that a report says first: who is ahead, and whether the rows tell."""

import itertools
import math
import re

import numpy as np
import pytest
from helpers.shown import full

from fastmetrics import evaluate
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.report.result import Report
from fastmetrics.report.sentences import leading_metric, sentences
from fastmetrics.show.words import say

QUICK = {"n_resamples": 199, "random_state": 0}


class Scores:
    """A section in which nothing but names and rows matter."""

    def __init__(self, models, metrics, n_rows=569):
        self.models, self.metrics, self.n_rows = models, metrics, n_rows
        self.brief = ()
        self.names = {model: model for model in models}
        self.names_models = len(models) > 1

    def counted(self):
        return say("{n} rows", n=str(self.n_rows))

    def chance(self, metric):
        return None

    def alarms(self):
        return []

    def cautions(self, metric):
        return []

    def of_two(self):
        return []


def interval(value, half=0.01, **more):
    return Interval(value, value - half, value + half, half / 2, 0.95, "t", **more)


def content(values, differences=None, n_rows=569):
    models = list(values)
    metrics = list(dict.fromkeys(name for row in values.values() for name in row))
    section = Scores(models, metrics, n_rows)
    sections = {"binary_scores": section}
    return Report(
        values, differences or {}, sections, n_rows, 0.95, "auto", 199, seed=0
    )


def two(difference, metric="roc_auc_score"):
    values = {"a": {metric: interval(0.9)}, "b": {metric: interval(0.8)}}
    return content(values, {("a", "b"): {metric: difference}}).summary()


def test_one_model():
    report = content({"model": {"roc_auc_score": interval(0.9, 0.0123)}})
    assert report.summary() == "ROC AUC is 0.900 (95 % interval 0.888 to 0.912)."
    none = content({"model": {"roc_auc_score": no_interval(0.9, 0.95, "why")}})
    assert none.summary() == "ROC AUC is 0.9000 (no interval)."


def test_two_models_that_the_rows_do_not_tell_apart():
    assert two(interval(0.0038, 0.0049)) == (
        "On ROC AUC a is ahead of b by 0.0038 (95 % interval −0.0011 to 0.0087): the "
        "difference is not significant on 569 rows."
    )


def test_two_models_that_the_rows_tell_apart():
    assert two(interval(-0.0138, 0.0049)) == (
        "On ROC AUC b is ahead of a by 0.0138 (95 % interval 0.0089 to 0.0187)."
    )


def test_of_a_loss_the_lower_is_ahead():
    assert two(interval(0.0138, 0.0049), "rank_loss").startswith(
        "On Rank loss b is ahead of a by 0.0138 (95 % interval 0.0089 to 0.0187)."
    )
    assert two(interval(-0.0138, 0.0049), "rank_loss").startswith(
        "On Rank loss a is ahead of b by 0.0138 (95 % interval 0.0089 to 0.0187)."
    )


def test_no_difference_is_not_called_equality():
    said = two(interval(0.0, 0.01))
    assert "the estimated difference between a and b is 0" in said
    assert "not significant on 569 rows" in said


def test_a_difference_without_an_interval():
    none = no_interval(0.1, 0.95, "why")
    assert two(none) == "On ROC AUC a is ahead of b by 0.1000 (no interval)."


def test_of_two_equal_models_none_is_ahead():
    none = no_interval(0.0, 0.95, "why")
    said = "On ROC AUC the estimated difference between a and b is 0 (no interval)."
    assert two(none) == said


def test_why_the_difference_of_equal_models_is_marked():
    """What stands at it, no interval or ≈, is said why of."""
    for groups in (None, np.arange(40) % 6):
        y, labels = np.tile([0, 1], 20), np.tile([0, 1, 1, 1], 10)
        shown = evaluate(y, {"a": labels, "b": labels}, groups=groups, metrics=["f1"],
                         **QUICK)  # fmt: skip
        [notes] = re.findall(r"^  F1, differences: (.*)", full(shown), re.MULTILINE)
        assert notes.startswith("all r"), groups
        assert "F1 分数的差值：" in shown.to_markdown("zh", full=True), groups
        assert "the estimated difference between a and b is 0" in shown.summary(), (
            groups
        )


def test_a_reason_is_said_of_the_differences_that_it_is_new_for():
    y, labels = np.tile([0, 1], 20), np.tile([0, 1, 1, 1], 10)
    models = {"a": labels, "b": labels, "none": np.zeros(40, int)}
    metrics = ["false_negatives", "true_negatives"]
    shown = full(
        evaluate(y, models, groups=np.arange(40) % 6, metrics=metrics, **QUICK)
    )
    assert "\n  False negatives: all rows or groups are equal" in shown
    assert "\n  True negatives, differences: all rows or groups are equal" in shown


def test_never_equal_and_never_better_where_the_interval_holds_0():
    for value in (-0.01, 0.0, 0.01):
        for half in (1e-6, 0.001, 0.02, 0.5):
            said = two(interval(value, half))
            assert "equal" not in said, (value, half)
            assert "better" not in said, (value, half)
            assert ("is not significant on" in said) == (abs(value) <= half), (
                value,
                half,
            )


def test_metrics_are_counted_as_the_table_shows_them():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 400)
    scores = {"good": y + rng.normal(size=400), "bad": y + 3 * rng.normal(size=400)}
    metrics = ["roc_auc_score", "gini_coefficient", "rank_loss", "ks_statistic"]
    report = evaluate(y, y_score=scores, metrics=metrics, **QUICK)
    assert (
        "4 of 4 metrics are significantly better for good, none for bad."
        in report.summary()
    )
    assert "4 项指标中有 4 项显示 good 更好" in report.summary("zh")
    default = evaluate(y, y_score=scores, **QUICK)
    [table] = [one for one in full(default).split("\n\n") if "Difference: good" in one]
    shown = table.splitlines()[3:]
    n_good = sum(line.rstrip().endswith("good") for line in shown)
    assert (
        f"{n_good} of {len(shown)} metrics are significantly better for good"
        in default.summary()
    )


def test_a_single_metric_favours():
    values = {name: {"roc_auc_score": interval(0.9), "ks_statistic": interval(0.8)}
              for name in "ab"}  # fmt: skip
    one = {"roc_auc_score": interval(0.02), "ks_statistic": interval(0.0)}
    said = content(values, {("a", "b"): one})
    assert "1 of 2 metrics is significantly better for a, none for b." in said.summary()
    assert "2 项指标中有 1 项显示 a 更好，没有一项显示 b 更好。" in said.summary("zh")
    each = {"roc_auc_score": interval(0.02), "ks_statistic": interval(-0.02)}
    said = content(values, {("a", "b"): each})
    assert "1 of 2 metrics is significantly better for a, 1 for b." in said.summary()


def test_the_one_model_of_a_section_is_named_among_others():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    scores, labels = y + rng.normal(size=60), {"m": y, "n": 1 - y}
    given = {"y_score": {"m": scores}, "metrics": ["roc_auc", "accuracy"]}
    said = evaluate(y, labels, **given, **QUICK).summary()
    assert "ROC AUC of m is 0." in said
    alone = evaluate(y, y_score={"m": scores}, metrics=["roc_auc"], **QUICK)
    assert "ROC AUC is 0." in alone.summary()


def test_more_models_say_who_may_be_best():
    names = ["a", "b", "c"]
    values = {
        name: {"roc_auc_score": interval(value)}
        for name, value in zip(names, (0.9, 0.89, 0.5), strict=True)
    }
    differences = {
        ("a", "b"): {"roc_auc_score": interval(0.01, 0.02)},
        ("a", "c"): {"roc_auc_score": interval(0.4, 0.02)},
        ("b", "c"): {"roc_auc_score": interval(0.39, 0.02)},
    }
    assert content(values, differences).summary().splitlines() == [
        "On ROC AUC a has the best value of 3 models, 0.900 (95 % interval 0.890 to "
        "0.910).",
        "b may be as good or better: the difference is not significant on 569 rows.",
        "Significantly different from it: c.",
        "Intervals are not adjusted for 3 comparisons.",
    ]


def test_of_equal_models_none_is_called_the_best():
    values = {
        name: {"roc_auc_score": interval(value)}
        for name, value in zip("abcd", (0.9, 0.9, 0.89, 0.5), strict=True)
    }

    def said(c_apart, d_apart):
        differences = {
            ("a", "b"): {"roc_auc_score": no_interval(0.0, 0.95, "why")},
            **{(one, "c"): {"roc_auc_score": interval(0.01, c_apart)} for one in "ab"},
            **{(one, "d"): {"roc_auc_score": interval(0.4, d_apart)} for one in "ab"},
            ("c", "d"): {"roc_auc_score": interval(0.39)},
        }
        made = content(values, differences)
        assert made.summary("zh").startswith(
            "就 ROC AUC 而言，a、b 的数值在 4 个模型中并列"
        )
        first, *others, last = made.summary().splitlines()
        assert first == "On ROC AUC a, b have the best value of 4 models, 0.900."
        assert last == "Intervals are not adjusted for 6 comparisons."
        return others

    assert said(0.005, 0.1) == [
        "They differ significantly from all others on 569 rows."
    ]
    assert said(0.02, 0.5) == [
        "They do not differ significantly from any other on 569 rows."
    ]
    assert said(0.02, 0.1) == [
        "c may be as good or better: the difference is not significant on 569 rows.",
        "Significantly different from all of them: d.",
    ]
    differences = {
        pair: {"roc_auc_score": no_interval(0.0, 0.95, "why")}
        for pair in itertools.combinations("abc", 2)
    }
    alike = {name: values["a"] for name in "abc"}
    assert content(alike, differences).summary().splitlines() == [
        "On ROC AUC a, b, c have the best value of 3 models, 0.900.",
        "Intervals are not adjusted for 3 comparisons.",
    ]


def test_the_leading_metric_is_the_first_that_has_a_direction_and_a_value():
    values = {"roc_auc_score": interval(math.nan), "rank_loss": interval(0.1)}
    report = content({"m": values})
    [section] = report.sections.values()
    assert leading_metric(report, section) == "rank_loss"
    empty = content({"m": {"roc_auc_score": interval(math.nan)}})
    assert sentences(empty) == []


def test_chance_and_few_rows():
    y = [1, 0, 1, 1, 0, 0, 1, 0]
    scores = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    said = evaluate(y, y_score=scores, metrics=["auc_roc", "ap"][1:], **QUICK).summary()
    assert re.fullmatch(
        r"ap is 0\.71 .*\. Chance is 0\.50\.\n"
        r"There are few positive rows: 4\.\nThere are few negative rows: 4\.",
        said,
    )


def test_chance_of_labels():
    true, pred = list("aaab"), list("aaba")
    metrics = ["accuracy_score"]
    assert (
        "Chance is 0.75."
        in evaluate(true, pred, pos_label="b", metrics=metrics).summary()
    )
    true, pred = list("aaabc"), list("aabac")
    assert "Chance is 0.60." in evaluate(true, pred, metrics=metrics).summary()


def test_chinese():
    report = content({"model": {"roc_auc_score": interval(0.9, 0.0123)}})
    assert report.summary("zh") == "ROC AUC 为 0.900（95 % 置信区间 0.888 至 0.912）。"
    with pytest.raises(ValueError, match="language"):
        report.summary("xx")


def test_bounds_around_no_difference_have_their_unit():
    said = ["the cat sat", "hello big world", "open the door"]
    a, b = ["the cat sat", "hello world", "open a door"], [*said]
    b[0], b[2] = "the bat sat", "open door"
    shown = evaluate(said, y_pred={"a": a, "b": b}, task="speech", random_state=0)
    sentence = shown.summary().splitlines()[0]
    assert re.search(
        r"interval −\d+ to \d+ points\), which is not significant on 3", sentence
    )
    chinese = shown.summary(language="zh").splitlines()[0]
    assert re.search(r"−\d+ 至 \d+ 个百分点）", chinese)


def test_models_without_a_metric_are_named():
    """A model that has no labels is best by its scores: no sentence forgets it."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    scores = {name: y + rng.normal(size=200) * k for k, name in enumerate("abc", 1)}
    labels = {name: (scores[name] > 0.5).astype(int) for name in "bc"}
    names = ["roc_auc", "accuracy", "f1"]
    report = evaluate(y, labels, y_score=scores, metrics=names, random_state=0)
    said = report.summary().splitlines()
    assert "Not compared on Accuracy, F1: a (no y_pred)." in said
    assert sum("Not compared" in line for line in said) == 1
    assert "未比较 a（没有 y_pred）" in report.summary("zh")
    one = evaluate(y, {"b": labels["b"]}, y_score=scores, random_state=0)
    assert "a, c (no y_pred)." in one.summary()
