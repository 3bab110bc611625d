"""fastmetrics.silhouettes against enumeration and scikit-learn."""

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as sk
from helpers.clustering_cases import clusters, matrix, silhouettes
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm
from fastmetrics.metrics.clustering.measuring import cluster_distances, distances

METRICS = ["euclidean", "sqeuclidean", "manhattan", "cosine"]
OTHERS = "l1 l2 cityblock chebyshev canberra seuclidean mahalanobis correlation".split()
OTHERS += ["braycurtis", "hamming", "nan_euclidean"]
SHAPES = [(3, 1, 2), (30, 1, 3), (40, 6, 39), (60, 17, 5), (90, 40, 2)]


@one_case("metric", METRICS)
@one_case("shape", SHAPES)
def test_definition(metric, shape):
    X, labels = clusters(*shape)
    D = matrix(X, metric)
    expected = silhouettes(D, labels)
    found = fm.silhouette_samples(X, labels, metric=metric)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    given = fm.silhouette_samples(D, labels, metric="precomputed")
    np.testing.assert_allclose(given, expected, atol=1e-13)
    score = fm.silhouette_score(X, labels, metric=metric)
    assert score == pytest.approx(expected.mean(), abs=1e-12)


@pytest.mark.long
@one_case("metric", [*METRICS, *OTHERS])
@one_case("dtype", [np.float64, np.float32])
def test_scikit_learn(metric, dtype):
    X, labels = clusters(700, 5, 6)
    X = X.astype(dtype)
    ours = fm.silhouette_samples(X, labels, metric=metric)
    theirs = sk.silhouette_samples(X, labels, metric=metric)
    if metric != "nan_euclidean":
        assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(
        ours, theirs, atol=1e-12 if dtype is np.float64 else 2e-5
    )
    exact = sk.silhouette_score(X.astype(np.float64), labels, metric=metric)
    assert fm.silhouette_score(X, labels, metric=metric) == pytest.approx(
        exact, rel=1e-6
    )


def test_options_of_a_metric():
    X, labels = clusters(60, 3, 3)
    ours = fm.silhouette_score(X, labels, metric="minkowski", p=3)
    assert ours == pytest.approx(
        sk.silhouette_score(X, labels, metric="minkowski", p=3)
    )
    far = np.radians(X[:, :2])
    assert fm.silhouette_score(far, labels, metric="haversine") == pytest.approx(
        sk.silhouette_score(far, labels, metric="haversine")
    )

    def largest(x, y, power=1):
        return np.abs(x - y).max() ** power

    found = fm.silhouette_score(X, labels, metric=largest, power=2)
    assert found == pytest.approx(
        sk.silhouette_score(X, labels, metric=largest, power=2)
    )
    flags = X > 1
    assert fm.silhouette_score(flags, labels, metric="jaccard") == pytest.approx(
        sk.silhouette_score(flags, labels, metric="jaccard")
    )


@pytest.mark.long
@one_case("metric", ["euclidean", "cosine", "precomputed"])
@one_case("size", [40, 300, 1000])
def test_samples_are_scikit_learns(metric, size):
    X, labels = clusters(300, 4, 3)
    if metric == "precomputed":
        X = matrix(X)
    for seed in (1, np.random.RandomState(3)):
        again = (
            np.random.RandomState(3)
            if isinstance(seed, np.random.RandomState)
            else seed
        )
        ours = fm.silhouette_score(
            X, labels, metric=metric, sample_size=size, random_state=seed
        )
        theirs = sk.silhouette_score(
            X, labels, metric=metric, sample_size=size, random_state=again
        )
        assert ours == pytest.approx(theirs, abs=1e-13)
    rng = np.random.default_rng(0)
    fm.silhouette_score(X, labels, metric=metric, sample_size=40, random_state=rng)


