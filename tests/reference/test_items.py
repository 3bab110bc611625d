"""Means over items by hand: counts of choices, Wilson's interval, new runs."""

import math
from fractions import Fraction as F

import pytest

from fastmetrics import reference
from fastmetrics.reference import item_intervals as intervals
from fastmetrics.reference.items import of_best, of_mean

# Three items of one model, with four runs each: 2, 4 and 0 of four succeed.
RUNS = [[[1, 0, 1, 0]], [[1, 1, 1, 1]], [[0, 0, 0, 0]]]


def test_pass_rates_count_the_choices_of_two_of_four_runs():
    # Of the six pairs of runs of the first item, five have a success and one has two.
    assert reference.pass_at_k(RUNS, 2) == float((F(5, 6) + 1 + 0) / 3)
    assert reference.pass_hat_k(RUNS, 2) == float((F(1, 6) + 1 + 0) / 3)
    for function in (reference.pass_at_k, reference.pass_hat_k):
        assert function(RUNS, 1) == reference.mean_score(RUNS) == 0.5


def test_best_and_worst_of_two_of_three_runs():
    runs = [[[3.0, 1.0, 2.0]]]
    # Pairs: (3, 1), (3, 2), (1, 2).
    assert reference.best_of_k(runs, 2) == (3 + 3 + 2) / 3
    assert reference.worst_of_k(runs, 2) == float(F(1 + 2 + 1, 3))


def test_benchmarks_and_their_weights():
    scores = [
        {"benchmark": "x", "runs": {"a": [1], "b": [0]}},
        {"benchmark": "x", "runs": {"a": [0], "b": [0]}},
        {"benchmark": "x", "runs": {"a": [0], "b": [1]}},
        {"benchmark": "y", "runs": {"a": [1], "b": [1]}},
    ]
    assert reference.mean_score(scores) == {"a": 0.5, "b": 0.5}
    of_benchmarks = reference.mean_score(scores, average="benchmarks", model="a")
    assert of_benchmarks == float((F(1, 3) + 1) / 2)
    weighted = reference.mean_score(scores, weights={"x": 3, "y": 1}, model="a")
    assert weighted == 0.5


def test_items_with_too_few_runs():
    scores = [[[1, 0]], [[1]], [[0, 0]]]
    with pytest.raises(ValueError, match="fewer than 2 runs"):
        reference.pass_at_k(scores, 2)
    assert reference.pass_at_k(scores, 2, short="skip") == 0.5
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(reference.pass_at_k(scores, 3, short="skip"))


def test_four_single_draws_are_worth_four():
    units = [(1, 1), (0, 1), (1, 1), (1, 1)]
    # θ̃ = 3.5 / 5, and Σ d² with both half units is 5 · 0.7 · 0.3.
    assert intervals.smoothed_variance(units) == pytest.approx((0.7, 0.21 / 4))
    assert intervals.effective_units([(1, units)]) == pytest.approx(4)
    # Wilson's interval of 3 of 4 at z = 1.96: (0.75 + 0.4802) / 1.9604 ± …
    low, high = intervals.wilson_effective(0.75, 4, 0.95)
    assert (low, high) == pytest.approx((0.30064, 0.95441), abs=1e-5)


def test_two_clusters_of_two():
    # θ̃ = (3 + 1) / 6, d = ∓1/3 · 2 / 2 … with the factor (1 - 1/2) / (1 - 2/4) = 1.
    units = [(2, 2), (1, 2)]
    value, variance = intervals.smoothed_variance(units)
    assert value == pytest.approx(2 / 3)
    squares = (2 - 4 / 3) ** 2 + (1 - 4 / 3) ** 2 + 4 * (4 / 9 + 1 / 9) / 2
    assert variance == pytest.approx(squares / (3 * 4 * 2))


def test_variance_of_new_runs():
    # The variance of the mean of 0, 0, 1 is (1/3) / 3; without each run: ½, ½, 0.
    assert intervals.variance_of_runs([0, 0, 1], of_mean, 1) == pytest.approx(1 / 9)
    # pass@2 without each run of 0, 0, 1: 1, 1, 0.
    found = intervals.variance_of_runs([0, 0, 1], of_best, 2)
    assert found == pytest.approx(2 / 3 * (2 / 9 + 4 / 9))


def test_variances_add_up_with_the_degrees_of_satterthwaite():
    assert intervals.satterthwaite([(1.0, 4), (1.0, 4)]) == (2.0, 8.0)
    strata = [(0.5, [(1, 1), (0, 1)]), (0.5, [(2, 1), (0, 1)])]
    # S² / n of 1, 0 is ¼, and of 2, 0 it is 1; both times ¼.
    assert intervals.strata_variance(strata)[0] == pytest.approx(5 / 16)


def test_equal_columns_differ_by_one_item_at_least():
    units = [(0, 1)] * 5
    variance, freedom = intervals.difference_variance([(1, units)], True)
    assert (variance, freedom) == (pytest.approx(5 / 4 / 25), 4)
    assert intervals.difference_variance([(1, units)], False)[0] == 0
