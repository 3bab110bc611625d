"""Observed and predicted numbers: what is read as it lies, converted, and refused."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._inputs.number_pairs import average_outputs, read_numbers

PLAIN = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@one_case("dtype", PLAIN)
def test_numbers_are_read_as_they_lie(dtype):
    wide = np.arange(24, dtype=dtype).reshape(6, 4)
    for array in (wide[:, 1], wide[::-2, 3], wide, wide.T, wide[1:, ::2]):
        pair = read_numbers(array, array)
        assert pair.true.dtype == array.dtype
        assert np.shares_memory(pair.true, array)
        assert np.array_equal(pair.true, array)
        assert pair.n == len(array)
        assert pair.k == (1 if array.ndim == 1 else array.shape[1])
        assert pair.is_column == (array.ndim == 1)
        assert pair.weights is None


@one_case("dtype", ["f2", "g", "O", ">f8", ">i4"])
def test_others_are_converted(dtype):
    pair = read_numbers(np.array([1, 2, 3], dtype), [1, 2, 3])
    assert pair.true.dtype.isnative
    assert pair.true.dtype.kind in "if"
    assert pair.true.dtype.itemsize <= 8
    assert pair.true.tolist() == [1, 2, 3]


def test_bools_are_zero_and_one():
    pair = read_numbers([True, False], np.array([2, 0], np.uint8).view(bool))
    assert pair.true.tolist() == [1, 0]
    assert pair.pred.tolist() == [1, 0]


def test_a_matrix_of_one_column_is_a_column():
    pair = read_numbers([[1.0], [2.0]], [1.0, 2.0])
    assert pair.is_column
    assert pair.true.tolist() == [1.0, 2.0]


@one_case(
    ("true", "pred", "what"),
    [
        ([], [], "0 sample.*y_true is empty"),
        ([1], [1, 2], "inconsistent numbers of samples: y_true has 1, y_pred has 2"),
        ([[1, 2]], [1], r"different number of output \(2!=1\)"),
        ([[1, 2, 3]], [[1, 2]], r"different number of output \(3!=2\)"),
        (np.ones((2, 0)), [1, 2], r"0 feature\(s\)"),
        (np.ones((2, 2, 2)), [1, 2], "Found array with dim 3: y_true"),
        (["a", "b"], [1, 2], "y_true must hold numbers, got strings"),
        ([1, 2], [1j, 2], "Complex data not supported: y_pred"),
        ([1, None], [1, 2], "y_true contains missing values"),
        (3.0, [1], "y_true must be array-like"),
    ],
)
def test_what_is_refused(true, pred, what):
    with pytest.raises((ValueError, TypeError), match=what):
        read_numbers(true, pred)


@one_case("bad", [np.nan, np.inf, -np.inf])
@one_case("dtype", ["f2", "f4", "f8", "g"])
def test_numbers_that_are_not_finite(bad, dtype):
    what = "NaN" if np.isnan(bad) else "infinity"
    column = np.array([1, bad, 3], dtype)
    with pytest.raises(ValueError, match=f"Input y_true contains {what}.*row 1"):
        read_numbers(column, [1, 2, 3]).check_finite()
    pair = read_numbers(np.ones((3, 2)), np.column_stack([column] * 2), pred_name="q")
    with pytest.raises(ValueError, match=rf"Input q contains {what}.*\(1, 0\)"):
        pair.check_finite()
    read_numbers([1e308, 1e308], [-1e308, -1e308]).check_finite()
    read_numbers([1, 2], [3, 4]).check_finite()


def test_long_doubles_beyond_float64_are_infinite():
    if np.finfo("g").max == np.finfo("f8").max:
        pytest.skip("long doubles are doubles here")
    with pytest.raises(ValueError, match="y_true contains infinity"):
        read_numbers(np.array(["1e400"], "g"), [1.0]).check_finite()


def test_weights():
    assert read_numbers([1, 2], [1, 2], sample_weight=[0, 3]).weights.tolist() == [0, 3]
    for wrong, what in [([1], "has 1"), ([-1, 1], "negative"), ([0, 0], "non-zero")]:
        with pytest.raises(ValueError, match=what):
            read_numbers([1, 2], [1, 2], sample_weight=wrong)


def test_averages_of_outputs():
    two = np.ones((3, 2))
    values = np.array([1.0, 4.0])
    assert average_outputs(values, read_numbers(two, two)) == 2.5
    raw = read_numbers(two, two, multioutput="raw_values")
    assert average_outputs(values, raw) is values
    weighted = read_numbers(two, two, multioutput=[0.3, 0.1])
    assert average_outputs(values, weighted) == pytest.approx(1.75, abs=1e-15)
    one = read_numbers([1, 2], [1, 2])
    assert average_outputs(values[:1], one) == 1.0
    none = read_numbers(two, two, multioutput=None, variance_weighted=True)
    assert average_outputs(values, none) == 2.5
    by_variance = read_numbers(
        two, two, multioutput="variance_weighted", variance_weighted=True
    )
    assert by_variance.multioutput == "variance_weighted"


@one_case(
    ("outputs", "k", "what"),
    [
        ("mean", 2, "Allowed 'multioutput' string values are"),
        ("variance_weighted", 2, "You provided multioutput='variance_weighted'"),
        (None, 2, "got NoneType"),
        (3, 2, "multioutput"),
        ({"a": 1}, 2, "multioutput must be"),
        ([1, 2, 3], 2, r"equally many custom weights \(3\) as outputs \(2\)"),
        ([[1, 2]], 2, r"got shape \(1, 2\)"),
        ([1.0], 1, "useful only in multi-output"),
        ([1, np.nan], 2, "multioutput contains NaN"),
        ([0, 0], 2, "finite sum above 0"),
        ([-1, 2], 2, "not negative"),
        ([1e308, 1e308], 2, "finite sum"),
    ],
)
def test_multioutput_that_is_refused(outputs, k, what):
    array = np.ones((3, k))
    with pytest.raises((ValueError, TypeError), match=what):
        read_numbers(array, array, multioutput=outputs)
