"""The effective number of units of a proportion, against its definition by hand."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._common.effective_sizes import (
    are_unequal_and_few,
    effective_size,
    smoothed_share,
)


def by_hand(totals, sizes):
    """The definition, unit by unit: (θ̃, variance)."""
    n_units, n = len(totals), sum(sizes)
    mean = n / n_units
    value = (sum(totals) + mean / 2) / (n + mean)
    squares = mean**2 * (value**2 + (1 - value) ** 2) / 2
    for total, size in zip(totals, sizes, strict=True):
        d = (total - value * size) * (1 - 1 / n_units) / (1 - size / n)
        squares += d * d
    rho = squares / ((n_units + 1) * mean**2 * value * (1 - value))
    return value, value * (1 - value) * rho / n_units


TOTALS = [3.0, 1.0, 0.0, 4.0, 2.0]
SIZES = [3.0, 2.0, 4.0, 4.0, 3.0]


def test_units_of_unequal_sizes():
    value, variance = smoothed_share(np.array(TOTALS), np.array(SIZES))
    expected = by_hand(TOTALS, SIZES)
    assert value[0] == pytest.approx(expected[0], rel=1e-14)
    assert variance[0] == pytest.approx(expected[1], rel=1e-14)
    size = effective_size(np.array(TOTALS), np.array(SIZES))
    of_share = expected[0] * (1 - expected[0])
    assert size == pytest.approx(of_share / expected[1], rel=1e-14)


@one_case("totals", [[1, 0, 1, 1], [1, 1, 1], [0, 0], [1]])
def test_single_draws_are_worth_their_number(totals):
    size = effective_size(np.array(totals, float), np.ones(len(totals)))
    assert size == pytest.approx(len(totals), rel=1e-14)


def test_a_single_cluster_is_worth_nothing_and_an_item_at_most_one_draw():
    assert np.isnan(effective_size(np.array([2.0]), np.array([3.0])))
    assert effective_size(np.array([0.5]), np.array([1.0])) == pytest.approx(1)


def test_columns_are_models_and_absent_units_do_not_count():
    totals = np.array([TOTALS, TOTALS]).T
    sizes = np.array([SIZES, SIZES]).T
    totals[2, 1] = sizes[2, 1] = 0
    found = effective_size(totals, sizes)
    kept = [0, 1, 3, 4]
    alone = effective_size(np.array(TOTALS)[kept], np.array(SIZES)[kept])
    assert found[0] == effective_size(np.array(TOTALS), np.array(SIZES))
    assert found[1] == pytest.approx(alone, rel=1e-14)


def test_variances_of_strata_add_up():
    parts = [(TOTALS, SIZES), ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0])]
    weights = np.array([0.25, 0.75])
    known = [by_hand(*part) for part in parts]
    value = sum(w * one[0] for w, one in zip(weights, known, strict=True))
    variance = sum(w * w * one[1] for w, one in zip(weights, known, strict=True))
    totals, sizes = (np.concatenate(column) for column in zip(*parts, strict=True))
    found = effective_size(totals, sizes, [0, 5], weights)
    assert found == pytest.approx(value * (1 - value) / variance, rel=1e-14)


def test_few_clusters_of_unequal_sizes():
    assert not are_unequal_and_few(np.full(5, 3.0))
    assert are_unequal_and_few(np.array([1.0, 2.0, 2.0]))
    assert not are_unequal_and_few(np.tile([1.0, 2.0], 20))
    assert not are_unequal_and_few(np.array([0.0, 2.0, 2.0]))  # 0 is absent
