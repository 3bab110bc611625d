"""fastmetrics.separation against direct enumeration."""

import numpy as np
import pytest
from helpers.clustering_cases import clusters, distance, matrix
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm

METRICS = ["euclidean", "sqeuclidean", "manhattan", "cosine"]
SHAPES = [(3, 2, 2), (40, 6, 39), (60, 17, 5), (90, 2, 2)]


def blocks(D, labels):
    """Rows and columns of a matrix of distances by cluster."""
    names = np.unique(labels)
    return [[D[np.ix_(labels == a, labels == b)] for b in names] for a in names]


@one_case("metric", METRICS)
@one_case("shape", SHAPES)
def test_definitions(metric, shape):
    X, labels = clusters(*shape)
    D = matrix(X, metric)
    parts = blocks(D, labels)
    k = len(parts)
    sizes = [len(parts[c][c]) for c in range(k)]
    means = [parts[c][c].sum() / max(1, m * (m - 1)) for c, m in enumerate(sizes)]
    widest = [parts[c][c].max() for c in range(k)]
    apart = np.array(
        [[0 if a == b else parts[a][b].min() for b in range(k)] for a in range(k)]
    )
    nearest = apart[~np.eye(k, dtype=bool)].min()
    close = {"rtol": 1e-10, "atol": 1e-14}
    for rows, name in ((X, metric), (D, "precomputed"), (sparse.csr_array(X), metric)):
        found = fm.cluster_mean_distances(rows, labels, metric=name)
        np.testing.assert_allclose(found, means, **close)
        found = fm.cluster_diameters(rows, labels, metric=name)
        np.testing.assert_allclose(found, widest, **close)
        found = fm.cluster_separations(rows, labels, metric=name)
        np.testing.assert_allclose(found, apart, **close)
        found = fm.dunn_index(rows, labels, metric=name)
        assert found == pytest.approx(nearest / max(widest), rel=1e-10)


@one_case("metric", [*METRICS, "chebyshev"])
def test_distances_of_centroids(metric):
    X, labels = clusters(50, 4, 5)
    means = [X[labels == c].mean(axis=0) for c in range(5)]
    if metric == "chebyshev":
        expected = np.abs(np.subtract.outer(means, means)).max(axis=(1, 3))
        expected = [[np.abs(a - b).max() for b in means] for a in means]
    else:
        expected = [[distance(a, b, metric) for b in means] for a in means]
    found = fm.centroid_distances(X, labels, metric=metric)
    np.testing.assert_allclose(found, expected, atol=1e-13)
    assert (found == found.T).all()
    assert not found.diagonal().any()
    if metric != "cosine":
        found = fm.centroid_distances(X + 2.0**20, labels, metric=metric)
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_the_order_is_that_of_sorted_labels():
    X = [[0.0], [4.0], [10.0], [10.5]]
    assert fm.cluster_diameters(X, ["b", "b", "a", "a"]).tolist() == [0.5, 4.0]
    assert fm.cluster_diameters(X, [1, 1, -1, -1]).tolist() == [0.5, 4.0]


def test_ties_and_duplicates():
    X = [[0, 0], [0, 0], [3, 4], [3, 4], [0, 5]]
    labels = [0, 0, 1, 1, 1]
    assert fm.cluster_mean_distances(X, labels).tolist() == [0, 2 * 10**0.5 / 3]
    assert fm.cluster_separations(X, labels).tolist() == [[0, 5], [5, 0]]
    assert fm.dunn_index(X, labels) == 5 / 10**0.5
    assert fm.dunn_index([[0], [1], [1], [2]], [0, 0, 1, 1]) == 0


def test_no_cluster_has_points_apart():
    with pytest.warns(fm.UndefinedMetricWarning, match="dunn_index is undefined"):
        assert np.isnan(fm.dunn_index([[0], [0], [1]], [0, 0, 1]))


@one_case("exponent", [-900, -300, 600, 1015])
def test_scales(exponent):
    X, labels = clusters(60, 3, 4)
    X /= 64
    for f in (fm.cluster_diameters, fm.cluster_separations, fm.cluster_mean_distances):
        found = f(np.ldexp(X, exponent), labels)
        np.testing.assert_allclose(found, np.ldexp(f(X, labels), exponent), rtol=1e-13)
    found = fm.dunn_index(np.ldexp(X, exponent), labels)
    assert found == pytest.approx(fm.dunn_index(X, labels), rel=1e-13)


def test_float32():
    X, labels = clusters(500, 9, 4)
    X = X.astype(np.float32)
    for f in (fm.cluster_diameters, fm.cluster_separations, fm.cluster_mean_distances):
        found, exact = f(X, labels), f(X.astype(np.float64), labels)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, exact, rtol=1e-6)


@one_case("metric", [*METRICS, "chebyshev"])
def test_any_number_of_threads(metric):
    X, labels = clusters(1600, 5, 40)
    functions = (fm.cluster_diameters, fm.cluster_separations)
    functions += (fm.cluster_mean_distances, fm.dunn_index)
    found = set()
    for n in (1, 2, 5):
        with fm.num_threads(n):
            values = [np.asarray(f(X, labels, metric=metric)) for f in functions]
        found.add(b"".join(value.tobytes() for value in values))
    assert len(found) == 1


def test_errors():
    X, labels = clusters(10, 2, 3)
    functions = (fm.cluster_diameters, fm.cluster_separations, fm.dunn_index)
    for f in (*functions, fm.cluster_mean_distances, fm.centroid_distances):
        with pytest.raises(ValueError, match="Number of labels"):
            f(X, np.zeros(10))
        with pytest.raises(ValueError, match="metric must be one of"):
            f(X, labels, metric="dot")
    with pytest.raises(ValueError, match="pass the points"):
        fm.centroid_distances(X, labels, metric="precomputed")
    with pytest.raises(TypeError, match="sparse"):
        fm.centroid_distances(sparse.csr_array(X), labels)


HUGE = 1e308 * np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-0.5, -1.0]])


@pytest.mark.filterwarnings("error")
@one_case("metric", ["euclidean", "manhattan", "cosine", "sqeuclidean"])
def test_huge_points_have_centroids(metric):
    labels = [0, 0, 1, 1]
    found = fm.centroid_distances(HUGE, labels, metric=metric)
    wanted = fm.centroid_distances(HUGE / 1e308, labels, metric=metric)
    unit = {"cosine": 1.0, "sqeuclidean": np.inf}.get(metric, 1e308)
    np.fill_diagonal(wanted, 0.0)
    expected = [[0, wanted[0, 1] * unit], [wanted[1, 0] * unit, 0]]
    np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.filterwarnings("error")
@one_case("unit", [1.0, 400.0, 1e17, 1e308])
def test_angles_of_any_size_are_somewhere_on_the_sphere(unit):
    labels = [0, 0, 1, 1]
    for measure in (fm.centroid_distances, fm.cluster_diameters):
        found = measure(HUGE / 1e308 * unit, labels, metric="haversine")
        assert ((found >= 0) & (found <= np.pi)).all()
