"""How many rows of each class each group has, and columns made of groups' parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

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
