"""Few groups: Student's t of the values without each, for all families alike."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.intervals.resolve import DEFAULT_RESAMPLES
from fastmetrics.reference import intervals as literal
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import refusals, row_intervals
from fastmetrics.resampling.plan import Design

N, G = 60, 6
GROUPS = np.array([f"speaker {k}" for k in np.arange(N) // 4 % G])


@pytest.fixture
def rows(rng):
    y = rng.integers(0, 2, N)
    scores = y + rng.normal(size=N)
    return y, scores, (scores > 0.5).astype(int), 1 / (1 + np.exp(-scores))


def words(numbers):
    return [" ".join("abcdefgh"[k] for k in line) for line in numbers]


def cases(rows, rng):
    """A metric's columns, and the scale that its interval is on."""
    y, scores, labels, proba = rows
    said = rng.integers(0, 5, (N, 6))
    heard = np.where(rng.random((N, 6)) < 0.2, rng.integers(0, 8, (N, 6)), said)
    numbers = y + rng.normal(size=N), scores
    return {
        "roc_auc_score": ((y, scores), "logit"),
        "gini_coefficient": ((y, scores), "fisher-z"),
        "average_precision_score": ((y, scores), "logit"),
        "lift_score": ((y, scores), "log"),
        "accuracy_score": ((y, labels), "logit"),
        "f1_score": ((y, labels), "logit"),
        "matthews_corrcoef": ((y, labels), "fisher-z"),
        "positive_likelihood_ratio": ((y, labels), "log"),
        "log_loss": ((y, proba), "log"),
        "d2_log_loss_score": ((y, proba), "plain"),
        "mean_squared_error": (numbers, "log"),
        "root_mean_squared_error": (numbers, "log"),
        "mean_error": (numbers, "plain"),
        "r2_score": (numbers, "log-complement"),
        "pearson_r": (numbers, "fisher-z"),
        "spearman_rho": (numbers, "fisher-z"),
        "median_absolute_error": (numbers, "log"),
        "word_error_rate": ((words(said), words(heard)), "log"),
        "sentence_error_rate": ((words(said), words(heard)), "logit"),
    }


def without_each(metric, columns):
    groups = [np.flatnonzero(GROUPS == name) for name in np.unique(GROUPS)]
    return literal.group_jackknife_values(metric, columns, groups)


@one_case("asked", ["auto", "jackknife"])
def test_bounds_are_those_of_the_definition(rows, rng, asked):
    for name, (columns, scale) in cases(rows, rng).items():
        row = catalog.find(name)
        if row.interval == "order-statistics" and asked != "auto":
            continue  # whose values without a row would be no help
        if row.interval == "wilson" and asked == "auto":
            continue  # a proportion: see test_unit_shares
        names = {"binary_scores": "y_score", "probabilities": "y_proba"}
        data = {names.get(row.task, "y_pred"): columns[1]}
        found = fm.confidence_interval(
            name, columns[0], **data, groups=GROUPS, method=asked
        )
        values = without_each(row.public, [list(one) for one in columns])
        value = row.public(*columns)
        bounds = plain.group_jackknife_interval(
            value, values, scale, lower=row.lower, upper=row.upper
        )
        assert (found.low, found.high) == pytest.approx(bounds, rel=1e-9), name
        error = literal.jackknife_standard_error(values)
        assert found.standard_error == pytest.approx(error, rel=1e-9), name
        told = "jackknife-t" if scale == "plain" else f"jackknife-t-{scale}"
        assert (found.method, found.n_resamples) == (told, 0), name
        assert found.approximate == (row.interval == "order-statistics"), name


def test_differences_are_on_no_scale(rows, rng):
    y, scores, labels, _ = rows
    other = scores + rng.normal(size=N)
    for name, own, metric in (
        ("y_score", (scores, other), "roc_auc_score"),
        ("y_pred", (labels, (other > 0.5) * 1), "f1_score"),
        ("y_proba", tuple(1 / (1 + np.exp(-s)) for s in (scores, other)), "log_loss"),
    ):
        models = dict(zip("ab", own, strict=True))
        report = fm.evaluate(y, **{name: models}, metrics=[metric], groups=GROUPS)
        one = report.differences["a", "b"][metric]
        function = catalog.find(metric).public
        values = without_each(
            lambda t, a, b, f=function: f(t, a) - f(t, b), [y.tolist(), *map(list, own)]
        )
        bounds = plain.group_jackknife_interval(
            function(y, own[0]) - function(y, own[1]), values
        )
        assert one.method == "jackknife-t"
        assert (one.low, one.high) == pytest.approx(bounds, rel=1e-9)


def test_counts_are_of_as_many_groups_as_there_are(rows):
    """Of a sum of groups the variance is as many times that of one of them."""
    y, _, labels, _ = rows
    of_groups = [int((y * labels)[GROUPS == name].sum()) for name in np.unique(GROUPS)]
    found = fm.confidence_interval("true_positives", y, labels, groups=GROUPS)
    assert found.standard_error == pytest.approx(np.std(of_groups, ddof=1) * G**0.5)
    assert found.method == "jackknife-t-log"


