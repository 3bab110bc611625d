"""evaluate on clusterings: its numbers are those of the single functions."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import math
import warnings

import numpy as np
import pytest
from helpers.shown import full
from helpers.wine_cases import wine  # noqa: F401
from scipy import sparse
from scipy.spatial.distance import pdist
from sklearn import metrics as sk

import fastmetrics
from fastmetrics import catalog, confidence_interval, evaluate

K, C = "cluster_k_means", "cluster_complete_linkage"


def reported(*targets):
    return [
        row.name
        for row in catalog.scalar("clustering")
        if row.targets[0] in targets and row.reported()
    ]


@pytest.fixture(scope="module")
def report(wine):
    return evaluate(wine.cultivars, wine.clusterings, X=wine.points)


def of_function(name, wine, labels):
    row = catalog.METRICS[name]
    data = wine.points if row.targets == ("geometry",) else wine.cultivars
    return row.public(data, labels, **row.parameters)


# ------------------------------------------------------------------ the numbers


def test_every_metric_is_there(report):
    names = reported("agreement", "geometry")
    assert {"adjusted_rand_score", "silhouette_score", "dunn_index"} <= set(names)
    assert (report.kind, report.tasks) == ("clustering", ["clustering"])
    assert report.models == [K, C]
    assert report.metrics == names
    assert list(report.differences) == [(K, C)]
    assert list(report.differences[K, C]) == names
    assert (report.n_rows, report.n_features) == (178, 13)


def test_either_family_alone(wine):
    made = evaluate(wine.cultivars, wine.clusterings[K], task="clustering")
    assert made.models == ["model"]
    assert made.metrics == reported("agreement")
    assert made.n_features is None
    assert made.per_cluster["model"][0].diameter is None
    made = evaluate(None, wine.clusterings[K], X=wine.points)
    assert made.metrics == reported("geometry")
    assert made.contingency == {}


def test_values_are_those_of_the_single_functions(report, wine):
    for name in report.metrics:
        values = [of_function(name, wine, one) for one in wine.clusterings.values()]
        for model, value in zip(report.models, values, strict=True):
            found = report.values[model][name]
            assert found.estimate == pytest.approx(value, rel=1e-12), name
            if catalog.METRICS[name].interval:
                assert found.low < found.estimate < found.high
            else:
                assert math.isnan(found.low)
                assert found.reason
        difference = report.differences[K, C][name]
        assert difference.estimate == pytest.approx(values[0] - values[1], abs=1e-12)
        if catalog.METRICS[name].interval:
            assert difference.low < difference.high


def test_values_are_those_of_scikit_learn(report, wine):
    labels = wine.clusterings[C]
    of_truth = ["adjusted_rand_score", "adjusted_mutual_info_score", "v_measure_score"]
    of_points = ["silhouette_score", "calinski_harabasz_score", "davies_bouldin_score"]
    for names, data in ((of_truth, wine.cultivars), (of_points, wine.points)):
        for name in names:
            expected = getattr(sk, name)(data, labels)
            assert report.values[C][name].estimate == pytest.approx(expected)


def test_intervals_are_those_of_confidence_interval(wine):
    labels = wine.clusterings[K]
    made = evaluate(wine.cultivars, labels, X=wine.points, confidence_level=0.9)
    for name, found in made.values["model"].items():
        is_of_points = catalog.METRICS[name].targets == ("geometry",)
        data = wine.points if is_of_points else wine.cultivars
        other = confidence_interval(name, data, labels, confidence_level=0.9)
        assert (found.low, found.high) == pytest.approx(
            (other.low, other.high), nan_ok=True
        ), name
        assert found.method == other.method


def test_each_cluster(report, wine):
    for model, labels in wine.clusterings.items():
        silhouettes = sk.silhouette_samples(wine.points, labels)
        rows = report.per_cluster[model]
        assert [row.label for row in rows] == [0, 1, 2]
        for row in rows:
            inside = labels == row.label
            distances = pdist(wine.points[inside])
            assert row.size == inside.sum()
            assert row.silhouette == pytest.approx(silhouettes[inside].mean())
            assert row.mean_distance == pytest.approx(distances.mean())
            assert row.diameter == pytest.approx(distances.max())


def test_contingency(report, wine):
    for model, labels in wine.clusterings.items():
        expected = sk.cluster.contingency_matrix(wine.cultivars, labels)
        assert report.contingency[model].table().tolist() == expected.tolist()


def test_metrics_by_name(wine):
    names = ["silhouette", "ari", "davies_bouldin_pairwise", "partition_entropy"]
    made = evaluate(wine.cultivars, wine.clusterings, X=wine.points, metrics=names)
    assert made.metrics == [
        "silhouette_score",
        "adjusted_rand_score",
        "davies_bouldin_pairwise",
        "partition_entropy",
    ]
    labels = wine.clusterings[C]
    entropy = made.values[C]["partition_entropy"]
    assert entropy.estimate == pytest.approx(fastmetrics.partition_entropy(labels))


# ------------------------------------------------------------------ data of all kinds


def test_labels(report, wine):
    for convert in (
        lambda labels: labels.tolist(),
        lambda labels: labels * 1.0,
        lambda labels: np.array(["red", "green", "blue"])[labels],
        lambda labels: pytest.importorskip("pandas").Series(labels, dtype="category"),
        lambda labels: pytest.importorskip("polars").Series(labels),
    ):
        made = evaluate(wine.cultivars, convert(wine.clusterings[C]), X=wine.points)
        for name, one in made.values["model"].items():
            assert one.estimate == pytest.approx(
                report.values[C][name].estimate, rel=1e-12
            ), convert
        sizes = sorted(row.size for row in made.per_cluster["model"])
        assert sizes == sorted(row.size for row in report.per_cluster[C]), convert


def test_points(report, wine):
    for convert in (
        lambda points: points.tolist(),
        lambda points: np.asfortranarray(points),
        lambda points: points.astype(np.float32),
        lambda points: pytest.importorskip("pandas").DataFrame(points),
    ):
        made = evaluate(None, wine.clusterings[C], X=convert(wine.points))
        for name, one in made.values["model"].items():
            assert one.estimate == pytest.approx(
                report.values[C][name].estimate, rel=1e-5
            ), convert
        assert made.n_features == 13, convert


def test_sparse_points(wine):
    points = np.maximum(wine.points, 0)
    labels = wine.clusterings[C]
    expected = evaluate(None, labels, X=points, metrics=["silhouette"])
    made = evaluate(None, labels, X=sparse.csr_array(points), metrics=["silhouette"])
    for one, other in zip(
        made.per_cluster["model"], expected.per_cluster["model"], strict=True
    ):
        assert one.silhouette == pytest.approx(other.silhouette)
        assert one.diameter == pytest.approx(other.diameter)


def test_too_few_or_too_many_clusters_are_undefined():
    for labels in ([0] * 6, range(6)):
        points = np.random.default_rng(0).normal(size=(6, 2))
        with pytest.warns(fastmetrics.UndefinedMetricWarning, match="silhouette_score"):
            made = evaluate([0, 0, 0, 1, 1, 1], [*labels], X=points)
        silhouette = made.values["model"]["silhouette_score"]
        assert math.isnan(silhouette.estimate), labels
        assert silhouette.reason in " ".join(full(made).split()), labels
        assert made.values["model"]["adjusted_rand_score"].estimate == 0, labels
        assert math.isnan(made.per_cluster["model"][0].silhouette), labels
        assert (
            json.loads(json.dumps(made.to_dict(), allow_nan=False)) == made.to_dict()
        ), labels


def test_noise_is_a_cluster_and_said(wine):
    labels = wine.clusterings[K] - 1
    made = evaluate(wine.cultivars, {"a": labels, "b": labels + 1}, task="clustering")
    assert [row.label for row in made.per_cluster["a"]] == [-1, 0, 1]
    assert made.notes == ("a: the label -1 is taken for a cluster like any other",)
    values = made.values["a"]["purity_score"], made.values["b"]["purity_score"]
    assert values[0].estimate == values[1].estimate


def test_many_rows_are_sampled(wine, monkeypatch):
    monkeypatch.setattr("fastmetrics.resampling.cluster_plan.MOST_ROWS", 100)
    labels, options = wine.clusterings[K], {"X": wine.points, "random_state": 3}
    made = evaluate(wine.cultivars, labels, **options)
    assert "dunn_index" not in made.metrics
    assert {"silhouette_score", "calinski_harabasz_score"} <= set(made.metrics)
    assert "seed 3" in full(made)
    assert made.per_cluster["model"][0].silhouette is None
    silhouette = made.values["model"]["silhouette_score"]
    again = evaluate(wine.cultivars, labels, **options).values["model"]
    assert silhouette.estimate == again["silhouette_score"].estimate
    whole = sk.silhouette_score(wine.points, labels)
    assert 0 < abs(silhouette.estimate - whole) < 0.1
    assert silhouette.low < whole < silhouette.high
    asked = evaluate(None, labels, metrics=["dunn"], **options)
    assert asked.metrics == ["dunn_index"]


def test_seeds_of_any_size_do(wine):
    for seed in (2**64 - 1, np.random.default_rng(0)):
        made = evaluate(
            None, wine.clusterings[K], X=wine.points, metrics=["ch"], random_state=seed
        )
        assert made.metrics == ["calinski_harabasz_score"]


def test_a_good_report_warns_of_nothing(wine):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        full(evaluate(wine.cultivars, wine.clusterings, X=wine.points))


# ------------------------------------------------------------------ the task


SCORES = [0.1, 0.4, 0.35, 0.8]


def test_the_task_of_labels_and_scores():
    y, labels, accuracy = [0, 0, 1, 1], [0, 1, 1, 1], {"metrics": ["accuracy"]}
    for task in (None, "labels"):
        assert evaluate(y, labels, task=task, **accuracy).tasks == ["labels"]
    for task in (None, "binary_scores"):
        made = evaluate(y, y_score=SCORES, task=task, metrics=["roc_auc"])
        assert made.tasks == ["binary_scores"]
    made = evaluate(y, y_score=SCORES, threshold=0.3, task="labels", **accuracy)
    assert made.tasks == ["labels"]
    assert made.models == ["model"]
    assert made.values["model"]["accuracy_score"].estimate == 0.75
    with pytest.raises(ValueError, match="'roc_auc_score' is read off scores"):
        evaluate(y, y_score=SCORES, threshold=0.3, task="labels", metrics=["roc_auc"])


def test_bad_task():
    for options, error, message in (
        ({"task": "ordering"}, ValueError, "task must be one of binary_scores, lab"),
        ({"task": "labels", "X": [[0]] * 4}, ValueError, "no use for X"),
        ({"task": "labels", "y_score": SCORES}, ValueError, "no use for y_score"),
        ({"task": "labels", "y_pred": None}, TypeError, "y_pred"),
        ({"task": "binary_scores"}, ValueError, "no use for y_pred"),
        ({"task": "binary_scores", "y_pred": None}, TypeError, "needs y_score"),
        ({"task": "clustering", "y_pred": None}, TypeError, "needs y_pred"),
        ({"task": "clustering", "y_true": None}, TypeError, "with y_true, X or both"),
        ({"y_true": None}, TypeError, "y_true is None"),
        ({"task": "clustering", "y_score": SCORES}, ValueError, "no use for y_score"),
        ({"X": [[0]] * 4, "sample_weight": [1] * 4}, ValueError, "for sample_weight"),
        ({"X": [[0]] * 4, "groups": [1] * 4}, ValueError, "no use for groups"),
        ({"X": [[0]] * 4, "stratified": True}, ValueError, "no use for stratified"),
        ({"X": [[0]] * 4, "pos_label": 1}, ValueError, "no use for pos_label"),
        ({"X": [[0]] * 4, "threshold": 1}, ValueError, "no use for threshold"),
    ):
        options = {"y_true": [0, 1, 0, 1], "y_pred": [0, 1, 1, 1], **options}
        with pytest.raises(error, match=message):
            evaluate(options.pop("y_true"), **options)


def test_bad_input():
    for options, error, message in (
        ({"y_pred": {}}, ValueError, "y_pred has no models"),
        ({"y_true": [], "y_pred": [], "X": None}, ValueError, "no rows"),
        ({"X": sparse.eye_array(4)}, TypeError, "X must be dense"),
        ({"y_pred": [0, 1]}, ValueError, "inconsistent numbers"),
        ({"y_pred": {"a": [0, 1, 0, 1], "b": [0, 1]}}, ValueError, "inconsistent"),
        ({"y_true": [0, 1]}, ValueError, "inconsistent numbers"),
        ({"X": [[0], [1]]}, ValueError, "inconsistent numbers"),
        ({"X": [0, 1, 2, 3]}, ValueError, "2D"),
        ({"X": [[0], [1], [2], [math.nan]]}, ValueError, "NaN"),
        ({"metrics": ["f1"]}, ValueError, "'f1_score' is not a metric of clusterings"),
        ({"metrics": ["ap"]}, ValueError, "'average_precision_score' is not a metric"),
        ({"y_true": None, "metrics": ["ari"]}, ValueError, "give y_true"),
        ({"X": None, "metrics": ["dunn"]}, ValueError, "give X"),
        ({"metrics": ["contingency_matrix"]}, ValueError, "not a single number"),
        ({"metrics": []}, ValueError, "empty"),
        ({"method": "bca"}, ValueError, "bca"),
        ({"confidence_level": 95}, ValueError, "95"),
    ):
        options = {
            "y_true": [0, 0, 1, 1],
            "y_pred": [0, 1, 1, 1],
            "X": [[0.0], [1], [2], [4]],
            "task": "clustering",
            **options,
        }
        with pytest.raises(error, match=message):
            evaluate(options.pop("y_true"), **options)


def test_clusters_are_asked_for():
    with pytest.raises(ValueError, match="'dunn_index' is of clusterings: give X, or"):
        evaluate([0, 1], [0, 1], metrics=["dunn"])
    with pytest.raises(ValueError, match="jackknife"):
        evaluate([0, 1, 1], [0, 1, 0], method="jackknife")
