"""The numbering of rows: every type and layout, shapes that do not fit, many rows."""

import random

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels.equal_rows import (
    join_codes,
    number_rows,
    number_sparse_rows,
)


def numbered(rows):
    known = {}
    return [known.setdefault(row, len(known)) for row in rows]


@one_case("n", [0, 1, 2, 511, 512, 513, 1024, 1025, 5000])
@one_case("width", [1, 3, 40, 3000])
def test_blocks_of_every_size(n, width):
    if n * width > 10**6:
        n //= 10
    rng = np.random.default_rng(n + width)
    X = np.zeros((n, width))
    X[:, width // 2] = rng.integers(0, max(n, 1), n)
    codes, n_codes = number_rows([*X.T])
    assert codes.tolist() == numbered(X[:, width // 2].tolist())
    assert n_codes == len({*codes.tolist()})


@one_case("dtype", "? i1 i2 i4 i8 u1 u2 u4 u8 f4 f8".split())
def test_types_and_strides(dtype):
    rng = np.random.default_rng(7)
    wide = rng.integers(0, 3, (600, 2)).astype(dtype)
    other = rng.integers(0, 3, 1200).astype(np.int8)[::2]
    unaligned = np.frombuffer(b"." + wide[:, 0].tobytes(), np.uint8)[1:].view(dtype)
    columns = [unaligned, wide[::-1, 1][::-1], other, np.broadcast_to(wide[:1, 0], 600)]
    codes, _ = number_rows(columns)
    assert codes.tolist() == numbered(
        zip(*(one.tolist() for one in columns), strict=True)
    )


def test_zeros_are_equal_and_so_are_all_nan():
    payload = np.array([0x7FF8000000000001, 0xFFF8000000000000], np.uint64)
    column = np.concatenate([[0.0, -0.0, np.nan, -np.nan, 1], payload.view(np.float64)])
    assert number_rows([column])[0].tolist() == [0, 0, 1, 1, 2, 1, 1]
    assert number_rows([column[:5].astype("f4")])[0].tolist() == [0, 0, 1, 1, 2]
    # Of rows that lie in one block of memory the bytes differ, and the values do not.
    matrix = np.stack([column[:4], column[:4]], axis=1)
    assert number_rows([*matrix.T])[0].tolist() == [0, 0, 1, 1]


def test_a_hash_of_neighbours_does_not_repeat_itself():
    """Whole numbers in order, powers of two, and their bits in the other end."""
    n = 1 << 17
    every = np.arange(n, dtype=np.int64)
    for column in (every, every << 46, every * 4096.0, np.sqrt(every)):
        assert number_rows([column])[1] == n
        assert number_rows([column, column])[1] == n
    grid = np.divmod(every, 512)
    assert number_rows([*grid])[1] == n
    assert number_rows([grid[0] + grid[1], grid[1]])[1] == n


def test_sparse_rows():
    starts = np.array([0, 2, 4, 4, 5], np.int64)
    positions = np.array([0, 5, 0, 5, 5], np.int64)
    values = np.array([1.0, np.nan, 1.0, np.nan, 1.0])
    codes, n_codes = number_sparse_rows(starts, positions, values)
    assert codes.tolist() == [0, 0, 1, 2]
    assert n_codes == 3
    whole = number_sparse_rows(starts, positions, np.array([1, 2, 1, 2, 1]))
    assert whole[0].tolist() == [0, 0, 1, 2]
    nothing = np.zeros(0, np.int64)
    assert number_sparse_rows(starts[:1], nothing, values[:0])[1] == 0
    assert number_sparse_rows(starts[[2, 2]] * 0, nothing, values[:0])[1] == 1


def test_joined_codes_are_the_components():
    draw = random.Random(5)
    for _ in range(80):
        n = draw.randint(1, 25)
        a = numbered(draw.choices(range(n), k=n))
        b = numbered(draw.choices(range(n), k=n))
        component = [*range(n)]
        for _ in range(n):
            for i in range(n):
                tied = [j for j in range(n) if a[i] == a[j] or b[i] == b[j]]
                component[i] = min(component[j] for j in tied)
        found = join_codes(np.array(a), max(a) + 1, np.array(b), max(b) + 1)
        assert found.tolist() == numbered(component)
    assert join_codes(np.zeros(0, np.int64), 0, np.zeros(0, np.int64), 0).size == 0


WHOLE = np.array([0, 1], np.int64)


@one_case(
    ("call", "error"),
    [
        (lambda: number_rows([]), ValueError),
        (lambda: number_rows([np.zeros(2), np.zeros(3)]), ValueError),
        (lambda: number_rows([np.zeros(2, object)]), TypeError),
        (lambda: number_rows([np.zeros(2, "U3")]), TypeError),
        (lambda: number_rows([np.zeros((2, 2))]), TypeError),
        (lambda: number_rows([np.zeros(2, np.uint8).view(bool) | True, 3]), TypeError),
        (lambda: join_codes(WHOLE, 2, WHOLE[:1], 2), ValueError),
        (lambda: join_codes(WHOLE, 1, WHOLE, 2), ValueError),
        (lambda: join_codes(WHOLE, 2, -WHOLE, 2), ValueError),
        (lambda: number_sparse_rows(WHOLE[:0], WHOLE, WHOLE), ValueError),
        (lambda: number_sparse_rows(WHOLE + 1, WHOLE, WHOLE), ValueError),
        (lambda: number_sparse_rows(WHOLE * 3, WHOLE, WHOLE), ValueError),
        (lambda: number_sparse_rows(WHOLE * -1, WHOLE, WHOLE), ValueError),
        (lambda: number_sparse_rows(WHOLE, WHOLE, WHOLE[:1]), ValueError),
        (lambda: number_sparse_rows(WHOLE, WHOLE, WHOLE.astype("i4")), ValueError),
        (lambda: number_sparse_rows(WHOLE, WHOLE, WHOLE.astype(object)), TypeError),
    ],
)
def test_what_does_not_fit_is_refused(call, error):
    with pytest.raises(error):
        call()