def test_a_function_of_the_users(rows):
    y, scores, *_ = rows

    def gap(true, other):
        return float(np.mean(other[true == 1]) - np.mean(other[true == 0]))

    found = fm.confidence_interval(gap, y, y_score=scores, groups=GROUPS)
    values = without_each(
        lambda t, s: gap(np.array(t), np.array(s)), [list(y), list(scores)]
    )
    bounds = plain.group_jackknife_interval(gap(y, scores), values)
    assert (found.low, found.high) == pytest.approx(bounds, rel=1e-12)
    assert found.method == "jackknife-t"
    drawn = fm.confidence_interval(
        gap, y, y_score=scores, groups=GROUPS, method="percentile", random_state=0
    )
    # Quantiles of replicates of six groups lie too close together.
    assert drawn.high - drawn.low < found.high - found.low


def test_of_many_rows_pseudo_values_are_added_up(rows, rng, monkeypatch):
    """That is nearly the same: what they lack is the bend."""
    y, pred = rng.normal(size=(2, N))
    pred += 2 * y
    exact = fm.confidence_interval("r2_score", y, pred, groups=GROUPS)
    monkeypatch.setattr("fastmetrics.resampling.row_plan._MOST_ROWS_LEFT", N)
    linear = fm.confidence_interval("r2_score", y, pred, groups=GROUPS)
    assert linear.method == exact.method
    assert linear.low != exact.low
    near = 0.1 * (exact.high - exact.low)
    assert (linear.low, linear.high) == pytest.approx((exact.low, exact.high), abs=near)


@one_case("n", [200, 201])
def test_many_groups_are_drawn(rng, n):
    y = np.tile([0, 1], n)
    labels = np.where(rng.random(2 * n) < 0.8, y, 1 - y)
    found = fm.confidence_interval(
        "f1_score", y, labels, groups=np.repeat(np.arange(n), 2), random_state=0
    )
    assert found.method == ("jackknife-t-logit" if n == 200 else "bca")


def test_where_there_are_no_bounds(rows):
    y, scores, labels, _ = rows

    def made(name, *columns, **more):
        return fm.confidence_interval(name, *columns, groups=GROUPS, **more)

    perfect = made("f1_score", y, y)
    assert math.isnan(perfect.low)
    assert perfect.reason == refusals.NO_SPREAD
    one_group = fm.confidence_interval("f1_score", y, labels, groups=np.ones(N))
    assert one_group.reason == refusals.ALONE
    alone = np.where(GROUPS == "speaker 0", y, 0)
    # Without its group there is no positive.
    with pytest.warns(UserWarning, match="without"):
        lost = made("roc_auc_score", alone, y_score=scores)
    assert math.isnan(lost.low)
    assert lost.reason == "undefined without one of 1 of 6 groups"


def test_models_that_are_alike_differ_by_nothing(rows):
    y, scores, labels, _ = rows
    for name, one in (("y_score", scores), ("y_pred", labels)):
        models = {name: {"a": one, "b": one.copy()}}
        report = fm.evaluate(y, **models, groups=GROUPS, n_resamples=99)
        for pair in report.differences["a", "b"].values():
            if pair.method == "jackknife-t":
                assert (pair.low, pair.high) == (0.0, 0.0)
                assert pair.reason == refusals.NO_SPREAD


def test_the_scale_has_no_ends_where_the_range_has_some():
    scales = {
        row.name: row_intervals.scale_of(row)
        for row in catalog.METRICS.values()
        if row.kind == "metric" and row.interval
    }
    assert scales["accuracy_score"] == "logit"
    assert scales["cohen_kappa_score"] == "fisher-z"
    assert scales["brier_score_loss"] == scales["word_error_rate"] == "log"
    assert scales["r2_score"] == "log-complement"
    assert scales["mean_error"] == "plain"


def test_an_optimum_over_thresholds_has_its_own_way(rows):
    y, scores, *_ = rows
    asked = {"y_score": scores, "groups": GROUPS, "random_state": 0}
    assert fm.confidence_interval("best_f1", y, **asked).method == "smoothed"
    by_name = fm.confidence_interval("best_f1", y, **asked, method="jackknife")
    assert by_name.method == "jackknife-t-logit"


def test_nothing_is_drawn(rows, monkeypatch):
    y, scores, *_ = rows
    from fastmetrics.resampling.sweep_plan import SweepPlan

    monkeypatch.setattr(SweepPlan, "replicates", None)
    found = fm.confidence_interval(
        "average_precision_score", y, y_score=scores, groups=GROUPS
    )
    assert 0 < found.low < found.high < 1
    assert not row_intervals.suits(
        catalog.find("roc_auc_score"), "auto", Design(), DEFAULT_RESAMPLES
    )
