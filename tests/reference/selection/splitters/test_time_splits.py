"""Splits in time, worked by hand."""

from fastmetrics.reference.selection.splitters import (
    GroupTimeSeriesSplit,
    PurgedKFold,
)


def test_labels_of_two_more_rows():
    # The labels of the test rows 4 and 5 reach to row 7; those of rows 2 and 3 reach
    # into the test.
    splits = list(PurgedKFold(5, label_end=[*range(2, 12)]).split(10))
    assert splits[2] == ([0, 1, 8, 9], [4, 5])
    assert splits[0] == ([4, 5, 6, 7, 8, 9], [0, 1])
    assert splits[4] == ([0, 1, 2, 3, 4, 5], [8, 9])


def test_embargo_in_rows_and_as_a_share():
    assert next(PurgedKFold(2, embargo=1).split(8)) == ([5, 6, 7], [0, 1, 2, 3])
    shared = [next(PurgedKFold(2, embargo=e).split(8))[0] for e in (0.25, 0.374)]
    assert shared == [[6, 7], [6, 7]]
    # 0.29 * 100 is 28.999999999999996 in floats.
    assert next(PurgedKFold(2, embargo=0.29).split(100))[0] == [*range(79, 100)]


def test_without_labels_it_is_k_fold():
    assert list(PurgedKFold(2).split(3)) == [([2], [0, 1]), ([0, 1], [2])]


def test_groups_in_time():
    groups = list("aabccdde")
    found = list(GroupTimeSeriesSplit(2, test_size=1).split(None, groups=groups))
    assert found == [([0, 1, 2, 3, 4], [5, 6]), ([0, 1, 2, 3, 4, 5, 6], [7])]
    short = GroupTimeSeriesSplit(2, test_size=1, gap=1, max_train_size=1)
    assert list(short.split(None, groups=groups)) == [([2], [5, 6]), ([3, 4], [7])]
