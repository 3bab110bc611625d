"""Coverage and size of prediction sets, by hand."""

import pytest

from fastmetrics import reference

Y = ["a", "b", "c", "b"]
MATRIX = [[True, False, False], [True, True, False], [True, True, False], [False] * 3]
LISTS = [["a"], ["a", "b"], ["b", "a"], []]


def test_coverage_and_size():
    for sets in (MATRIX, LISTS):
        assert reference.set_coverage(Y, sets) == 2 / 4
        assert reference.mean_set_size(Y, sets) == (1 + 2 + 2 + 0) / 4
        weights = [1, 2, 3, 4]
        assert reference.set_coverage(Y, sets, sample_weight=weights) == 3 / 10
        assert reference.mean_set_size(Y, sets, sample_weight=weights) == 11 / 10


def test_labels_name_the_columns():
    turned = [row[::-1] for row in MATRIX]
    assert reference.set_coverage(Y, turned, labels=["c", "b", "a"]) == 2 / 4


def test_coverage_by_size():
    found = reference.conditional_set_coverage(Y, LISTS, confidence_level=0.85)
    assert found.groups == [0, 1, 2]
    assert found.coverage == [0, 1, 1 / 2]
    assert found.n_rows == [1, 1, 2]
    # Each of three at the level 0.95: 0.025 and 0.975 of a single row.
    assert found.high[0] == pytest.approx(0.975, abs=1e-9)  # found by halving
    assert found.low[1] == pytest.approx(0.025, abs=1e-9)


def test_coverage_by_group():
    found = reference.conditional_set_coverage(Y, LISTS, ["x", "y", "y", "x"])
    assert found.groups == ["x", "y"]
    assert found.coverage == [1 / 2, 1 / 2]
