"""The door of probabilities: columns, matrices, classes, and what is wrong."""

import contextlib

import numpy as np
import pandas
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._inputs.score_tables import UnsortedLabels


def test_the_positive_class_of_a_column():
    for y, pos_label, codes, classes in [
        ([0, 1, 1], None, [0, 1, 1], [0, 1]),
        ([-1, 1, -1], None, [0, 1, 0], [-1, 1]),
        ([-1, 0, 0], None, [0, 1, 1], [-1, 0]),
        ([3, 5, 3], None, [0, 1, 0], [3, 5]),
        ([0, 0, 0], None, [0, 0, 0], [0, 1]),
        ([4, 4, 4], None, [1, 1, 1], [4]),
        ([3, 5, 3], 3, [1, 0, 1], [5, 3]),
        ([3, 3, 3], 9, [0, 0, 0], [3, 9]),
        (["b", "a", "b"], "a", [0, 1, 0], ["b", "a"]),
        (pandas.Series(["b", "a", "b"], dtype="category"), "b", [1, 0, 1], ["a", "b"]),
    ]:
        found = read_probabilities(y, [0.1, 0.2, 0.3], pos_label=pos_label)
        assert found.codes.tolist() == codes
        assert found.classes.tolist() == classes
        assert (found.k, found.n, found.is_column) == (2, 3, True)


def test_the_larger_of_two_where_labels_rule():
    found = read_probabilities(["b", "a"], [0.1, 0.2], rule="labels")
    assert (found.codes.tolist(), found.classes.tolist()) == ([1, 0], ["a", "b"])
    found = read_probabilities([1, 1], [0.1, 0.2], rule="labels", labels=[1, 2])
    assert (found.codes.tolist(), found.classes.tolist()) == ([0, 0], [1, 2])
    with pytest.raises(ValueError, match="only one label"):
        read_probabilities([1, 1], [0.1, 0.2], rule="labels")
    with pytest.raises(ValueError, match="different number of classes"):
        read_probabilities([1, 2, 3], [0.1, 0.2, 0.3], rule="labels")


def test_the_classes_of_a_matrix():
    found = read_probabilities(["c", "a", "b"], np.eye(3))
    assert (found.codes.tolist(), found.classes.tolist()) == (
        [2, 0, 1],
        ["a", "b", "c"],
    )
    found = read_probabilities([2, 0], np.eye(3)[:2], labels=[0, 1, 2])
    assert found.codes.tolist() == [2, 0]
    found = read_probabilities([[0, 1], [1, 0]], np.eye(2))
    assert found.codes.tolist() == [1, 0]
    found = read_probabilities([2, 0], np.eye(3)[:2], labels=[2, 0, 1])
    assert found.classes.tolist() == [0, 1, 2]
    assert found.proba.tolist() == [[0, 0, 1], [1, 0, 0]]
    with pytest.raises(UnsortedLabels, match=r"Labels passed were \[2, 0, 1\]"):
        read_probabilities([2, 0], np.eye(3)[:2], labels=[2, 0, 1], is_theirs=True)


