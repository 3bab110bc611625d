"""count_pairs against binary searches, over every way its stretches can fall."""

import numpy as np
import pytest

from fastmetrics._kernels.pairs import count_pairs


def by_search(positives, negatives):
    below = np.searchsorted(negatives, positives, "left").sum(dtype=object)
    upto = np.searchsorted(negatives, positives, "right").sum(dtype=object)
    return int(below), int(upto - below)


def check(positives, negatives):
    positives, negatives = np.sort(positives), np.sort(negatives)
    assert count_pairs(positives, negatives) == by_search(positives, negatives)


@pytest.mark.parametrize("dtype", [np.uint32, np.uint64])
@pytest.mark.parametrize("distinct", [1, 2, 7, 1000, 2**31])
@pytest.mark.parametrize("sizes", [(1, 1), (1, 9), (3, 2), (40, 300), (5000, 20_000)])
@pytest.mark.parametrize("shift", [0, 1, 2**30])
def test_random_keys(rng, dtype, distinct, sizes, shift):
    draw = [rng.integers(0, distinct, n).astype(dtype) for n in sizes]
    check(draw[0] + dtype(shift), draw[1])
    check(draw[0], draw[1] + dtype(shift))


@pytest.mark.parametrize("n", [2047, 2048, 2049, 8191, 8192, 8193])
def test_ties_across_the_ends_of_stretches(n):
    """Every key in both classes, so each cut may fall between equal ones."""
    keys = np.arange(n, dtype=np.uint64)
    check(keys, keys)
    check(np.repeat(keys, 3), keys)
    check(keys, np.repeat(keys, 3))


def test_one_tie_in_many_keys():
    """A single tie anywhere must be seen, or its pair counts as a loss."""
    odd, even = np.arange(1, 9000, 2), np.arange(0, 9000, 2)
    for k in range(0, 4500, 37):
        negatives = even.copy()
        negatives[k] = odd[k] if k < len(odd) else even[k]
        check(odd.astype(np.uint64), negatives.astype(np.uint64))


@pytest.mark.parametrize("extreme", [0, 2**64 - 1])
def test_extreme_keys(extreme):
    keys = np.full(5000, extreme, np.uint64)
    assert count_pairs(keys, keys[:3000]) == (0, 15_000_000)


def test_no_rows():
    keys = np.arange(5, dtype=np.uint64)
    assert count_pairs(keys, keys[:0]) == (0, 0)
    assert count_pairs(keys[:0], keys) == (0, 0)
