"""Groups and labelled rows dealt to parts: the kernels against their definitions."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.sparse import csr_array

from fastmetrics._kernels import group_folds
from fastmetrics.reference.selection import group_splits, random_splits
from fastmetrics.reference.selection.group_splits import (
    deviation,
    greedy_folds,
    spread_first,
)


def halves(numbers):
    """Return whole numbers as their low and high 64 bits."""
    return np.array(
        [[number % 2**64, (number >> 64) % 2**64] for number in numbers], np.uint64
    )


def drawn_counts(rng, n_groups, n_classes, most=6):
    counts = rng.integers(0, most, (n_groups, n_classes))
    counts[0] += 1  # no class without rows
    counts[counts.sum(1) == 0, 0] = 1
    return counts


def balance(counts, k, sizes=None):
    rows = counts.tolist()
    pulls = None
    if sizes is not None:
        pulls = np.array([halves(p) for p in group_splits.class_pulls(rows, sizes, k)])
    weights = halves(group_splits.class_weights(rows))
    return group_folds.Balance(counts, weights, k, pulls)


@one_case("group_type", [np.uint8, np.uint16, np.uint32])
@one_case("class_type", [np.uint8, np.uint16, np.uint32])
def test_counts_are_those_of_pairs(group_type, class_type):
    groups = np.array([0, 2, 2, 0, 2], group_type)
    classes = np.array([1, 0, 1, 1, 1], class_type)
    found = group_folds.count_classes(groups, classes, 3, 2)
    assert found.tolist() == [[0, 2], [0, 0], [1, 2]]


@one_case(("group", "label"), [(3, 0), (255, 0), (0, 2), (0, 255)])
def test_codes_out_of_range_are_refused(group, label):
    groups, classes = (np.array([0, code], np.uint8) for code in (group, label))
    with pytest.raises(ValueError, match="not below"):
        group_folds.count_classes(groups, classes, 3, 2)


@one_case("n_classes", [1, 2, 7, 8, 9, 15, 16, 128, 129, 300])
def test_spreads_have_the_bits_of_numpy(n_classes):
    counts = drawn_counts(np.random.default_rng(n_classes), 40, n_classes, 1000)
    found = group_folds.spread_counts(counts)
    assert found.tolist() == np.std(counts.astype(np.float64), axis=1).tolist()
    assert found[3] == deviation([float(m) for m in counts[3].tolist()])


def test_the_greedy_choice_is_that_of_its_definition():
    rng = np.random.default_rng(0)
    for _ in range(25):
        n_groups, k = int(rng.integers(2, 12)), int(rng.integers(2, 12))
        counts = drawn_counts(rng, n_groups, int(rng.choice([1, 2, 9, 20, 140])), 4)
        order = spread_first(counts.tolist())
        found = group_folds.deal_groups(counts, np.array(order), k)
        assert found.tolist() == greedy_folds(counts.tolist(), k)


def test_moves_and_swaps_are_those_of_their_definition():
    rng = np.random.default_rng(1)
    for i in range(100):
        n_groups, k = int(rng.integers(2, 10)), int(rng.integers(2, 5))
        counts = drawn_counts(rng, n_groups, int(rng.integers(1, 5)))
        rows, sizes = counts.tolist(), None
        if i % 2:
            cuts = np.sort(rng.integers(0, counts.sum() + 1, k - 1))
            sizes = np.diff([0, *cuts, counts.sum()]).tolist()
        job = balance(counts, k, sizes)
        pulls = group_splits.class_pulls(rows, sizes, k)
        start = rng.integers(0, k, n_groups).tolist()
        if not i % 2:
            start = group_splits.largest_first(rows, k)
            order = np.argsort(-counts.sum(1), kind="stable")
            assert job.place(order).tolist() == start
        n_needed = int(rng.integers(0, min(n_groups, k) + 1))
        most = int(rng.choice([0, 20, 100, 10**9]))
        parts = job.improve(np.array(start, np.uint32), n_needed, most)
        assert parts.tolist() == group_splits.improve(
            rows, start, pulls, n_needed, most
        )
        cost = group_splits.cost(rows, parts.tolist(), pulls)
        assert job.cost(parts) == cost


def test_costs_are_exact_up_to_the_largest_counts():
    counts = np.array(
        [[2**44, 1, 3], [2**44 - 7, 0, 2**31], [5, 0, 2**31 + 1], [2**20, 0, 1]]
    )
    for k, sizes in ((2, None), (3, None), (2, [2**44, int(counts.sum()) - 2**44])):
        job = balance(counts, k, sizes)
        pulls = group_splits.class_pulls(counts.tolist(), sizes, k)
        for number in range(k**4):
            parts = [number // k**g % k for g in range(4)]
            found = job.cost(np.array(parts, np.uint32))
            assert found == group_splits.cost(counts.tolist(), parts, pulls)
        start = [0, 0, 0, 0]
        found = job.improve(np.array(start, np.uint32), k, 10**6)
        expected = group_splits.improve(counts.tolist(), start, pulls, k)
        assert found.tolist() == expected


def test_the_objective_by_hand():
    # Two classes of 4 and 2 rows; one fold has 3 + 0 of them, the other 1 + 2.
    counts = [[3, 0], [1, 2]]
    found = group_splits.objective(counts, [0, 1], 2)
    assert found == 2 * 2**2 * (2**90 // 16) + 2 * 2**2 * (2**90 // 4)


def test_labels_are_dealt_as_defined():
    rng = np.random.default_rng(2)
    for i in range(100):
        n, n_labels, k = (int(rng.integers(1, m)) for m in (25, 5, 5))
        y = csr_array((rng.random((n, n_labels)) < rng.random()).astype(int))
        order = None if i % 3 else rng.permutation(n)
        shares = np.ones(k, np.int64)
        if i % 2:
            cuts = np.sort(rng.integers(0, n + 1, k - 1))
            shares = np.diff([0, *cuts, n])
        found = group_folds.deal_labels(
            y.indptr.astype(np.int64),
            y.indices.astype(np.int64),
            n_labels,
            shares,
            order,
            bool(i % 2),
        )
        asked = (y.toarray().tolist(), shares.tolist(), order, bool(i % 2))
        assert found.tolist() == random_splits.deal_labels(*asked)
        if i % 2:
            assert np.bincount(found, minlength=k).tolist() == shares.tolist()


def test_what_does_not_fit_is_refused():
    counts = np.ones((3, 2), np.int64)
    weights = halves([1, 1])
    job = group_folds.Balance(counts, weights, 2)
    with pytest.raises(ValueError, match="each group once"):
        group_folds.deal_groups(counts, np.array([0, 1, 1]), 2)
    with pytest.raises(ValueError, match="each group once"):
        job.place(np.array([0, 1, 3]))
    with pytest.raises(ValueError, match="not below"):
        job.cost(np.array([0, 1, 2], np.uint32))
    with pytest.raises(ValueError, match="each group must"):
        job.improve(np.array([0, 1], np.uint32), 2, 10)
    with pytest.raises(ValueError, match="more parts"):
        job.improve(np.zeros(3, np.uint32), 3, 10)
    with pytest.raises(ValueError, match="no counts"):
        group_folds.spread_counts(counts[:0])
    with pytest.raises(ValueError, match="shape"):
        group_folds.Balance(counts, weights[:1], 2)
    with pytest.raises(ValueError, match="shape"):
        group_folds.Balance(counts, weights, 2, np.zeros((3, 2, 2), np.uint64))
    zero = np.zeros(2, np.int64)
    with pytest.raises(ValueError, match="indptr"):
        group_folds.deal_labels(zero, np.zeros(1, np.int64), 1, np.ones(2, np.int64))
    with pytest.raises(ValueError, match="label is not below"):
        group_folds.deal_labels(np.array([0, 1]), np.array([3]), 1, zero + 1)
    with pytest.raises(ValueError, match="add up"):
        group_folds.deal_labels(zero, zero[:0], 1, zero + 1, None, True)
