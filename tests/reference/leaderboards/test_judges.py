"""The twins of judge corrections, worked by hand."""

import math

import pytest

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.intervals import jeffreys_interval, wilson_interval
from fastmetrics.reference.labels.accuracy import accuracy_score
from fastmetrics.reference.labels.agreement import cohen_kappa_score
from fastmetrics.reference.leaderboards.judges import (
    judge_corrected,
    judge_corrected_difference,
    judge_corrected_mean,
    judge_strata,
    rogan_gladen,
)

Z = 1.959963984540054
# The judge says 1 on six of ten rows. Of these three are labelled, two of them 1; of
# the other four rows two are labelled, one of them 1.
JUDGE = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
HUMAN = [1, 1, 0, None, None, None, 1, 0, None, math.nan]


def test_a_mean_of_two_strata():
    found = judge_corrected_mean(HUMAN, JUDGE)
    assert found.estimate == pytest.approx(0.6 * 2 / 3 + 0.4 * 1 / 2)  # 0.6
    variance = (0.6 * 4 / 9 + 0.4 / 4 - 0.36) / 10
    below = above = Z**2 * variance
    for share, p, ones, n in ((0.6, 2 / 3, 2, 3), (0.4, 0.5, 1, 2)):
        low, high = jeffreys_interval(ones, n)
        below += (share * (p - low)) ** 2
        above += (share * (high - p)) ** 2
    expected = 0.6 - math.sqrt(below), 0.6 + math.sqrt(above)
    # The slopes by the shares are numerical.
    assert found[1:3] == pytest.approx(expected, rel=1e-9)


def test_strata_that_rows_were_drawn_from():
    strata = ["x"] * 3 + ["y"] * 7
    # Of x two of three are 1, all of which the judge calls 1. Of y the three that the
    # judge calls 1 have no label: one half. Of its four others one of two is 1.
    found = judge_corrected_mean(HUMAN, JUDGE, strata=strata)
    assert found.estimate == pytest.approx(0.3 * 2 / 3 + 0.3 / 2 + 0.4 / 2)
    with pytest.raises(ValueError, match="stratum 'z'"):
        judge_corrected_mean(HUMAN, JUDGE, strata=[*strata[:-1], "z"])


def test_groups_are_counted_together():
    groups = [0, 0, 1, 0, 1, 1, 2, 2, 0, 2]
    found = judge_corrected_mean(HUMAN, JUDGE, groups=groups)
    # Influence of labels: 0.6 / 3 (y - 2/3), 0.4 / 2 (y - 1/2); of rows: (p - 0.6)/10.
    by_judge = {1: (2 / 3 - 0.6) / 10, 0: (0.5 - 0.6) / 10}
    u = [
        2 * 0.2 * (1 - 2 / 3) + 3 * by_judge[1] + by_judge[0],
        0.2 * (0 - 2 / 3) + 3 * by_judge[1],
        0.2 * 0.5 - 0.2 * 0.5 + 3 * by_judge[0],
    ]
    smooth = (5 * 0.6 + 0.5) / 6
    variance = sum(each**2 for each in u) * 3 / 2
    variance += (smooth**2 + (1 - smooth) ** 2) / 2 * (5 / 3) / 36
    size = smooth * (1 - smooth) / variance
    assert found[1:3] == pytest.approx(wilson_interval(0.6 * size, size))


def test_cuts_of_a_judge():
    # Ten values, two strata of fewer than 30 labels: cut at 5 of 10.
    assert judge_strata([*range(10)], 20) == [0] * 5 + [1] * 5
    # Shares at or below are 0.3, 0.7 and 1: 0.3 and 0.7 are as near to one half.
    graded = [1] * 3 + [2] * 4 + [3] * 3
    assert judge_strata(graded, 9) == [0] * 3 + [1] * 7
    # Thirds: 0.3 is next to 1/3 and 0.7 to 2/3.
    assert judge_strata(graded, 30) == [0] * 3 + [1] * 4 + [2] * 3
    assert judge_strata([7, 7, 9], 500) == [0, 0, 1]
    assert judge_strata([4, 4], 500) == [0, 0]


