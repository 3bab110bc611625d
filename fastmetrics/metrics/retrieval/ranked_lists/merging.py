"""Lists of different queries put together, and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["are_equal", "joined", "joined_ids"]


def joined(a: ListColumns, b: ListColumns) -> ListColumns:
    """Return the queries of ``a``, then those of ``b``."""
    offsets = np.concatenate([a.starts, b.starts[1:] + len(a.grades)])
    places = None
    if a.places is not None and b.places is not None:
        places = np.concatenate([a.places, b.places])
    unreturned = None
    if a.unreturned is not None or b.unreturned is not None:
        of_a, of_b = _unreturned(a), _unreturned(b)
        unreturned = Unreturned(
            np.concatenate([of_a.offsets, of_b.offsets[1:] + len(of_a.grades)]),
            np.concatenate([of_a.grades, of_b.grades]),
            np.concatenate([of_a.nonrelevant, of_b.nonrelevant]),
        )
    grades, scores = _together(a.grades, b.grades), _together(a.scores, b.scores)
    if a.all_judged != b.all_judged:
        raise ValueError(
            "RankedLists cannot be merged where only some of them say which documents "
            "nobody has judged"
        )
    return ListColumns(
        a.n + b.n, grades, scores, offsets, places, unreturned, a.all_judged
    )


def joined_ids(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the ids of both, which must be different and of one kind."""
    kinds = ["text" if x.dtype.kind in "OUS" else "numbers" for x in (a, b)]
    if kinds[0] != kinds[1]:
        raise TypeError(
            "RankedLists whose queries have ids of different kinds cannot be merged: "
            f"{a.dtype} and {b.dtype}"
        )
    found = np.concatenate([a, b])
    values, counts = np.unique(found, return_counts=True)
    if len(values) < len(found):
        twice = values[counts > 1]
        raise ValueError(
            f"RankedLists of the same queries cannot be merged: {len(twice)} are in "
            f"both, such as {shown(twice[0])}"
        )
    return found


def are_equal(a: ListColumns, b: ListColumns) -> bool:
    """Whether both hold the same numbers for the same queries."""
    of_a, of_b = _unreturned(a), _unreturned(b)
    places = (a.places is None) == (b.places is None)
    if places and a.places is not None and b.places is not None:
        places = np.array_equal(a.places, b.places)
    return (
        a.all_judged == b.all_judged
        and np.array_equal(a.starts, b.starts)
        and np.array_equal(a.grades, b.grades, equal_nan=not a.all_judged)
        and np.array_equal(a.scores, b.scores)
        and places
        and all(map(np.array_equal, of_a, of_b))
    )


def _unreturned(columns: ListColumns) -> Unreturned:
    if columns.unreturned is not None:
        return columns.unreturned
    n = columns.n
    return Unreturned(np.zeros(n + 1, np.int64), np.empty(0), np.zeros(n, np.int64))


def _together(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    if a.dtype == b.dtype:
        return np.concatenate([a, b])
    return np.concatenate([a.astype(np.float64), b.astype(np.float64)])
