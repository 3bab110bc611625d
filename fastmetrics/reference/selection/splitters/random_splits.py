"""Random splits of rows, of groups and within classes."""

from collections.abc import Iterator
from math import floor
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import (
    Split,
    number_of_rows,
    part_sizes,
)
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class RandomSplits:
    """Splits that are drawn one after the other."""

    def __init__(
        self,
        n_splits: int = 10,
        *,
        test_size: float | None = None,
        train_size: float | None = None,
        random_state: int | Twister | None = None,
    ) -> None:
        self.n_splits, self.random_state = n_splits, random_state
        self.test_size, self.train_size = test_size, train_size

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def _sizes(self, n: int, default: float = 0.1) -> tuple[int, int]:
        return part_sizes(n, self.test_size, self.train_size, default)


class ShuffleSplit(RandomSplits):
    """The rows in random order, the first ones for the test."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        n = number_of_rows(X, y, groups)
        n_train, n_test = self._sizes(n)
        for _ in range(self.n_splits):
            order = twister.shuffled(range(n))
            yield order[n_test : n_test + n_train], order[:n_test]


class GroupShuffleSplit(RandomSplits):
    """The same of groups."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        test_size: float | None = None,
        train_size: float | None = None,
        random_state: int | Twister | None = None,
    ) -> None:
        super().__init__(
            n_splits,
            test_size=test_size,
            train_size=train_size,
            random_state=random_state,
        )

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        known = sorted({*groups})
        n_train, n_test = self._sizes(len(known), 0.2)
        for _ in range(self.n_splits):
            order = twister.shuffled(known)
            sides = order[n_test : n_test + n_train], order[:n_test]
            train, test = (
                [row for row, group in enumerate(groups) if group in side]
                for side in sides
            )
            yield train, test


class StratifiedShuffleSplit(RandomSplits):
    """Parts in which each class has nearly the share that it has in all rows."""

    def split(self, X: Any, y: Any, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        n_train, n_test = self._sizes(len(y))
        classes = [
            [row for row, label in enumerate(y) if label == known]
            for known in sorted({*y})
        ]
        for _ in range(self.n_splits):
            counts = [len(rows) for rows in classes]
            for_train = _shares(counts, n_train, twister)
            left = [n - taken for n, taken in zip(counts, for_train, strict=True)]
            for_test = _shares(left, n_test, twister)
            train: list[int] = []
            test: list[int] = []
            for rows, a, b in zip(classes, for_train, for_test, strict=True):
                shuffled = twister.shuffled(rows)
                train += shuffled[:a]
                test += shuffled[a : a + b]
            train = twister.shuffled(train)
            yield train, twister.shuffled(test)


def _shares(counts: list[int], n: int, twister: Twister) -> list[int]:
    """Share n rows out among classes in proportion to their counts.

    What is left when shares are rounded down goes to the largest remainders, among
    equal ones at random.
    """
    exact = [count / sum(counts) * n for count in counts]
    given = [floor(share) for share in exact]
    remainders = [share - floor(share) for share in exact]
    for remainder in sorted({*remainders}, reverse=True):
        left = n - sum(given)
        if not left:
            break
        tied = [c for c, own in enumerate(remainders) if own == remainder]
        for c in twister.chosen(tied, left):
            given[c] += 1
    return given
