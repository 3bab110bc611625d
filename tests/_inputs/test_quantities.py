"""Single numbers and arrays of them."""

import numpy as np
import pandas
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.number_pairs import check_shapes, plain, quantity


@one_case(
    "value", [2, 2.0, np.int8(2), np.float16(2), True + 1, np.array(2), np.uint64(2)]
)
def test_one_number(value):
    found = quantity(value, "x")
    assert found.shape == ()
    assert found.dtype == np.float64
    assert type(plain(found)) is float
    assert plain(found) == 2


@one_case("value", [[1, 2], (1.0, 2.0), np.array([1, 2], ">i2"), pandas.Series([1, 2])])
def test_several(value):
    found = quantity(value, "x")
    assert found.dtype == np.float64
    assert plain(found).tolist() == [1, 2]


def test_of_any_shape():
    assert quantity([[1, 2], [3, 4]], "x").shape == (2, 2)
    assert quantity([], "x").shape == (0,)


@one_case("value", [None, "1", b"1", 1j, {}, object(), np.array("1")])
def test_what_is_no_number(value):
    with pytest.raises(TypeError, match="x must be"):
        quantity(value, "x")


@one_case("value", [["1"], [1j], [[1], [1, 2]], [np.datetime64("nat", "D")]])
def test_what_holds_no_numbers(value):
    with pytest.raises(ValueError, match="x must"):
        quantity(value, "x")


def test_shapes():
    check_shapes(a=np.zeros(()), b=np.zeros(3), c=np.zeros((2, 1)))
    with pytest.raises(ValueError, match=r"a and b must .* \(2,\), \(3,\)"):
        check_shapes(a=np.zeros(2), b=np.zeros(3))
