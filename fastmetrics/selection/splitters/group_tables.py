"""How many rows of each class each group has, and columns made of groups' parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.encoded import encode_groups
from fastmetrics._kernels import folds, group_folds
from fastmetrics.selection.splitters.splitter import fold_dtype

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.encoded import Encoded

__all__ = ["GroupTable"]


class GroupTable:
    """Groups and the classes of their rows.

    Attributes
    ----------
    counts : ndarray of int64, shape (n_groups, n_classes)
        How many rows of each class each group has; groups and classes are sorted.
    class_counts : ndarray of int64, shape (n_classes,)
        How many rows each class has.
    """

    def __init__(self, classes: Encoded, groups: Any) -> None:
        self._groups = encode_groups(groups, len(classes.codes))
        found = group_folds.count_classes(
            self._groups.codes, classes.codes, self._groups.k, classes.k
        )
        # Tables are sorted, not the codes of all rows.
        self._order = np.argsort(self._groups.values, kind="stable")
        by_class = np.argsort(classes.values, kind="stable")
        self.counts: NDArray[np.int64] = np.ascontiguousarray(
            found[np.ix_(self._order, by_class)]
        )
        self.class_counts: NDArray[np.int64] = classes.counts[by_class]

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return len(self.counts)

    def column(self, part_of: NDArray[Any], k: int) -> NDArray[Any]:
        """Return the part of each row, of k, where each group is in one."""
        table = np.empty(self.n_groups, fold_dtype(k))
        table[self._order] = part_of
        ids = np.empty(len(self._groups.codes), table.dtype)
        folds.look_up(table, self._groups.codes, ids)
        return ids
