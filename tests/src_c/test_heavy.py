"""fm_heavy: which rows are heavy, against the twin."""

import numpy as np

from fastmetrics._kernels.score_cells import _test_heavy as heavy
from fastmetrics.reference.random import is_heavy

SEED = 2**40 + 17


def by_definition(batch, rows):
    return [
        sum(is_heavy(SEED, 64 * batch + r, row) << r for r in range(64)) for row in rows
    ]


def test_rows_by_number(rng):
    for n in (1, 31, 32, 33, 70):
        rows = rng.integers(0, 2**32, n).astype(np.uint32)
        words, counts = heavy(SEED, 3, rows, 0, n)
        assert words.tolist() == by_definition(3, rows.tolist())
        assert counts.tolist() == [int((words >> r & 1).sum()) for r in range(64)]


def test_rows_in_order():
    for start in (0, 5, 2**32 - 64, 2**32 - 37, 2**32, 2**33 + 1):
        words, _ = heavy(SEED, 2**33, None, start, 70)
        assert words.tolist() == by_definition(2**33, range(start, start + 70))


def test_a_quarter_is_heavy_independently():
    """10⁶ draws: five standard errors of the shares of rows and of pairs of these."""
    words, counts = heavy(1, 0, None, 0, 1_000_000 // 64)
    n = 64 * len(words)
    assert abs(counts.sum() / n - 1 / 4) < 5 * np.sqrt(3 / 16 / n)
    for both in (words[1:] & words[:-1], words & words >> np.uint64(1)):
        share = sum(int((both >> np.uint64(r) & np.uint64(1)).sum()) for r in range(63))
        n = 63 * len(both)
        assert abs(share / n - 1 / 16) < 5 * np.sqrt(15 / 256 / n)


def test_bytes_do_not_overflow():
    """More than 255 rows at once, over and over."""
    words, counts = heavy(1, 0, None, 0, 2000)
    assert counts.tolist() == [
        int((words >> np.uint64(r) & np.uint64(1)).sum()) for r in range(64)
    ]
