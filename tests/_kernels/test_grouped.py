"""Ranks of ids, and squares of placements in groups of rows."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import grouped


@one_case("dtype", [np.int8, np.uint16, np.int32, np.int64, np.uint64])
def test_ids_are_ranked_among_those_that_occur(rng, dtype):
    ids = rng.choice([3, 7, 8, 100], 50).astype(dtype)
    low = int(ids.min())
    ranks, distinct = grouped.rank_ids(ids, low, int(ids.max()) - low + 1)
    values, expected = np.unique(ids, return_inverse=True)
    np.testing.assert_array_equal(ranks, expected)
    np.testing.assert_array_equal(distinct + np.uint64(low), values)


def test_no_ids():
    ranks, distinct = grouped.rank_ids(np.zeros(0, np.int64), 0, 0)
    assert len(ranks) == len(distinct) == 0


def met(groups, labels, scores):
    """Return the rows of groups after their classes have met."""
    keys = grouped.join_keys(groups, 0, int(groups.max()) + 1, labels)
    order = np.argsort(keys, kind="stable")
    rows = grouped.GroupedRows(keys[order], scores[order])
    for block in range(rows.n_blocks):
        rows.count(block)
    rows.place()
    for block in range(rows.n_blocks):
        rows.meet(block)
    return rows


@one_case("n_groups", [1, 3, 40])
@one_case("distinct", [1, 3, 1000])
def test_squares_of_placements(rng, n_groups, distinct):
    groups = rng.integers(0, n_groups, 400)
    labels = (rng.random(400) < 0.3).astype(np.uint8)
    scores = rng.integers(0, distinct, 400).astype(np.uint64)
    rows = met(groups, labels, scores)
    for block in range(rows.n_blocks):
        rows.square(block)
    assert rows.most_rows == np.bincount(groups).max()
    for at, group in enumerate(rows.groups):
        pos, neg = (
            scores[(groups == group) & (labels == label)].astype(int)
            for label in (1, 0)
        )
        doubled = 2 * (pos[:, None] > neg) + (pos[:, None] == neg)
        assert rows.over_positives[at] == (doubled.sum(axis=1) ** 2).sum()
        assert rows.over_negatives[at] == (doubled.sum(axis=0) ** 2).sum()


def test_squares_are_of_rows_that_have_met():
    keys, scores = np.zeros(3, np.uint32), np.zeros(3, np.uint64)
    rows = grouped.GroupedRows(keys, scores)
    rows.count(0)
    with pytest.raises(IndexError):
        rows.square(0)
