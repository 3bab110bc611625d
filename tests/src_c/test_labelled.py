"""fm_labelled.h: labelled scores in order, against sorted tuples in Python."""

import itertools
import tracemalloc

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics
from fastmetrics._inputs.scores import row_scores, sort_labelled
from fastmetrics._kernels import delong, labelled, sweep
from fastmetrics.metrics.scores.sorted_scores import count_wins, sort_keys

# Few rows are one or two runs; many have buckets, and more than 2**18 another piece.
FEW, MANY = [1, 2, 3, 25, 300, 5_000], [131_072, 131_073, 2**18 + 1]

SCORES = {
    "normal": lambda n, rng: rng.normal(size=n),
    "positive": lambda n, rng: rng.random(n),
    "negative": lambda n, rng: -rng.random(n),
    "three digits": lambda n, rng: np.round(rng.normal(size=n), 3),
    "all equal": lambda n, rng: np.full(n, -0.0),
    "half equal": lambda n, rng: np.where(rng.random(n) < 0.5, 0.5, rng.random(n)),
    "confident": lambda n, rng: 1 / (1 + np.exp(-8 * rng.normal(size=n) - 6)),
    "600 decades": lambda n, rng: 10 ** rng.uniform(-300, 300, n),
    "denormal": lambda n, rng: rng.integers(-99, 99, n) * 5e-324,
    "ascending": lambda n, rng: np.arange(n) - n / 3,
    "descending": lambda n, rng: n / 3 - np.arange(n),
    "organ pipe": lambda n, rng: np.minimum(np.arange(n), n - np.arange(n)) * 1.0,
    "one outlier": lambda n, rng: np.where(np.arange(n) == n // 2, -1e9, rng.random(n)),
    "float32": lambda n, rng: rng.normal(size=n).astype(np.float32),
    "float32 near 1": lambda n, rng: (1 - 1e-5 * rng.random(n)).astype(np.float32),
    "int64": lambda n, rng: rng.integers(-(2**63), 2**63, n),
    "uint64": lambda n, rng: rng.integers(0, 2**64, n, dtype=np.uint64),
    "uint8": lambda n, rng: rng.integers(0, 256, n, dtype=np.uint8),
    "int16": lambda n, rng: rng.integers(-300, 300, n, dtype=np.int16),
    "bool": lambda n, rng: rng.random(n) < 0.5,
}


def keys_of(y, scores):
    """The keys of the scores in row order, by the other way through the columns."""
    return row_scores(y, scores).keys


def check(y, scores):
    found = sort_keys(y, scores).scores
    keys = keys_of(y, scores)
    bits = 8 * keys.itemsize
    order = np.lexsort([y, keys])
    top = keys.dtype.type(bits - 1)
    labels = y[order].astype(keys.dtype)
    expected = (keys[order] << keys.dtype.type(1)) | labels
    np.testing.assert_array_equal(found.rows, expected)
    assert found.rows.dtype == keys.dtype
    assert found.n_low == np.count_nonzero(keys >> top == 0)
    assert found.n_pos == y.sum()
    assert found.n_neg == len(y) - y.sum()
    check_sweeps(found, keys[order], y[order])
    assert count_wins(y, scores) == by_search(y, keys)


def by_search(y, keys):
    positives, negatives = keys[y == 1], np.sort(keys[y == 0])
    positives = np.sort(positives)
    below = int(np.searchsorted(negatives, positives, "left").sum())
    upto = int(np.searchsorted(negatives, positives, "right").sum())
    return below, upto - below, len(positives), len(negatives)


def check_sweeps(scores, keys, labels):
    """What is read off the rows, against NumPy on keys and labels in order."""
    last = np.concatenate([[True], keys[1:] != keys[:-1]])  # on the way down
    np.testing.assert_array_equal(
        sweep.labelled_flags(scores), (labels | (last << 1))[::-1]
    )
    at, tps, fps = sweep.labelled_steps(scores)
    np.testing.assert_array_equal(at, keys[last][::-1])
    down = labels[::-1]
    np.testing.assert_array_equal(tps, np.cumsum(down)[last[::-1]])
    np.testing.assert_array_equal(fps, np.cumsum(1 - down)[last[::-1]])
    reducers = [("roc_auc",), ("average_precision",), ("ks",)]
    values, places = sweep.reduce_labelled(scores, reducers)
    expected, expected_places = sweep.reduce_steps(tps, fps, reducers)
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(places, expected_places)
    first, level = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    first, level = first.astype(int), level.astype(int)
    of_pos = 2 * (level.sum() - level.cumsum()) + level
    of_neg = 2 * (first.cumsum() - first) + first
    squares = (first * of_pos**2).sum(), (level * of_neg**2).sum()
    assert delong.squared_placements(scores) == squares


@pytest.mark.long
@pytest.mark.parametrize("kind", SCORES)
def test_agrees_with_a_sort_of_pairs(kind, rng):
    many = MANY[[*SCORES].index(kind) % len(MANY)]
    for n in (*FEW, many):
        check(rng.integers(0, 2, n), SCORES[kind](n, rng))


@one_case("n", [10, 150_000])
def test_one_class(n, rng):
    for share in (0, 1):
        check(np.full(n, share), rng.normal(size=n))


@one_case("n", [1_000, 150_000])
def test_outliers_of_the_other_sign(n, rng):
    """Too few for a sample to see, so there is no cell for their highest bit."""
    y, scores = rng.integers(0, 2, n), 0.5 + rng.random(n)
    scores[n // 7] = -1.0
    scores[n // 3] = -0.5
    check(y, scores)
    check(y, -scores)


@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(-3, 3) | st.floats(-1e300, 1e300)),
        min_size=1,
        max_size=80,
    )
)
def test_any_rows(rows):
    check(np.array([y for y, _ in rows]), np.array([float(s) for _, s in rows]))


