"""Variance components and planned items by hand."""

import pytest

from fastmetrics import reference
from fastmetrics.reference.leaderboards.items import components

# Four items with three runs: 2, 0, 3 and 1 successes.
RUNS = [[[1, 1, 0]], [[0, 0, 0]], [[1, 1, 1]], [[0, 1, 0]]]


def test_components_of_twelve_runs():
    found = reference.score_variance(RUNS)
    # Σ(y - ȳᵢ)² = 2/3 + 2/3 with eight degrees of freedom; Σ 3 (ȳᵢ - ½)² / 3 = 5/9.
    within, between = 1 / 6, (5 / 9 - 1 / 6) / 3
    assert found.within[0] == pytest.approx(within)
    assert found.between[0] == pytest.approx(between)
    assert found.reliability[0] == pytest.approx(between / (between + within / 3))
    assert (found.n_items, found.n_runs, found.mean_runs) == (4, 12, 3)


def test_unequal_runs():
    # ȳ = 3/4, and Σ (y - ȳᵢ)² = 2/3 with two degrees of freedom; r₀ = 4 - 10 / 4.
    between, within, _ = components([[1, 1, 0], [1]])
    of_means = 3 * (2 / 3 - 3 / 4) ** 2 + (1 - 3 / 4) ** 2
    assert within == pytest.approx(1 / 3)
    assert between == pytest.approx((of_means - 1 / 3) / 1.5)


def test_items_of_a_paired_comparison():
    # (1.959964 + 0.841621)² · 0.09 / 0.0009 = 784.9
    plan = reference.item_sample_size(0.03, standard_deviation=0.3)
    assert plan[:2] == (785, 1)
    unpaired = reference.item_sample_size(0.03, standard_deviation=0.3, paired=False)
    assert unpaired.n_items == 1570
    noisy = reference.item_sample_size(0.03, standard_deviation=0.3, within=0.3, runs=4)
    assert noisy.n_items == 1178


def test_cheapest_number_of_runs():
    # r* = √(16 · 0.09 / (1 · 0.09)) = 4, so n = 1178 and the cost n (16 + 2 · 4).
    plan = reference.item_sample_size(
        0.03, standard_deviation=0.3, within=0.3, cost_per_item=16, cost_per_run=1
    )
    assert plan == (1178, 4, 1178 * 24)
    with pytest.raises(ValueError, match="cheapest"):
        reference.item_sample_size(
            0.1, standard_deviation=0, within=0.3, cost_per_item=1, cost_per_run=1
        )
