"""Partitions made several times by the draws of one twister."""

from collections.abc import Iterator
from typing import Any

from fastmetrics.reference.selection.splitters.k_folds import KFold, StratifiedKFold
from fastmetrics.reference.selection.splitters.splitter import (
    Partition,
    Split,
    splits_of,
)
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class Repeated:
    """A partition that is shuffled anew several times."""

    of_kind: Any

    def __init__(
        self,
        *,
        n_splits: int = 5,
        n_repeats: int = 10,
        random_state: int | Twister | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[list[int]]:
        """Return the fold of each row in each repeat."""
        partition: Partition = self.of_kind(
            self.n_splits, shuffle=True, random_state=twister_of(self.random_state)
        )
        return [partition.fold_ids(X, y, groups) for _ in range(self.n_repeats)]

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for folds in self.fold_ids(X, y, groups):
            yield from splits_of(folds, self.n_splits)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds times that of repeats."""
        return self.n_splits * self.n_repeats


class RepeatedKFold(Repeated):
    """`KFold`, several times."""

    of_kind = KFold


class RepeatedStratifiedKFold(Repeated):
    """`StratifiedKFold`, several times."""

    of_kind = StratifiedKFold


# --- five times two halves, no two times alike


class FiveByTwo:
    """Halves of the rows, each of which is trained on and tested on."""

    def __init__(
        self, *, stratified: bool = True, random_state: int | Twister | None = None
    ) -> None:
        self.stratified = stratified
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return 10

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[list[int]]:
        """Return which half each row is in, five times."""
        twister = twister_of(self.random_state)
        of_kind = StratifiedKFold if self.stratified else KFold
        found: list[list[int]] = []
        while len(found) < 5:
            folds = of_kind(2, shuffle=True, random_state=twister)
            halves = folds.fold_ids(X, y, groups)
            if halves not in found and [1 - half for half in halves] not in found:
                found.append(halves)
        return found

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for halves in self.fold_ids(X, y, groups):
            yield from splits_of(halves, 2)
