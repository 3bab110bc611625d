"""Sorting a column of keys with what rides along, on several threads.

The kernels sort in steps of fixed pieces; here the pieces are spread over threads.
What comes out depends neither on how many there are nor on which does what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._common import threads
from fastmetrics._kernels import sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

# Below this many rows a round trip through the thread pool costs more than it saves.
_PARALLEL_ROWS = 200_000


def sort_pairs(
    keys: NDArray[Any], payload: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return keys and payload in ascending, stable order of the keys.

    Keys are uint32 or uint64, the payload uint64.
    """
    return _sorted(keys, payload)


def sort_column(keys: NDArray[Any]) -> NDArray[Any]:
    """Return keys alone, uint32 or uint64, in ascending order."""
    return _sorted(keys, None)[0]


def _sorted(keys: NDArray[Any], payload: NDArray[Any] | None) -> tuple[Any, Any]:
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys, payload)
    job = sort.ColumnSort(keys, payload)
    each = spread(len(keys))
    each(job.count, range(job.n_pieces))
    job.place()
    each(job.deal, range(job.n_pieces))
    each(job.finish, range(job.n_ranges))
    return job.result()


def spread(n: int) -> Callable[..., list[Any]]:
    """Return how to call a function with each of some blocks of a job of n rows."""
    return threads.map_blocks if n >= _PARALLEL_ROWS else _one_by_one


def _one_by_one(function: Callable[[int], Any], blocks: Iterable[int]) -> list[Any]:
    return [function(block) for block in blocks]
