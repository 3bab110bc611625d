"""The values of a column at some ranks, found without sorting all of it.

Probabilities fall into a few thousand cells, finer where they are smaller. Their counts
tell which cells hold the ranks, and only what lies in these is sorted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import bins, sort

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["pieces", "values_at"]

# What threads share is cut in pieces of so many rows, and results depend on it alone.
PIECE = 1 << 18


def pieces(n: int) -> list[tuple[int, int]]:
    """Return where pieces of n rows begin and end."""
    return [(begin, min(begin + PIECE, n)) for begin in range(0, n, PIECE)]


def values_at(proba: NDArray[Any], ranks: NDArray[np.int64]) -> NDArray[Any]:
    """Return ``np.sort(proba)[ranks]``; the ranks ascend, the values are in [0, 1]."""
    n, n_cells = len(proba), len(bins.CELLS)

    def count(piece: tuple[int, int]) -> NDArray[np.int64]:
        counts = np.zeros(n_cells, np.int64)
        bins.count_cells(proba, *piece, counts)
        return counts

    of_pieces = map_blocks(count, pieces(n))
    ends = np.cumsum(np.sum(of_pieces, axis=0))
    cells = np.searchsorted(ends, ranks, side="right")
    wanted = np.zeros(n_cells, np.uint8)
    wanted[cells] = 1

    def pick(number: int) -> NDArray[np.uint64]:
        room = np.empty(int(of_pieces[number] @ wanted) + 1, np.uint64)
        found = bins.pick_cells(proba, *pieces(n)[number], wanted, room)
        return room[:found]

    picked = np.concatenate(map_blocks(pick, range(len(of_pieces))))
    ordered = _sorted(picked).view(np.float64)
    # How many of those that lie in no wanted cell come before each of these cells.
    left_out = np.cumsum(np.where(wanted, 0, np.diff(ends, prepend=0)))
    return ordered[ranks - left_out[cells]].astype(proba.dtype)


def _sorted(keys: NDArray[np.uint64]) -> NDArray[Any]:
    """Return bits in order, which is that of the floats if none is negative."""
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys)[0]
    job = sort.ColumnSort(keys)
    map_blocks(job.count, range(job.n_pieces))
    job.place()
    map_blocks(job.deal, range(job.n_pieces))
    map_blocks(job.finish, range(job.n_ranges))
    return job.result()[0]
