"""fm_counts.c through ``_kernels.confusion``: tables of every kind and size."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._kernels import confusion

TYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"]
# Windows of two labels, of a few, of many, and none at all: labels that are hashed.
RANGES = [(0, 1), (-1, 1), (-3, 12), (0, 300), (-(10**6), 10**6), (-(2**62), 2**62)]


def as_dict(cells):
    labels, rows, columns, n, *_ = cells
    return {
        (int(labels[i]), int(labels[j])): int(count)
        for i, j, count in zip(rows, columns, n, strict=True)
    }


def expected(a, b):
    return dict(Counter(zip(map(int, a), map(int, b), strict=True)))


@st.composite
def columns(draw, n):
    dtype = np.dtype(draw(st.sampled_from(TYPES)))
    low, high = draw(st.sampled_from(RANGES))
    if dtype.kind == "b":
        low, high = 0, 1
    elif dtype.kind in "iu":
        low = max(low, np.iinfo(dtype).min)
        high = min(high, np.iinfo(dtype).max)
    elif abs(high) > 2**23:  # whole numbers that float32 holds, too
        low, high = -(2**23), 2**23
    values = draw(st.lists(st.integers(low, high), min_size=n, max_size=n))
    array = np.array(values, dtype)
    layout = draw(st.sampled_from(["plain", "reversed", "strided"]))
    if layout == "reversed":
        return array[::-1]
    return np.repeat(array, 3)[::3] if layout == "strided" else array


@st.composite
def pairs(draw):
    n = draw(st.integers(1, 40))
    return draw(columns(n)), draw(columns(n))


@given(pairs())
def test_counts_are_those_of_a_dictionary(pair):
    status, cells = confusion.count_pairs(*pair)
    assert status == 0
    assert as_dict(cells) == expected(*pair)
    labels, rows, columns, *_ = cells
    places = list(zip(rows, columns, strict=True))
    assert places == sorted(places)
    assert labels.tolist() == sorted({int(x) for side in pair for x in side})


@one_case("kind", ["i1", "i8", "f8", "f4"])
def test_windows_widen_and_are_left(kind):
    """Each block of 1,024 rows brings labels that the ones before had not."""
    rng = np.random.default_rng(0)
    spans = [1, 2, 5, 40, 100] if kind == "i1" else [1, 2, 5, 100, 1000, 3000, 10**6]
    a = np.concatenate([rng.integers(-span, span + 1, 1024) for span in spans])
    b = rng.permutation(a)
    a, b = a.astype(kind), b.astype(kind)
    assert as_dict(confusion.count_pairs(a, b)[1]) == expected(a, b)
    assert as_dict(confusion.count_pairs(a[::-1], b)[1]) == expected(a[::-1], b)


def test_the_hash_table_grows():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 2**40, (2, 30_000))
    a, b = np.append(a, a), np.append(b, b)
    assert as_dict(confusion.count_pairs(a, b)[1]) == expected(a, b)


def test_labels_far_apart_are_put_in_order():
    a = np.array([2**63 - 1, -(2**63), 0])
    labels, rows, columns, n, *_ = confusion.count_pairs(a, a[::-1])[1]
    assert labels.tolist() == [-(2**63), 0, 2**63 - 1]
    assert (rows.tolist(), columns.tolist(), n.tolist()) == (
        [0, 1, 2],
        [0, 2, 1],
        [1] * 3,
    )


@one_case("span", [1, 12, 10**9])
def test_weights_add_up(span):
    """Cells hold sums to the last bit but one: twice half an ulp at most."""
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, span + 1, (2, 5000))
    a[2000:] %= 2
    b[2000:] %= 2
    weights = rng.exponential(size=5000) ** 8
    labels, rows, columns, _, sums, squares = confusion.count_pairs(a, b, weights)[1]
    for i, j, total, square in zip(rows, columns, sums, squares, strict=True):
        inside = weights[(a == labels[i]) & (b == labels[j])]
        exact = math.fsum(inside)
        assert abs(total - exact) <= np.spacing(exact)
        # Plain sums: some thousand roundings.
        assert square == pytest.approx(math.fsum(inside**2), rel=1e-12)


@one_case("wrong", [np.nan, np.inf, -np.inf, 0.5, 1e300, 2.0**63])
def test_a_float_that_is_not_whole_is_told(wrong):
    for row, side in itertools.product([0, 1023, 4000], [0, 1]):
        columns = [np.arange(5000) % 7 * 1.0, np.arange(5000) % 5 * 1.0]
        columns[side][row] = wrong
        assert confusion.count_pairs(*columns)[0] == confusion.NOT_WHOLE
        assert confusion.count_plain(*columns) is None
        assert confusion.count_binary_plain(*columns, 1) is None
        columns = [columns[side], np.zeros(5000)][:: 1 - 2 * side]
        assert confusion.count_equal_plain(*columns) is None


def test_a_fraction_that_the_window_would_swallow_is_told():
    """With the window's first label subtracted these would be whole numbers."""
    a = np.tile([-3.0, -1.0, 0.0, -0.0, 1.0], 1000)
    b = a[::-1].copy()
    assert as_dict(confusion.count_pairs(a, b)[1]) == expected(a, b)
    for wrong in (1e-20, -1e-20, 5e-324, -5e-324):
        b[-1] = wrong
        assert confusion.count_pairs(a, b)[0] == confusion.NOT_WHOLE
        assert confusion.count_plain(a, b) is None