@one_case("n", [500, 150_000])
def test_columns_of_any_layout(n, rng):
    y, scores = rng.integers(0, 2, n), rng.normal(size=n)
    expected = sort_keys(y, scores).scores.rows
    table = np.column_stack([scores, y])
    reverse = scores[::-1].copy()[::-1]
    for labels, column in [
        (y.astype(bool), scores),
        (table[:, 1], table[:, 0]),
        (y.astype(np.int8), reverse),
        (list(y), list(scores)),
        (y, scores.astype(scores.dtype.newbyteorder())),
    ]:
        np.testing.assert_array_equal(sort_keys(labels, column).scores.rows, expected)
    words = np.array(["no", "yes"])[y]
    got = sort_keys(words, scores, pos_label="yes").scores.rows
    np.testing.assert_array_equal(got, expected)


@one_case("n", [500, 300_000])
def test_what_is_wrong_is_said(n, rng):
    y, scores = rng.integers(0, 2, n), rng.normal(size=n)
    for at, call in itertools.product((0, n // 2, n - 1), (sort_keys, count_wins)):
        wrong = scores.copy()
        wrong[at] = np.nan
        with pytest.raises(ValueError, match="y_score"):
            call(y, wrong)
        wrong_y = y.copy()
        wrong_y[at] = 7
        with pytest.raises(ValueError, match=r"y_true|pos_label"):
            call(wrong_y, scores)


def test_threads_change_nothing(rng):
    y, scores = rng.integers(0, 2, 700_000), np.round(rng.normal(size=700_000), 5)
    with fastmetrics.num_threads(1):
        rows, pairs = sort_keys(y, scores).scores.rows, count_wins(y, scores)
    for n_threads in (2, 3, 8):
        with fastmetrics.num_threads(n_threads):
            np.testing.assert_array_equal(sort_keys(y, scores).scores.rows, rows)
            assert count_wins(y, scores) == pairs


@one_case("kind", ["normal", "all equal", "half equal", "confident"])
def test_no_more_memory_than_the_rows(kind, rng):
    n = 600_000
    y, scores = rng.integers(0, 2, n), SCORES[kind](n, rng)
    tracemalloc.start()
    try:
        sort_keys(y, scores)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.01 * scores.nbytes  # what C takes besides is not traced


def test_pairs_that_do_not_fit_are_refused():
    # Rows that take no memory: there are too many for any.
    rows = np.lib.stride_tricks.as_strided(np.zeros(1, np.uint64), (2**33,), (0,))
    with pytest.raises(OverflowError, match="2\\*\\*63"):
        labelled.count_wins(labelled.LabelledScores(rows, 0, 2**32, None))


def test_counts_that_cannot_be_are_refused():
    for n_low, n_pos in [(4, 0), (0, 4), (-1, 0), (0, -1)]:
        with pytest.raises(ValueError, match="more rows"):
            labelled.LabelledScores(np.zeros(3, np.uint64), n_low, n_pos, None)


def test_steps_out_of_turn_are_refused(rng):
    n = 150_000
    job = sort_labelled(rng.integers(0, 2, n), rng.normal(size=n))
    for step in (job.deal, job.finish, job.meet):
        with pytest.raises(IndexError):
            step(0)
    with pytest.raises(IndexError):
        job.result()
    with pytest.raises(IndexError):
        job.count(1)


def test_no_rows():
    none = labelled.LabelledScores(np.empty(0, np.uint64), 0, 0, None)
    assert labelled.count_wins(none) == (0, 0, 0, 0)
    assert sweep.labelled_flags(none).size == 0
    assert [len(part) for part in sweep.labelled_steps(none)] == [0, 0, 0]
    assert delong.squared_placements(none) == (0, 0)
