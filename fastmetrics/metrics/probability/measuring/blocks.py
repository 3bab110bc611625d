"""Matrices read a block of rows at a time, by all threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["readable", "row_blocks", "side_by_side", "write_rows"]

# Numbers per block: reading them takes longer than handing a block to a thread.
_NUMBERS = 1 << 20


def row_blocks(n: int, k: int) -> list[slice]:
    """Return the blocks of n rows of k numbers, which no number of threads alters."""
    step = max(1, _NUMBERS // k)
    return [slice(i, min(i + step, n)) for i in range(0, n, step)]


def write_rows(
    write: Callable[[slice, NDArray[Any]], bool | None],
    n: int,
    k: int,
    dtype: type[np.generic] = np.float64,
) -> tuple[NDArray[Any], bool]:
    """Return what ``write(rows, out)`` writes for each of n rows of k numbers.

    And whether no call returned False.
    """
    values = np.empty(n, dtype)
    fine = map_blocks(lambda rows: write(rows, values[rows]), row_blocks(n, k))
    return values, all(one is not False for one in fine)


def readable(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block itself if items lie where a kernel can read them, else a copy."""
    size = block.dtype.itemsize
    if block.flags.aligned and all(step % size == 0 for step in block.strides):
        return block
    return block.copy()


def side_by_side(block: NDArray[Any]) -> NDArray[Any]:
    """Return a block itself if the items of a row are neighbours, else a copy."""
    if block.strides[1] == block.dtype.itemsize and readable(block) is block:
        return block
    return np.ascontiguousarray(block)
