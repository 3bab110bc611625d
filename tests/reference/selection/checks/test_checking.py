"""Checks of splits, counted by hand."""

import pytest

from fastmetrics.reference.selection.checks import check_parts, check_split

# Six rows in three folds; rows 0 and 3 are equal, of different labels.
FOLDS = [0, 0, 1, 1, 2, 2]
X = [[7], [1], [2], [7], [3], [4]]
Y = ["a", "b", "a", "b", "b", "b"]
GROUPS = ["u", "v", "v", "w", "x", "x"]


def test_folds_by_hand():
    found = check_split(FOLDS, X, Y, groups=GROUPS, time=[1, 2, 3, 4, 5, 6])
    assert found["n_train"] == [4, 4, 4]
    assert found["n_test"] == [2, 2, 2]
    assert found["rows_on_both_sides"] == [0, 0, 0]
    assert (found["never_tested"], found["tested_more_than_once"]) == (0, 0)
    assert found["classes"] == ["a", "b"]
    assert found["class_counts"] == [[1, 1], [1, 1], [0, 2]]
    # Two rows of six, two of them "a" and four "b": 2/3 and 4/3 is the share.
    for row, expected in zip(found["class_deviations"], (1, 1, 2), strict=True):
        assert row == pytest.approx([expected / 3] * 2)
    assert found["largest_deviation"] == pytest.approx(2 / 3)
    assert found["smallest_deviation"] == pytest.approx(1 / 3)
    assert found["missing_from_training"] == [[], [], []]
    assert found["missing_from_test"] == [[], [], ["a"]]
    assert found["n_groups"] == 4
    assert found["groups_on_both_sides"] == [1, 1, 0]
    assert found["duplicates_on_both_sides"] == [1, 1, 0]
    assert found["duplicates_with_same_label"] == [0, 0, 0]
    assert found["duplicates_with_other_label"] == [1, 1, 0]
    assert found["duplicates_in_training"] == [0, 0, 1]
    assert found["duplicates_in_test"] == [0, 0, 0]
    assert found["older_than_training"] == [2, 2, 0]
    assert found["examples"]["groups_on_both_sides"] == [
        {"split": 0, "group": "v"},
        {"split": 1, "group": "v"},
    ]
    assert found["examples"]["duplicates_on_both_sides"][0] == {
        "split": 0,
        "row": 0,
        "training_row": 3,
    }


def test_pairs_by_hand():
    found = check_split([([0, 1, 1], [1, 2]), ([0], [2])], X)
    assert found["n_samples"] == 6
    assert found["n_train"] == [2, 1]
    assert found["rows_on_both_sides"] == [1, 0]
    assert found["never_tested"] == 4
    assert found["tested_more_than_once"] == 1
    # A row is no duplicate of itself.
    assert found["duplicates_on_both_sides"] == [0, 0]
    assert found["classes"] is None
    assert found["duplicates_with_same_label"] is None


def test_rows_without_a_column_are_counted_by_the_splits():
    assert check_split([([0, 1], [4])])["n_samples"] == 5
    assert check_split([-1, 0, 0, 1])["never_tested"] == 1


def test_the_nearest_shares():
    # Ten rows of three classes (5, 3, 2), a test part of three: 1.5, 0.9 and 0.6 rows;
    # the best whole numbers are 1, 1, 1, off by 0.5, 0.1 and 0.4.
    y = [*"aaaaabbbcc"]
    found = check_split([([0, 1, 2, 3, 5, 6, 8], [4, 7, 9])], None, y)
    assert found["smallest_deviation"] == pytest.approx(0.5)
    assert found["largest_deviation"] == pytest.approx(0.5)


def test_numbers_with_fractions_have_no_classes():
    found = check_split([0, 1, 0], [[1], [1], [1]], [0.5, 0.5, 2.0])
    assert found["classes"] is None
    assert found["duplicates_with_same_label"] == [1, 1]
    assert found["duplicates_with_other_label"] == [1, 1]


def test_parts_by_hand():
    found = check_parts(
        [[1, 2], [3, 4]],
        [[3, 4], [3, 4]],
        y_train=["a", "b"],
        y_test=["b", "a"],
        groups_train=[1, 2],
        groups_test=[2, 3],
    )
    assert found["duplicates_on_both_sides"] == [2]
    assert found["duplicates_with_same_label"] == [1]
    assert found["duplicates_with_other_label"] == [1]
    assert found["duplicates_in_test"] == [1]
    assert found["groups_on_both_sides"] == [1]
