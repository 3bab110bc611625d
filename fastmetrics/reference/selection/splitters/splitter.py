"""Splits as pairs of lists of row numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

Split = tuple[list[int], list[int]]


def number_of_rows(X: Any, y: Any = None, groups: Any = None) -> int:
    """Return how many rows there are in the first that is given, or X if a number."""
    given = next(x for x in (X, y, groups) if x is not None)
    return given if isinstance(given, int) else len(given)


def splits_of(folds: Sequence[int], n_splits: int) -> Iterator[Split]:
    """Yield for each fold the rows of the others, and its own."""
    for fold in range(n_splits):
        train = [i for i, own in enumerate(folds) if own != fold]
        test = [i for i, own in enumerate(folds) if own == fold]
        yield train, test


class Partition:
    """What puts each row into one of ``n_splits`` folds."""

    n_splits: int

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        raise NotImplementedError

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        yield from splits_of(self.fold_ids(X, y, groups), self.n_splits)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds."""
        return self.n_splits
