"""Twins of quantiles of errors on numbers worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics import reference as ref
from fastmetrics.reference.regression.errors import quantile

TRUE, PRED = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]  # errors -1/2, 1/2, 0, 1


def test_an_even_number_of_rows_has_two_in_the_middle():
    assert ref.median_absolute_error(TRUE, PRED) == 0.5
    assert ref.median_absolute_error([0, 0], [1, -4]) == 2.5
    assert ref.median_squared_error([0, 0], [1, -4]) == 8.5
    assert ref.error_quantiles(TRUE, PRED, 0.5, absolute=False) == 0.25


def test_an_odd_number_of_rows_has_one():
    assert ref.median_absolute_error([0, 0, 0], [1, -4, 2]) == 2
    assert ref.median_squared_error([0, 0, 0], [1, -4, 2]) == 4


def test_outputs_are_averaged():
    true, pred = [[0.5, 1], [-1, 1], [7, -6]], [[0, 2], [-1, 2], [8, -5]]
    medians = ref.median_absolute_error(true, pred, multioutput="raw_values")
    assert medians == [0.5, 1]
    assert ref.median_absolute_error(true, pred) == 0.75
    third = ref.median_absolute_error(true, pred, multioutput=[0.25, 0.75])
    assert third == 0.875


@one_case(
    ("level", "expected"),
    [(0, 1), (0.1, 1.5), (0.11, 2), (0.5, 5.5), (0.9, 9.5), (0.91, 10), (1, 10)],
)
def test_levels_of_ten_rows(level, expected):
    assert quantile(range(1, 11), level) == expected


def test_rows_weigh():
    # Up to 2 there is a weight of 3 of 6: exactly one half.
    assert quantile([1, 2, 3, 4], 0.5, [1, 2, 2, 1]) == 2.5
    assert quantile([1, 2, 3, 4], 0.5, [1, 2, 2, 2]) == 3
    # Rows without weight are not there, at the ends and in the middle.
    assert quantile([0, 1, 2, 3, 9], 0.5, [0, 1, 0, 1, 0]) == 2
    assert quantile([0, 1, 9], 0, [0, 1, 0]) == 1
    assert quantile([0, 1, 9], 1, [0, 1, 0]) == 1


@one_case("weight", [1e-300, 0.1, 3, 1e300])
def test_equal_weights_are_as_none(weight):
    assert quantile([1, 2, 3, 4], 0.5, [weight] * 4) == 2.5
    assert quantile([1, 2, 3], 0.5, [weight] * 3) == 2


def test_what_is_no_level_is_refused():
    for level in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="level"):
            quantile([1, 2], level)