def test_an_integer_beyond_int64_is_told():
    a = np.array([2**63], np.uint64)
    assert confusion.count_pairs(a, a)[0] == confusion.TOO_LARGE
    assert confusion.count_equal_plain(a, a) == 1


@given(pairs())
def test_equal_rows(pair):
    a, b = pair
    found = confusion.count_equal_plain(a, b)
    kinds = [{"b": "u"}.get(x.dtype.kind, x.dtype.kind) + str(x.itemsize) for x in pair]
    if kinds[0] == kinds[1]:
        assert found == np.count_nonzero(a == b)
    else:
        assert found is None


@given(pairs(), st.integers(-1, 2))
def test_binary_counts(pair, positive):
    a, b = pair
    found = confusion.count_binary_plain(a, b, positive)
    labels = {int(x) for side in pair for x in side}
    if len(labels) > 2 or (len(labels) == 2 and positive not in labels):
        assert found is None
    elif positive in labels:
        table = Counter(
            (int(x) == positive, int(y) == positive) for x, y in zip(a, b, strict=True)
        )
        cells = [(False, False), (False, True), (True, False), (True, True)]
        assert found == tuple(table[cell] for cell in cells)
    else:
        assert found == (len(a), 0, 0, 0)


def test_what_is_not_plain_is_left_to_others():
    right = np.array([0, 1])
    for wrong in (
        [0, 1], np.array(["a", "b"]), np.array([0, 1, 2]), np.array([[0], [1]]), None,
    ):  # fmt: skip
        for pair in ((right, wrong), (wrong, right)):
            assert confusion.count_plain(*pair) is None
            assert confusion.count_equal_plain(*pair) is None
            assert confusion.count_binary_plain(*pair, 1) is None
    assert confusion.count_plain(right[:0], right[:0]) is None
    assert confusion.count_binary_plain(right, right, "1") is None
    assert confusion.count_binary_plain(right, right, 2**70) is None


def test_margins():
    rows, columns = np.array([0, 0, 2]), np.array([0, 1, 0])
    hits, true, predicted, total = confusion.sum_margins(
        rows, columns, np.array([3, 4, 5]), 3
    )
    assert (hits.tolist(), true.tolist(), predicted.tolist(), total) == (
        [3, 0, 0],
        [7, 0, 5],
        [8, 4, 0],
        12,
    )
    with pytest.raises(ValueError, match="outside"):
        confusion.sum_margins(rows, columns, np.array([3, 4, 5]), 2)
