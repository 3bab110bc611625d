"""Counting right rows, against NumPy."""

import numpy as np
import pytest

from fastmetrics._kernels import matched

FULL = [np.iinfo(np.int64).min, -1, 0, 1, 2**32, np.iinfo(np.int64).max]


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
@pytest.mark.parametrize("n", [0, 1, 5, 1000])
def test_counts(rng, dtype, n):
    pool = np.array(FULL).astype(dtype)  # of narrow ones the low bits
    true, a, b = (pool[rng.integers(len(pool), size=n)] for _ in range(3))
    assert matched.count_right(true, a, b) == (
        (a == true).sum(),
        (b == true).sum(),
        ((a == true) & (b == true)).sum(),
    )


def test_more_than_a_block():
    n = (1 << 20) + 7
    true = np.zeros(n, np.int8)
    a, b = true.copy(), true.copy()
    a[[0, n - 1]] = 1
    b[[n - 1]] = 1
    assert matched.count_right(true, a, b) == (n - 2, n - 1, n - 2)


def test_columns_of_other_lengths():
    with pytest.raises(ValueError, match="same number of rows"):
        matched.count_right(*(np.zeros(n, np.int8) for n in (3, 3, 2)))