def test_labels_of_any_kind():
    X, labels = clusters(80, 3, 4)
    expected = fm.silhouette_samples(X, labels)
    names = np.array(["d", "a", "c", "b"])[labels]
    kinds = [labels - 1, labels * 10.5, names, names.astype(object), labels == 2]
    kinds += [pd.Series(names, dtype="category"), labels.astype(np.uint8), list(names)]
    kinds += [labels * 10**15, labels[:, None]]
    for kind in kinds[:4] + kinds[5:]:
        assert (fm.silhouette_samples(X, kind) == expected).all() or np.allclose(
            fm.silhouette_samples(X, kind), expected, atol=1e-14
        )
    assert fm.silhouette_score(X, kinds[4]) == pytest.approx(
        sk.silhouette_score(X, kinds[4])
    )


def test_points_of_any_kind():
    X, labels = clusters(80, 3, 4)
    expected = fm.silhouette_samples(X, labels)
    frame = pd.DataFrame(X)
    for kind in (X.tolist(), frame, np.asfortranarray(X), np.repeat(X, 2, 0)[::2]):
        assert (fm.silhouette_samples(kind, labels) == expected).all()
    whole = np.round(X * 3)
    for dtype in (np.int8, np.int64, np.float16, np.longdouble):
        found = fm.silhouette_samples(whole.astype(dtype), labels)
        np.testing.assert_allclose(found, fm.silhouette_samples(whole, labels))


def test_a_common_offset_keeps_the_digits():
    X, labels = clusters(500, 3, 2, spread=3.0)
    X = np.round(X * 1024) / 1024  # so that the sum holds all of it
    for metric in ("euclidean", "sqeuclidean", "manhattan"):
        for columns in (X, np.tile(X, 4)):
            expected = fm.silhouette_samples(columns, labels, metric=metric)
            found = fm.silhouette_samples(columns + 2.0**30, labels, metric=metric)
            np.testing.assert_allclose(found, expected, atol=1e-14)


@one_case("metric", METRICS)
@one_case("dtype", [np.float64, np.float32])
def test_tiny_and_huge_numbers(metric, dtype):
    X, labels = clusters(60, 8, 3)
    X = X.astype(dtype)
    expected = fm.silhouette_samples(X, labels, metric=metric)
    for exponent in (-100, 100) if dtype is np.float32 else (-900, -100, 100, 1015):
        found = fm.silhouette_samples(np.ldexp(X, exponent), labels, metric=metric)
        np.testing.assert_allclose(
            found, expected, atol=1e-5 if dtype is np.float32 else 1e-13
        )


def test_conventions():
    X = [[0.0], [1.0], [1.0], [2.0], [3.0], [3.0]]
    found = fm.silhouette_samples(X, [0, 1, 1, 1, 2, 2])
    assert found.tolist() == [0, 0.5, 0.5, 0, 1, 1]
    same = np.full((6, 9), 0.1)
    for metric in METRICS:
        assert (
            fm.silhouette_samples(same, [0, 0, 0, 1, 1, 1], metric=metric) == 0
        ).all()


def test_rows_of_zeros_under_cosine():
    X, labels = clusters(50, 3, 3)
    X[[0, 7, 8, 20]] = 0
    ours = fm.silhouette_samples(X, labels, metric="cosine")
    theirs = sk.silhouette_samples(X, labels, metric="cosine")
    np.testing.assert_allclose(ours, theirs, atol=1e-13)


@one_case("metric", [*METRICS, "precomputed"])
@one_case("make", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array])
def test_sparse(monkeypatch, metric, make):
    rng = np.random.default_rng(0)
    X, labels = clusters(70, 12, 3)
    X *= rng.random(X.shape) < 0.3
    X = matrix(X) if metric == "precomputed" else X
    expected = fm.silhouette_samples(X, labels, metric=metric)
    found = fm.silhouette_samples(make(X), labels, metric=metric)
    np.testing.assert_allclose(found, expected, atol=1e-13)
    monkeypatch.setattr(distances, "_DENSE", 0)
    found = fm.silhouette_samples(make(X), labels, metric=metric)
    np.testing.assert_allclose(found, expected, atol=1e-10)


