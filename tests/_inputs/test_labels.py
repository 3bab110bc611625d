"""Which labels are taken, and which of them is positive."""

import decimal
import fractions

import numpy as np
import pytest
from helpers.input_cases import (
    FLOATS,
    INTEGERS,
    LABELS,
    SCORES,
    expected,
    halves,
    split,
    spread,
)
from helpers.one_case import one_case

from fastmetrics._inputs.label_pairs import label_pair
from fastmetrics._kernels.keys import LARGEST, OneOfTwo


@one_case("dtype", [*INTEGERS, *FLOATS, "?"])
def test_labels_of_any_dtype_and_layout(dtype):
    for layout, labels in spread(LABELS, dtype).items():
        assert halves(split(labels)) == expected(LABELS, SCORES, 1), layout


@one_case("width", [1, 2, 3, 7])
def test_text_labels_of_any_width_and_layout(width):
    names = np.where(np.array(LABELS) == 1, "yes"[:width], "no"[: max(1, width - 1)])
    for layout, labels in spread(names, f"U{width}").items():
        found = split(labels, pos_label="yes"[:width])
        assert halves(found) == expected(LABELS, SCORES, 1), layout
        assert halves(split(labels, pos_label=LARGEST)) == halves(found), layout


# --- which label is positive


@one_case(
    ("labels", "n_pos"),
    [([0, 1], 1), ([-1, 1], 1), ([0, 0], 0), ([-1, -1], 0), ([1, 1], 2)],
)
@one_case("dtype", ["i1", "i8", "f4", "f8", object])
def test_positive_label_is_told_from_the_labels(labels, n_pos, dtype):
    column = np.array(labels, dtype=dtype)
    assert split(column, [0.5, 1.5]).n_pos == n_pos
    assert split(column, [0.5, 1.5], LARGEST).n_pos == n_pos


@one_case("labels", [[1, 2], [0, 2], [2, 2], [-1, 0], ["a", "b"], ["b"]])
def test_positive_label_must_be_given_for_others(labels):
    scores = [0.5, 1.5][: len(labels)]
    for column in (labels, np.array(labels, dtype=object)):
        with pytest.raises(
            ValueError, match=r"takes value in .* pos_label is not spec"
        ):
            split(column, scores)
    assert split(labels, scores, labels[0]).n_pos == labels.count(labels[0])
    assert split(labels, scores, LARGEST).n_pos == labels.count(max(labels))


def test_message_names_the_labels_in_order():
    with pytest.raises(
        ValueError, match=r"y_true takes value in {'a', 'b'} and pos_lab"
    ):
        split(["b", "a"], [0.5, 1.5])


@one_case("dtype", ["i1", "u1", "i8", "u8", "f4", "f8", object, "U1"])
def test_positive_label_among_several(dtype):
    labels = np.array([0, 1, 2, 2, 3], dtype=dtype)
    positive = "2" if dtype == "U1" else 2
    assert split(labels, pos_label=positive).n_pos == 2
    for rule in (None, LARGEST, OneOfTwo(positive)):
        with pytest.raises(ValueError, match="multiclass format is not supported"):
            split(labels, pos_label=rule)


@one_case(
    "absent",
    [7, -1, 300, 2**70, -(2**70), 0.5, 1e300, float("nan"), np.inf, "1", "zzzz"],
)
@one_case("dtype", ["u1", "i2", "i8", "u8", "f4", "f8", "?", object, "U1"])
def test_no_row_is_positive_for_an_absent_label(absent, dtype):
    labels = np.array(["a", "b"] if dtype == "U1" else [0, 1], dtype=dtype)
    assert split(labels, [0.5, 1.5], absent).n_pos == 0


@one_case("positive", [1, 1.0, True, np.int8(1), np.float32(1), np.True_])
@one_case("dtype", ["i1", "u8", "f2", "f8", "?", object])
def test_numbers_are_equal_across_types(positive, dtype):
    labels = np.array([0, 1, 1], dtype=dtype)
    assert split(labels, [0.5, 1.5, 2.5], positive).n_pos == 2
    assert split(labels, [0.5, 1.5, 2.5], OneOfTwo(positive)).n_pos == 2


def test_one_of_two_must_be_one_of_them():
    with pytest.raises(
        ValueError, match=r"pos_label=2 is not a valid label\. .* \[0 1\]"
    ):
        split([1, 0], [0.5, 1.5], OneOfTwo(2))
    with pytest.raises(ValueError, match="should be one of"):
        split(["b", "a"], [0.5, 1.5], OneOfTwo("c"))
    assert split([3, 3], [0.5, 1.5], OneOfTwo(1)).n_pos == 0
    assert split([1, 2], [0.5, 1.5], OneOfTwo(2)).n_pos == 1
    assert repr(OneOfTwo(2)) == "OneOfTwo(2)"
    assert repr(LARGEST) == "LARGEST"


@one_case("pos_label", [[1], (1,), {1: 2}, np.array([1]), object()])
def test_positive_label_must_be_a_scalar(pos_label):
    with pytest.raises(TypeError, match=r"pos_label must be"):
        split([0, 1], [0.5, 1.5], pos_label)


