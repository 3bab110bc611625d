"""Random splits in plain Python have the rows that scikit-learn's manual prints."""

from fastmetrics.reference.selection.random_splits import (
    GroupShuffleSplit,
    ShuffleSplit,
    StratifiedShuffleSplit,
)


def test_shuffle_split_of_the_manual():
    splitter = ShuffleSplit(5, test_size=0.25, random_state=0)
    assert list(splitter.split(6)) == [
        ([1, 3, 0, 4], [5, 2]),
        ([4, 0, 2, 5], [1, 3]),
        ([1, 2, 4, 0], [3, 5]),
        ([3, 4, 1, 0], [5, 2]),
        ([3, 5, 1, 0], [2, 4]),
    ]
    smaller = ShuffleSplit(1, train_size=0.5, test_size=0.25, random_state=0)
    assert list(smaller.split(6)) == [([1, 3, 0], [5, 2])]


def test_group_shuffle_split_of_the_manual():
    groups = [1, 1, 2, 2, 2, 3, 3, 3]
    splitter = GroupShuffleSplit(2, train_size=0.7, random_state=42)
    assert list(splitter.split(8, groups=groups)) == [
        ([2, 3, 4, 5, 6, 7], [0, 1]),
        ([0, 1, 5, 6, 7], [2, 3, 4]),
    ]


def test_stratified_shuffle_split_of_the_manual():
    splitter = StratifiedShuffleSplit(5, test_size=0.5, random_state=0)
    assert list(splitter.split(6, [0, 0, 0, 1, 1, 1])) == [
        ([5, 2, 3], [4, 1, 0]),
        ([5, 1, 4], [0, 2, 3]),
        ([5, 0, 2], [4, 3, 1]),
        ([4, 1, 0], [2, 3, 5]),
        ([0, 5, 1], [3, 4, 2]),
    ]


def test_a_row_left_over_goes_to_the_largest_remainder():
    splitter = StratifiedShuffleSplit(3, train_size=5, test_size=5, random_state=1)
    y = ["a"] * 13 + ["b"] * 7
    for train, test in splitter.split(20, y):
        for side in (train, test):  # of five, 3.25 and 1.75
            assert sorted(y[row] for row in side) == ["a"] * 3 + ["b"] * 2
