"""Columns of folds and the rows that they stand for."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import folds

WIDTHS = ["u1", "u2", "u4"]


@one_case("width", WIDTHS)
@one_case("k", [1, 2, 5, 40, 200])
def test_rows_of_a_fold_and_of_all_others(width, k, rng):
    for n in (1, 63, 64, 65, 1000, 5000):
        ids = rng.integers(0, k, n).astype(width)
        if n == 5000:
            ids.sort()  # folds at the ends, and long runs without any of its rows
        counts = folds.count_codes(ids, k)
        assert counts.tolist() == np.bincount(ids, minlength=k).tolist()
        for fold in {0, k // 2, k - 1}:
            outside, inside = folds.fold_indices(ids, fold, counts[fold])
            assert outside.dtype == inside.dtype == np.intp
            np.testing.assert_array_equal(inside, np.flatnonzero(ids == fold))
            np.testing.assert_array_equal(outside, np.flatnonzero(ids != fold))


def test_counts_of_more_codes_than_a_byte_holds(rng):
    codes = rng.integers(0, 1000, 3000).astype("u2")
    expected = np.bincount(codes, minlength=1001)
    assert folds.count_codes(codes, 1001).tolist() == expected.tolist()


def test_blocks_of_rows():
    outside, inside = folds.block_indices(6, 2, 4)
    assert (outside.tolist(), inside.tolist()) == ([0, 1, 4, 5], [2, 3])
    assert folds.block_indices(3, 0, 3)[0].tolist() == []
    assert folds.block_indices(3, 3, 3)[1].tolist() == []
    with pytest.raises(ValueError, match="not among the rows"):
        folds.block_indices(3, 2, 4)


@one_case("width", WIDTHS)
@one_case("of_folds", WIDTHS)
def test_classes_are_dealt_their_own_folds(width, of_folds):
    codes = np.array([1, 0, 1, 1], width)
    decks = np.array([7, 1, 2, 3], of_folds)  # class 0 has the first one
    out = np.empty(4, of_folds)
    folds.deal(codes, np.array([0, 1]), decks, out)
    assert out.tolist() == [1, 7, 2, 3]
    folds.look_up(np.array([5, 6], of_folds), codes, out)
    assert out.tolist() == [6, 5, 6, 6]


def test_the_lightest_fold_comes_first(rng):
    for _ in range(50):
        k = int(rng.integers(1, 12))
        sizes = rng.integers(0, 6, int(rng.integers(1, 60)))
        loads, expected = np.zeros(k, int), []
        for size in sizes:
            expected.append(int(loads.argmin()))
            loads[expected[-1]] += size
        assert folds.fill_lightest(sizes, k).tolist() == expected


def test_wrong_sizes_raise():
    ids = np.zeros(3, np.uint8)
    with pytest.raises(ValueError, match="more rows than"):
        folds.fold_indices(ids, 0, 4)
    with pytest.raises(ValueError, match="differ in length"):
        folds.deal(ids, np.zeros(1, np.int64), ids, ids[:2])
    with pytest.raises(ValueError, match="differ in length"):
        folds.look_up(ids, ids, ids[:2])
    with pytest.raises(ValueError, match="folds"):
        folds.fill_lightest(np.ones(3, np.int64), 0)


@one_case("code", [np.uint8, np.uint16, np.uint32])
@one_case("row", [np.uint32, np.uint64])
@one_case("n", [0, 1, 100])
def test_rows_of_classes_are_those_of_a_stable_sort(rng, code, row, n):
    codes = rng.integers(0, 5, n).astype(code)
    counts = np.bincount(codes, minlength=5)
    out = np.empty(n, row)
    folds.rows_by_class(codes, np.cumsum(counts) - counts, out)
    np.testing.assert_array_equal(out, np.argsort(codes, kind="stable"))


def test_room_for_other_rows_raises():
    with pytest.raises(ValueError, match="differ in length"):
        folds.rows_by_class(np.zeros(2, "u1"), np.zeros(1, np.int64), np.empty(1, "u4"))
