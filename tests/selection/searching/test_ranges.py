"""parameter_range: exact decimals, both ends, and which ends are reached."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import assume, given
from hypothesis import strategies as st

from fastmetrics import parameter_range, reference

HUNDREDTHS = st.integers(-300, 300)


@given(HUNDREDTHS, HUNDREDTHS, HUNDREDTHS)
def test_it_agrees_with_the_reference(start, stop, step):
    assume(step and (stop - start) * step >= 0)
    three = [one / 100 for one in (start, stop, step)]
    assert parameter_range(*three) == reference.parameter_range(*three)
    if not (stop - start) % step:
        assert parameter_range(*three)[-1] == stop / 100


@one_case(
    "three, values",
    [
        ((0, 0.2, 0.05), [0.0, 0.05, 0.1, 0.15, 0.2]),
        ((0.1, 0.5, 0.1), [0.1, 0.2, 0.3, 0.4, 0.5]),  # np.arange: 0.30000000000000004
        ((1, 0, -0.25), [1.0, 0.75, 0.5, 0.25, 0.0]),
        ((0, 1, 0.3), [0.0, 0.3, 0.6, 0.9]),
        ((2, 2, 5), [2]),
        ((2.5, 2.5, -1), [2.5]),
        ((1e-5, 5e-5, 2e-5), [1e-05, 3e-05, 5e-05]),
        ((10**20, 10**20 + 2, 1), [10**20, 10**20 + 1, 10**20 + 2]),
    ],
)
def test_values_worked_by_hand(three, values):
    assert parameter_range(*three) == values


def test_whole_numbers_stay_ints_and_others_are_floats():
    for three in ((1, 7, 2), (np.int8(1), np.uint64(7), 2)):
        found = parameter_range(*three)
        assert found == [1, 3, 5, 7]
        assert {type(one) for one in found} == {int}
    assert {type(one) for one in parameter_range(1.0, 7, 2)} == {float}


def test_a_third_reaches_one():
    """0.3333333333333333 misses by 3e-16 steps: the last value is 1, not below it."""
    assert parameter_range(0, 1, 1 / 3) == [0, 1 / 3, 2 / 3, 1]
    assert parameter_range(0, 1, Fraction(1, 3)) == [0, 1 / 3, 2 / 3, 1]
    above = math.nextafter(1 / 3, 1)
    assert parameter_range(0, 1, above) == [0, above, 2 * above, 1]


def test_a_miss_of_more_than_a_billionth_of_a_step_ends_below():
    assert parameter_range(0, 1, 0.500000001) == [0, 0.500000001]
    assert parameter_range(0, 1, 0.4999999999) == [0, 0.4999999999, 1]
    assert parameter_range(0, 1, 0.4999999) == [0, 0.4999999, 0.9999998]


def test_numbers_mean_what_is_written():
    tenth = [0.1, 0.2, 0.3]
    for kind in (float, np.float64, np.float32, np.float16, Decimal):
        three = [kind(one) for one in ("0.1", "0.3", "0.1")]
        assert parameter_range(*three) == tenth


@one_case(
    "three, error, says",
    [
        ((0, 1, 0), ValueError, "step must not be 0"),
        ((0, 1, -0.1), ValueError, "step must lead from start to stop, got -0.1"),
        ((1, 0, 0.1), ValueError, "step must lead from start to stop"),
        ((0, math.inf, 1), ValueError, "stop must be finite"),
        ((math.nan, 1, 1), ValueError, "start must be finite"),
        ((0, Decimal("1e999999999"), 1), ValueError, "stop must be finite"),
        ((0, 1, Decimal("1e-999999999")), ValueError, "step must be finite"),
        ((0, 10**400, 10**399), ValueError, "stop must be in the range of a float"),
        ((0, 1, 1e-7), ValueError, "at most 1,000,000 values, got 1e-07"),
        (("0", 1, 1), TypeError, "start must be a number, got str"),
        ((0, None, 1), TypeError, "stop must be a number, got NoneType"),
        ((0, 1, True), TypeError, "step must be a number, got a bool"),
    ],
)
def test_bad_input_is_told(three, error, says):
    with pytest.raises(error, match=says):
        parameter_range(*three)
