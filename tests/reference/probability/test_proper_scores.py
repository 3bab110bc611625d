"""Spherical and ranked probability scores, worked by hand."""

import math

import pytest

from fastmetrics import reference

LEVELS = ["low", "mid", "high"]


def test_spherical_score_is_the_share_of_the_length():
    # ‖(0.6, 0.8)‖ = 1, though it is no distribution.
    with pytest.warns(UserWarning, match="do not sum"):
        assert reference.spherical_score(["a", "b"], [[0.6, 0.8], [0.6, 0.8]]) == 0.7
    # ¾ and ¼ have length √10 / 4.
    value = reference.spherical_score([1, 0], [0.75, 0.75])
    assert value == pytest.approx((3 + 1) / math.sqrt(10) / 2, rel=1e-15)
    assert reference.spherical_score([1, 0], [0.75, 0.75], pos_label=0) == value
    assert reference.spherical_score([0, 1], [[1, 0], [1, 0]]) == 1 / 2


@pytest.mark.filterwarnings("ignore:y_proba has rows")
def test_a_row_of_zeros_scores_zero():
    assert reference.spherical_score([0, 1], [[0, 0], [0, 1]]) == 1 / 2


def test_ranked_probability_score_is_of_cumulative_distributions():
    forecasts = [[0.5, 0.5, 0], [0.25, 0.5, 0.25]]
    # low: (½ - 1)² + (1 - 1)²; high: (¼ - 0)² + (¾ - 0)².
    value = reference.ranked_probability_score(
        ["low", "high"], forecasts, labels=LEVELS
    )
    assert value == (1 / 4 + 10 / 16) / 2
    half = reference.ranked_probability_score(
        ["low", "high"], forecasts, labels=LEVELS, normalize=True
    )
    assert half == value / 2


def test_of_two_classes_it_is_the_brier_score():
    assert reference.ranked_probability_score([0, 1], [0.25, 0.5]) == (1 + 4) / 16 / 2
    # The second of the labels is the one whose probability is given.
    value = reference.ranked_probability_score([0, 1], [0.25, 0.5], labels=[1, 0])
    assert value == (9 + 4) / 16 / 2


def test_strings_have_no_order_of_their_own():
    with pytest.raises(ValueError, match="order"):
        reference.ranked_probability_score(LEVELS, [[1, 0, 0]] * 3)
