"""Whole groups of rows in k folds."""

from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Partition
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class GroupKFold(Partition):
    """Groups from the largest one down, each to the fold with the fewest rows."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        shuffle: bool = False,
        random_state: int | Twister | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        distinct = sorted(set(groups))
        folds = range(self.n_splits)
        of_group = {}
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(distinct)
            least, more = divmod(len(order), self.n_splits)
            for fold in folds:
                start = fold * least + min(fold, more)
                for group in order[start : start + least + (fold < more)]:
                    of_group[group] = fold
        else:
            sizes = {group: list(groups).count(group) for group in distinct}
            order = sorted(distinct, key=sizes.__getitem__)
            loads = [0] * self.n_splits
            for group in reversed(order):  # of one size, the last group goes first
                fold = loads.index(min(loads))
                of_group[group] = fold
                loads[fold] += sizes[group]
        return [of_group[group] for group in groups]
