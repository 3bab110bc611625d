"""fm_pairs: against the loop it stands for."""

import numpy as np
from helpers.one_case import one_case

from fastmetrics._kernels.resample import _test_count_pairs as count_pairs


def by_hand(flags, w):
    positive = negative = wins = 0
    for flag, weight in zip(flags.tolist(), w.tolist(), strict=True):
        if flag & 1:
            positive += weight
        else:
            negative += weight
            wins += weight * positive
    return positive, negative, wins


@one_case("largest", [1, 3, 255])
def test_agrees_with_the_loop(rng, largest):
    for n in (0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 200, 5000):
        flags = rng.integers(0, 4, n).astype(np.uint8)
        w = rng.integers(0, largest, n, endpoint=True).astype(np.uint8)
        assert count_pairs(flags, w) == by_hand(flags, w), n


def test_lanes_do_not_overflow():
    """All weights 255 for longer than the 32-bit lanes may run without a flush."""
    n = 64 * 2048 * 3 + 5
    flags = np.tile(np.array([1, 0], np.uint8), n)[:n]
    w = np.full(n, 255, np.uint8)
    positive = np.cumsum((flags & 1) * 255, dtype=np.int64)
    wins = int(np.sum(positive[flags == 0] * 255))
    assert count_pairs(flags, w) == (int(positive[-1]), (n // 2) * 255, wins)
