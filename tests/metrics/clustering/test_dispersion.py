"""fastmetrics.dispersion against enumeration and scikit-learn."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.clustering_cases import clusters, distance
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm

SHAPES = [(3, 1, 2), (30, 1, 3), (40, 6, 39), (60, 17, 5), (5000, 4, 7), (2500, 3, 500)]


def mean(values):
    return math.fsum(values) / len(values)


def enumerate_pairs(X, labels, within):
    """Davies-Bouldin by definition."""
    groups = [X[labels == c] for c in np.unique(labels)]
    means = [[mean(column) for column in group.T] for group in groups]
    inside = []
    for group, centre in zip(groups, means, strict=True):
        if within == "centroid":
            inside.append(mean([distance(x, centre) for x in group]))
            continue
        pairs = [(x, y) for i, x in enumerate(group) for y in group[:i]]
        inside.append(mean([distance(x, y) for x, y in pairs]) if pairs else 0.0)
    k = range(len(groups))
    ratios = [
        [(inside[a] + inside[b]) / distance(means[a], means[b]) for b in k if b != a]
        for a in k
    ]
    return mean([max(row) for row in ratios])


@one_case("dtype", [np.float64, np.float32])
@one_case("shape", SHAPES)
def test_scikit_learn(shape, dtype):
    if dtype == np.float32 and shape[2] > 100:  # theirs takes long
        return
    X, labels = clusters(*shape)
    X = X.astype(dtype)
    exact = X.astype(np.float64)
    # Its Davies-Bouldin takes distances from products, which cancel.
    for name, rel in (
        ("calinski_harabasz_score", 1e-12),
        ("davies_bouldin_score", 1e-6),
    ):
        ours, theirs = getattr(fm, name)(X, labels), getattr(sk, name)(exact, labels)
        assert type(ours) is float
        assert ours == pytest.approx(theirs, rel=rel)


@one_case("within", ["centroid", "pairwise"])
@one_case("shape", SHAPES[:4])
def test_davies_bouldin_by_enumeration(shape, within):
    X, labels = clusters(*shape)
    expected = enumerate_pairs(X, labels, within)
    found = fm.davies_bouldin_score(X, labels, within=within)
    assert found == pytest.approx(expected, rel=1e-12)
    huge = fm.davies_bouldin_score(np.ldexp(X, 900), labels, within=within)
    assert huge == pytest.approx(expected, rel=1e-12)


def test_a_common_offset_keeps_the_digits():
    X, labels = clusters(3000, 3, 4)
    X = np.round(X * 1024) / 1024  # so that the sum holds all of it
    for f in (fm.calinski_harabasz_score, fm.davies_bouldin_score):
        assert f(X + 2.0**30, labels) == pytest.approx(f(X, labels), rel=1e-13)


@one_case("exponent", [-900, -200, 200, 1015])
def test_any_scale(exponent):
    """scikit-learn's Davies-Bouldin is 0 where all distances are below 1e-8."""
    X, labels = clusters(60, 3, 4)
    for f in (fm.calinski_harabasz_score, fm.davies_bouldin_score):
        found = f(np.ldexp(X, exponent), labels)
        assert found == pytest.approx(f(X, labels), rel=1e-12)


def test_conventions():
    ones = np.full((10, 2), 0.1)
    halves = [0] * 5 + [1] * 5
    assert fm.calinski_harabasz_score(ones, halves) == 1.0
    assert fm.davies_bouldin_score(ones, halves) == 0.0
    same_means, labels = [[-1, -1], [1, 1]] * 10, [0] * 10 + [1] * 10
    assert fm.calinski_harabasz_score(same_means, labels) == 0.0
    assert fm.davies_bouldin_score(same_means, labels) == 0.0
    # No dispersion within, means apart.
    X = [[0.1], [0.1], [0.3], [0.3]]
    assert fm.calinski_harabasz_score(X, [0, 0, 1, 1]) == 1.0
    assert fm.davies_bouldin_score(X, [0, 0, 1, 1]) == 0.0


def test_means_that_coincide_in_one_pair():
    X = np.array([[-1.0], [1.0], [-0.3], [0.3], [5.0], [7.0]])
    labels = ["a", "a", "b", "b", "c", "c"]
    expected = (2 / 6 + 1.3 / 6 + 2 / 6) / 3  # a and b share their mean
    assert fm.davies_bouldin_score(X, labels) == pytest.approx(expected)


def test_any_number_of_threads():
    X, labels = clusters(30_000, 5, 9)
    values = set()
    for n in (1, 2, 5):
        with fm.num_threads(n):
            values.add(
                (
                    fm.calinski_harabasz_score(X, labels),
                    fm.davies_bouldin_score(X, labels),
                    fm.davies_bouldin_score(X[:3000], labels[:3000], within="pairwise"),
                )
            )
    assert len(values) == 1


@one_case("function", [fm.calinski_harabasz_score, fm.davies_bouldin_score])
def test_errors(function):
    X, labels = clusters(10, 2, 3)
    with pytest.raises(ValueError, match="Number of labels is 1"):
        function(X, np.zeros(10))
    with pytest.raises(ValueError, match="Number of labels is 10"):
        function(X, np.arange(10))
    with pytest.raises(ValueError, match="inconsistent"):
        function(X, labels[1:])
    with pytest.raises(ValueError, match="2D"):
        function(X[0], labels)
    with pytest.raises(ValueError, match="NaN"):
        function(np.where(X == X[1], np.nan, X), labels)
    with pytest.raises(TypeError, match="sparse"):
        function(sparse.csr_array(X), labels)
    with pytest.raises(ValueError, match="within must be one of"):
        fm.davies_bouldin_score(X, labels, within="mean")
