"""Bands by hand: 4 positives and 4 negatives, all thresholds but one of each apart."""

import math

import pytest

from fastmetrics.reference.scores.bands import precision_recall_band, roc_band

# By falling score: + + - + - - + -
TPS, FPS = [1, 2, 2, 3, 3, 3, 4, 4], [0, 0, 1, 1, 2, 3, 3, 4]


def test_simultaneous_roc_bounds_are_massart_s_distance_in_both_directions():
    # Each class at level 0.64: d = √(ln(2 / 0.36) / 8) = 0.4629.
    d = math.sqrt(math.log(2 / 0.36) / 8)
    [(low, high)] = roc_band(TPS, FPS, [0.5], "simultaneous", 0.64**2)
    # Between FPR 0.0371 and 0.9629 the empirical TPR goes from 0.5 to 1.
    assert low == pytest.approx(0.5 - d, abs=1e-15)
    assert high == 1.0


def test_pointwise_roc_bounds_add_up_squares():
    # z = 1, roughly: at FPR 0.5 the threshold may have FPRs in 0.5 ± (z / 4 + 1 / 8).
    level = math.erf(1 / math.sqrt(2))
    [(low, high)] = roc_band(TPS, FPS, [0.5], "pointwise", level)
    # There TPR is 0.5 to 1, and 3 of 4 has Clopper and Pearson's bounds, where
    # P(X >= 3) = 4 p³ - 3 p⁴ and P(X <= 3) = 1 - p⁴ are α/2.
    tail = (1 - level) / 2
    top = (1 - tail) ** 0.25
    foot = 0.75 - math.sqrt((0.75 - low) ** 2 - 0.25**2)
    assert 4 * foot**3 - 3 * foot**4 == pytest.approx(tail, rel=1e-9)
    assert high == min(1.0, 0.75 + math.hypot(top - 0.75, 0.25))


def test_simultaneous_precision_is_that_of_the_bounds_of_rates_and_prevalence():
    # Each of three at level 0.5: off by √(ln 4 / 8) = 0.416 and √(ln 4 / 16).
    of_share = math.sqrt(math.log(4) / 16)
    [(low, high)] = precision_recall_band(TPS, FPS, [0.75], "simultaneous", 0.125)
    # Recall 0.75 ± 0.416 is from 0.334 to above 1, where FPR goes from 0 to 1.
    share = 0.5 - of_share
    assert low == pytest.approx(0.75 * share / (0.75 * share + 1 - share), abs=1e-15)
    assert high == 1.0


def test_at_recall_0_nothing_is_ruled_out():
    for kind in ("pointwise", "simultaneous"):
        assert precision_recall_band(TPS, FPS, [0.0], kind, 0.95) == [(0.0, 1.0)]
