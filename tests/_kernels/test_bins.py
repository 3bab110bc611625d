"""Rows of probabilities in bins: np.searchsorted, np.bincount, np.sort and sums."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import bins
from fastmetrics.metrics.probability.measuring.bin_edges import values_at

N_BINS = [1, 2, 3, 5, 7, 10, 15, 49, 100, 1000, 12_345]


def near_edges(n_bins):
    """All edges of bins of one width, and the floats beside them."""
    edges = np.linspace(0, 1, n_bins + 1)
    whole = np.arange(n_bins + 1) / n_bins
    near = [np.nextafter(e, to) for e in (edges, whole) for to in (-1, 2)]
    return np.clip(np.concatenate([edges, whole, *near]), 0, 1)


def count(y, p, edges, flush=0):
    rows = bins.open_plain_rows(y, p, None)
    counts, sums = np.zeros((edges.n_bins, 2), np.int64), np.zeros(edges.n_bins)
    assert rows.count(edges, 0, len(y), flush, counts, sums)
    return counts, sums


def numbers(y, p, inner):
    """The same by NumPy."""
    ids = np.searchsorted(inner, p)
    m = len(inner) + 1
    counts = [np.bincount(ids, weights=y == label, minlength=m) for label in (0, 1)]
    return np.transpose(counts), np.bincount(ids, weights=p, minlength=m)


@one_case("n_bins", N_BINS)
@one_case("dtype", [np.float64, np.float32])
def test_bins_are_those_of_searchsorted_and_sums_those_of_bincount(n_bins, dtype, rng):
    p = np.concatenate([near_edges(n_bins), rng.random(3000), [0.0, -0.0, 1.0, 5e-324]])
    p = p.astype(dtype)
    rng.shuffle(p)
    y = rng.integers(0, 2, len(p))
    inner = np.linspace(0, 1, n_bins + 1)[1:-1]
    for edges in (bins.Edges(n_bins), bins.Edges(n_bins, inner.copy())):
        counts, sums = count(y, p, edges)
        expected = numbers(y, p, inner)
        assert np.array_equal(counts, expected[0])
        assert np.array_equal(sums, expected[1])
        assert np.array_equal(count(y, p, edges, flush=4096)[0], expected[0])
        found = bins.open_plain_rows(y, p, None).find(edges, 5, len(p))
        assert np.array_equal(found, np.searchsorted(inner, p[5:]))


@one_case("n_bins", [2, 3, 17, 300])
def test_any_edges(n_bins, rng):
    for power in (0.2, 1, 9, 300):
        inner = np.sort(rng.random(n_bins - 1) ** power)
        inner[rng.integers(0, n_bins - 1)] = inner[0]  # some edges may be the same
        inner.sort()
        p = np.concatenate([rng.random(2000) ** power, inner, [0.0, 1.0]])
        y = rng.integers(0, 2, len(p))
        counts, sums = count(y, p, bins.Edges(n_bins, inner))
        expected = numbers(y, p, inner)
        assert np.array_equal(counts, expected[0])
        assert np.array_equal(sums, expected[1])


def test_sums_are_exact_to_the_last_digits(rng):
    n = 60_000
    p, y = rng.random(n), rng.integers(0, 2, n)
    w = rng.random(n) * 10.0 ** rng.integers(-3, 4, n)
    w[::7] = 0
    r = y - p
    terms = [
        w,
        w * y,
        w * p,
        w * p**2,
        w * r**2,
        w * r**3,
        w * r**4,
        w**2,
        (w * r) ** 2,
    ]
    rows, edges = bins.open_plain_rows(y, p, None), bins.Edges(3)
    counts, sums = np.zeros((3, 2), np.int64), np.zeros((3, bins.N_SUMS))
    for begin in range(0, n, 15_000):
        assert rows.weigh(edges, w, begin, begin + 15_000, 4096, counts, sums)
    ids = np.searchsorted([1 / 3, 2 / 3], p)
    for b in range(3):
        exact = [math.fsum(term[ids == b]) for term in terms]
        size = [math.fsum(abs(term[ids == b])) for term in terms]
        # Rounding of a term and of the sums of 4096 rows, relative to sums of sizes.
        assert np.all(abs(sums[b] - exact) <= 4e-15 * np.array(size))
        assert counts[b].sum() == np.count_nonzero(w[ids == b])
    _, flushed = count(y, p, edges, 4096)
    exact = [math.fsum(p[ids == b]) for b in range(3)]
    assert np.allclose(flushed, exact, rtol=2e-15, atol=0)


@one_case("wrong", [np.nan, -0.1, 1.0000001, np.inf, -np.inf, -5e-324])
@one_case("at", [0, 511, 512, 1299])
def test_what_is_no_probability_is_found(wrong, at, rng):
    p, y = rng.random(1300), rng.integers(0, 2, 1300)
    p[at] = wrong
    rows = bins.open_plain_rows(y, p, None)
    counts, sums = np.zeros((5, 2), np.int64), np.zeros(5)
    assert not rows.count(bins.Edges(5), 0, 1300, 0, counts, sums)
    assert not bins.count_cells(p, 0, 1300, np.zeros(len(bins.CELLS), np.int64))


def test_a_third_label_is_found(rng):
    p, y = rng.random(1300), rng.integers(0, 2, 1300)
    y[1299] = 7
    rows = bins.open_plain_rows(y, p, None)
    counts, sums = np.zeros((5, 2), np.int64), np.zeros(5)
    assert not rows.count(bins.Edges(5), 0, 1300, 0, counts, sums)


def test_columns_of_any_layout(rng):
    p, y = rng.random(2000), rng.integers(0, 2, 2000)
    expected = count(y[::2].copy(), p[::2].copy(), bins.Edges(9))
    for labels in (y[::2], y[::2].astype(np.int8), y[::2].astype(float), y[::2] > 0):
        for proba in (p[::2], p[::-1][1::2][::-1], np.array(p[::2])):
            found = count(labels, proba, bins.Edges(9))
            assert all(map(np.array_equal, found, expected))
    assert np.array_equal(bins.open_plain_rows(y[::2], p[::2], None).hits(), y[::2])


@one_case("kind", ["random", "ties", "tiny", "one value", "near one"])
@one_case("dtype", [np.float64, np.float32])
def test_values_at_ranks_are_those_of_sort(kind, dtype, rng):
    n = 2**18 + 1  # more than a piece
    p = rng.random(n)
    p = {
        "random": p,
        "ties": np.round(p, 2),
        "tiny": p**300,
        "one value": np.full(n, 0.3),
        "near one": 1 - p**20,
    }[kind].astype(dtype)
    ranks, in_order = np.unique(rng.integers(0, n, 40)), np.sort(p)
    for chosen in (ranks, np.array([0]), np.array([0, n - 1]), np.arange(n)):
        found = values_at(p, chosen)
        assert found.dtype == p.dtype
        assert np.array_equal(found, in_order[chosen])


def test_what_does_not_fit_is_refused(rng):
    p, y = rng.random(10), rng.integers(0, 2, 10)
    rows, edges = bins.open_plain_rows(y, p, None), bins.Edges(3)
    counts, sums = np.zeros((3, 2), np.int64), np.zeros(3)
    for begin, end in [(0, 11), (-1, 5), (5, 5)]:
        with pytest.raises(ValueError, match="rows"):
            rows.count(edges, begin, end, 0, counts, sums)
    with pytest.raises(ValueError, match="counts"):
        rows.count(edges, 0, 10, 0, np.zeros((4, 2), np.int64), sums)
    with pytest.raises(ValueError, match="sums"):
        rows.count(edges, 0, 10, 0, counts, np.zeros(4))
    with pytest.raises(ValueError, match="weights"):
        rows.weigh(edges, p[:5].copy(), 0, 10, 0, counts, np.zeros((3, bins.N_SUMS)))
    with pytest.raises(ValueError, match="inner edge"):
        bins.Edges(3, np.array([0.5]))
    with pytest.raises(ValueError, match="n_bins"):
        bins.Edges(0)
