"""fastmetrics._inputs.points."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import sparse
from sklearn.utils import check_random_state

from fastmetrics._inputs.points import (
    check_distances,
    clustered_points,
    read_rows,
    rows_with_labels,
    sample_rows,
)

X = np.arange(12.0).reshape(6, 2)


@one_case(
    "labels",
    [
        [3, 3, -1, 9, 9, 9],
        np.array([3, 3, -1, 9, 9, 9], np.int8),
        [3 * 10**17, 3 * 10**17, -(10**18), 9**19, 9**19, 9**19],
        [2.5, 2.5, 0.5, 3.5, 3.5, 3.5],
        ["b", "b", "a", "c", "c", "c"],
        np.array(["b", "b", "a", "c", "c", "c"], object),
    ],
)
def test_labels_are_numbered_in_order(labels):
    points = rows_with_labels(X, labels)
    assert points.codes.tolist() == [1, 1, 0, 2, 2, 2]
    assert points.codes.dtype == np.int32
    assert points.labels.tolist() == sorted(set(np.asarray(labels).tolist()))
    assert (points.n, points.k) == (6, 3)


@one_case(
    ("given", "kept"),
    [("f4", "f4"), ("f8", "f8"), ("f2", "f8"), ("i4", "f8"), ("?", "f8"), ("O", "f8")],
)
def test_numbers_become_floats(given, kept):
    labels = [0, 0, 0, 1, 1, 1]
    assert clustered_points(X.astype(given), labels).X.dtype == kept
    if given not in ("f2", "O"):
        rows = sparse.csc_array(X.astype(given))
        points = clustered_points(rows, labels, sparse=True)
        assert points.X.dtype == kept
        assert points.X.format == "csr"
        assert points.sparse


def test_a_plain_array_is_not_copied():
    assert rows_with_labels(X, np.arange(6)).X is X


def test_large_finite_numbers_are_taken():
    """Though their sum is not finite."""
    rows_with_labels(np.full((6, 2), 1e308), np.arange(6))


@one_case("seed", [0, 7, np.int64(3)])
def test_samples(seed):
    theirs = check_random_state(seed).permutation(100)[:10]
    assert sample_rows(100, 10, seed).tolist() == theirs.tolist()


def test_samples_from_generators():
    generator = np.random.RandomState(3)
    theirs = check_random_state(np.random.RandomState(3)).permutation(9)[:4]
    assert sample_rows(9, 4, generator).tolist() == theirs.tolist()
    assert len(sample_rows(9, 40, np.random.default_rng(0))) == 9
    assert len(sample_rows(9, 4, None)) == 4


def test_a_sample_of_a_matrix():
    points = rows_with_labels(np.arange(36.0).reshape(6, 6), list("aabbcc"))
    part = points.sample(np.array([4, 0, 1]), square=True)
    assert part.X.tolist() == [[28, 24, 25], [4, 0, 1], [10, 6, 7]]
    assert part.labels.tolist() == ["a", "c"]
    assert part.codes.tolist() == [1, 0, 0]


def test_points_are_let_in_as_they_are():
    points = rows_with_labels(np.eye(4), [0, 0, 1, 1])
    assert rows_with_labels(points, None) is points
    assert clustered_points(points, None, sparse=True) is points
    drawn = points.sample(np.array([0, 2, 3]))
    assert (points.is_sample, drawn.is_sample) == (False, True)
    with pytest.raises(ValueError, match="diagonal"):
        clustered_points(points, None, distances=True)
    points.X[:] = 0
    check_distances(points)
    points.X[:] = -1  # is not read again
    check_distances(points)
    one = rows_with_labels(np.eye(4), [0, 0, 0, 0])
    with pytest.raises(ValueError, match="Number of labels is 1"):
        clustered_points(one, None)


def test_sparse_points_are_refused_again():
    sparse = pytest.importorskip("scipy.sparse")
    points = rows_with_labels(sparse.eye_array(4), [0, 0, 1, 1], sparse=True)
    assert rows_with_labels(points, None, sparse=True) is points
    with pytest.raises(TypeError, match="sparse"):
        rows_with_labels(points, None)


@one_case("dtype", [np.float32, np.float64])
def test_kernels_get_aligned_numbers(dtype):
    # Of others a load is undefined in C, whatever processors make of it.
    rows = np.arange(6, dtype=dtype).reshape(3, 2)
    shifted = np.frombuffer(b"\0" + rows.tobytes(), dtype, offset=1).reshape(3, 2)
    assert not shifted.flags.aligned
    found = read_rows(shifted)
    assert found.flags.aligned
    assert (found.dtype, found.tolist()) == (dtype, rows.tolist())
    assert read_rows(rows) is rows