@one_case(
    ("y", "proba", "options", "message"),
    [
        ([0, 1], [0.5, np.nan], {}, "y_proba contains NaN"),
        ([0, 1], [0.5, -0.1], {}, "lower than 0: 1 of 2"),
        ([0, 1], [[0.5, 0.5], [1.5, 0]], {}, r"greater than 1.*position \(1, 0\)"),
        ([0, 1, 1], [0.5, 0.5], {}, "inconsistent numbers of samples"),
        ([], [], {}, "0 sample"),
        ([0, 1], np.ones((2, 0)), {}, "no column"),
        ([0, 1], np.ones((2, 1, 1)), {}, "must be of shape"),
        ([0, 1, 2], [0.1, 0.2, 0.3], {}, "more than two"),
        ([0.5, 1], [0.1, 0.2], {}, "continuous"),
        ([0.5, 1], np.eye(2), {}, "continuous"),
        (["a", "b"], [0.1, 0.2], {}, "pos_label is not specified"),
        (["a", "b"], [0.1, 0.2], {"pos_label": "c"}, r"one of \['a' 'b'\]"),
        ([3, 5, 3], [0.1, 0.2, 0.3], {"pos_label": 9}, r"one of \[3 5\]"),
        ([0, 3], np.eye(2), {"labels": [0, 1]}, "not belonging to"),
        ([0, 1], np.eye(2), {"labels": [0, 1, 2]}, "number of classes in labels"),
        ([0, 0], np.eye(2), {"labels": [0]}, "at least two labels"),
        ([0, 0], np.eye(2), {}, "only one label"),
        ([[1, 1], [0, 1]], np.eye(2), {}, "one class per row"),
        ([[2, 1], [0, 1]], np.eye(2), {}, "one label per row"),
        ([[2, 0], [0, 2]], np.eye(2), {}, "0 and 1 only .* got 2"),
        ([[-1, 0], [0, -1]], np.eye(2), {}, "0 and 1 only .* got -1"),
        ([[1, 0], [0, 1]], np.eye(2), {"labels": [0, 1]}, "labels must be None"),
        ([[1, 0], [0, 1]], np.eye(2), {"sample_weight": [0, 0]}, "all be zero|zero"),
        ([[1, 0, 0], [0, 1, 0]], np.eye(2), {}, "different number of classes"),
        ([[1, 0], [0, 1]], [0.5, 0.5], {}, "not supported"),
        ([0, 1], ["a", "b"], {}, "y_proba must hold numbers"),
        ([0, 1], [0.1, 0.2], {"sample_weight": [1, -1]}, "must not be negative"),
    ],
)
def test_what_is_wrong_is_said(y, proba, options, message):
    with pytest.raises(ValueError, match=message):
        read_probabilities(y, proba, **options)


def test_rows_of_any_number_of_classes_are_kept_where_asked_for():
    proba = np.full((3, 2), 0.5)
    for kind in (int, bool, float, np.uint8):
        found = read_probabilities(
            np.array([[1, 1], [0, 1], [0, 0]], kind), proba, several=True
        )
        assert found.indicators.tolist() == [[True, True], [False, True], [False] * 2]
        assert found.classes.tolist() == [0, 1]
    single = read_probabilities([[1, 0], [0, 1], [0, 1]], proba, several=True)
    assert single.indicators is None
    assert single.codes.tolist() == [0, 1, 1]
    column = read_probabilities([[1, 0], [0, 1]], [0.5, 0.25], rule="labels")
    assert column.codes.tolist() == [0, 1]


@one_case("dtype", [np.float64, np.float32])
def test_rows_that_do_not_sum_to_one_are_told(dtype):
    off = 3 * np.sqrt(np.finfo(dtype).eps)
    rows = np.array([[0.25, 0.75], [0.5, 0.5 + off]], dtype)
    with pytest.warns(UserWarning, match="do not sum to one"):
        read_probabilities([0, 1], rows)
    rows[1, 1] = 0.5 + off / 6
    read_probabilities([0, 1], rows)


def test_floats_are_read_in_place_and_their_precision_is_kept():
    for dtype in (np.float64, np.float32):
        proba = np.array([0.25, 0.75], dtype)
        found = read_probabilities([0, 1], proba)
        assert found.proba is proba
        assert found.eps == np.finfo(dtype).eps
    half = read_probabilities([0, 1], np.array([0.25, 0.75], np.float16))
    assert (half.proba.dtype, half.eps) == (np.float32, np.finfo(np.float16).eps)
    assert read_probabilities([0, 1], [True, False]).proba.tolist() == [1.0, 0.0]


def test_many_classes_and_late_ones(rng):
    y = np.zeros(9000, np.int64)
    y[-1], y[-2] = 1, 2
    assert read_probabilities(y, np.full((9000, 3), 1 / 3)).codes.tolist() == y.tolist()
    for dtype in (np.float32, np.uint8, np.int16, np.uint64):
        found = read_probabilities(y.astype(dtype)[::-1], np.full((9000, 3), 1 / 3))
        assert found.codes.tolist() == y[::-1].tolist()
    wide = np.array([-(2**62), 0, 2**62])[y]
    assert read_probabilities(wide, np.full((9000, 3), 1 / 3)).codes.tolist() == (
        y.tolist()
    )


def test_a_label_that_cannot_be_compared_with_the_positive_one():
    y_true = np.array([1, 1, 1, 10**24], object)
    given, day = [0.25, 0.625, 0.5, 0.0], np.timedelta64(1, "D")
    # NumPy 2.5 does not call it equal to 1, so it is refused there.
    with contextlib.suppress(ValueError):
        ours = fm.spherical_score(y_true, given, pos_label=day)
        assert ours == fm.spherical_score([1, 1, 1, 0], given)
