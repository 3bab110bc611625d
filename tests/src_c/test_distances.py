"""fm_distances.c through ``_kernels.geometry``, against NumPy and itself."""

import itertools

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import geometry

PADDING = geometry.PADDING
METRICS = {
    geometry.EUCLIDEAN: lambda x, y: np.sqrt(((x - y) ** 2).sum(axis=-1)),
    geometry.SQEUCLIDEAN: lambda x, y: ((x - y) ** 2).sum(axis=-1),
    geometry.MANHATTAN: lambda x, y: np.abs(x - y).sum(axis=-1),
}


def make(n, d, k, dtype=np.float64, seed=0):
    """Points in the order of k clusters, all of which occur."""
    rng = np.random.default_rng(seed)
    codes = np.sort(np.concatenate([np.arange(k), rng.integers(0, k, n - k)]))
    codes = codes.astype(np.int32)
    return rng.normal(size=(n, d)).astype(dtype), codes


def kernel_of(X, codes, metric, centred=False):
    n, d = X.shape
    columns = np.zeros((d, -(-n // PADDING) * PADDING), X.dtype)
    columns[:, :n] = X.T
    starts = np.searchsorted(codes, np.arange(codes[-1] + 2)).astype(np.int64)
    kernel = geometry.Distances(columns, metric, codes, starts)
    if centred:
        moved = columns.copy()
        moved[:, :n] -= X.mean(axis=0)[:, None]
        kernel.centre(moved, (moved**2).sum(axis=0))
    return kernel


def expected(D, codes):
    k = codes[-1] + 1
    same = codes[:, None] == codes
    later = np.arange(len(D))[:, None] < np.arange(len(D))
    sums = np.array([D[:, codes == c].sum(axis=1) for c in range(k)])
    farthest = np.where(same & later, D, 0).max(axis=1)
    nearest = np.full((k, k), np.inf)
    np.minimum.at(nearest, (codes[:, None] + 0 * codes, codes + 0 * codes[:, None]), D)
    return sums, sums[codes, np.arange(len(D))], farthest, nearest


@one_case(
    ("n", "d", "k"), [(3, 1, 2), (40, 2, 3), (129, 7, 100), (300, 8, 4), (290, 29, 2)]
)
def test_pairs_and_rows(n, d, k):
    for metric, dtype in itertools.product(METRICS, [np.float64, np.float32]):
        check_pairs_and_rows(metric, dtype, n, d, k)


def check_pairs_and_rows(metric, dtype, n, d, k):
    X, codes = make(n, d, k, dtype)
    D = METRICS[metric](X[:, None].astype(float), X.astype(float))
    sums, own, farthest, nearest = expected(D, codes)
    kernel = kernel_of(X, codes, metric)
    close = {"rtol": 1e-12 if dtype is np.float64 else 2e-6}
    found = np.zeros((k, n)), np.zeros(n), np.zeros(n), np.full((k, k), np.inf)
    step = 8 * PADDING
    for i in range(0, n, step):
        for j in range(i, n, step):
            ends = min(i + step, n), min(j + step, n)
            a, b = codes[i], codes[j]
            part = np.full(
                (codes[ends[0] - 1] + 1 - a, codes[ends[1] - 1] + 1 - b), 9e9
            )
            kernel.pairs(i, ends[0], j, ends[1], *found[:3], part)
            cells = found[3][a : a + part.shape[0], b : b + part.shape[1]]
            np.minimum(cells, part, out=cells)
    np.testing.assert_allclose(found[0], sums, **close)
    np.testing.assert_allclose(found[1], own, **close)
    np.testing.assert_allclose(found[2], farthest, **close)
    upper = np.triu_indices(k, 1)
    np.testing.assert_allclose(found[3][upper], nearest[upper], **close)
    rows, least, most = np.zeros((n, k)), np.full((n, k), np.inf), np.zeros(n)
    kernel.rows(0, codes, rows, least, most)
    np.testing.assert_allclose(rows.T, sums, **close)
    same = codes[:, None] == codes
    np.testing.assert_allclose(most, np.where(same, D, 0).max(axis=1), **close)
    assert np.isinf(least[np.arange(n), codes]).all()
    np.testing.assert_allclose(
        least[:, 0][codes > 0], D[codes > 0][:, codes == 0].min(1), **close
    )
    table = kernel.table(X[:5].astype(np.float64))
    np.testing.assert_allclose(table, D[:5], **close)


def test_a_matrix_is_read_by_rows():
    """Its columns are in the order of the rows; it need not be symmetric."""
    rng = np.random.default_rng(0)
    D, codes = rng.random((200, 200)), make(200, 1, 5)[1]
    order = rng.permutation(200)
    starts = np.searchsorted(codes, np.arange(6)).astype(np.int64)
    kernel = geometry.Distances(D[40:90], geometry.GIVEN, codes, starts, order)
    sums = np.zeros((20, 5))
    kernel.rows(10, codes[:20], sums)
    expected = [
        [D[r, order[codes == c]].sum() for c in range(5)] for r in range(50, 70)
    ]
    np.testing.assert_allclose(sums, expected, rtol=1e-13)
    with pytest.raises(ValueError, match="by rows"):
        kernel.pairs(0, 16, 0, 16)


def test_products_give_way_where_they_would_cancel():
    """Tight clusters, duplicates among them, far from one another and from 0."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(4, 9)) * 1e6, 60, axis=0)
    X += np.repeat(rng.normal(size=(120, 9)), 2, axis=0)
    codes = np.repeat(np.arange(4, dtype=np.int32), 60)
    plain, fast = np.zeros((4, 240)), np.zeros((4, 240))
    kernel_of(X, codes, geometry.EUCLIDEAN).pairs(0, 240, 0, 240, plain)
    kernel_of(X, codes, geometry.EUCLIDEAN, centred=True).pairs(0, 240, 0, 240, fast)
    np.testing.assert_allclose(fast, plain, rtol=1e-14)
    assert (fast[codes, np.arange(240)] == plain[codes, np.arange(240)]).all()


@one_case(
    ("dtype", "centred"), [(np.float64, False), (np.float64, True), (np.float32, False)]
)
@one_case(("n", "d", "k"), [(40, 2, 3), (300, 8, 60), (290, 29, 2)])
def test_extremes_of_squares_beside_sums_of_distances(n, d, k, dtype, centred):
    """From the same tiles, each to the bit what it is alone."""
    X, codes = make(n, d, k, dtype)
    X[::7] = X[0]  # where products cancel
    X += 50 * codes[:, None]
    plain = kernel_of(X, codes, geometry.EUCLIDEAN, centred)
    squares = kernel_of(X, codes, geometry.SQEUCLIDEAN)
    both = kernel_of(X, codes, geometry.EUCLIDEAN, centred)
    both.square_extremes()

    def pairs(kernel):
        found = np.zeros((k, n)), np.zeros(n), np.zeros(n), np.full((k, k), np.inf)
        kernel.pairs(0, n, 0, n, *found)
        return found

    def rows(kernel):
        found = np.zeros((n, k)), np.full((n, k), np.inf), np.zeros(n)
        kernel.rows(0, codes, *found)
        return found[0], found[0], found[2], found[1]

    for measure in (pairs, rows):
        sums, own, farthest, nearest = measure(both)
        assert np.array_equal(sums, measure(plain)[0])
        assert np.array_equal(own, measure(plain)[1])
        assert np.array_equal(farthest, measure(squares)[2])
        assert np.array_equal(nearest, measure(squares)[3])
    with pytest.raises(ValueError, match="Euclidean"):
        squares.square_extremes()


def test_kernels_refuse_what_does_not_fit():
    X, codes = make(40, 3, 4)
    kernel = kernel_of(X, codes, geometry.EUCLIDEAN)
    with pytest.raises(ValueError, match="other points"):
        kernel.pairs(0, 40, 0, 40, np.zeros((4, 39)))
    with pytest.raises(ValueError, match="overlap"):
        kernel.pairs(0, 40, 16, 40)
    with pytest.raises(ValueError, match="no such points"):
        kernel.pairs(0, 41, 0, 41)
    with pytest.raises(ValueError, match="no such rows"):
        kernel.rows(39, codes[:2])
    with pytest.raises(ValueError, match="no such cluster"):
        kernel.rows(0, np.full(2, 4, np.int32))
    with pytest.raises(ValueError, match="other features"):
        kernel.table(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="too short"):
        geometry.Distances(np.zeros((3, 40)), 0, codes, kernel.starts)
    with pytest.raises(ValueError, match="starts"):
        geometry.Distances(kernel.items, 0, codes[::-1].copy(), kernel.starts)
    with pytest.raises(ValueError, match="not below k"):
        geometry.sort_rows(codes, 3)


@pytest.mark.parametrize("d", [159, 160, 203])
@pytest.mark.parametrize(
    ("dtype", "centred"), [(np.float32, False), (np.float64, False), (np.float64, True)]
)
def test_many_features(d, dtype, centred):
    """Columns are measured tile by tile then, against all rows."""
    n, k = 190, 5
    X, codes = make(n, d, k, dtype, seed=d)
    X[7] = X[170]  # a pair of equal points: what cancels is measured again
    kernel = kernel_of(X, codes, geometry.EUCLIDEAN, centred)
    apart = np.sqrt(((X[:, None].astype(float) - X) ** 2).sum(axis=-1))
    expected = apart @ (codes[:, None] == np.arange(k))
    tolerance = 1e-5 if dtype == np.float32 else 1e-12
    whole, parts = np.zeros((2, k, n))
    kernel.pairs(0, n, 0, n, whole)
    blocks = [(0, 160), (160, n)]
    for i, rows in enumerate(blocks):
        for columns in blocks[i:]:
            kernel.pairs(*rows, *columns, parts)
    for found in (whole, parts):
        np.testing.assert_allclose(found.T, expected, rtol=tolerance)
    by_row = np.zeros((n, k))
    kernel.rows(0, codes, by_row)
    np.testing.assert_allclose(by_row, expected, rtol=tolerance)


def test_no_point_is_away_from_itself():
    X, codes = make(50, 20, 3)
    X += 100.0  # products of what is far from the centre would not cancel
    kernel = kernel_of(X, codes, geometry.EUCLIDEAN, centred=True)
    sums = np.zeros((50, 3))
    kernel.rows(0, codes, sums)
    apart = np.sqrt(((X[:, None] - X) ** 2).sum(axis=-1))
    np.testing.assert_array_equal(np.diag(apart), 0.0)
    expected = apart @ (codes[:, None] == np.arange(3))
    np.testing.assert_allclose(sums, expected, rtol=1e-13)
