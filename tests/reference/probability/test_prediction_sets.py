"""Coverage and size of prediction sets, by hand."""

import pytest

from fastmetrics import reference
from fastmetrics.reference.probability.prediction_sets import (
    random_direction,
    slabs_of,
)

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


def test_worst_slab():
    # One feature, so each direction is 1 or −1. All rows alike, in both halves.
    x = [[float(i // 8)] for i in range(32)]
    y = [0] * 32
    sets = [[] if one == [2.0] else [0] for one in x]
    found = reference.worst_slab_coverage(
        y, sets, x, n_directions=2, confidence_level=0.9, random_state=3
    )
    assert found.chosen_coverage == found.coverage == 0
    assert {abs(found.lowest), abs(found.highest)} == {2.0}
    assert 1 <= found.n_rows <= 8
    assert found.overall_coverage == 1 - found.n_rows / 16
    # No success in n trials: the upper bound is 1 − 0.05^(1/n).
    assert found.low == 0
    assert found.high == pytest.approx(1 - 0.05 ** (1 / found.n_rows), abs=1e-9)


def test_a_slab_has_the_lowest_mass_at_least():
    assert slabs_of([1.0, 2.0, 2.0, 5.0], 3) == [
        (1.0, 2.0),
        (1.0, 5.0),
        (2.0, 5.0),
    ]


def test_directions_are_on_the_sphere():
    directions = [random_direction(0, k, 3) for k in range(100)]
    assert all(sum(v * v for v in one) == pytest.approx(1) for one in directions)
    assert sum(one[0] > 0 for one in directions) == pytest.approx(50, abs=20)
