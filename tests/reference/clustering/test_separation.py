"""Diameters, gaps and Dunn's index: worked by hand, and by matrices of distances."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.worked_geometry import CASES, LINE, PLANE, draw
from scipy.spatial.distance import cdist

from fastmetrics.reference import UndefinedMetricWarning
from fastmetrics.reference.clustering import points as reference

NAMES = [
    "centroid_distances",
    "cluster_diameters",
    "cluster_mean_distances",
    "cluster_separations",
    "dunn_index",
]

METRICS = {
    "euclidean": "euclidean",
    "sqeuclidean": "sqeuclidean",
    "manhattan": "cityblock",
    "cosine": "cosine",
}


def test_line_by_hand():
    assert reference.cluster_diameters(*LINE) == [1, 4]
    assert reference.cluster_mean_distances(*LINE) == [1, (2 + 2 + 4) / 3]
    assert reference.cluster_separations(*LINE) == [[0, 3], [3, 0]]
    assert reference.centroid_distances(*LINE) == [[0, 5.5], [5.5, 0]]
    assert reference.dunn_index(*LINE) == 3 / 4
    assert reference.cluster_diameters(*LINE, metric="sqeuclidean") == [1, 16]
    assert reference.cluster_mean_distances(*LINE, metric="sqeuclidean") == [1, 8]
    assert reference.dunn_index(*LINE, metric="sqeuclidean") == 9 / 16


def test_plane_by_hand():
    # Clusters {(0,4), (0,4)}, {(9,12)} and {(0,0), (3,0)}.
    assert reference.cluster_diameters(*PLANE) == [0, 0, 3]
    assert reference.cluster_mean_distances(*PLANE) == [0, 0, 3]
    gaps = reference.cluster_separations(*PLANE)
    far, apart = math.sqrt(81 + 64), math.sqrt(36 + 144)
    assert gaps == [[0, far, 4], [far, 0, apart], [4, apart, 0]]
    assert reference.dunn_index(*PLANE) == 4 / 3
    gaps = reference.cluster_separations(*PLANE, metric="manhattan")
    assert gaps == [[0, 17, 4], [17, 0, 18], [4, 18, 0]]
    gaps = reference.centroid_distances(*PLANE, metric="manhattan")
    assert gaps == [[0, 17, 5.5], [17, 0, 19.5], [5.5, 19.5, 0]]


@one_case("name", NAMES)
@one_case("labels", [[7, 7, 7], [0, 1, 2]])
def test_number_of_clusters(name, labels):
    with pytest.raises(ValueError, match="clusters of 3 points"):
        getattr(reference, name)([[0], [3], [5]], labels)


def test_index_without_a_diameter():
    with pytest.warns(UndefinedMetricWarning, match="Dunn"):
        assert math.isnan(reference.dunn_index([[0], [0], [4]], [0, 0, 1]))


@one_case("case", CASES[4:])
@one_case("metric", METRICS)
def test_values_are_those_of_the_matrix(case, metric):
    X, labels = np.array(case[0], float), np.array(case[1])
    if metric == "cosine" and X.shape[1] == 1:
        return
    with np.errstate(invalid="ignore"):
        D = cdist(X, X, METRICS[metric])
    D[np.isnan(D)] = 1  # of the origin, which has no angle
    np.fill_diagonal(D, 0)
    clusters = [labels == c for c in np.unique(labels)]
    parts = [D[np.ix_(c, c)] for c in clusters]
    expected = {
        "cluster_diameters": [part.max() for part in parts],
        "cluster_mean_distances": [
            part.sum() / max(1, len(part) * (len(part) - 1)) for part in parts
        ],
        "cluster_separations": [
            [0 if a is b else D[np.ix_(a, b)].min() for b in clusters] for a in clusters
        ],
    }
    close = {"rtol": 1e-12, "atol": 1e-14}
    for name, values in expected.items():
        found = getattr(reference, name)(*case, metric=metric)
        np.testing.assert_allclose(found, values, **close)
        found = getattr(reference, name)(D.tolist(), case[1], metric="precomputed")
        np.testing.assert_allclose(found, values, **close)
    if (largest := max(expected["cluster_diameters"])) > 1e-9:
        gaps = np.array(expected["cluster_separations"])
        gap = gaps[~np.eye(len(gaps), dtype=bool)].min()
        found = reference.dunn_index(*case, metric=metric)
        assert found == pytest.approx(gap / largest, rel=1e-12, abs=1e-14)


@one_case("metric", METRICS)
def test_centroids_are_means(metric):
    X, labels = draw(2)
    points, clusters = np.array(X), np.array(labels)
    centres = np.array([points[clusters == c].mean(axis=0) for c in np.unique(labels)])
    expected = cdist(centres, centres, METRICS[metric])
    found = reference.centroid_distances(X, labels, metric=metric)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_centroids_need_points():
    with pytest.raises(ValueError, match="precomputed"):
        reference.centroid_distances(*LINE, metric="precomputed")
