"""Ratings of two models, which can be worked by hand."""

import math
from math import log, sqrt

import pytest

from fastmetrics.reference.leaderboards.ratings import bradley_terry

NEAR = {"rel": 1e-9}


def battles(wins, losses, ties=0):
    n = wins + losses + ties
    outcomes = [1] * wins + [0] * losses + [0.5] * ties
    return ["x"] * n, ["y"] * n, outcomes


def test_two_models():
    # x wins 6 of 8 battles: σ(d) = 3/4, so d = ln 3 and β = ± ln 3 / 2. Each win has
    # the score 1/4 and each loss −3/4; the information is 8 · 3/16 = 3/2.
    found = bradley_terry(*battles(6, 2))
    assert found.models == ["x", "y"]
    assert found.coefficients["x"] == pytest.approx(log(3) / 2, **NEAR)
    variance = (6 / 16 + 2 * 9 / 16) / (3 / 2) ** 2
    quarter = variance / 4
    assert found.covariance[0] == pytest.approx([quarter, -quarter], **NEAR)
    value, low, high = found.ratings["x"]
    assert value == pytest.approx(1000 + 400 * math.log10(3) / 2, **NEAR)
    half = 1.959963984540054 * 400 / log(10) * sqrt(quarter)
    assert (low, high) == pytest.approx((value - half, value + half), **NEAR)
    assert found.win_rates[0][1] == 0.75
    assert found.lack_of_fit[:2] == pytest.approx((0, 0), abs=1e-12)


def test_a_fixed_rating_has_no_width():
    found = bradley_terry(*battles(6, 2), reference={"y": 1200}, scale=(0, 100))
    assert found.ratings["y"] == (1200, 1200, 1200)
    assert found.ratings["x"][0] == pytest.approx(1200 + 100 * math.log10(3), **NEAR)


def test_half_ties():
    # 3 wins, 1 loss and 4 ties are 5 points of 8.
    found = bradley_terry(*battles(3, 1, 4))
    assert found.coefficients["x"] == pytest.approx(log(5 / 3) / 2, **NEAR)
    won, n = 5 / 8, 8
    squares = 3 * (1 - won) ** 2 + won**2 + 4 * (1 / 2 - won) ** 2
    variance = squares / (n * won * (1 - won)) ** 2
    assert found.covariance[0][0] == pytest.approx(variance / 4, **NEAR)


def test_davidson_of_two_models_has_the_observed_proportions():
    # e^d = 4/1, ν e^(d/2) / e^d = ties / wins, so ν = 3 / √4.
    found = bradley_terry(*battles(4, 1, 3), ties="davidson")
    assert found.coefficients["x"] == pytest.approx(log(4) / 2, **NEAR)
    assert found.nu == pytest.approx(3 / 2, **NEAR)
    # The variance of d = ln(wins / losses) of multinomial counts.
    assert found.covariance[0][0] == pytest.approx((1 / 4 + 1 / 1) / 4, **NEAR)
    assert found.lack_of_fit[1] == 0


def test_jeffreys_prior_adds_half_a_win_each():
    # The leverage of the only pair is 1.
    found = bradley_terry(*battles(5, 0), penalty="firth")
    assert found.coefficients["x"] == pytest.approx(log(5.5 / 0.5) / 2, **NEAR)
    won = 5.5 / 6
    variance = (5.5 * (1 - won) ** 2 + 0.5 * won**2) / (6 * won * (1 - won)) ** 2
    assert found.covariance[0][0] == pytest.approx(variance / 4, **NEAR)


def test_groups_add_up_scores():
    # Two groups: scores 1/4 · 3 and 1/4 · 3 − 3/4 · 2, times G / (G − 1) = 2.
    found = bradley_terry(*battles(6, 2), groups=[1, 1, 1, 2, 2, 2, 2, 2])
    variance = 2 * ((3 / 4) ** 2 + (3 / 4 - 6 / 4) ** 2) / (3 / 2) ** 2
    assert found.covariance[0][0] == pytest.approx(variance / 4, **NEAR)
    t = 12.706204736174706  # of one degree of freedom
    value, low, _ = found.ratings["x"]
    half = t * 400 / log(10) * sqrt(variance / 4)
    assert value - low == pytest.approx(half, **NEAR)


def test_weights():
    # Weights 3 and 1 for one win each way; Σw² = 9 and 1.
    found = bradley_terry(["x", "x"], ["y", "y"], [1, 0], sample_weight=[3, 1])
    assert found.coefficients["x"] == pytest.approx(log(3) / 2, **NEAR)
    variance = (9 / 16 + 9 / 16) / (4 * 3 / 16) ** 2
    assert found.covariance[0][0] == pytest.approx(variance / 4, **NEAR)
    assert math.isnan(found.lack_of_fit[0])


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (battles(5, 0), {}),
        (battles(5, 0, 3), {"ties": "davidson"}),  # ν grows without end
        ((["x", "z"], ["y", "w"], [1, 0]), {"penalty": "firth"}),
        ((["x"], ["x"], [1]), {}),
        ((["x"], ["y"], [2]), {}),
        ((["x"], ["y"], [1]), {"ties": "davidson", "penalty": "firth"}),
    ],
)
def test_no_finite_ratings(data, options):
    with pytest.raises(
        ValueError, match=r"reached|without end|itself|outcome|half ties"
    ):
        bradley_terry(*data, **options)


def test_a_cycle_of_wins_bounds_the_frequency_of_ties():
    # x → y → z → x: three wins, and one tie in place of none.
    a, b = ["x", "y", "z", "x"], ["y", "z", "x", "y"]
    found = bradley_terry(a, b, [1, 1, 1, 0.5], ties="davidson")
    assert 0 < found.nu < math.inf
