"""SummedErrors: one pass over a model's errors, and what is made of it."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.regression.measuring.error_moments import sum_errors
from fastmetrics.metrics.regression.measuring.pseudo_values import (
    ERRORS,
    ROOTS,
    SIZES,
    SQUARES,
)
from fastmetrics.reference import mean_intervals as plain

N = 3000


@pytest.fixture
def columns(rng):
    true = 5 + 2 * rng.normal(size=N)
    return true, true + rng.exponential(size=N) - 0.8


def moment(true, pred, i, j, weights=None):
    """The mean of (y - mean y)^i (e - mean e)^j."""
    e = pred - true
    t, d = (x - np.average(x, weights=weights) for x in (true, e))
    return np.average(t**i * d**j, weights=weights)


@one_case("weighted", [False, True])
@one_case("n", [1, 7, 8, 1023, 1025, N])
def test_products_are_those_of_the_rows(rng, columns, n, weighted):
    true, pred = (column[:n] for column in columns)
    weights = None
    if weighted:
        weights = rng.exponential(size=n)
        weights[1::7] = 0
    joint = sum_errors(true, pred, weights, products=True).joint[0]
    kept = slice(None) if weights is None else weights > 0
    assert joint.n == len(true[kept])
    expected = [
        np.average(true, weights=weights),
        np.average(pred - true, weights=weights),
        *(moment(true, pred, *of, weights) for of in ((2, 0), (1, 1), (0, 2))),
    ]
    assert joint.moments[1:] == pytest.approx(expected, rel=1e-11, abs=1e-13)
    if n > 1:
        fourth = moment(true, pred, 0, 4, weights)
        assert joint.kurtosis == pytest.approx(fourth / expected[-1] ** 2, rel=1e-10)
    by_hand = np.array(
        [
            [moment(true, pred, i, j, weights) if i + j <= 4 else 0.0 for j in range(5)]
            for i in range(5)
        ]
    )
    central = np.where(by_hand == 0, 0.0, joint._central)
    assert central == pytest.approx(by_hand, rel=1e-9, abs=1e-10)


@one_case(
    "change",
    [
        lambda x: x[::-1].copy()[::-1],
        lambda x: np.repeat(x, 3)[::3],
        lambda x: np.asfortranarray(np.stack([x, x], axis=1))[:, 1],
        lambda x: x.reshape(-1, 1),
        lambda x: x.tolist(),
    ],
)
def test_bits_do_not_depend_on_how_columns_lie(columns, change):
    expected = sum_errors(*columns, None, products=True)
    found = sum_errors(*map(change, columns), None, products=True)
    assert found.sums == expected.sums
    assert np.array_equal(found.joint[0]._central, expected.joint[0]._central)


def test_bits_do_not_depend_on_threads(columns):
    many = [np.tile(column, 1000) for column in columns]
    found = []
    for n in (1, 2):
        with fm.num_threads(n):
            found.append(sum_errors(*many, None, products=True))
    assert found[0].sums == found[1].sums
    assert np.array_equal(found[0].joint[0]._central, found[1].joint[0]._central)


def test_integers_and_floats(rng):
    true, pred = rng.integers(0, 100, (2, N))
    expected = sum_errors(true.astype(float), pred.astype(float), None, products=True)
    for dtype in (np.int8, np.uint16, np.int64, np.float32):
        found = sum_errors(true.astype(dtype), pred.astype(dtype), None, products=True)
        assert np.array_equal(found.joint[0]._central, expected.joint[0]._central)


def test_kurtosis():
    """Errors -1, 0, 0, 1: second moment 1/2, fourth 1/2; and the same on top of 7."""
    errors = np.array([-1.0, 0, 0, 1])

    def kurtosis(pred, weights=None):
        return sum_errors(np.zeros_like(pred), pred, weights, products=True).kurtosis

    assert kurtosis(errors) == 2.0
    assert kurtosis(errors + 7) == 2.0
    assert kurtosis(errors[[0, 1, 3]], np.array([1.0, 2, 1])) == 2.0
    assert kurtosis(1e120 * errors) == pytest.approx(2.0)
    assert kurtosis(1e-120 * errors) == pytest.approx(2.0)
    both = np.stack([errors, np.array([-1.0, 0, 0, 0])], axis=1)
    assert kurtosis(both) == pytest.approx(7 / 3)
    assert kurtosis(np.ones(4)) == 0.0
    assert sum_errors(np.zeros(4), errors, None, products=False).kurtosis == 0.0


def test_differences_that_leave_the_range_have_no_sums():
    far = np.array([1e308, -1e308])
    assert sum_errors(far, -far, None, products=True) is None


# --- means of powers


POWERS = {"squares": SQUARES, "sizes": SIZES, "errors": ERRORS, "roots": ROOTS}


@one_case("scale", [1.0, 2.0**150, 2.0**-150])
@one_case("own", POWERS.values())
def test_spread_of_powers_is_that_of_the_rows(columns, own, scale):
    true, pred = columns
    losses = own(true, pred)
    totals = fm.ErrorSums.from_values(scale * true, scale * pred).totals
    found = own.mean(totals, weighted=False)
    error, skewness, freedom = plain.spread_of(losses.tolist())
    power = scale**own.power
    assert own.keeps_digits(totals)
    assert found.value == pytest.approx(losses.mean() * power, rel=1e-13)
    assert found.standard_error == pytest.approx(error * power, rel=1e-11)
    assert found.skewness == pytest.approx(skewness, rel=1e-10)
    assert found.degrees_of_freedom == freedom


def test_rows_with_weights_count_for_as_many_as_they_are_worth(columns, rng):
    weights = rng.exponential(size=N)
    totals = fm.ErrorSums.from_values(*columns, sample_weight=weights).totals
    losses = np.abs(columns[1] - columns[0])
    found = SIZES.mean(totals, weighted=True)
    mean = np.average(losses, weights=weights)
    worth = weights.sum() ** 2 / np.sum(weights**2)
    variance = np.average((losses - mean) ** 2, weights=weights)
    assert found.value == pytest.approx(mean)
    assert found.standard_error == pytest.approx(
        math.sqrt(variance / worth * N / (N - 1))
    )
    cubes = np.average((losses - mean) ** 3, weights=weights)
    assert found.skewness == pytest.approx(cubes / variance**1.5 / math.sqrt(worth))
    assert found.degrees_of_freedom == pytest.approx(worth - 1)


@one_case("own", POWERS.values())
def test_sums_say_where_they_have_lost_digits(rng, own):
    true = rng.normal(size=N)
    totals = fm.ErrorSums.from_values(true, true + 1e6 + rng.normal(size=N)).totals
    assert not own.keeps_digits(totals)
    found = own.mean(totals, weighted=False)
    # The bias alone keeps its spread, having been summed about an origin.
    if own is ERRORS:
        assert found.standard_error == pytest.approx(1 / math.sqrt(N), rel=0.1)
    assert found.skewness == 0.0


@one_case("own", POWERS.values())
def test_errors_all_alike_have_no_spread(own):
    true = np.arange(100.0)
    totals = fm.ErrorSums.from_values(true, true + 0.5).totals
    assert own.mean(totals, weighted=False).standard_error == 0
