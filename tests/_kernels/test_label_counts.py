"""Labels of many models, counted row by row."""

import numpy as np
from helpers.one_case import one_case

from fastmetrics._kernels.bias_variance import count_labels


def _counts(labels, low, places, k):
    """Count with NumPy, one label after the other."""
    found = np.zeros((labels.shape[1], k), np.uint32)
    for offset, place in enumerate(places):
        found[:, place] += (labels == low + offset).sum(axis=0, dtype=np.uint32)
    return found


# About the models that are taken at once (4), that a byte counts (252), the rows of a
# block (1024) and the labels that are looked for one by one (24).
@one_case("n_models", [1, 4, 7, 252, 253, 509])
@one_case("n", [0, 1, 1030])
@one_case(("low", "k"), [(-3, 2), (0, 24), (5, 25)])
def test_counts(n_models, n, low, k):
    rng = np.random.default_rng(n_models * n + k)
    labels = rng.integers(low, low + k, (n_models, n))
    if n:
        labels[:, 0] = low  # one count as large as can be
    places = rng.permutation(k).astype(np.int32)
    for dtype in ("i1", "u2", "i8") if low >= 0 else ("i2", "i4"):
        counts = np.zeros((n, k), np.uint32)
        assert count_labels(labels.astype(dtype), low, places, counts)
        np.testing.assert_array_equal(counts, _counts(labels, low, places, k))


@one_case("k", [3, 40])
@one_case("model", [0, 5, 8])
@one_case("label", [-1, 43, 255, 256, 257, -(2**63), 2**63 - 1])
def test_an_unknown_label(k, model, label):
    labels = np.ones((9, 2000), np.int64)
    places = np.arange(k, dtype=np.int32)
    assert count_labels(labels, 0, places, np.zeros((2000, k), np.uint32))
    labels[model, 1999] = label
    assert not count_labels(labels, 0, places, np.zeros((2000, k), np.uint32))


@one_case("k", [3, 40])
@one_case("place", [-1, 100])
def test_a_label_without_a_column(k, place):
    labels = np.full((5, 10), k - 1)
    places = np.arange(k, dtype=np.int32)
    places[-1] = place
    assert not count_labels(labels, 0, places, np.zeros((10, k), np.uint32))
