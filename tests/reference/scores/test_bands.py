"""Bands by hand: 4 positives and 4 negatives, all thresholds but one of each apart."""

import math

import pytest

from fastmetrics.reference.scores.curves import (
    kolmogorov_distance,
    precision_recall_bounds,
    roc_bounds,
)

# By falling score: + + - + - - + -
TPS, FPS = [1, 2, 2, 3, 3, 3, 4, 4], [0, 0, 1, 1, 2, 3, 3, 4]


def test_kolmogorov_s_distance():
    # Of one row d = max(u, 1 - u), of two: 1 - 2 (1 - d)² from 1/2 on.
    assert kolmogorov_distance(1, 0.9) == pytest.approx(0.95, abs=1e-12)
    assert kolmogorov_distance(2, 0.875) == pytest.approx(0.75, abs=1e-12)
    # L. H. Miller, "Table of percentage points of Kolmogorov statistics", Journal of
    # the American Statistical Association 51 (1956), 111-121.
    for n, d in ((4, 0.62394), (10, 0.40925), (20, 0.29408)):
        assert kolmogorov_distance(n, 0.95) == pytest.approx(d, abs=5e-6)


def test_simultaneous_roc_bounds_are_the_distance_in_both_directions():
    d = kolmogorov_distance(4, 0.64)
    assert 0.25 < d < 0.5
    [(low, high)] = roc_bounds(TPS, FPS, [0.5], "simultaneous", 0.64**2)
    # Between FPR 0.5 - d and 0.5 + d the empirical TPR goes from 0.5 to 1.
    assert low == pytest.approx(0.5 - d, abs=1e-15)
    assert high == 1.0


def test_pointwise_roc_bounds_add_up_squares():
    # z = 1, roughly: at FPR 0.5 the threshold may have FPRs in 0.5 ± (z / 4 + 1 / 8).
    level = math.erf(1 / math.sqrt(2))
    [(low, high)] = roc_bounds(TPS, FPS, [0.5], "pointwise", level)
    # There TPR is 0.5 to 1, and 3 of 4 has Clopper and Pearson's bounds, where
    # P(X >= 3) = 4 p³ - 3 p⁴ and P(X <= 3) = 1 - p⁴ are α/2.
    tail = (1 - level) / 2
    top = (1 - tail) ** 0.25
    foot = 0.75 - math.sqrt((0.75 - low) ** 2 - 0.25**2)
    assert 4 * foot**3 - 3 * foot**4 == pytest.approx(tail, rel=1e-9)
    assert high == min(1.0, 0.75 + math.hypot(top - 0.75, 0.25))


def test_simultaneous_precision_is_that_of_the_bounds_of_rates_and_prevalence():
    # Each of three at level 0.5: the prevalence is off by √(ln 4 / 16).
    of_share = math.sqrt(math.log(4) / 16)
    [(low, high)] = precision_recall_bounds(TPS, FPS, [0.75], "simultaneous", 0.125)
    # Recall goes from 0.75 - d to above 1, and FPR, itself off by d, from 0 to 1.
    assert 0.25 < kolmogorov_distance(4, 0.5) < 0.5
    share = 0.5 - of_share
    assert low == pytest.approx(0.75 * share / (0.75 * share + 1 - share), abs=1e-15)
    assert high == 1.0


def test_at_recall_0_nothing_is_ruled_out():
    for kind in ("pointwise", "simultaneous"):
        assert precision_recall_bounds(TPS, FPS, [0.0], kind, 0.95) == [(0.0, 1.0)]
