"""fastmetrics.resampling.leave_one_out against the functions without each row."""

from functools import partial

import numpy as np
import pytest
from helpers.clustering_cases import clusters, matrix, without_each
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.clustering.measuring import cluster_distances
from fastmetrics.resampling.leave_one_out import (
    calinski_harabasz_leave_one_out,
    davies_bouldin_leave_one_out,
    silhouette_leave_one_out,
)

SHAPES = [
    (3, 1, 2),
    (4, 2, 2),
    (4, 2, 3),
    (12, 1, 3),
    (16, 6, 15),
    (24, 17, 9),
    (30, 7, 2),
]


def cases(shape):
    X, labels = clusters(*shape)
    yield X, labels
    yield np.round(X), labels  # ties and duplicates
    yield np.zeros_like(X), labels
    if shape[0] > 10:
        lonely = np.where(np.arange(len(X)) == 5, 7, 0)
        yield X, lonely


@one_case("metric", ["euclidean", "sqeuclidean", "cosine", "chebyshev"])
@one_case("shape", SHAPES)
def test_silhouette(monkeypatch, shape, metric):
    silhouette = partial(fm.silhouette_score, metric=metric)
    for X, labels in cases(shape):
        expected = without_each(silhouette, X, labels)
        for most_sums in (cluster_distances._MOST_SUMS, 0):
            with monkeypatch.context() as patched:
                patched.setattr(cluster_distances, "_MOST_SUMS", most_sums)
                found = silhouette_leave_one_out(X, labels, metric)
            np.testing.assert_allclose(found, expected, atol=1e-12)


def test_silhouette_of_a_matrix():
    X, labels = clusters(40, 3, 4)
    D = matrix(X)
    f = partial(fm.silhouette_score, metric="precomputed")
    expected = without_each(f, D, labels, square=True)
    found = silhouette_leave_one_out(D, labels, "precomputed")
    np.testing.assert_allclose(found, expected, atol=1e-13)


@one_case("shape", SHAPES)
def test_calinski_harabasz(shape):
    for X, labels in cases(shape):
        expected = without_each(fm.calinski_harabasz_score, X, labels)
        found = calinski_harabasz_leave_one_out(X, labels)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


@one_case("within", ["centroid", "pairwise"])
@one_case("shape", SHAPES)
def test_davies_bouldin(shape, within):
    for X, labels in cases(shape):
        f = partial(fm.davies_bouldin_score, within=within)
        expected = without_each(f, X, labels)
        found = davies_bouldin_leave_one_out(X, labels, within)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_one_point_holds_all_the_scatter():
    X = np.array([[0.0], [0.0], [5.0], [1.0], [1.0]])
    labels = np.array([0, 0, 0, 1, 1])
    found = calinski_harabasz_leave_one_out(X, labels)
    assert found[2] == 1.0
    expected = without_each(fm.calinski_harabasz_score, X, labels)
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_any_number_of_threads():
    X, labels = clusters(1500, 7, 5)
    found = set()
    for n in (1, 2, 5):
        with fm.num_threads(n):
            found.add(silhouette_leave_one_out(X, labels).tobytes())
            found.add(davies_bouldin_leave_one_out(X, labels).tobytes())
    assert len(found) == 2


def test_errors():
    with pytest.raises(ValueError, match="Number of labels"):
        silhouette_leave_one_out([[1], [2]], [0, 1])
    with pytest.raises(ValueError, match="within"):
        davies_bouldin_leave_one_out([[1], [2], [3]], [0, 0, 1], within="mean")