def test_a_graded_mean():
    # Labelled: (1, 1), (2, 2), (3, 2), (4, 5); the judge's mean of all rows is 3.
    human = [1, 2, 3, 4, None, None]
    judge = [1, 2, 2, 5, 4, 4]
    found = judge_corrected_mean(human, judge)
    # ȳ = f̄ = 2.5, S_yf = 6 and S_ff = 2.25 + 0.25 + 0.25 + 6.25 = 9.
    slope = 6 / 9
    squares = 5 - 6 * slope  # S_yy - b S_yf
    spread = (4 + 1 + 1 + 4 + 1 + 1) / 6
    error = math.sqrt(squares / 2 / 4 + slope**2 * spread / 6)
    assert found.estimate == pytest.approx(2.5 + slope * 0.5)
    assert found.slope == pytest.approx(slope)
    half = student_quantile(2, 0.95) * error
    assert found[1:3] == pytest.approx((found.estimate - half, found.estimate + half))


def test_a_difference_of_rates():
    # d = 1, 0, 0, -1 where both are labelled; j = 1, 0, 1, -1, and 0, 1 of the others.
    human_a, human_b = [1, 1, 0, 0, 1, None], [0, 1, 0, 1, None, None]
    judge_a, judge_b = [1, 1, 1, 0, 0, 1], [0, 1, 0, 1, 0, 0]
    found = judge_corrected_difference(human_a, judge_a, human_b, judge_b)
    # S_dj = 2, S_jj = 3 - 4 / 16; b = 6 / 6.75.
    slope = 6 / 6.75
    assert found.slope == pytest.approx(slope)
    assert found.estimate == pytest.approx(slope * (2 / 6 - 1 / 4))
    # Residuals d - b (j - 1/4); their squares add up to less than 1.
    squares = sum(
        (d - slope * (j - 0.25)) ** 2 for d, j in ((1, 1), (0, 0), (0, 1), (-1, -1))
    )
    assert squares < 1
    variance = 1 / 8 + slope**2 * (4 / 6 - 1 / 9) / 6
    t = found.estimate / math.sqrt(variance)
    # Student's t with two degrees of freedom: p = 1 - t / √(2 + t²).
    assert found.pvalue == pytest.approx(1 - t / math.sqrt(2 + t**2))
    assert (found.low, found.high) == (-1.0, 1.0)


def test_no_rows_have_labels():
    with pytest.raises(ValueError, match="no row has a human label"):
        judge_corrected_mean([None, math.nan], [1, 0])


def test_accuracy_of_one_prediction_is_the_mean():
    found = judge_corrected(accuracy_score, HUMAN, JUDGE, [1] * 10)
    expected = judge_corrected_mean(HUMAN, JUDGE)
    # The slopes by the shares are numerical.
    assert found[:2] == pytest.approx(expected[:2], rel=1e-8)


def test_kappa_of_a_corrected_table():
    # Predicted 1: six rows that the judge calls 1, of which 2/3 are: 4 and 2.
    # Predicted 0: four rows, of which one half is 1: 2 and 2.
    found = judge_corrected(cohen_kappa_score, HUMAN, JUDGE, JUDGE)
    agreement, by_chance = 0.6, 0.6 * 0.6 + 0.4 * 0.4
    expected = (agreement - by_chance) / (1 - by_chance)
    assert found.estimate == pytest.approx(expected)


def test_accuracy_of_three_classes_is_a_regression_of_hits():
    human = ["a", "b", "c", "c", None, None]
    judge = ["a", "b", "c", "a", "a", "b"]
    predicted = ["a", "c", "c", "c", "a", "a"]
    found = judge_corrected(accuracy_score, human, judge, predicted)
    # Hits of the human 1, 0, 1, 1 and of the judge 1, 0, 1, 0, then 1 and 0.
    expected = judge_corrected_mean(
        [1, 0, 1, 1, None, None], [1, 0, 1, 0, 1, 0], method="regression"
    )
    # The influence values are numerical.
    assert found[:3] == pytest.approx(expected[:3], rel=1e-6)


def test_rogan_gladen():
    # p = 0.3, se = 0.9, sp = 0.9: (0.3 - 0.1) / 0.8.
    found = rogan_gladen(30, 100, sensitivity=(18, 20), specificity=(36, 40))
    assert found.estimate == pytest.approx(0.25)
    p, rows = (30 + Z**2 / 2) / (100 + Z**2), 100 + Z**2
    se, sp = 19 / 22, 37 / 42
    j = se + sp - 1
    q = (p + sp - 1) / j
    of_se, of_sp = se * (1 - se) / 22, sp * (1 - sp) / 42
    centre = q + 2 * Z**2 * (q * of_se - (1 - q) * of_sp)
    half = Z / j * math.sqrt(p * (1 - p) / rows + q**2 * of_se + (1 - q) ** 2 * of_sp)
    assert found[1:] == pytest.approx((max(0, centre - half), centre + half))
    assert math.isnan(
        rogan_gladen(3, 9, sensitivity=(1, 2), specificity=(1, 2)).estimate
    )
