"""Pairs of rows of two classes by columns: against loops over all pairs."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels.class_columns import MOST_COLUMNS, ClassColumns


def count(x, codes, weights=None):
    """Doubled wins of each class over each other by its column."""
    k = x.shape[1]
    weights = np.ones(len(x)) if weights is None else weights
    found = np.zeros((k, k))
    for a in range(k):
        for b in range(k):
            won = 2.0 * (x[codes == a, a][:, None] > x[codes == b, a])
            won += x[codes == a, a][:, None] == x[codes == b, a]
            both = weights[codes == a][:, None] * weights[codes == b]
            found[a, b] = (won * both).sum() * (a != b)
    return found


def columns(name, rng, n, k):
    """Return scores that lie in difficult ways."""
    x = rng.normal(size=(n, k))
    return {
        "spread": x,
        "tied": np.round(x),
        "equal": np.zeros((n, k)),
        "signed zeros": np.where(x > 0, 0.0, -0.0),
        "one outlier": np.where(np.arange(n)[:, None] == 0, 1e300, x * 1e-9),
        "two clumps": np.where(x > 0, 1.0, 0.0) + 1e-12 * rng.normal(size=(n, k)),
        "denormal": np.round(x * 100) * 5e-324,
        "all widths": np.ldexp(x, rng.integers(-1000, 1000, (n, k))),
        "neighbours": 1.0 + rng.integers(0, 50, (n, k)) * 2.0**-52,
    }[name]


KINDS = [
    "spread", "tied", "equal", "signed zeros", "one outlier", "two clumps", "denormal",
    "all widths", "neighbours",
]  # fmt: skip


@one_case("kind", KINDS)
@one_case(("n", "k"), [(1, 2), (9, 3), (700, 2), (1700, 3)])
def test_pairs_are_counted_exactly(kind, n, k, rng):
    x = columns(kind, rng, n, k)
    codes = rng.integers(0, k, n)
    found = ClassColumns(x, codes).count_pairs(0, k)
    assert found.dtype == np.uint64
    assert (found == count(x, codes)).all()
    with np.errstate(over="ignore"):
        narrow = np.nan_to_num(x.astype(np.float32), posinf=1e38, neginf=-1e38)
    found = ClassColumns(narrow, codes).count_pairs(0, k)
    assert (found == count(narrow, codes)).all()


@one_case("kind", KINDS)
def test_pairs_with_weights(kind, rng):
    n, k = 1000, 3
    x, codes = columns(kind, rng, n, k), rng.integers(0, k, n)
    weights = rng.integers(0, 5, n) / 4  # whose products and sums are exact
    found = ClassColumns(x, codes, weights).count_pairs(0, k)
    assert (found == count(x, codes, weights)).all()


def test_classes_of_no_and_of_one_row(rng):
    x = rng.normal(size=(600, 5))
    codes = np.where(rng.random(600) < 0.5, 1, 3)
    codes[17] = 4
    table = ClassColumns(x, codes)
    assert np.diff(table.starts).tolist() == np.bincount(codes, minlength=5).tolist()
    assert (table.count_pairs(0, 5) == count(x, codes)).all()
    places = table.place_rows(0, 5, np.ones((5, 5)), np.diff(table.starts) * 1.0)
    assert np.isfinite(places).all()


def test_blocks_of_columns_are_rows_of_the_whole(rng):
    x, codes = rng.normal(size=(400, 11)), rng.integers(0, 11, 400)
    table = ClassColumns(x, codes)
    parts = [table.count_pairs(a, min(a + 4, 11)) for a in range(0, 11, 4)]
    assert (np.concatenate(parts) == count(x, codes)).all()


@one_case("weighted", [False, True])
def test_differences(weighted, rng):
    n, k = 900, 4
    x, codes = np.round(rng.normal(size=(n, k)) * 4) / 4, rng.integers(0, k, n)
    weights = rng.integers(0, 3, n) / 2 if weighted else None
    table = ClassColumns(x, codes, weights)
    for a in range(k):
        found = table.count_differences(a)
        assert not found[: a + 1].any()
        for b in range(a + 1, k):
            # Of two classes alone, by one column.
            pair = np.isin(codes, [a, b])
            by = np.column_stack([x[:, a] - x[:, b], np.zeros(n)])[pair]
            own = (codes[pair] == b).astype(int)
            expected = count(by, own, None if weights is None else weights[pair])
            assert found[b] == expected[0, 1]


@one_case("weighted", [False, True])
def test_places_add_up_to_the_areas(weighted, rng):
    n, k = 1300, 5
    x, codes = np.round(rng.normal(size=(n, k)), 1), rng.integers(0, k, n)
    weights = rng.exponential(size=n) if weighted else None
    table = ClassColumns(x, codes, weights)
    shares = rng.random((k, k))
    np.fill_diagonal(shares, 0)
    each = np.ones(n) if weights is None else weights
    totals = np.bincount(codes, each, k)
    areas = count(x, codes, weights) / (2 * np.outer(totals, totals))
    places = np.zeros(n)
    places[table.order] = table.place_rows(0, k, shares, totals)
    # The rows of a class have part in its own areas and in the others' over it.
    for c in range(k):
        own = codes == c
        mean = np.average(places[own], weights=each[own])
        expected = shares[c] @ areas[c] + shares[:, c] @ areas[:, c]
        assert mean == pytest.approx(expected, rel=1e-12)
    # And one row by hand.
    i = int(np.flatnonzero(codes == 2)[0])
    chance = 0.0
    for b in set(range(k)) - {2}:
        others = codes == b
        won = (x[i, 2] > x[others, 2]) + 0.5 * (x[i, 2] == x[others, 2])
        chance += shares[2, b] * np.average(won, weights=each[others])
        won = (x[others, b] > x[i, b]) + 0.5 * (x[others, b] == x[i, b])
        chance += shares[b, 2] * np.average(won, weights=each[others])
    assert places[i] == pytest.approx(chance, rel=1e-12)


def test_what_does_not_fit_raises():
    x = np.zeros((3, 2))
    with pytest.raises(ValueError, match="no column"):
        ClassColumns(x, np.array([0, 1, 2]))
    with pytest.raises(ValueError, match="differ in length"):
        ClassColumns(x, np.array([0, 1]))
    table = ClassColumns(x, np.array([0, 1, 1]))
    with pytest.raises(IndexError):
        table.count_pairs(0, 3)
    wide = ClassColumns(np.zeros((2, 20)), np.array([0, 1]))
    with pytest.raises(IndexError):
        wide.count_pairs(0, MOST_COLUMNS + 1)
    with pytest.raises(ValueError, match="other classes"):
        table.place_rows(0, 2, np.zeros((2, 3)), np.ones(2))