def test_negative_zero_is_zero_among_labels():
    labels = np.array([-0.0, 1.0, 0.0])
    assert split(labels, [0.5, 1.5, 2.5]).n_pos == 1
    assert split(labels, [0.5, 1.5, 2.5], 0).n_pos == 2


def test_whole_numbers_beside_small_floats_do_not_warn():
    labels = np.array([2**62, 2**62, np.float16("inf"), -(2**62)], object)
    # As a float16 2**62 is infinite, so that these are two labels.
    with pytest.raises(ValueError, match="pos_label is not specified"):
        split(labels, [0.5, 1.5, 2.5, 3.5])


def test_third_label_anywhere_is_found(rng):
    labels = rng.integers(0, 2, 5000)
    for row in (0, 1, 511, 512, 4999):
        wrong = labels.copy()
        wrong[row] = 2
        for rule in (None, LARGEST, OneOfTwo(1)):
            with pytest.raises(ValueError, match="multiclass"):
                split(wrong, np.arange(5000.0), rule)


def test_dates_are_labels():
    labels = np.array(["2020-01-01", "2021-01-01"] * 2, "M8[D]")
    assert split(labels, SCORES[:4], np.datetime64("2021-01-01")).n_pos == 2
    assert split(labels, SCORES[:4], LARGEST).n_pos == 2
    labels[1] = "NaT"
    with pytest.raises(
        ValueError, match=r"missing values .* 1 of 4, the first in row 1"
    ):
        split(labels, SCORES[:4], LARGEST)


# --- what is refused


@one_case("dtype", FLOATS)
def test_float_labels_must_be_whole_and_finite(dtype):
    scores = [0.5, 1.5, 2.5]
    for labels, message in (
        ([0.5, 1.5, 1.5], "continuous format is not supported"),
        ([0.0, 1.0, 1.5], "continuous format is not supported"),
        ([0.0, np.nan, 1.0], "y_true contains NaN"),
        ([np.nan, np.nan, np.nan], "y_true contains NaN"),
        ([0.0, np.inf, 1.0], "y_true contains infinity"),
    ):
        for rule in (None, LARGEST, 1, 1.0, "a", OneOfTwo(1)):
            with pytest.raises(ValueError, match=message):
                split(np.array(labels, dtype), scores, rule)


def test_large_whole_floats_are_labels():
    for whole in (2.0**52 + 1, 2.0**53, -(2.0**62), 3e18):
        assert split(np.array([0.0, whole]), [0.5, 1.5], whole).n_pos == 1
    with pytest.raises(ValueError, match="continuous"):
        split(np.array([0.0, 1.0, 2.0**64]), [0.5, 1.5, 2.5], 1)


def test_objects_that_are_numbers_are_labels():
    for labels in (
        [decimal.Decimal(0), decimal.Decimal("1.0")],
        [fractions.Fraction(0), fractions.Fraction(2, 2)],
        [np.int8(0), np.float32(1)],
        [False, 1.0],
        [2**80 - 2**80, 1],
    ):
        column = np.empty(2, dtype=object)
        column[:] = labels
        for rule in (None, LARGEST, OneOfTwo(1), 1, 1.0, True):
            assert split(column, [0.5, 1.5], rule).n_pos == 1
    for label in (0.5, decimal.Decimal("0.5"), fractions.Fraction(1, 2)):
        with pytest.raises(ValueError, match="continuous format is not supported"):
            split(np.array([label, 1], dtype=object), [0.5, 1.5], 1)


def test_a_decimal_beyond_the_floats_is_refused_at_once():
    # Its int has 10^9 digits: the call would not come back, nor hear of Ctrl-C.
    huge = decimal.Decimal("-1e999999999")
    column = np.array([huge, decimal.Decimal(1)], dtype=object)
    for rule in (None, LARGEST, OneOfTwo(1), 1, huge):
        with pytest.raises(ValueError, match=r"in the range of a float, got -1\.000e"):
            split(column, [0.5, 1.5], rule)
    with pytest.raises(ValueError, match=r"pos_label must .* range of a float"):
        split([0, 1], [0.5, 1.5], huge)
    for labels in ([huge, 1], [1, huge]):
        with pytest.raises(ValueError, match=r"y_pred must .* range of a float"):
            label_pair([0, 1], labels)
    assert split([decimal.Decimal("1e300"), 1], [0.5, 1.5], 1).n_pos == 1


def test_objects_that_are_no_labels():
    for label in ([1], (1, 2), {1: 2}, np.array([1, 2]), object(), 1j):
        column = np.empty(3, dtype=object)
        column[:] = [label, label, 1]
        with pytest.raises(ValueError, match="y_true"):
            split(column, [0.5, 1.5, 2.5], 1)


def test_labels_of_one_kind():
    with pytest.raises(TypeError, match="labels of one kind, got int and str"):
        split(np.array(["a", 1, "a"], dtype=object), [0.5, 1.5, 2.5], LARGEST)


def test_bytes_are_no_labels():
    with pytest.raises(TypeError, match="labels represented as bytes is not supported"):
        split([b"a", b"b"], [0.5, 1.5], "a")
