"""How values vary together, by all the ways in which rows are left out."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.resampling.sweep_plan import SweepPlan

METRICS = {
    "counts": (["f1_score", "matthews_corrcoef"], "labels"),
    "curves": (["roc_auc_score", "average_precision_score"], "scores"),
    "sweeps": (["roc_auc_score", "ks_statistic"], "scores"),
    "numbers": (["mean_absolute_error", "median_absolute_error"], "numbers"),
}


@pytest.fixture
def data(rng):
    y = (rng.random(60) < 0.4).astype(int)
    scores = {name: np.round(y + rng.normal(size=60), 1) for name in "ab"}
    labels = {name: (one > 0.5).astype(int) for name, one in scores.items()}
    return y, {"scores": scores, "labels": labels, "numbers": scores}


def call(metrics, y, kind, models, **options):
    given = {"y_score" if kind == "scores" else "y_pred": models}
    return fm.metric_covariance(metrics, y, **given, **options)


@one_case("grouped", [False, True])
@one_case("name", METRICS)
def test_as_the_twin(data, rng, name, grouped):
    metrics, kind = METRICS[name]
    y, models = data[0][:30], {one: all_[:30] for one, all_ in data[1][kind].items()}
    groups = rng.integers(0, 8, 30) if grouped else None
    values, found = call(metrics, y, kind, models, groups=groups)
    expected_values, expected = reference.metric_covariance(
        [getattr(reference, one) for one in metrics],
        y.tolist(),
        {name: one.tolist() for name, one in models.items()},
        groups=groups if groups is None else groups.tolist(),
    )
    assert values == pytest.approx(expected_values, rel=1e-12)
    # Sums in another order: a few units of the last place of the largest.
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-14)
    assert np.array_equal(found, found.T)


def test_scores_and_labels_together(data):
    y, by_kind = data
    both = {"y_pred": by_kind["labels"], "y_score": by_kind["scores"]}
    metrics = ["roc_auc_score", "f1_score"]
    values, found = fm.metric_covariance(metrics, y, **both)
    alone = fm.metric_covariance("roc_auc_score", y, y_score=by_kind["scores"])
    np.testing.assert_allclose(values[::2], alone.values)
    np.testing.assert_allclose(found[::2, ::2], alone.covariance)
    alone = fm.metric_covariance("f1_score", y, by_kind["labels"])
    np.testing.assert_allclose(found[1::2, 1::2], alone.covariance, atol=1e-15)
    assert abs(found[0, 1]) > 0


@one_case("metrics", ["roc_auc", ["roc_auc", "average_precision"]])
def test_placements_and_steps_give_the_same_bits(data, monkeypatch, metrics):
    y, by_kind = data
    found = fm.metric_covariance(metrics, y, y_score=by_kind["scores"])
    asked = []

    def by_steps(self, form):
        asked.append(form)
        return False

    with monkeypatch.context() as patched:
        patched.setattr(SweepPlan, "_by_placement", by_steps)
        steps = fm.metric_covariance(metrics, y, y_score=by_kind["scores"])
    assert len(asked) == len(np.atleast_1d(metrics))
    np.testing.assert_array_equal(found.covariance, steps.covariance)


def test_of_areas_it_is_delongs_but_for_the_factor(data):
    y, by_kind = data
    a, b = by_kind["scores"].values()
    values, found = fm.metric_covariance("roc_auc_score", y, y_score={"a": a, "b": b})
    positive, n = y == 1, len(y)
    placed = {}
    for name, score in (("a", a), ("b", b)):
        wins = np.sign(score[positive][:, None] - score[~positive]) / 2 + 0.5
        placed[name] = wins.mean(axis=1), wins.mean(axis=0)
    expected = np.zeros((2, 2))
    for places in zip(placed["a"], placed["b"], strict=True):
        m = len(places[0])
        # np.cov / m is DeLong's term of the class.
        expected += (n - 1) / n * m / (m - 1) * np.cov(places) / m
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    _, variance = fm.delong_roc_variance(y, a)
    assert found[0, 0] == pytest.approx(variance, rel=0.05)
    assert values[0] == fm.roc_auc_score(y, a)


def test_a_difference_by_the_delta_method_is_as_the_bootstrap_says(rng):
    y = rng.integers(0, 2, 3000)
    models = {
        name: np.where(rng.random(3000) < p, y, 1 - y)
        for name, p in (("a", 0.8), ("b", 0.7))
    }
    _, found = fm.metric_covariance("f1_score", y, models)
    slope = np.array([1, -1])
    made = fm.compare("f1_score", y, models, random_state=0)["a", "b"].standard_error
    assert np.sqrt(slope @ found @ slope) == pytest.approx(made, rel=0.03)


@one_case("metric", ["f1_score", "mean_absolute_error"])
def test_weights_that_are_whole_leave_out_what_they_weigh(rng, metric):
    y, a = rng.integers(0, 2, 40), rng.integers(0, 2, 40)
    weights = rng.integers(0, 4, 40)
    kept = np.flatnonzero(weights)
    _, found = fm.metric_covariance(metric, y, a, sample_weight=weights)
    rows = np.repeat(np.arange(40), weights)
    _, expected = fm.metric_covariance(metric, y[rows], a[rows], groups=rows)
    assert len(kept) < 40
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_more_rows_than_passes_are_dealt_into_groups(rng):
    y = rng.integers(0, 2, 2500)
    score = y + rng.normal(size=2500)
    _, found = fm.metric_covariance(["ks_statistic", "roc_auc_score"], y, y_score=score)
    _, exact = fm.metric_covariance("roc_auc_score", y, y_score=score)
    assert found[1, 1] == pytest.approx(exact[0, 0], rel=0.35)


def test_a_metric_that_is_undefined_is_nan():
    y, p = [0, 0, 0, 0], [0, 0, 1, 0]
    with pytest.warns(fm.UndefinedMetricWarning, match="recall"):
        values, found = fm.metric_covariance(["recall_score", "accuracy_score"], y, p)
    assert np.isnan(found[0]).all()
    assert np.isnan(found[:, 0]).all()
    assert (values[1], found[1, 1]) == (0.75, pytest.approx(0.75 * 0.25 / 3))


@one_case(
    "given, error, words",
    [
        ({}, TypeError, "got neither"),
        ({"y_pred": {}}, ValueError, "y_pred has no models"),
        ({"y_pred": [0, 1], "metrics": []}, ValueError, "empty list"),
        ({"y_pred": [0, 1], "metrics": "roc_curve"}, ValueError, "roc_curve"),
        ({"y_pred": [0, 1, 1]}, ValueError, "inconsistent numbers"),
        ({"y_true": [1], "y_pred": [1]}, ValueError, "at least two rows or groups"),
        (
            {"y_pred": {"a": [0, 1]}, "y_score": {"b": [0, 1]}},
            TypeError,
            r"accuracy_score needs y_pred, which \['b'\] lack",
        ),
    ],
)
def test_bad_arguments(given, error, words):
    with pytest.raises(error, match=words):
        fm.metric_covariance(**{"metrics": "accuracy", "y_true": [0, 1], **given})
