"""Cells of rows and what bets make of them, against products in fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import betting
from fastmetrics.comparison.sequential import results
from fastmetrics.reference.comparison import sequential as twin

STEPS = 256


def filled(values, low=0.0, high=1.0, counts=None, steps=STEPS):
    cells = np.zeros(steps + 1)
    bad = betting.fill_cells(np.asarray(values, np.float64), low, high, cells, counts)
    return cells, bad


def test_shares_and_weights_are_those_of_the_definition():
    assert results.SHARES.tolist() == [float(one) for one in twin.SHARES]
    # Of the logarithm the last bits.
    assert np.exp(results.LN_WEIGHTS) == pytest.approx(
        [float(one) for one in twin.WEIGHTS], rel=1e-15
    )


def test_values_at_places_of_cells_fall_there_whole():
    rng = np.random.default_rng(0)
    places = rng.integers(0, STEPS + 1, 100_000)
    cells, bad = filled(places / STEPS)
    assert bad == -1
    assert np.array_equal(cells, np.bincount(places, minlength=STEPS + 1))


def test_cells_of_any_values():
    rng = np.random.default_rng(1)
    values = rng.uniform(-3, 5, 300)
    cells, _ = filled(values, -3.0, 5.0)
    exact = twin.cells_of([(Fraction(v) + 3) / 8 for v in values.tolist()], STEPS)
    # Each row adds a rounded place.
    assert cells == pytest.approx([float(one) for one in exact], rel=1e-12, abs=1e-12)


def test_equal_rows_stay_exact_over_millions():
    cells, _ = filled(np.full(2_000_000, 0.3))
    assert cells.sum() == pytest.approx(2_000_000, rel=1e-13)


def test_counts_say_how_often_a_row_occurs():
    values, counts = np.array([0.0, 0.3, 1.0]), np.array([3, 0, 5])
    assert np.array_equal(
        filled(values, counts=counts)[0], filled([0] * 3 + [1] * 5)[0]
    )


@one_case("wrong", [np.nan, -1e-300, 1 + 1e-15, np.inf, -np.inf])
@one_case("at", [0, 255, 256, 999])
def test_the_first_row_outside_is_told_and_nothing_added(wrong, at):
    values = np.full(1000, 0.5)
    values[at] = values[-1] = wrong
    cells, bad = filled(values)
    assert bad == at
    assert not cells.any()


@one_case("mirrored", [False, True])
@one_case("mean", [Fraction(1, 2), Fraction(1, 1000), Fraction(9, 10)])
def test_wealth_is_the_product(mean, mirrored):
    rng = np.random.default_rng(2)
    rows = rng.integers(0, 9, 5)
    cells = np.zeros(5)
    cells[:] = rows
    cells[0] = 0  # so that no bet is lost
    if mirrored:
        cells = cells[::-1].copy()
    bets = betting.Bets(results.SHARES, 4, float(mean), mirrored)
    found = bets.log_wealth(cells)
    # What it has learnt of the cells changes nothing.
    assert np.array_equal(bets.log_wealth(cells), found)
    assert np.array_equal(bets.log_wealth(2 * cells), 2 * found)
    for share, log in zip(twin.SHARES, found.tolist(), strict=True):
        product = Fraction(1)
        for j in range(1, 5):
            product *= (1 - share + share * Fraction(j, 4) / mean) ** int(rows[j])
        # The logarithm of a fraction near 1 has its own rounding.
        assert log == pytest.approx(math.log(product), rel=1e-12, abs=1e-12)


def test_a_bet_of_all_is_lost_by_a_row_of_nothing():
    bets = betting.Bets(results.SHARES, 1, 0.5, False)
    found = bets.log_wealth(np.array([1.0, 5.0]))
    assert found[0] == -np.inf
    assert np.isfinite(found[1:]).all()


def test_shapes_that_cannot_be():
    with pytest.raises(ValueError, match="1 cells"):
        betting.fill_cells(np.zeros(3), 0.0, 1.0, np.zeros(1))
    with pytest.raises(ValueError, match="differ in length: 3 and 2"):
        betting.fill_cells(np.zeros(3), 0.0, 1.0, np.zeros(9), np.zeros(2, np.int64))
    for steps in (0, 1024):
        with pytest.raises(ValueError, match=f"{steps + 1} cells"):
            betting.Bets(results.SHARES, steps, 0.5, False)
    with pytest.raises(ValueError, match="3 cells, not 9"):
        betting.Bets(results.SHARES, 8, 0.5, False).log_wealth(np.zeros(3))
