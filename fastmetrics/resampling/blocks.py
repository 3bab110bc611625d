"""Blocks of neighbouring times, drawn anew in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._kernels import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw_blocks"]


def draw_blocks(seed: int, replicate: int, n: int, length: int) -> NDArray[np.int64]:
    """Return how often each of n times is drawn.

    A block goes on for ``length`` times from where it starts, over the end to the
    beginning; the last one is cut so that n times are drawn in all.
    """
    n_blocks = -(-n // length)
    starts = (random.uniform(seed, replicate, 0, n_blocks) * n).astype(np.int64)
    ends = starts + length
    ends[-1] -= n_blocks * length - n
    steps = np.bincount(starts, minlength=2 * n + 1)
    steps -= np.bincount(ends, minlength=2 * n + 1)
    times: NDArray[np.int64] = np.cumsum(steps)[: 2 * n].reshape(2, n).sum(axis=0)
    return times
