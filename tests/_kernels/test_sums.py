"""Sums of rows, against ``math.fsum``."""

import math
from fractions import Fraction

import numpy as np
import pytest

from fastmetrics._kernels import sums

SIZES = [1, 7, 8, 511, 512, 513, 5000]


@pytest.fixture(params=SIZES)
def rows(request, rng):
    n = request.param
    return rng.exponential(size=n) - 0.3, rng.random(n)


def test_sums_of_rows(rows):
    values, weights = rows
    n = len(values)
    assert sums.sum_rows(values) == (
        pytest.approx(math.fsum(values), rel=1e-14, abs=1e-14),
        n,
        n,
    )
    assert sums.sum_rows(values, weights) == pytest.approx(
        [math.fsum(weights * values), math.fsum(weights), math.fsum(weights**2)],
        rel=1e-14,
        abs=1e-14,
    )


def test_powers_of_rows(rows):
    values, weights = rows
    for w in (None, weights):
        d = (values - 0.25) * (1.0 if w is None else w)
        found = sums.sum_powers(values, 0.25, w)
        assert found[0] == pytest.approx(math.fsum(d**2), rel=1e-14)
        assert found[1] == pytest.approx(
            math.fsum(d**3), abs=1e-14 * math.fsum(abs(d) ** 3)
        )


def test_infinite_rows():
    values = np.ones(600)
    values[100] = np.inf
    assert sums.sum_rows(values)[0] == math.inf
    assert sums.sum_rows(np.full(600, 1e308))[0] == math.inf


def test_lengths():
    with pytest.raises(ValueError, match="differ in length"):
        sums.sum_rows(np.ones(3), np.ones(2))
    with pytest.raises(ValueError, match="differ in length"):
        sums.sum_powers(np.ones(3), 0.0, np.ones(4))
    assert sums.sum_rows(np.empty(0)) == (0.0, 0.0, 0.0)


def test_split_sums_keep_the_rest(rows):
    values, _ = rows
    flags = (values > 0).astype(np.uint8)
    for flag, parts in enumerate(sums.split_sum(values, flags)):
        exact = sum(map(Fraction, values[flags == flag].tolist()))
        assert abs(sum(map(Fraction, parts)) - exact) <= 1e-25 * len(values)
    with pytest.raises(ValueError, match="differ in length"):
        sums.split_sum(values, flags[:-1])


def test_runs_have_the_bits_of_their_sums(rng):
    values = rng.exponential(size=4000)
    ends = np.array([1, 8, 520, 1033, 1034, 4000])
    found = sums.sum_runs(values, ends).T
    for of, run in zip(found, np.split(values, ends[:-1]), strict=True):
        mean = sums.sum_rows(run)[0] / len(run)
        assert of.tolist() == [mean, *sums.sum_powers(run, mean)]


@pytest.mark.parametrize("ends", [[0, 3], [2, 2], [3, 1], [2, 4]])
def test_runs_without_values_are_refused(ends):
    with pytest.raises(IndexError):
        sums.sum_runs(np.zeros(3), np.array(ends))