def test_rows_of_a_matrix_that_is_not_symmetric():
    rng = np.random.default_rng(0)
    D, labels = rng.random((50, 50)), rng.integers(0, 4, 50)
    np.fill_diagonal(D, 0)
    ours = fm.silhouette_samples(D, labels, metric="precomputed")
    theirs = sk.silhouette_samples(D, labels, metric="precomputed")
    np.testing.assert_allclose(ours, theirs, atol=1e-14)


@one_case("metric", METRICS)
def test_any_number_of_threads(metric):
    X, labels = clusters(3000, 9, 5)
    with fm.num_threads(1):
        one = fm.silhouette_samples(X, labels, metric=metric)
    for n in (2, 5):
        with fm.num_threads(n):
            many = fm.silhouette_samples(X, labels, metric=metric)
        assert one.tobytes() == many.tobytes()


@one_case("k", [3, 1100])
def test_sums_that_do_not_fit(monkeypatch, k):
    X, labels = clusters(1500, 3, k)
    expected = fm.silhouette_samples(X, labels)
    monkeypatch.setattr(cluster_distances, "_MOST_SUMS", 0)
    np.testing.assert_allclose(fm.silhouette_samples(X, labels), expected, atol=1e-13)


def test_inputs_stay_as_they_are():
    X, labels = clusters(60, 8, 3)
    copies = X.copy(), labels.copy()
    X.setflags(write=False)
    for metric in METRICS:
        fm.silhouette_samples(X, labels, metric=metric)
    assert (X == copies[0]).all()
    assert (labels == copies[1]).all()


X, Y = clusters(10, 2, 3)
WRONG = [
    ((X, np.zeros(10)), {}, "Number of labels is 1"),
    ((X, np.arange(10)), {}, "Number of labels is 10"),
    ((X, Y[:9]), {}, "inconsistent numbers of samples"),
    ((X[:, 0], Y), {}, "Expected 2D array"),
    ((X[None], Y), {}, "Expected 2D array"),
    ((X[:0], Y[:0]), {}, "0 sample"),
    ((X[:, :0], Y), {}, "0 feature"),
    ((np.where(X == X[3], np.nan, X), Y), {}, "NaN"),
    ((np.where(X == X[3], np.inf, X), Y), {}, "infinity"),
    ((X.astype(str), Y), {}, "strings"),
    ((X, np.where(Y == 1, np.nan, Y)), {}, "NaN"),
    ((X, Y), {"metric": "euclid"}, "metric must be one of"),
    ((X, Y), {"metric": 3}, "metric must be one of"),
    ((X, Y), {"metric": "haversine", "sample_size": 0}, "sample_size"),
    ((X, Y), {"sample_size": 2.5}, "sample_size"),
    ((X, Y), {"sample_size": 5, "random_state": "a"}, "random_state"),
    ((X, Y), {"sample_size": 1, "random_state": 0}, "Number of labels"),
    ((X, Y), {"metric": "precomputed"}, "Precomputed metric requires shape"),
    ((np.ones((10, 10)), Y), {"metric": "precomputed"}, "non-zero elements"),
    ((np.eye(10) - 1, Y), {"metric": "precomputed"}, "Negative values"),
]


@one_case(("arguments", "options", "message"), WRONG)
def test_errors(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        fm.silhouette_score(*arguments, **options)
    with pytest.raises(ValueError):  # noqa: PT011 (in their words)
        sk.silhouette_score(*arguments, **options)


def test_missing_labels_are_refused():
    """scikit-learn takes None for a cluster."""
    with pytest.raises(ValueError, match="missing"):
        fm.silhouette_score(X, [None, *Y[1:]])


def test_errors_of_type():
    with pytest.raises(TypeError, match="option"):
        fm.silhouette_score(X, Y, metric="euclidean", p=3)
    with pytest.raises(TypeError, match="sparse"):
        fm.silhouette_score(sparse.csr_array(X), Y, metric="chebyshev")
    with pytest.raises(TypeError, match="array-like"):
        fm.silhouette_score(X, None)
