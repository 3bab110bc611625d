"""Formulas of silhouettes, dispersion and separation, by hand."""

import math

import numpy as np

from fastmetrics.metrics.clustering import formulas as geometry
from fastmetrics.metrics.clustering.formulas import silhouettes


def test_silhouettes():
    # Points 0 and 2 of one cluster, 5 and 6 of another, 9 alone.
    sums = np.array([[2.0, 11, 9], [2, 7, 7], [8, 1, 4], [10, 1, 3], [16, 7, 0]])
    found = silhouettes(sums, np.array([0, 0, 1, 1, 2]), np.array([2, 2, 1]))
    expected = [(5.5 - 2) / 5.5, (3.5 - 2) / 3.5, 3 / 4, 2 / 3, 0]
    np.testing.assert_allclose(found, expected)


def test_silhouettes_of_points_that_are_the_same():
    found = silhouettes(np.zeros((2, 2)), np.array([0, 1]), np.array([2, 2]))
    assert found.tolist() == [0, 0]


def test_calinski_harabasz():
    assert geometry.calinski_harabasz_score(20.25, 2.5, 4, 2) == 16.2
    found = geometry.calinski_harabasz_score(np.array([3.0, 0.0]), 0.0, 4, 2)
    assert found.tolist() == [1, 1]


def test_davies_bouldin():
    within = np.array([1.0, 0.5, 0.0])
    apart = np.array([[0, 4.5, 2], [4.5, 0, 0], [2, 0, 0]])
    ratios = geometry.largest_ratios(within, within, apart)
    assert ratios.mean() == (0.5 + 1 / 3 + 0.5) / 3


def test_dunn():
    assert geometry.dunn_index(3.0, np.array([2.0, 1.0])) == 1.5
    assert math.isnan(geometry.dunn_index(3.0, np.zeros(2)))
