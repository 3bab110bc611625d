"""Order statistics that are selected are those of the sorted values."""

import itertools
import tracemalloc

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.arrays import order_statistics
from fastmetrics._kernels.selection import Selection

OBSERVED, ERROR, ABSOLUTE = 0, 1, 2
# The last are more than a piece of rows.
SIZES = [1, 2, 7, 1023, 4096, 4097, 30_000, 2**18 + 1]


def select(what, true, pred, weights, targets):
    """Return the two values of each target, and how many passes they took."""
    job = Selection(true, pred, what, weights, np.asarray(targets, float))
    passes = 0
    while job.plan():
        for piece in range(job.n_pieces):
            job.look(piece)
        assert job.finite
        job.settle()
        passes += 1
    return job.values, passes


def values_of(what, true, pred):
    error = np.asarray(pred, float) - np.asarray(true, float)
    return {OBSERVED: true, ERROR: error, ABSOLUTE: abs(error)}[what]


def some_ranks(rng, n):
    return np.unique([0, n // 2, n - 1, *rng.integers(0, n, 5)])


LAWS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "few values": lambda rng, n: np.round(rng.normal(size=n)),
    "one value": lambda rng, n: np.ones(n),
    "mostly one value": lambda rng, n: (rng.random(n) < 0.3) * rng.normal(size=n),
    "ascending": lambda rng, n: np.sort(rng.normal(size=n)),
    "heavy tails": lambda rng, n: rng.standard_cauchy(n) ** 9,
    "denormals": lambda rng, n: rng.integers(0, 99, n) * 5e-324,
}


LAWS_AND_SIZES = [
    *itertools.product(LAWS, SIZES[:-2]),
    *zip(LAWS, itertools.cycle(SIZES[-2:]), strict=False),
]


@one_case(("law", "n"), LAWS_AND_SIZES)
def test_ranks(rng, law, n):
    true, pred = LAWS[law](rng, n), LAWS[law](rng, n)
    for what in (OBSERVED, ERROR, ABSOLUTE):
        ranks = some_ranks(rng, n)
        expected = np.sort(values_of(what, true, pred))[ranks]
        found, _ = select(what, true, pred, None, ranks)
        assert np.array_equal(found, [expected, expected])


def by_weight(values, weights, levels):
    """Return the two values around each share of whole weights."""
    order = np.argsort(values)
    repeated = np.repeat(values[order], weights[order].astype(int))
    reached = np.array(levels) * len(repeated)
    at = np.maximum(np.ceil(reached) - 1, 0).astype(int)
    after = np.minimum(at + (at + 1 == reached), len(repeated) - 1)
    return np.array([repeated[at], repeated[after]])


@one_case(("law", "n"), LAWS_AND_SIZES)
def test_weights_count_as_copies(rng, law, n):
    true, pred = LAWS[law](rng, n), LAWS[law](rng, n)
    weights = rng.integers(0, 4, n).astype(float)
    weights[-1] = 1.0
    levels = [0.0, 0.125, 0.25, 0.5, 0.75, 1.0]
    for what in (OBSERVED, ERROR, ABSOLUTE):
        expected = by_weight(values_of(what, true, pred), weights, levels)
        found, _ = select(what, true, pred, weights, levels)
        assert np.array_equal(found, expected)


@one_case("weighted", [False, True])
def test_rows_arranged_against_the_sample(rng, weighted):
    """What the sample looks at is small, all else large: the windows miss."""
    n, m = 300_000, 300_000 // 16
    step, i = n // m, np.arange(m, dtype=np.uint64)
    mixed = (i * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    seen = (i * np.uint64(step) + mixed % np.uint64(step)).astype(int)
    values = 10 + rng.random(n)
    values[seen] = rng.random(m)
    weights = np.ones(n) if weighted else None
    targets = [0.5] if weighted else [n // 2 - 1]
    found, passes = select(OBSERVED, values, None, weights, targets)
    assert found[0, 0] == np.sort(values)[n // 2 - 1]
    assert passes == 2  # else the sample is at other rows, and this tests nothing


def test_one_pass_is_enough_as_a_rule(rng):
    for _ in range(20):
        true, pred = rng.normal(size=(2, 50_000))
        assert select(ABSOLUTE, true, pred, None, [24_999, 25_000])[1] == 1
        weights = rng.exponential(size=50_000)
        assert select(ABSOLUTE, true, pred, weights, [0.5])[1] == 1


def test_very_different_weights(rng):
    """One row has half of all weight, and a few have most of the rest."""
    n = 100_000
    values = rng.normal(size=n)
    weights = np.exp2(np.floor(rng.normal(size=n) * 8))
    weights[n // 3] = weights.sum()
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    for level in (0.1, 0.4, 0.6, 0.9):
        expected = values[order][np.searchsorted(sums, level * sums[-1])]
        found, _ = select(OBSERVED, values, None, weights, [level])
        assert found[0, 0] == expected


@one_case("dtype", "bBhHiIlLqQfd")
def test_types_and_strides(rng, dtype):
    true = rng.integers(0, 100, 20_000).astype(dtype)
    pred = rng.integers(0, 100, 40_000).astype(dtype)[::-2]
    ranks = some_ranks(rng, 20_000)
    expected = np.sort(values_of(ABSOLUTE, true, pred))[ranks]
    assert np.array_equal(select(ABSOLUTE, true, pred, None, ranks)[0][0], expected)


def test_columns_are_read_where_they_lie(rng):
    """Python is asked for no copy; what C is asked for a benchmark measures."""
    n = 1_000_000
    true, pred = rng.normal(size=(2, n))
    fm.median_absolute_error(true, pred)  # which may import something
    tracemalloc.start()
    fm.median_absolute_error(true, pred)
    fm.median_absolute_error(true[::2], pred[::-2])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < n // 10


def test_infinite_values_have_ranks():
    values = np.array([np.inf, 1.0, -np.inf, 0.0])
    assert order_statistics(values, [3, 0, 1, 1]).tolist() == [np.inf, -np.inf, 0, 0]


def test_what_is_not_finite_is_seen(rng):
    for n in (10, 100_000):
        for bad in (np.nan, np.inf, -np.inf):
            true, pred = rng.normal(size=(2, n))
            true[n // 2] = bad
            for what in (OBSERVED, ERROR, ABSOLUTE):
                job = Selection(true, pred, what, None, np.array([n // 2.0]))
                assert job.plan()
                job.look(0)
                assert not job.finite


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="differ in length"):
        Selection(np.zeros(3), np.zeros(2), ERROR, None, np.zeros(1))
    with pytest.raises(ValueError, match="differ in length"):
        Selection(np.zeros(3), np.zeros(3), ERROR, np.ones(2), np.zeros(1))
    with pytest.raises(ValueError, match="no rows"):
        Selection(np.zeros(0), np.zeros(0), ERROR, None, np.zeros(1))
    with pytest.raises(TypeError):
        Selection(np.array(["a"]), np.zeros(1), ERROR, None, np.zeros(1))
