"""SortedKeys: the same rows, whether sorted, brought in order or counted."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import ScoreSweep
from fastmetrics._inputs.scores import row_scores
from fastmetrics.metrics.scores.sorted_scores import (
    SortedKeys,
    count_wins,
    sort_keys,
    sort_rows,
)

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


@one_case("n", [1, 2, 90, 70_000])
@one_case("kind", SCORES)
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


@one_case("n", [1, 90, 300_000])
def test_pairs_are_counted_alike_on_the_way_and_in_order(n, rng):
    y, scores = rng.integers(0, 2, n), np.round(rng.normal(size=n), 2)
    assert sort_keys(y, scores).count_wins() == count_wins(y, scores)


@one_case("n", [1, 1000, 70_000, 300_000])
@one_case("kind", ["both signs", "float32", "uint64"])
def test_rows_with_weights_come_in_order(kind, n, rng):
    y, scores = rng.integers(0, 2, n), SCORES[kind](2 * n, rng)[::2]
    weights = rng.random(n) + 0.5
    y[0] = 1
    rows = row_scores(y, scores)
    order = np.argsort(~rows.keys, kind="stable")
    signed = np.where(y == 1, weights, -weights)[order]
    for read in (y, y.astype(float), y == 1):
        found = sort_rows(read, scores, None, weights)
        np.testing.assert_array_equal(found.keys, ~rows.keys[order])
        np.testing.assert_array_equal(found.signed_weights, signed)
        assert found.kind == rows.kind
    weights[n // 2] = 0
    if n > 1:  # as few rows as many: that one goes
        found = sort_rows(y, scores, None, weights)
        np.testing.assert_array_equal(found.signed_weights, signed[order != n // 2])


@one_case("row", [0, 69_999])
def test_what_is_wrong_with_many_weighted_rows_is_told(row, rng):
    y, scores, weights = np.arange(70_000) % 2, rng.random(70_000), np.ones(70_000)
    for column, bad, message in (
        (y, 2, "multiclass"),
        (scores, np.nan, "y_score contains NaN"),
        (weights, -1.0, f"1 of 70000 are, the first in row {row} "),
        (weights, np.inf, "sample_weight contains infinity"),
    ):
        was, column[row] = column[row], bad
        with pytest.raises(ValueError, match=message):
            sort_rows(y, scores, None, weights)
        column[row] = was
    for weight, message in ((1e305, "must have a finite sum"), (0.0, "all 70000")):
        weights[:] = weight
        with pytest.raises(ValueError, match=message):
            sort_rows(y, scores, None, weights)
