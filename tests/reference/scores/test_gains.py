"""Gain, lift and single points of curves, by hand and from the literature."""

import math

import pytest
from helpers.one_case import one_case
from helpers.worked import LABELS, SCORES, THRESHOLDS, draw
from scipy import stats

from fastmetrics import reference


def test_gain_and_lift_by_hand():
    population, gain, thresholds = reference.cumulative_gain_curve(LABELS, SCORES)
    assert population == [0, 1 / 8, 2 / 8, 3 / 8, 5 / 8, 6 / 8, 7 / 8, 1]
    assert gain == [0, 1 / 4, 1 / 4, 2 / 4, 3 / 4, 3 / 4, 1, 1]
    assert thresholds == [math.inf, *THRESHOLDS]
    population, lift, thresholds = reference.lift_curve(LABELS, SCORES)
    assert lift == [2, 1, 4 / 3, 6 / 5, 1, 8 / 7, 1]
    assert thresholds == THRESHOLDS


@one_case(
    ("at", "lift"),
    [
        (1 / 8, 2),
        (1 / 16, 2),  # half of the first row
        (1 / 2, (2.5 / 4) / 0.5),  # three rows, and half of the tied pair
        (9 / 16, (2.75 / 4) / (9 / 16)),
        (1, 1),
    ],
)
def test_lift_is_linear_inside_a_tie_group(at, lift):
    assert reference.lift_score(LABELS, SCORES, at=at) == lift


def test_break_even_point_is_linear_inside_a_tie_group():
    # Four rows are positive: the top three hold 2, half of the tied pair another ½.
    assert reference.break_even_point(LABELS, SCORES) == 2.5 / 4
    assert reference.break_even_point([1, 0, 1], [3, 2, 1]) == 1 / 2
    assert (
        reference.break_even_point([1, 0, 1], [3, 2, 1], sample_weight=[3, 1, 1])
        == 3 / 4
    )


def test_ks_statistic_by_hand():
    assert reference.ks_statistic(LABELS, SCORES) == 1 / 4
    assert reference.ks_statistic([0, 0, 1], [3, 2, 1]) == 1  # it knows no direction


def test_ks_statistic_is_the_two_sample_statistic():
    for seed in range(5):
        labels, scores, _ = draw(seed)
        parts = [
            [s for y, s in zip(labels, scores, strict=True) if y == k] for k in (0, 1)
        ]
        expected = stats.ks_2samp(*parts).statistic
        assert reference.ks_statistic(labels, scores) == pytest.approx(
            expected, rel=1e-14
        )
