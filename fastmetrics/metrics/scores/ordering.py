"""Putting rows in the order of their scores, on several threads.

The kernels sort in steps of fixed pieces, which are spread over threads. What comes
out depends neither on how many there are nor on which does what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import sorting
from fastmetrics._common.sorting import spread
from fastmetrics._inputs.scores import row_scores, sort_labelled, split_scores
from fastmetrics._kernels import labelled, sweep
from fastmetrics.metrics.scores.sorted_scores import SortedKeys, SortedRows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike


def sort_keys(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> SortedKeys:
    """Read columns without weights and sort the rows."""
    job = sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        return SortedKeys(job)
    each = _dealt(job, y_true, y_score, pos_label)
    each(job.finish, range(job.n_ranges))
    return SortedKeys(job.result())


def sort_rows(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike
) -> SortedRows:
    """Read columns with weights and sort the rows."""
    rows = row_scores(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    assert rows.weights is not None  # some were given
    signed = sweep.sign_weights(rows.weights, rows.labels)
    # Inverted keys ascend where scores descend; a stable sort keeps ties in row
    # order, as the sums must be taken.
    keys = np.invert(rows.keys, out=rows.keys)
    keys, payload = sorting.sort_pairs(keys, signed.view(np.uint64))
    return SortedRows(keys, payload.view(np.float64), rows.kind)


def count_wins(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any = None
) -> tuple[int, int, int, int]:
    """Count as ``SortedKeys.count_wins``, without holding the rows in order.

    Pairs are counted bucket by bucket, each while it is in the cache.
    """
    job = sort_labelled(y_true, y_score, pos_label=pos_label)
    if isinstance(job, labelled.LabelledScores):
        return SortedKeys(job).count_wins()
    each = _dealt(job, y_true, y_score, pos_label)
    n_pos = n_neg = below = upto = 0
    for positives, negatives, nearer, level in each(job.meet, range(job.n_ranges)):
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
    each = spread(job.n_rows)
    each(job.count, range(job.n_pieces))
    if not job.place():
        # Something is wrong: another way through the columns says what and where.
        split_scores(y_true, y_score, pos_label=pos_label)
        raise RuntimeError("y_score was modified while it was being read.")
    each(job.deal, range(job.n_pieces))
    return each
