"""Pairs of rows by their ranks, against loops over all pairs."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import rank_pairs

# Around where rows are compared directly, and where counters of bytes are emptied.
SIZES = [0, 1, 2, 3, 254, 255, 256, 399, 400, 401, 511, 900]
# One digit and more; ranks of which each occurs often, and hardly any twice.
RANKS = [1, 2, 63, 64, 65, 4096, 70_000, 2**29]


def pairs_before(values):
    """Whether row i comes before row j, as a matrix."""
    return np.triu(np.ones((len(values), len(values)), bool), 1)


@one_case("n", SIZES)
@one_case("k", RANKS)
def test_inversions(n, k, rng):
    ranks = rng.integers(0, k, n).astype(np.uint64)
    flags = rng.integers(0, 2, n).astype(np.uint8)
    wrong = (ranks[:, None] > ranks) & pairs_before(ranks)
    assert rank_pairs.count_inversions(ranks) == wrong.sum()
    flagged = wrong & (flags[:, None] == 1)
    assert rank_pairs.count_inversions(ranks, flags) == flagged.sum()


@one_case("n", SIZES)
@one_case("k", RANKS)
def test_rows_before_each_of_a_lower_rank(n, k, rng):
    ranks = rng.integers(0, min(k, max(n, 1)), n).astype(np.uint64)
    before = pairs_before(ranks)
    expected = [
        (before & relation(ranks[:, None], ranks)).sum(axis=0)
        for relation in (np.less, np.equal)
    ]
    np.testing.assert_array_equal(rank_pairs.count_below(ranks), expected)


def test_rows_before_each_in_several_levels_of_digits(rng):
    ranks = rng.permutation(70_000).astype(np.uint64)
    lower, equal = rank_pairs.count_below(ranks)
    met = rank_pairs.meet_rows(np.arange(70_000, dtype=np.uint64), ranks)
    after = 69_999 - np.arange(70_000)  # all lower ranks but these are before a row
    np.testing.assert_array_equal(2 * lower.astype(int) - ranks + after, met[0])
    assert not equal.any()
    with pytest.raises(ValueError, match="less than the number of rows"):
        rank_pairs.count_below(np.array([0, 2], np.uint64))


@one_case("n", [1000, 300_000])
def test_inversions_of_an_order_and_its_reverse(n):
    ranks = np.arange(n, dtype=np.uint64)
    assert rank_pairs.count_inversions(ranks) == 0
    assert rank_pairs.count_inversions(ranks[::-1].copy()) == n * (n - 1) // 2
    # Swapped neighbours are one inversion each.
    swapped = ranks.reshape(-1, 2)[:, ::-1].ravel().copy()
    assert rank_pairs.count_inversions(swapped) == n // 2


@one_case("dtype", ["i1", "u2", "i4", "i8", "u8", "f4", "f8"])
def test_keys_are_in_the_order_of_the_numbers(dtype, rng):
    numbers = rng.integers(0, 100, (3000, 2)).astype(dtype)
    if np.dtype(dtype).kind != "u":
        numbers -= 50
    for column in (numbers[:, 0], numbers[::-3, 1]):
        keys = rank_pairs.order_keys(column)
        np.testing.assert_array_equal(
            np.unique(keys, return_inverse=True)[1],
            np.unique(column, return_inverse=True)[1],
        )


def test_keys_tell_large_integers_apart_and_not_the_zeros():
    for dtype in (np.int64, np.uint64):
        keys = rank_pairs.order_keys(np.array([2**53 + 1, 2**53, 0], dtype))
        assert keys[0] > keys[1] > keys[2]
    assert len(set(rank_pairs.order_keys(np.array([0.0, -0.0])))) == 1


@one_case("bad", [np.nan, np.inf, -np.inf])
@one_case("row", [0, 1023, 1024, 1999])
def test_what_is_not_finite_has_no_keys(bad, row):
    numbers = np.ones(2000)
    numbers[row] = bad
    assert rank_pairs.order_keys(numbers) is None
    assert rank_pairs.order_keys(numbers.astype(np.float32)) is None
    with np.errstate(over="ignore"):
        huge = rank_pairs.order_keys(np.full(2000, np.finfo(float).max))
    assert huge is not None


@one_case("k", [1, 2, 40, 10_000])
def test_ranks_and_ties(k, rng):
    keys = np.sort(rng.integers(0, k, 500).astype(np.uint64))
    _, ranks, counts = np.unique(keys, return_inverse=True, return_counts=True)
    ties = len(counts), int((counts**2).sum()), int((counts**3).sum())
    found, of_found = rank_pairs.rank(keys)
    np.testing.assert_array_equal(found, ranks)
    assert of_found == ties == rank_pairs.count_ties(keys)
    upto = np.cumsum(counts)
    centred, of_centred = rank_pairs.centred_ranks(keys)
    expected = (upto - counts) - (500 - upto)
    np.testing.assert_array_equal(centred.view(np.int64), expected[ranks])
    assert of_centred == ties
    others = rng.integers(-(2**30), 2**30, 500)
    found, of_found = rank_pairs.meet_centred_ranks(keys, others.view(np.uint64))
    assert found == sum(
        int(a) * int(b) for a, b in zip(expected[ranks], others, strict=True)
    )
    assert of_found == ties


def test_products_of_ranks_that_need_more_than_64_bits():
    n = 3_000_000  # two values: ranks of n / 2, and their products of n**3 / 4
    keys = np.repeat(np.array([1, 2], np.uint64), n // 2)
    ranks, (distinct, squares, cubes) = rank_pairs.centred_ranks(keys)
    assert (distinct, squares, cubes) == (2, 2 * (n // 2) ** 2, 2 * (n // 2) ** 3)
    assert rank_pairs.meet_centred_ranks(keys, ranks)[0] == n * (n // 2) ** 2


def test_ties_of_two_columns(rng):
    rows = np.unique(rng.integers(0, 5, (300, 2)), axis=0, return_counts=True)
    columns = np.repeat(*rows, axis=0).astype(np.uint64)
    counts = rows[1]
    found = rank_pairs.count_ties(columns[:, 0].copy(), columns[:, 1].copy())
    assert found == (len(counts), (counts**2).sum(), (counts**3).sum())


@one_case("k", [1, 3, 1000])
def test_flagged_rows_come_first(k, rng):
    ranks = np.sort(rng.integers(0, k, 200).astype(np.uint64))
    flags = rng.integers(0, 2, 200).astype(np.uint8)
    order, found = rank_pairs.put_flagged_first(ranks, flags)
    keys = 2 * ranks + (1 - flags)
    np.testing.assert_array_equal(order, np.argsort(keys, kind="stable"))
    expected = np.unique(keys[order], return_inverse=True)[1]
    np.testing.assert_array_equal(found, expected)


def ordered(rng, n, k):
    """Ranks of both columns, rows in the order that the kernel takes them in."""
    columns = rng.integers(0, k, (2, n))
    ranks = [np.unique(one, return_inverse=True)[1] for one in columns]
    order = np.lexsort(ranks[::-1])
    return [one[order].astype(np.uint64) for one in ranks]


@one_case("n", [1, 2, 60])
@one_case("k", [1, 2, 5, 1000])
@one_case("weighted", [False, True])
@one_case("flagged", [False, True])
def test_what_rows_meet(n, k, weighted, flagged, rng):
    ranks, others = ordered(rng, n, k)
    weights = rng.integers(0, 5, n).astype(float) if weighted else None
    flags = rng.integers(0, 2, n).astype(np.uint8) if flagged else None
    a, b = ranks.astype(int), others.astype(int)
    sign_a, sign_b = np.sign(a[:, None] - a), np.sign(b[:, None] - b)
    kinds = [
        sign_a * sign_b > 0,
        sign_a * sign_b < 0,
        (sign_a != 0) & (sign_b == 0),
        (sign_a == 0) & (sign_b != 0),
        (sign_a == 0) & (sign_b == 0) & ~np.eye(n, dtype=bool),
    ]
    if flagged:  # of two rows the lower one is flagged
        lower = np.where(sign_a < 0, flags[:, None], flags[None, :]).astype(bool)
        kinds[:3] = [kind & lower for kind in kinds[:3]]
    w = np.ones(n) if weights is None else weights
    found = rank_pairs.meet_rows(ranks, others, weights, flags)
    np.testing.assert_array_equal(found, [kind @ w for kind in kinds])
    before = rank_pairs.meet_rows(ranks, others, weights, flags, False)
    np.testing.assert_array_equal(before @ w, [w @ kind @ w / 2 for kind in kinds])
    if flagged and not weighted:
        known, tied = rank_pairs.count_known(ranks, others, flags)
        assert known == sum(kind.sum() for kind in kinds[:3]) / 2
        assert tied == kinds[2].sum() / 2


def test_arrays_of_different_lengths_are_refused():
    two, three = np.zeros(2, np.uint64), np.zeros(3, np.uint64)
    for call in (
        lambda: rank_pairs.count_ties(two, three),
        lambda: rank_pairs.meet_centred_ranks(two, three),
        lambda: rank_pairs.count_inversions(two, np.zeros(3, np.uint8)),
        lambda: rank_pairs.put_flagged_first(two, np.zeros(3, np.uint8)),
        lambda: rank_pairs.count_known(two, three, np.zeros(2, np.uint8)),
        lambda: rank_pairs.meet_rows(two, three),
        lambda: rank_pairs.meet_rows(two, two, np.zeros(3)),
    ):
        with pytest.raises(ValueError, match="length"):
            call()
    with pytest.raises(ValueError, match="less than"):
        rank_pairs.meet_rows(two, two + np.uint64(2))
