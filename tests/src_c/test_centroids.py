"""fm_centroids.c through ``_kernels.geometry``, against NumPy."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import geometry


def views(X):
    """The same rows as they may come: side by side or not."""
    wide = np.zeros((2 * X.shape[0], 3 * X.shape[1]), X.dtype)
    wide[::2, ::3] = X
    backwards = np.ascontiguousarray(X[::-1])[::-1]
    return [X, np.asfortranarray(X), wide[::2, ::3], wide[::2, :], backwards]


@one_case("d", [1, 3, 8, 19])
@one_case("dtype", [np.float32, np.float64])
def test_rows_of_any_layout(rng, d, dtype):
    n, k = 50, 4
    X = rng.normal(size=(n, d)).astype(dtype)
    codes = rng.integers(0, k, n).astype(np.int32)
    origins, offsets = rng.normal(size=(2, k, d))
    left = X.astype(np.float64) - origins[codes]
    sums = np.zeros((k, d))
    np.add.at(sums, codes, left)
    squares = ((left - offsets[codes]) ** 2).sum(axis=1)
    for rows in views(X):
        rows = rows[:, :d] if rows.shape[1] == d else rows[:, ::3]
        found, of_rows = np.zeros((k, d)), np.empty(n)
        geometry.add_rows(rows, codes, origins, found)
        geometry.measure_rows(rows, codes, origins, offsets, of_rows)
        # NumPy adds in the same order here, not there.
        np.testing.assert_array_equal(found, sums)
        np.testing.assert_allclose(of_rows, squares, rtol=1e-14)
        low, high = geometry.find_ranges(rows)
        np.testing.assert_array_equal(low, X.min(axis=0))
        np.testing.assert_array_equal(high, X.max(axis=0))


def test_no_rows_and_no_features():
    none = np.empty(0, np.int32)
    geometry.add_rows(np.empty((0, 2)), none, np.zeros((1, 2)), np.zeros((1, 2)))
    squares = np.ones(3)
    codes, zeros = np.zeros(3, np.int32), np.zeros((1, 0))
    geometry.measure_rows(np.empty((3, 0)), codes, zeros, zeros, squares)
    assert not squares.any()
    with pytest.raises(ValueError, match="no rows"):
        geometry.find_ranges(np.empty((0, 2)))
    with pytest.raises(ValueError, match="no features"):
        geometry.find_ranges(np.empty((2, 0)))
