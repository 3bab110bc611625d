"""Rows in k folds with nearly the same distribution of a number in each."""

from typing import Any

from fastmetrics.reference.selection.splitters.k_folds import StratifiedKFold
from fastmetrics.reference.selection.splitters.splitter import Partition
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class BinnedStratifiedKFold(Partition):
    """Blocks of ranks of which each fold gets a row, or quantile bins as classes."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        n_bins: int | str = "auto",
        shuffle: bool = False,
        random_state: int | Twister | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.n_bins = n_bins
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        n, k = len(y), self.n_splits
        if isinstance(self.n_bins, int):
            bins = [self.n_bins * sum(other < own for other in y) // n for own in y]
            folds = StratifiedKFold(
                k, shuffle=self.shuffle, random_state=self.random_state
            )
            return folds.fold_ids(None, bins)
        n_blocks = -(-n // k)
        drawn = list(range(n_blocks * k))
        if self.shuffle:
            drawn = twister_of(self.random_state).shuffled(drawn)
        fold_of = [-1] * n
        in_order = sorted(range(n), key=lambda i: y[i])
        for block in range(n_blocks):
            own = drawn[block * k : (block + 1) * k]
            dealt = sorted(range(k), key=lambda fold: own[fold])
            if not self.shuffle and block % 2:
                dealt.reverse()
            rows = in_order[block * k : (block + 1) * k]
            for row, fold in zip(rows, dealt, strict=False):
                fold_of[row] = fold
        return fold_of
