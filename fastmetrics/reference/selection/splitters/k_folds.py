"""Rows in k folds."""

from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Partition, number_of_rows
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class KFold(Partition):
    """Blocks of rows in order, or of shuffled rows."""

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
        n = number_of_rows(X, y, groups)
        order = list(range(n))
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(order)
        folds = [-1] * n
        place = 0
        for fold in range(self.n_splits):
            size = n // self.n_splits + (fold < n % self.n_splits)
            for row in order[place : place + size]:
                folds[row] = fold
            place += size
        return folds


# --- rows in k folds with the same share of every class in each


class StratifiedKFold(Partition):
    """Classes, by first appearance, dealt to the folds in turn."""

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
        classes = list(dict.fromkeys(y))
        in_turn = sorted(classes.index(label) for label in y)
        twister = twister_of(self.random_state) if self.shuffle else Twister(0)
        folds = [-1] * len(y)
        for code, label in enumerate(classes):
            places = [i for i, found in enumerate(in_turn) if found == code]
            deck = sorted(place % self.n_splits for place in places)
            if self.shuffle:
                deck = twister.shuffled(deck)
            rows = [i for i, found in enumerate(y) if found == label]
            for row, fold in zip(rows, deck, strict=True):
                folds[row] = fold
        return folds
