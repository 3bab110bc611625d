"""Silhouettes: worked by hand, and against scikit-learn."""

import inspect

import numpy as np
import pytest
import sklearn.metrics
from helpers.one_case import one_case
from helpers.worked_geometry import CASES, LINE, PLANE, draw
from scipy.spatial.distance import cdist

from fastmetrics.reference.clustering import points as reference

NAMES = [
    "silhouette_samples",
    "silhouette_score",
]

METRICS = ["euclidean", "sqeuclidean", "manhattan", "cityblock", "cosine", "l1", "l2"]


def test_line_by_hand():
    # 0: a = 1, b = (4 + 6 + 8)/3; 1: a = 1, b = (3 + 5 + 7)/3;
    # 4: a = (2 + 4)/2, b = (4 + 3)/2; 6: a = 2, b = 5.5; 8: a = 3, b = 7.5
    expected = [5 / 6, 4 / 5, 0.5 / 3.5, 3.5 / 5.5, 4.5 / 7.5]
    found = reference.silhouette_samples(*LINE)
    assert found == pytest.approx(expected, rel=1e-15)
    score = reference.silhouette_score(*LINE)
    assert score == pytest.approx(sum(expected) / 5, rel=1e-15)
    # Squared, 0: a = 1, b = (16 + 36 + 64)/3
    found = reference.silhouette_samples(*LINE, metric="sqeuclidean")
    assert found[0] == pytest.approx((116 / 3 - 1) / (116 / 3), rel=1e-15)


def test_plane_by_hand():
    # (0,0): a = 3, b = 4 (to (0,4); 15 to the lone point). (3,0): a = 3, b = 5.
    # (0,4): a = 0. The lone point is 0 by convention.
    assert reference.silhouette_samples(*PLANE) == [1 / 4, 2 / 5, 1, 0, 1]
    # Manhattan: (3,0) is 3 from (0,0) and 7 from (0,4).
    found = reference.silhouette_samples(*PLANE, metric="manhattan")
    assert found == [1 / 4, 4 / 7, 1, 0, 1]


def test_cosine_by_hand():
    # Right angles are 1 apart, opposites 2, and length is nothing.
    X, labels = [[1, 0], [5, 0], [0, 2], [-3, 0]], [0, 0, 1, 1]
    found = reference.silhouette_samples(X, labels, metric="cosine")
    assert found == [1, 1, (1 - 1) / 1, (2 - 1) / 2]


def test_rousseeuw():
    # Rousseeuw (1987), table 1: dissimilarities of twelve countries; figure 2.
    lower = """
    5.58
    7.00 6.50
    7.08 7.00 3.83
    4.83 5.08 8.17 5.83
    2.17 5.75 6.67 6.92 4.92
    6.42 5.00 5.58 6.00 4.67 6.42
    3.42 5.50 6.42 6.42 5.00 3.92 6.17
    2.50 4.92 6.25 7.33 4.50 2.25 6.33 2.75
    6.08 6.67 4.25 2.67 6.00 6.17 6.17 6.92 6.17
    5.25 6.83 4.50 3.75 5.75 5.42 6.08 5.83 6.67 3.67
    4.75 3.00 6.08 6.67 5.00 5.58 4.83 6.17 5.67 6.50 6.92
    """
    rows = [[], *([float(d) for d in line.split()] for line in lower.split("\n")[1:-1])]
    table = [
        [rows[max(i, j)][min(i, j)] if i != j else 0.0 for j in range(12)]
        for i in range(12)
    ]
    labels = [1, 1, 2, 2, 1, 1, 2, 1, 1, 2, 2, 1]
    found = reference.silhouette_samples(table, labels, metric="precomputed")
    expected = [0.39, 0.22, 0.33, 0.40, 0.20, 0.35]
    expected += [-0.04, 0.30, 0.43, 0.34, 0.26, 0.19]
    assert np.round(found, 2).tolist() == expected
    score = reference.silhouette_score(table, labels, metric="precomputed")
    assert round(score, 2) == 0.28


