"""Putting rows in the order of their scores, on several threads.

The kernels sort in steps of fixed pieces; here the pieces are spread over threads.
What comes out depends neither on how many there are nor on which does what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics import _inputs, _threads
from fastmetrics._kernels import labelled, sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike, NDArray

# Below this many rows a round trip through the thread pool costs more than it saves.
_PARALLEL_ROWS = 200_000


def sort_pairs(
    keys: NDArray[Any], payload: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return keys and payload in ascending, stable order of the keys.

    Keys are uint32 or uint64, the payload uint64.
    """
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys, payload)
    job = sort.ColumnSort(keys, payload)
    each = _spread(len(keys))
    each(job.count, range(job.n_pieces))
    job.place()
    each(job.deal, range(job.n_pieces))
    each(job.finish, range(job.n_ranges))
    return job.result()


def sorted_scores(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> labelled.LabelledScores:
    """Check labels and scores, and return them as rows in order."""
    job = _inputs.sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        return job
    each = _dealt(job, y_true, y_score, pos_label)
    each(job.finish, range(job.n_ranges))
    return job.result()


def count_pairs(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> tuple[int, int, int, int]:
    """Exact counts for the AUC of unweighted data: (wins, ties, n_pos, n_neg).

    Pairs are counted bucket by bucket, each while it is in the cache.
    """
    job = _inputs.sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        found = [labelled.count_pairs(job)]
    else:
        each = _dealt(job, y_true, y_score, pos_label)
        found = each(job.meet, range(job.n_ranges))
    n_pos = n_neg = below = upto = 0
    for positives, negatives, nearer, level in found:
        # Every negative of the ranges before lies below.
        below += nearer + positives * n_neg
        upto += level + positives * n_neg
        n_pos += positives
        n_neg += negatives
    return below, upto - below, n_pos, n_neg


def _dealt(
    job: labelled.LabelledSort, y_true: ArrayLike, y_score: ArrayLike, pos_label: Any
) -> Callable[..., list[Any]]:
    """Bring a sort up to its last step; returns how to spread that one."""
    each = _spread(job.n_rows)
    each(job.count, range(job.n_pieces))
    if not job.place():
        # Something is wrong: another way through the columns says what and where.
        _inputs.split_scores(y_true, y_score, pos_label=pos_label)
        raise RuntimeError("y_score was modified while it was being read.")
    each(job.deal, range(job.n_pieces))
    return each


def _spread(n: int) -> Callable[..., list[Any]]:
    """Return how to call a function with each of some blocks of a job of n rows."""
    return _threads.map_blocks if n >= _PARALLEL_ROWS else _one_by_one


def _one_by_one(function: Callable[[int], Any], blocks: Iterable[int]) -> list[Any]:
    return [function(block) for block in blocks]
