"""ClusterDistances: all together as each alone."""

import numpy as np
import pytest
from helpers.clustering_cases import clusters, matrix
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._inputs.points import rows_with_labels
from fastmetrics.metrics.clustering.measuring import cluster_distances
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances

METRICS = [
    "euclidean",
    "sqeuclidean",
    "manhattan",
    "cosine",
    "chebyshev",
    "precomputed",
]


@one_case("metric", METRICS)
@one_case("many", [False, True])
def test_one_pass_feeds_all(monkeypatch, metric, many):
    X, labels = clusters(700, 7, 5)
    X = matrix(X[:100]) if metric == "precomputed" else X
    labels = labels[: len(X)]
    if many:
        monkeypatch.setattr(cluster_distances, "_MOST_SUMS", 0)
    found = ClusterDistances.from_points(X, labels, metric=metric)
    alone = {
        "silhouettes": fm.silhouette_samples(X, labels, metric=metric),
        "mean_distances": fm.cluster_mean_distances(X, labels, metric=metric),
        "diameters": fm.cluster_diameters(X, labels, metric=metric),
        "separations": fm.cluster_separations(X, labels, metric=metric),
    }
    for name, value in alone.items():
        same = getattr(found, name) == value
        if many:
            np.testing.assert_allclose(getattr(found, name), value, rtol=1e-13)
        else:
            assert same.all(), name
    apart = found.separations[~np.eye(5, dtype=bool)]
    assert found.nearest == apart.min()
    assert found.labels.tolist() == [0, 1, 2, 3, 4]
    assert found.sizes.sum() == len(X)


@one_case("dtype", [np.float32, np.float64])
@one_case("metric", METRICS)
def test_what_is_known_is_not_measured_again(monkeypatch, metric, dtype):
    X, labels = clusters(100, 7, 5)
    X = (matrix(X) if metric == "precomputed" else X).astype(dtype)
    points = rows_with_labels(X, labels)
    at_once = ClusterDistances.from_points(points, None, metric=metric)
    alone = ClusterDistances.from_points(X, labels, metric=metric)
    monkeypatch.setattr(cluster_distances, "open_source", None)
    assert ClusterDistances.from_points(points, None, metric=metric) is at_once
    for name in cluster_distances.WANTED:
        assert np.array_equal(getattr(at_once, name), getattr(alone, name))
    with pytest.raises(TypeError):
        ClusterDistances.from_points(points, None, metric="canberra")


def test_only_what_is_wanted():
    X, labels = clusters(50, 2, 3)
    found = ClusterDistances.from_points(X, labels, wanted=["diameters"])
    assert found.diameters is not None
    assert found.silhouettes is found.separations is found.nearest is None


@one_case("metric", ["euclidean", "chebyshev"])
def test_progress(metric):
    X, labels = clusters(1400, 2, 3)
    seen = []
    with fm.num_threads(1):
        ClusterDistances.from_points(
            X, labels, metric=metric, progress=lambda *at: seen.append(at)
        )
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@one_case("n", [1, 639, 640, 641, 1300, 3000, 200_000])
def test_rounds_have_each_pair_once(n):
    seen = set()
    for pairs in cluster_distances._rounds(n):
        busy = [block for pair in pairs for block in set(pair)]
        assert len(busy) == len(set(busy))  # no two threads at the same sums
        seen.update(pairs)
    starts = sorted({block for pair in seen for block in pair})
    assert len(seen) == len(starts) * (len(starts) + 1) // 2
    assert starts[0][0] == 0
    assert starts[-1][1] == n


def test_errors_of_progress_come_out():
    X, labels = clusters(1400, 2, 3)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ClusterDistances.from_points(X, labels, progress=stop)
