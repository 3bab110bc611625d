"""Parts of lists in plain Python, by scikit-learn's manual and by their sizes."""

from fastmetrics.reference.selection.group_splits import (
    train_test_split,
    train_validation_test_split,
)
from fastmetrics.reference.selection.splitters import part_sizes


def test_sizes():
    assert part_sizes(10, None, None, 0.25) == (7, 3)
    assert part_sizes(10, 0.11, None, 0.25) == (8, 2)
    assert part_sizes(10, None, 0.59, 0.25) == (5, 5)
    assert part_sizes(10, 0.11, 0.59, 0.25) == (5, 2)
    assert part_sizes(10, 3, 4, 0.25) == (4, 3)


def test_two_parts_of_the_manual():
    X = [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
    assert train_test_split(X, range(5), test_size=0.33, random_state=42) == [
        [[4, 5], [0, 1], [6, 7]],
        [[2, 3], [8, 9]],
        [2, 0, 3],
        [1, 4],
    ]
    assert train_test_split(range(5), shuffle=False) == [[0, 1, 2], [3, 4]]


def test_three_parts_are_two_and_two():
    rows = range(20)
    train, validation, test = train_validation_test_split(rows, random_state=3)
    rest, expected = train_test_split(rows, test_size=4, random_state=3)
    assert test == expected
    assert train_test_split(rest, test_size=4, random_state=3) == [train, validation]


def test_three_parts_keep_shares_and_groups():
    y = [0, 1] * 10
    found = train_validation_test_split(y, stratify=y, random_state=0)
    assert [len(part) for part in found] == [12, 4, 4]
    assert [sum(part) for part in found] == [6, 2, 2]
    groups = [row // 4 for row in range(20)]
    found = train_validation_test_split(groups, groups=groups, random_state=0)
    assert sorted(len({*part}) for part in found) == [1, 1, 3]
    assert sorted(group for part in found for group in part) == groups


def test_three_parts_in_order():
    assert train_validation_test_split(
        range(10), validation_size=3, test_size=0.1, shuffle=False
    ) == [[0, 1, 2, 3, 4, 5], [6, 7, 8], [9]]
