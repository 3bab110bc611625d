"""What confusion.pyx does beside calling C: cells in order, equal and right rows."""

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import confusion

FULL = [np.iinfo(np.int64).min, -1, 0, 1, 2**32, np.iinfo(np.int64).max]
POSITIONS = st.integers(0, 6) | st.sampled_from([1023, 1024, 1025, 10**12])


@given(st.lists(st.tuples(POSITIONS, POSITIONS), max_size=40))
def test_cells_in_order(cells):
    columns = np.array(cells, np.int64).reshape(-1, 2).T
    order, repeated = confusion.order_cells(*map(np.ascontiguousarray, columns))
    # sorted() is stable.
    assert order.tolist() == sorted(range(len(cells)), key=cells.__getitem__)
    assert repeated == (len(set(cells)) < len(cells))


@one_case("n_runs", [1, 2, 4, 5, 9])
def test_runs_of_cells_in_order(rng, n_runs):
    """As those of tables that are merged, sorted already one by one."""
    cells = [
        c for _ in range(n_runs) for c in sorted(rng.integers(0, 9, (30, 2)).tolist())
    ]
    columns = np.ascontiguousarray(np.array(cells).T)
    order, repeated = confusion.order_cells(*columns)
    assert order.tolist() == sorted(range(len(cells)), key=cells.__getitem__)
    assert repeated


def test_cells_that_lie_nowhere():
    inside, outside = np.array([0, 1]), np.array([0, -1])
    for sides in ((inside, outside), (outside, inside)):
        with pytest.raises(ValueError, match="outside the table"):
            confusion.order_cells(*sides)
    with pytest.raises(ValueError, match="differ in length"):
        confusion.order_cells(inside, inside[:1])


@one_case("step", [1, 3, -1])
@one_case("n", [1, 1023, 1024, 1025, 40_000])
def test_equal_bools(rng, n, step):
    a, b = rng.random((2, 3 * n)) < 0.3
    a, b = a[::step][:n], b[::step][:n]
    assert confusion.count_equal_plain(a, b) == np.count_nonzero(a == b)
    assert confusion.count_equal_plain(a, b.view("u1")) == np.count_nonzero(a == b)


@one_case("row", [0, 1024, 4999])
def test_a_bool_that_is_true_by_another_byte_is_left_to_others(row):
    bytes_ = np.zeros(5000, np.uint8)
    right = bytes_.view(bool).copy()
    bytes_[row] = 2
    for other in (right, right.view("u1")):
        assert confusion.count_equal_plain(bytes_.view(bool), other) is None
        assert confusion.count_equal_plain(other, bytes_.view(bool)) is None
    assert confusion.count_equal_plain(bytes_, right) == 4999


TEXTS = st.lists(st.text("ab\0é\U0001f600", max_size=5), min_size=1, max_size=20)


@given(TEXTS, TEXTS, st.integers(5, 8), st.integers(5, 8))
def test_equal_texts_of_two_widths(first, second, width, other):
    n = min(len(first), len(second))
    a, b = np.array(first[:n], f"U{width}"), np.array(second[:n], f"U{other}")
    equal = sum(x == y for x, y in zip(a.tolist(), b.tolist(), strict=True))
    assert confusion.count_equal_plain(a, b) == equal
    assert confusion.count_equal_plain(a[::-1], b[::-1]) == equal


def test_texts_are_counted_by_no_table():
    column = np.array(["a", "b"])
    assert confusion.count_plain(column, column) is None
    assert confusion.count_equal_plain(column, np.array([1, 2])) is None
    with pytest.raises(TypeError, match="not columns of numbers"):
        confusion.count_pairs(column, column)


@one_case("dtype", [np.int8, np.int16, np.int32, np.int64])
@one_case("n", [0, 1, 5, 1000])
def test_right_rows(rng, dtype, n):
    pool = np.array(FULL).astype(dtype)  # of narrow ones the low bits
    true, a, b = (pool[rng.integers(len(pool), size=n)] for _ in range(3))
    assert confusion.count_right(true, a, b) == (
        (a == true).sum(),
        (b == true).sum(),
        ((a == true) & (b == true)).sum(),
    )


def test_right_rows_of_more_than_a_block():
    n = (1 << 20) + 7
    true = np.zeros(n, np.int8)
    a, b = true.copy(), true.copy()
    a[[0, n - 1]] = 1
    b[[n - 1]] = 1
    assert confusion.count_right(true, a, b) == (n - 2, n - 1, n - 2)


def test_columns_of_other_lengths():
    with pytest.raises(ValueError, match="same number of rows"):
        confusion.count_right(*(np.zeros(n, np.int8) for n in (3, 3, 2)))


@one_case("kind", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_pairs_are_counted_in_each_set(rng, kind):
    sets, (true, predicted) = rng.integers(0, 5, 300), rng.integers(0, 3, (2, 300))
    table = np.zeros((9, 5), np.int64)
    of = 3 * np.arange(3), np.arange(3)
    confusion.count_by_set(sets, true.astype(kind), predicted.astype(kind), *of, table)
    expected = np.zeros((9, 5), np.int64)
    np.add.at(expected, (3 * true + predicted, sets), 1)
    np.testing.assert_array_equal(table, expected)


@one_case(
    "sets, true, pairs", [([2], [0], 2), ([-1], [0], 2), ([0], [2], 2), ([0], [1], 1)]
)
def test_rows_of_no_set_or_label_are_refused(sets, true, pairs):
    codes, of = np.array(true, np.uint8), np.array([0, 1])
    table = np.zeros((pairs, 2), np.int64)
    with pytest.raises(IndexError):
        confusion.count_by_set(np.array(sets), codes, codes * 0, of, of, table)
