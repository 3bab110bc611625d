"""ConfusionCounts of counted pairs: what a query with GROUP BY returns."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import ConfusionCounts


@one_case("texts", [False, True])
def test_counted_pairs_are_their_rows(texts, rng):
    names = np.array(["ant", "bee", "cow"]) if texts else np.array([3, 5, 9])
    true, pred = names[rng.integers(0, 3, 40)], names[rng.integers(0, 2, 40)]
    counts = rng.integers(0, 4, 40)
    found = ConfusionCounts.from_counts(true.tolist(), pred.tolist(), counts)
    rows = np.repeat(true, counts), np.repeat(pred, counts)
    assert found == ConfusionCounts.from_labels(*rows)
    assert found + found == ConfusionCounts.from_counts(true, pred, 2 * counts)
    assert ConfusionCounts.from_bytes(found.to_bytes()) == found


def test_by_hand():
    pairs = ["a", "a", "b", "c"], ["a", "b", "b", "a"]
    found = ConfusionCounts.from_counts(*pairs, [5, 1, 4, 0])
    assert found.labels.tolist() == ["a", "b"]  # nobody is a "c"
    assert found.counts.tolist() == [[5, 1], [0, 4]]


@one_case(
    ("counts", "error", "match"),
    [
        ([1], ValueError, "counts has 1 numbers for 2 pairs"),
        ([1, -1], ValueError, "at least 0"),
        ([0, 0], ValueError, "not all 0"),
        ([1.0, 2.0], TypeError, "whole numbers"),
        ([2**62, 2**62], ValueError, "less than"),
    ],
)
def test_bad_counts_raise(counts, error, match):
    with pytest.raises(error, match=match):
        ConfusionCounts.from_counts(["a", "b"], ["a", "a"], counts)
