"""Smoothed scores, against numbers worked by hand and the laws that they follow."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import stats

from fastmetrics import reference
from fastmetrics.reference import cell_intervals as smoothed
from fastmetrics.reference.inputs import rows_of

NORMAL = NormalDist()


def test_places_of_scores_that_say_nothing():
    """With AUC ½ the mixture is one normal law: ranks ⅛, ⅜, ⅝ and ⅞."""
    rows = rows_of([1, 0, 0, 1], [1, 2, 3, 4])
    assert smoothed.distance_of_classes(rows) == 0
    quantiles = [NORMAL.inv_cdf(rank) for rank in (1 / 8, 3 / 8, 5 / 8, 7 / 8)]
    assert smoothed.places_of(rows) == [round(64 * z) for z in quantiles]
    assert smoothed.places_of(rows) == [-74, -20, 20, 74]


def test_a_tie_lies_at_the_middle_of_its_ranks():
    rows = rows_of([1, 0, 1, 0], [5, 5, 5, 5])
    assert smoothed.places_of(rows) == [0] * 4


def test_rows_with_weights_lie_where_as_many_rows_would():
    weighted = rows_of([0, 1, 0, 1], [1, 2, 3, 4], None, [1, 3, 2, 1])
    repeated = rows_of([0, 1, 1, 1, 0, 0, 1], [1, 2, 2, 2, 3, 3, 4])
    places = dict(zip([1, 2, 2, 2, 3, 3, 4], smoothed.places_of(repeated), strict=True))
    assert smoothed.places_of(weighted) == list(places.values())


def test_separated_classes_are_a_finite_distance_apart():
    """Of 2 · 3 pairs the least that counts is half of one in six."""
    rows = rows_of([0, 0, 0, 1, 1], [1, 2, 3, 4, 5])
    distance = smoothed.distance_of_classes(rows)
    assert NORMAL.cdf(distance / math.sqrt(2)) == pytest.approx(1 - 1 / 12, rel=1e-14)


def test_binormal_scores_keep_their_scale():
    """Ranks of normal scores go back to these, but for a shift and noise."""
    rng = np.random.default_rng(1)
    y_true = np.arange(400) < 160
    y_score = rng.normal(2 * y_true)
    rows = smoothed.smooth_rows(y_true.tolist(), y_score.tolist())
    places = np.array([row.place for row in rows]) / smoothed.STEPS
    assert np.std(places[y_true]) == pytest.approx(1, abs=0.1)
    assert np.std(places[~y_true]) == pytest.approx(1, abs=0.1)
    assert np.corrcoef(places, y_score)[0, 1] > 0.99


def test_bandwidth_by_hand():
    # s² = 20 / 3, quartiles 1.5 and 4.5: s = 2.58 is more than 3 / 1.349 = 2.22.
    assert smoothed.bandwidth([0, 2, 4, 6], 32) == pytest.approx(0.9 * 3 / 1.349 / 2)
    assert smoothed.bandwidth([0, 0, 0, 0, 5], 32) == pytest.approx(
        0.9 * math.sqrt(5) / 2
    )
    assert smoothed.bandwidth([7], 1) == 0


def test_effective_size():
    assert smoothed.effective_size([2, 2, 2]) == 3
    assert smoothed.effective_size([1, 3]) == 1.6


def test_distances_are_those_of_a_normal_law():
    found = smoothed.distances(1000)
    assert found == [-distance for distance in reversed(found)]
    assert found[0] == round(1000 * NORMAL.inv_cdf(1 / 512))
    assert np.std(found) == pytest.approx(1000, rel=0.01)


def test_without_a_bandwidth_nothing_is_smoothed():
    rows = smoothed.smooth_rows([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    rows = [row._replace(bandwidth=0.0) for row in rows]
    value = smoothed.smoothed_value(reference.ks_statistic, rows)
    assert value == reference.ks_statistic([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    twice = smoothed.smoothed_replicate(
        reference.ks_statistic, rows, [1, 1, 1, 0, 2], seed=3, replicate=0
    )
    assert twice == reference.ks_statistic([1, 0, 1, 0, 0], [5, 4, 3, 1, 1])


def test_a_tie_of_over_half_of_the_rows_is_too_much():
    assert not smoothed.is_too_tied([1, 1, 1, 2, 3, 4])
    assert smoothed.is_too_tied([1, 1, 1, 1, 2, 3])
    assert not smoothed.is_too_tied([1])


@one_case(
    ("labels", "separated"),
    [
        ([0, 0, 0, 1, 1, 1], True),
        ([0, 0, 1, 0, 1, 1], True),
        ([0, 1, 1, 0, 0, 1], False),
        ([1, 1, 0, 1, 0, 0], True),
        ([1, 1, 1, 0, 0, 0], True),
    ],
)
def test_two_rows_must_be_wrong_at_the_best_threshold(labels, separated):
    rows = smoothed.smooth_rows(labels, range(6))
    assert smoothed.is_separated(rows, range(6)) == separated


def test_interval_by_students_law():
    low, high = smoothed.smoothed_interval(0.5, [0.1, 0.3, 0.5], 7.0, 0.9)
    half = stats.t.ppf(0.95, 7) * 0.2
    # The quantile of SciPy 1.13 is off by 2e-11.
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half), rel=1e-10)
    assert smoothed.smoothed_interval(0.5, [0.1, 0.3], 1.0, 0.95, 0, 1) == (0, 1)


def test_degrees_of_freedom():
    rows = smoothed.smooth_rows([1, 1, 1, 0, 0, 0, 0], range(7))
    assert smoothed.degrees_of_freedom(rows) == 2
    assert smoothed.degrees_of_freedom(rows, groups=2) == 1
    rows = smoothed.smooth_rows([1, 1, 0, 0], range(4), None, [1, 3, 1, 1])
    assert smoothed.degrees_of_freedom(rows) == pytest.approx(0.6)
