"""Calinski-Harabasz and Davies-Bouldin: worked by hand, and against scikit-learn."""

import inspect
from itertools import combinations

import numpy as np
import pytest
import sklearn.metrics
from helpers.one_case import one_case
from helpers.worked_geometry import CASES, LINE, PLANE, draw

from fastmetrics.reference.clustering import points as reference

NAMES = [
    "calinski_harabasz_score",
    "davies_bouldin_score",
]


def test_line_by_hand():
    # Centroids 1/2 and 6, the mean of all 19/5.
    # B = 2 (1/2 - 19/5)² + 3 (6 - 19/5)² = 36.3; W = 2/4 + (4 + 0 + 4) = 8.5; n - k = 3
    assert reference.calinski_harabasz_score(*LINE) == pytest.approx(
        36.3 * 3 / 8.5, rel=1e-15
    )
    # S = 1/2 and 4/3, centroids 11/2 apart
    found = reference.davies_bouldin_score(*LINE)
    assert found == pytest.approx((1 / 2 + 4 / 3) / 5.5, rel=1e-15)
    # avg = 1 and (2 + 2 + 4)/3
    found = reference.davies_bouldin_score(*LINE, within="pairwise")
    assert found == pytest.approx((1 + 8 / 3) / 5.5, rel=1e-15)


def test_plane_by_hand():
    # Centroids (0, 4), (9, 12), (3/2, 0), only the last of a cluster with a size:
    # S = 3/2, to the first √(9/4 + 16), to the second √(225/4 + 144).
    near, far = 1.5 / (73**0.5 / 2), 1.5 / (801**0.5 / 2)
    found = reference.davies_bouldin_score(*PLANE)
    assert found == pytest.approx((near + far + near) / 3, rel=1e-15)
    # avg = 3
    found = reference.davies_bouldin_score(*PLANE, within="pairwise")
    assert found == pytest.approx(2 * (near + far + near) / 3, rel=1e-15)
    # Mean (12, 20)/5. B: 2 (2.4² + 0) + (6.6² + 8²) + 2 (0.9² + 4²); W = 2 · 9/4
    between = 2 * 2.4**2 + (6.6**2 + 8**2) + 2 * (0.9**2 + 4**2)
    found = reference.calinski_harabasz_score(*PLANE)
    assert found == pytest.approx(between / 2 / (4.5 / 2), rel=1e-15)


def test_equal_points_and_equal_centroids():
    X, labels = [[0.1, 0.7]] * 6, [0, 0, 0, 1, 1, 1]
    assert reference.calinski_harabasz_score(X, labels) == 1.0
    assert reference.davies_bouldin_score(X, labels) == 0.0
    X, labels = [[-0.1], [0.1], [-0.3], [0.3]], [0, 0, 1, 1]
    assert reference.calinski_harabasz_score(X, labels) == 0.0
    assert reference.davies_bouldin_score(X, labels) == 0.0
    # A third cluster is compared with both.
    X, labels = [*X, [1.0]], [*labels, 2]
    found = reference.davies_bouldin_score(X, labels)
    assert found == pytest.approx((0.1 + 0.3 + 0.3) / 3, rel=1e-15)


def test_pairwise_is_the_mean_over_pairs():
    X, labels = draw(6)
    k = max(labels) + 1
    parts = [[p for p, c in zip(X, labels, strict=True) if c == i] for i in range(k)]
    spread = [
        np.mean([np.linalg.norm(np.subtract(p, q)) for p, q in combinations(part, 2)])
        if len(part) > 1
        else 0.0
        for part in parts
    ]
    centres = [np.mean(part, axis=0) for part in parts]
    expected = np.mean(
        [
            max(
                (spread[i] + spread[j]) / np.linalg.norm(centres[i] - centres[j])
                for j in range(k)
                if j != i
            )
            for i in range(k)
        ]
    )
    found = reference.davies_bouldin_score(X, labels, within="pairwise")
    assert found == pytest.approx(expected, rel=1e-13)
    with pytest.raises(ValueError, match="within='median'"):
        reference.davies_bouldin_score(X, labels, within="median")


@one_case("name", NAMES)
@one_case("case", CASES)
def test_values_are_those_of_scikit_learn(name, case):
    found = getattr(reference, name)(*case)
    expected = getattr(sklearn.metrics, name)(*case)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-14)


@one_case("name", NAMES)
def test_number_of_clusters(name):
    function = getattr(reference, name)
    for labels in ([0, 0, 0], [0, 1, 2]):
        with pytest.raises(ValueError, match="clusters"):
            function([[0], [1], [2]], labels)


@one_case("name", NAMES)
def test_signature_is_that_of_scikit_learn(name):
    ours = list(inspect.signature(getattr(reference, name)).parameters.values())
    theirs = inspect.signature(getattr(sklearn.metrics, name)).parameters.values()
    shared = ours[: len(theirs)]
    assert [(p.name, p.kind, p.default) for p in shared] == [
        (p.name, p.kind, p.default) for p in theirs
    ]
    assert all(p.kind is p.KEYWORD_ONLY for p in ours[len(theirs) :])
