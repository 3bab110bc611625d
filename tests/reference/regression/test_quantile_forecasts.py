"""Losses of quantiles, worked by hand."""

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

Y = [4.0, 10.0]
# Columns: levels 0.75, 0.25, 0.5.
QUANTILES = [[6.0, 2.0, 4.0], [9.0, 8.0, 8.0]]
LEVELS = [0.75, 0.25, 0.5]


def test_a_quantile_too_low_costs_its_level_per_unit():
    # 0.25 * 2 and 0.75 * 1; 0.25 * 2 and 0.25 * 2; 0 and 0.5 * 2.
    losses = reference.quantile_losses(Y, QUANTILES, quantiles=LEVELS)
    assert losses == [(0.5 + 0.75) / 2, (0.5 + 0.5) / 2, (0 + 1) / 2]
    assert reference.quantile_losses(Y, [6.0, 9.0], quantiles=0.75) == 0.625
    weighted = reference.quantile_losses(
        Y, QUANTILES, quantiles=LEVELS, sample_weight=[3, 1]
    )
    assert weighted == [2.25 / 4, 0.5, 0.25]


def test_the_mean_over_levels_and_twice_that():
    loss = reference.mean_quantile_loss(Y, QUANTILES, quantiles=LEVELS)
    assert loss == pytest.approx((0.625 + 0.5 + 0.5) / 3, rel=1e-15)
    assert reference.crps_quantile(Y, QUANTILES, quantiles=LEVELS) == 2 * loss


def test_coverage_counts_what_is_not_above():
    found = reference.quantile_coverage(Y, QUANTILES, quantiles=LEVELS)
    assert found == [0.5, 0.0, 0.5]


def test_quantiles_that_cross():
    crossed = [[4.0, 2.0, 6.0], [8.0, 8.0, 9.0]]
    ours = {"quantiles": LEVELS, "crossing": "sort"}
    assert reference.quantile_losses(Y, crossed, **ours) == [0.625, 0.5, 0.5]
    with pytest.raises(ValueError, match="cross"):
        reference.quantile_losses(Y, crossed, quantiles=LEVELS, crossing="raise")
    assert reference.quantile_losses(Y, crossed, quantiles=LEVELS) == [
        (0 + 1.5) / 2,
        0.5,
        (1 + 0.5) / 2,
    ]


@one_case("levels", [[0.5, 0.5, 0.1], [0, 0.5, 1], [0.5], 0.5])
def test_levels_are_different_and_as_many_as_columns(levels):
    with pytest.raises(ValueError, match="quantiles"):
        reference.mean_quantile_loss(Y, QUANTILES, quantiles=levels)


def test_the_weighted_interval_score():
    """Bracher et al. (2021), equation 1, of one row with two intervals."""
    y, levels = 9.0, [0.125, 0.25, 0.5, 0.75, 0.875]
    q = [1.0, 2.0, 4.0, 6.0, 8.0]
    # alpha 0.5: 4 + 4 * 3; alpha 0.25: 7 + 8 * 1; the median: 5.
    wis = (5 / 2 + 0.25 * 16 + 0.125 * 15) / 2.5
    assert reference.crps_quantile([y], [q], quantiles=levels) == wis
