"""The way from labels to counts: by the fast path and by the slow one."""

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn.metrics import confusion_matrix, f1_score

import fastmetrics as fm
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.targets import count_binary, count_targets

TRUE, PREDICTED = [0, 1, 1, 0, 1], [0, 1, 0, 1, 1]


NUMBERS = ["?", "i1", "i8", "u2", "u8", "f2", "f4", "f8"]


@one_case(
    ("dtype", "other"),
    [("U", "U"), *((one, two) for one in NUMBERS for two in ("i8", "f8"))],
)
def test_the_fast_path_is_the_slow_one(dtype, other):
    true, predicted = np.array(TRUE, dtype), np.array(PREDICTED, other)
    positive = "1" if dtype == "U" else 1
    fast = count_targets(true, predicted)
    slow = count_targets(true.tolist(), predicted.tolist())
    assert fast == slow
    assert fast.counts.tolist() == confusion_matrix(TRUE, PREDICTED).tolist()
    four = (1, 1, 1, 2)
    assert count_binary(true, predicted, positive) == four
    assert count_binary(true.tolist(), predicted.tolist(), positive) == four
    weighted = count_binary(true, predicted, positive, [2, 2, 2, 2, 2])
    assert weighted == (2, 2, 2, 4)
    assert {type(x) for x in weighted} == {int}


def test_the_labels_have_the_dtype_that_scikit_learn_would_give():
    for true, predicted in (("?", "i8"), ("i1", "i8"), ("f4", "f8"), ("i8", "f8")):
        pair = np.array(TRUE, true), np.array(PREDICTED, predicted)
        lists = count_targets(*(column.tolist() for column in pair))
        assert count_targets(*pair).labels.tolist() == lists.labels.tolist()


def test_a_matrix_is_counted_by_column():
    matrix = np.array([[0, 1], [1, 1]])
    assert isinstance(count_targets(matrix, matrix), IndicatorCounts)


@one_case(
    ("true", "predicted", "positive"),
    [
        ([0, 1, 2], [0, 1, 2], 1),
        ([0, 1], [0, 2], 1),
        ([0, 1], [0, 1], 5),
        (["a", "b"], ["a", "b"], 1),
        ([[0, 1], [1, 1]], [[0, 1], [1, 1]], 1),
    ],
)
def test_what_is_not_binary_raises_as_scikit_learn_does(true, predicted, positive):
    with pytest.raises(ValueError, match=r"average='binary'|pos_label") as theirs:
        f1_score(true, predicted, pos_label=positive)
    for convert in (list, np.array):
        with pytest.raises(ValueError, match=r"average='binary'|pos_label") as ours:
            count_binary(convert(true), convert(predicted), positive)
        # Labels are shown as Python's there, as NumPy's here.
        assert str(ours.value).split("[")[0] == str(theirs.value).split("[")[0]


def test_a_single_label_need_not_be_the_positive_one():
    assert count_binary([0, 0], [0, 0]) == (2, 0, 0, 0)
    assert count_binary([1, 1], [1, 1]) == (0, 0, 0, 2)
    assert count_binary(["a"], ["a"], "b") == (1, 0, 0, 0)


def test_a_label_that_no_other_fits_is_none_of_them():
    with pytest.raises(ValueError, match=r"inf. is not a valid label"):
        count_binary([2**62, 0], [0, 0], pos_label=np.float16("inf"))


def test_labels_that_are_too_many_are_named():
    # A misspelt prediction is a third label.
    y, p = ["case", "control", "case"], ["case", "contrl", "control"]
    with pytest.raises(ValueError, match=r"labels are \['case', 'contrl', 'control'\]"):
        fm.f1_score(y, p, pos_label="case")
