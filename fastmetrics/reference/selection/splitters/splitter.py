"""Splits as pairs of lists of row numbers."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
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


# --- how many rows each part of a split gets


def part_sizes(
    n: int, test_size: float | None, train_size: float | None, default: float
) -> tuple[int, int]:
    """Return how many of n rows are for training, and how many for the test.

    Shares of the test are rounded up and those for training down; without one of the
    two it gets what the other leaves.
    """
    if test_size is None and train_size is None:
        test_size = default
    n_test = ceil(test_size * n) if isinstance(test_size, float) else test_size
    n_train = floor(train_size * n) if isinstance(train_size, float) else train_size
    if n_train is None and n_test is not None:
        n_train = n - n_test
    if n_test is None and n_train is not None:
        n_test = n - n_train
    assert n_train is not None
    assert n_test is not None
    return n_train, n_test
