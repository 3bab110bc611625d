"""Gain and lift by hand."""

import math

import pytest
from helpers.worked import LABELS, SCORES, THRESHOLDS

from fastmetrics import reference


def test_gain_and_lift_by_hand():
    population, gain, thresholds = reference.cumulative_gain_curve(LABELS, SCORES)
    assert population == [0, 1 / 8, 2 / 8, 3 / 8, 5 / 8, 6 / 8, 7 / 8, 1]
    assert gain == [0, 1 / 4, 1 / 4, 2 / 4, 3 / 4, 3 / 4, 1, 1]
    assert thresholds == [math.inf, *THRESHOLDS]
    population, lift, thresholds = reference.lift_curve(LABELS, SCORES)
    assert lift == [2, 1, 4 / 3, 6 / 5, 1, 8 / 7, 1]
    assert thresholds == THRESHOLDS


@pytest.mark.parametrize(
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
