"""Whole groups in k folds, with nearly the same share of every class in each."""

from collections.abc import Iterator
from typing import Any

from fastmetrics.reference.selection.splitters.group_balance import (
    balanced_folds,
    class_pulls,
    greedy_folds,
    improve,
)
from fastmetrics.reference.selection.splitters.random_splits import RandomSplits
from fastmetrics.reference.selection.splitters.splitter import Partition, Split
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


# --- random splits of whole groups, with nearly the same shares of all classes


class StratifiedGroupShuffleSplit(RandomSplits):
    """Groups in random order fill the parts; then they move and are swapped."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        n_train, n_test = self._sizes(len(y))
        known = sorted({*groups})
        counts = class_counts(known, y, groups)
        wanted = [n_test, n_train, len(y) - n_test - n_train]
        wanted = [size for size in wanted if size]
        pulls = class_pulls(counts, wanted, len(wanted))
        for _ in range(self.n_splits):
            start = [0] * len(known)
            before = 0
            for g in twister.shuffled(range(len(known))):
                size = sum(counts[g])
                twice_middle = 2 * before + size
                part = (twice_middle >= 2 * n_test) + (
                    twice_middle >= 2 * (n_test + n_train)
                )
                start[g] = min(part, len(wanted) - 1)
                before += size
            part_of = dict(zip(known, improve(counts, start, pulls, 2), strict=True))
            train, test = (
                [i for i, group in enumerate(groups) if part_of[group] == part]
                for part in (1, 0)
            )
            yield train, test
