"""Intervals of the AUC inside groups, of which each is a unit."""

import numpy as np
import pytest
from helpers.interval_calls import score_intervals
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics.reference import mean_intervals

NAME = "roc_auc_by_group"


@pytest.fixture
def rows(rng):
    n = 600
    groups = rng.integers(0, 40, n)
    y_true = rng.random(n) < 0.3
    y_score = np.round(rng.normal(size=n) + y_true, 1)
    return y_true, y_score, groups, rng.integers(0, 5, n) / 2


def interval(rows, average="rows", weighted=False, **options):
    y_true, y_score, groups, weights = rows
    return fm.confidence_interval(
        NAME,
        y_true,
        y_score=y_score,
        groups=groups,
        metric_params={"average": average},
        sample_weight=weights if weighted else None,
        **options,
    )


@one_case("weighted", [False, True])
@one_case("average", ["rows", "pairs", "macro"])
@one_case("method", ["auto", "skew-t", "t"])
def test_as_that_of_a_mean_over_groups(rows, average, weighted, method):
    y_true, y_score, groups, weights = rows
    w = weights if weighted else np.ones(len(groups))
    areas, of_groups = [], []
    for group in np.unique(groups):
        mine = (groups == group) & (w > 0)
        if len({*y_true[mine]}) < 2:
            continue
        areas.append(
            fm.roc_auc_score(y_true[mine], y_score[mine], sample_weight=w[mine])
        )
        positive, negative = w[mine & y_true].sum(), w[mine & ~y_true].sum()
        of_groups.append(
            {
                "rows": positive + negative,
                "pairs": positive * negative,
                "macro": 1.0,
            }[average]
        )
    twin = (
        mean_intervals.t_interval if method == "t" else mean_intervals.skew_t_interval
    )
    low, high = twin(areas, of_groups)
    found = interval(rows, average, weighted, method=method)
    assert found.method == ("t" if method == "t" else "skew-t")
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-12)
    assert found.estimate == pytest.approx(np.average(areas, weights=of_groups))
    assert not found.approximate
    direct = fm.roc_auc_by_group(
        y_true,
        y_score,
        groups,
        average=average,
        sample_weight=weights if weighted else None,
    )
    assert found.estimate == direct.score


def test_differences_are_paired(rows):
    y_true, y_score, groups, weights = rows
    other = np.where(groups < 20, y_score, -y_score)
    found = score_intervals(
        [NAME, "roc_auc_score", "average_precision_score"],
        y_true,
        {"a": y_score, "b": other},
        groups=groups,
        sample_weight=weights,
        n_resamples=50,
        random_state=3,
    )
    every = [
        fm.roc_auc_by_group(y_true, s, groups, average=None, sample_weight=weights)
        for s in (y_score, other)
    ]
    kept = np.isfinite(every[0].scores)
    differences = (every[0].scores - every[1].scores)[kept]
    low, high = mean_intervals.skew_t_interval(
        differences.tolist(), every[0].weights[kept].tolist()
    )
    row = found.differences["a", "b"][NAME]
    assert (row.low, row.high) == pytest.approx((low, high), rel=1e-12)
    # What is drawn beside it is drawn as if alone.
    alone = score_intervals(
        ["roc_auc_score"],
        y_true,
        {"a": y_score, "b": other},
        groups=groups,
        sample_weight=weights,
        n_resamples=50,
        random_state=3,
    )
    for who, metrics in alone.values.items():
        beside = found.values[who]["roc_auc_score"]
        assert (metrics["roc_auc_score"].low, metrics["roc_auc_score"].high) == (
            beside.low,
            beside.high,
        )


def test_what_has_no_interval_says_why(rows):
    y_true, y_score, groups, _ = rows
    with pytest.warns(fm.UndefinedMetricWarning, match="no group"):
        found = fm.confidence_interval(
            NAME, y_true, y_score=y_score, groups=range(len(groups))
        )
    assert np.isnan([found.estimate, found.low, found.high]).all()
    assert found.reason == "no group has rows of both classes"
    found = fm.confidence_interval(
        NAME, y_true, y_score=y_score, groups=np.zeros(len(groups))
    )
    assert found.estimate == fm.roc_auc_score(y_true, y_score)
    assert np.isnan([found.low, found.high]).all()
    assert found.reason == "a single group has rows of both classes"
    found = fm.confidence_interval(NAME, y_true, y_score=y_true, groups=groups)
    assert found.estimate == 1
    assert np.isnan([found.low, found.high]).all()
    assert found.reason.startswith("all rows or groups are equal")
    heavy = np.where(groups == 0, 1.0, 1e-20)
    found = fm.confidence_interval(
        NAME, y_true, y_score=y_score, groups=groups, sample_weight=heavy
    )
    assert np.isnan([found.low, found.high]).all()
    assert found.reason.startswith("one row has nearly all")


def test_what_cannot_be_asked(rows):
    y_true, y_score, groups, _ = rows
    asked = {"y_score": y_score}
    with pytest.raises(TypeError, match="needs groups"):
        fm.confidence_interval(NAME, y_true, **asked)
    with pytest.raises(TypeError, match="needs groups"):
        fm.evaluate(y_true, **asked, metrics=[NAME])
    with pytest.raises(TypeError, match="metric_params has 'groups'"):
        fm.confidence_interval(
            NAME, y_true, **asked, groups=groups, metric_params={"groups": groups}
        )
    for average, words in ((None, "not a single number"), ("micro", "must be one of")):
        with pytest.raises(ValueError, match=words):
            interval(rows, average)
    for method in ("bca", "wilson", "delong", "jackknife", "smoothed", "log"):
        with pytest.raises(ValueError, match="its methods are auto, skew-t, t"):
            interval(rows, method=method)
    with pytest.raises(ValueError, match="exclude each other"):
        interval(rows, stratified=True)


def test_reports_by_groups_leave_it_out_unless_asked(rows):
    y_true, y_score, groups, _ = rows
    report = fm.evaluate(y_true, y_score=y_score, groups=groups, n_resamples=20)
    assert NAME not in full(report)
