"""Differences of models in the same replicates, against sorted ones."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import apart

SIZES = [2, 3, 7, 8, 9, 127, 129, 600]


def differences(rng, n):
    """Return rows of rounded numbers, some of them equal, and all pairs of them."""
    values = rng.normal(size=(5, n)).round(1)
    values[4] = values[0]
    pairs = np.triu_indices(5, 1)
    return values, *(np.ascontiguousarray(of) for of in pairs)


@one_case("n", SIZES)
def test_numbers_and_counts_are_those_of_sorted_differences(rng, n):
    values, first, second = differences(rng, n)
    drawn = values[first] - values[second]
    estimate, rounding = drawn[:, 0].copy(), 1e-13
    width = max(n // 3, 1)
    numbers, counts, tails = apart.pairs_apart(
        values, first, second, estimate, rounding, 1.0, width
    )
    deviation, spread, below, above = numbers
    assert deviation.tolist() == drawn.std(axis=1, ddof=1).tolist()
    assert spread.tolist() == np.ptp(drawn, axis=1).tolist()
    assert below.tolist() == np.where(drawn < 0, drawn, -np.inf).max(axis=1).tolist()
    assert above.tolist() == np.where(drawn > 0, drawn, np.inf).min(axis=1).tolist()
    slack = rounding * np.abs(drawn).max(axis=1)
    centre = drawn.mean(axis=1)
    of_tails = (
        drawn < (centre - deviation)[:, None],
        drawn > (centre + deviation)[:, None],
    )
    counted = (
        *(drawn < 0, drawn <= 0),
        *(drawn < (estimate - slack)[:, None], drawn > (estimate + slack)[:, None]),
    )
    for row, is_counted in zip(counts, counted, strict=False):
        assert row.tolist() == is_counted.sum(axis=1).tolist()
    for row, tail, is_in in zip(counts[4:], tails, of_tails, strict=True):
        for one, values_of, own, known in zip(drawn, tail, is_in, row, strict=True):
            inside = np.sort(one[own])
            assert known == (len(inside) if len(inside) <= width else 0)
            if known:
                assert np.sort(values_of[:known]).tolist() == inside.tolist()
                assert np.isinf(values_of[known:]).all()


@one_case("sign", [0, 1, -1])
def test_largest_deviations(rng, sign):
    for n in (1, 511, 513):
        values, first, second = differences(rng, n)
        spread = rng.random(len(first)) + 1
        apart_of = (values[first] - values[second]) / spread[:, None]
        every = np.abs(apart_of) if sign == 0 else sign * apart_of
        found = apart.largest_deviations(values, first, second, spread, sign)
        assert found.tolist() == every.max(axis=0).tolist()
    none = np.empty(0, np.intp)
    assert apart.largest_deviations(values, none, none, np.empty(0)).max() == -np.inf


def test_arguments_are_checked(rng):
    values, first, second = differences(rng, 9)
    numbers = np.zeros(len(first))
    with pytest.raises(IndexError, match="row that is not there"):
        apart.pairs_apart(values, first, second + 1, numbers, 0.0, 1.0, 3)
    with pytest.raises(ValueError, match="estimates differ"):
        apart.pairs_apart(values, first, second, numbers[1:], 0.0, 1.0, 3)
    with pytest.raises(ValueError, match="two replicates"):
        apart.pairs_apart(values, first, second, numbers, 0.0, 1.0, 0)
    with pytest.raises(ValueError, match="spreads differ"):
        apart.largest_deviations(values, first, second, numbers[1:])
