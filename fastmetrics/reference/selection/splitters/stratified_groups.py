"""Whole groups in k folds, with nearly the same share of every class in each."""

from typing import Any

from fastmetrics.reference.selection.splitters.greedy_groups import greedy_folds
from fastmetrics.reference.selection.splitters.group_balance import balanced_folds
from fastmetrics.reference.selection.splitters.splitter import Partition
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class StratifiedGroupKFold(Partition):
    """Groups dealt one by one, or searched for the least objective."""

    def __init__(
        self,
        n_splits: int = 5,
        shuffle: bool = False,
        random_state: int | Twister | None = None,
        *,
        method: str = "greedy",
    ) -> None:
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state
        self.method = method

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        known = sorted({*groups})
        if self.shuffle:
            known = twister_of(self.random_state).shuffled(known)
        counts = class_counts(known, y, groups)
        deal = balanced_folds if self.method == "balanced" else greedy_folds
        fold_of = dict(zip(known, deal(counts, self.n_splits), strict=True))
        return [fold_of[group] for group in groups]


def class_counts(known: Any, y: Any, groups: Any) -> list[list[int]]:
    """Return how many rows of each class, these sorted, each group has."""
    rows = list(zip(groups, y, strict=True))
    return [[rows.count((group, c)) for c in sorted({*y})] for group in known]
