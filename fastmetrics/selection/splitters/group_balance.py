"""Whole groups dealt to parts so that each part has its share of every class.

The objective is the sum, over parts and classes, of the squared distance of a part's
rows of a class from the part's share of them, in units of the class: in whole numbers
of 128 bits, so that no rounding decides between two divisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels import folds, group_folds
from fastmetrics._kernels.group_folds import Balance, deal_groups, spread_counts
from fastmetrics.selection.splitters.splitter import fold_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Counts = NDArray[np.int64]
    Parts = NDArray[np.uint32]
    from fastmetrics._inputs.encoded import Encoded


__all__ = ["GroupTable", "balanced_folds", "greedy_folds", "near_shares"]

# What all rows of a class weigh together, squared: sums of such weights fit 128 bits
# as long as the squared number of folds times the classes is below MOST_CELLS.
_SCALE = 2**90
_MOST_CELLS = 2**37
# So many changes are tried, per class and over all groups, before the search ends.
_MOST_TRIED = 2**26
_PASSES = 32


def greedy_folds(counts: Counts, k: int) -> Parts:
    """Return the fold of each group that scikit-learn's greedy choice gives it."""
    order = np.argsort(-spread_counts(counts), kind="stable")
    return deal_groups(counts, order, k)


def balanced_folds(counts: Counts, k: int) -> Parts:
    """Return the fold of each group after the search for the least objective.

    It starts from the better of two greedy choices: from the largest group down, and
    scikit-learn's.
    """
    n_classes = counts.shape[1]
    if k * k * n_classes >= _MOST_CELLS:
        raise ValueError(
            f"n_splits={k} and {n_classes} classes are too many to balance: n_splits² "
            "times the classes must be below 2**37."
        )
    balance = Balance(counts, _halves(_class_weights(counts)), k)
    by_size = balance.place(np.argsort(-counts.sum(axis=1), kind="stable"))
    by_spread = greedy_folds(counts, k)
    start = by_size if balance.cost(by_size) <= balance.cost(by_spread) else by_spread
    return balance.improve(start, k, _most_tried(counts, k))


def near_shares(
    counts: Counts, start: NDArray[np.uint32], sizes: Sequence[int], n_needed: int
) -> Parts:
    """Return the part of each group after moves and swaps from a division at hand.

    Parameters
    ----------
    counts : ndarray of int64, shape (n_groups, n_classes)
    start : ndarray of uint32, shape (n_groups,)
        The part of each group.
    sizes : sequence of int
        How many rows each part should have, of all classes in the same shares; they
        add up to all rows.
    n_needed : int
        So many of the first parts must have a group.
    """
    totals = counts.sum(axis=0).tolist()
    n = sum(totals)
    weights = _class_weights(counts)
    pulls = [
        [2 * w * total * size // n for w, total in zip(weights, totals, strict=True)]
        for size in sizes
    ]
    k = len(sizes)
    shape = (k, len(totals), 2)
    flat = _halves([pull for row in pulls for pull in row]).reshape(shape)
    balance = Balance(counts, _halves(weights), k, flat)
    return balance.improve(start, n_needed, _most_tried(counts, k))


def _class_weights(counts: Counts) -> list[int]:
    """Return what a squared row of each class weighs, so that all classes count alike.

    The sums in 128 bits need classes of fewer than 2**45 rows.
    """
    return [_SCALE // total**2 for total in counts.sum(axis=0).tolist()]


def _halves(numbers: Sequence[int]) -> NDArray[np.uint64]:
    """Return whole numbers below 2**128 as their low and high 64 bits."""
    low, high = 2**64 - 1, 64
    return np.array([[x & low, x >> high] for x in numbers], np.uint64)


def _most_tried(counts: Counts, k: int) -> int:
    n_groups, n_classes = counts.shape
    return max(_MOST_TRIED // n_classes, _PASSES * n_groups * k)


# --- how many rows of each class each group has, and columns made of groups' parts


class GroupTable:
    """Groups and the classes of their rows.

    Attributes
    ----------
    counts : ndarray of int64, shape (n_groups, n_classes)
        How many rows of each class each group has; groups and classes are sorted.
    """

    def __init__(self, classes: Encoded, groups: Encoded) -> None:
        self._codes = groups.codes
        found = group_folds.count_classes(
            groups.codes, classes.codes, groups.k, classes.k
        )
        # Codes tell what appeared first; the table is sorted, not the rows' codes.
        self._by_group = np.argsort(groups.values, kind="stable")
        by_class = np.argsort(classes.values, kind="stable")
        self.counts: NDArray[np.int64] = found[np.ix_(self._by_group, by_class)]

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return len(self.counts)

    def column(self, part_of: NDArray[Any], k: int) -> NDArray[Any]:
        """Return the part of each row, of k, where each group is in one."""
        ids = np.empty(len(self._codes), fold_dtype(k))
        by_code = np.empty(self.n_groups, ids.dtype)
        by_code[self._by_group] = part_of
        folds.look_up(by_code, self._codes, ids)
        return ids