def test_offset_changes_nothing():
    X, labels = draw(3)
    whole = [[round(x * 64) for x in point] for point in X]
    far = [[x + 2**60 for x in point] for point in whole]
    for metric in ("euclidean", "manhattan", "sqeuclidean"):
        found = reference.silhouette_samples(far, labels, metric=metric)
        assert found == reference.silhouette_samples(whole, labels, metric=metric)


def test_callable_metric_takes_its_arguments():
    def weighted(p, q, scale=1.0):
        return scale * abs(p[0] - q[0])

    found = reference.silhouette_samples(*LINE, metric=weighted, scale=8.0)
    assert found == reference.silhouette_samples(*LINE)


def test_sample_is_of_those_points_alone():
    X, labels = draw(4)
    rows = [0, 3, 5, 6, 8, 9, 11, 14]

    class Order:
        def permutation(self, n):
            return [*rows, *(i for i in range(n) if i not in rows)]

    found = reference.silhouette_score(X, labels, sample_size=8, random_state=Order())
    part = [X[i] for i in rows], [labels[i] for i in rows]
    assert found == reference.silhouette_score(*part)
    seeded = [
        reference.silhouette_score(X, labels, sample_size=10, random_state=seed)
        for seed in (1, 1, 2)
    ]
    assert seeded[0] == seeded[1] != seeded[2]
    table = cdist(X, X).tolist()
    found = reference.silhouette_score(
        table, labels, metric="precomputed", sample_size=8, random_state=Order()
    )
    assert found == pytest.approx(reference.silhouette_score(*part), rel=1e-13)


@one_case(
    ("X", "labels", "options"),
    [
        ([[0], [1], [2]], [0, 0, 0], {}),
        ([[0], [1], [2]], [0, 1, 2], {}),
        ([[0], [1], [2]], [0, 1], {}),
        ([[0], [1], [float("nan")]], [0, 1, 1], {}),
        ([[0], [1], [2, 3]], [0, 1, 1], {}),
        ([[0], [1], ["2"]], [0, 1, 1], {}),
        ([0, 1, 2], [0, 1, 1], {}),
        ([], [], {}),
        ([[0], [1], [2]], [0, 1, 1], {"metric": "no such"}),
        ([[0], [1], [2]], [0, 1, 1], {"metric": "precomputed"}),
        ([[0, 1], [1, 1e-9]], [0, 1], {"metric": "precomputed"}),
        ([[0], [1], [2]], [0, 1, 1], {"sample_size": 0}),
        ([[0], [1], [2]], [0, 1, 1], {"sample_size": 1}),
    ],
)
def test_what_is_refused(X, labels, options):
    with pytest.raises(ValueError):  # noqa: PT011 - the wording is free here
        reference.silhouette_score(X, labels, **options)


@one_case("case", CASES)
@one_case("metric", METRICS)
def test_values_are_those_of_scikit_learn(case, metric):
    if metric in ("cityblock", "l1", "l2") and case is not CASES[0]:
        return  # other names
    found = reference.silhouette_samples(*case, metric=metric)
    expected = sklearn.metrics.silhouette_samples(*case, metric=metric)
    # Its distances of equal directions are not 0, for which a/a is taken.
    if metric == "cosine" and len(case[0][0]) == 1:
        return
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)
    table = cdist(*[np.array(case[0], float)] * 2).tolist()
    found = reference.silhouette_samples(table, case[1], metric="precomputed")
    expected = sklearn.metrics.silhouette_samples(table, case[1], metric="precomputed")
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-14)


@one_case("size", [9, 12, 15, 40])
def test_sample_is_that_of_scikit_learn(size):
    X, labels = draw(5)
    for seed in range(3):
        options = {"sample_size": size, "random_state": np.random.RandomState(seed)}
        found = reference.silhouette_score(X, labels, **options)
        options["random_state"] = seed
        expected = sklearn.metrics.silhouette_score(X, labels, **options)
        assert found == pytest.approx(expected, rel=1e-12)


@one_case("name", NAMES)
def test_signature_is_that_of_scikit_learn(name):
    ours = inspect.signature(getattr(reference, name)).parameters.values()
    theirs = inspect.signature(getattr(sklearn.metrics, name)).parameters.values()
    assert [(p.name, p.kind, p.default) for p in ours] == [
        (p.name, p.kind, p.default) for p in theirs
    ]
