"""SortedKeys: the same rows, whether sorted, brought in order or counted."""

import numpy as np
import pytest

from fastmetrics import ScoreSweep
from fastmetrics._inputs.scores import row_scores
from fastmetrics.metrics.scores.sorted_scores import SortedKeys, count_wins, sort_keys

SCORES = {
    "both signs": lambda n, rng: np.round(rng.normal(size=n), 1),
    "positive": lambda n, rng: rng.random(n),
    "negative": lambda n, rng: -rng.random(n),
    "float32": lambda n, rng: np.round(rng.normal(size=n), 1).astype(np.float32),
    "int64": lambda n, rng: rng.integers(-9, 9, n),
    "uint64": lambda n, rng: rng.integers(0, 2**64, n, dtype=np.uint64),
}


def same(found, expected):
    np.testing.assert_array_equal(found.scores.rows, expected.scores.rows)
    assert found.scores.n_low == expected.scores.n_low
    assert found.scores.n_pos == expected.scores.n_pos


@pytest.mark.parametrize("n", [1, 2, 90, 70_000])
@pytest.mark.parametrize("kind", SCORES)
def test_rows_brought_in_order(kind, n, rng):
    y, scores = rng.integers(0, 2, n), SCORES[kind](n, rng)
    rows = row_scores(y, scores)
    order = np.lexsort([rows.labels, rows.keys])
    found = SortedKeys.from_order(rows.keys[order], rows.labels[order], rows.kind)
    expected = sort_keys(y, scores)
    same(found, expected)
    for ours, theirs in zip(found.steps(), expected.steps(), strict=True):
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype == theirs.dtype


def test_rows_that_were_counted(rng):
    y, scores = rng.integers(0, 2, 300), rng.integers(0, 40, 300)
    made = ScoreSweep.from_scores(y, scores)
    ranks = np.searchsorted(made.thresholds[::-1], scores).astype(np.uint64)
    expected = sort_keys(y, ranks)
    found = SortedKeys.from_counts(
        made.positives[::-1], made.negatives[::-1], expected.scores.kind
    )
    same(found, expected)


@pytest.mark.parametrize("n", [1, 90, 300_000])
def test_pairs_are_counted_alike_on_the_way_and_in_order(n, rng):
    y, scores = rng.integers(0, 2, n), np.round(rng.normal(size=n), 2)
    assert sort_keys(y, scores).count_wins() == count_wins(y, scores)
