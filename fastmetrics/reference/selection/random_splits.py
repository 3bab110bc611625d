"""Random splits, bootstrap samples, and folds of rows of several labels."""

from collections.abc import Iterator
from math import floor
from random import randrange
from typing import Any

from fastmetrics.reference.random import draw_weights
from fastmetrics.reference.selection.splitters import (
    Partition,
    Split,
    Twister,
    number_of_rows,
    part_sizes,
    twister_of,
)


class RandomSplits:
    """Splits that are drawn one after the other."""

    def __init__(
        self, n_splits=10, *, test_size=None, train_size=None, random_state=None
    ):
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
        self, n_splits=5, *, test_size=None, train_size=None, random_state=None
    ):
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


class BootstrapSplit:
    """As many rows as there are, drawn with replacement."""

    def __init__(self, n_splits=200, *, stratified=False, random_state=None):
        self.n_splits, self.stratified = n_splits, stratified
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def counts(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[list[int]]:
        """Yield how often each row was drawn."""
        n = number_of_rows(X, y, groups)
        units = [*range(n)] if groups is None else sorted({*groups})
        unit_of = units if groups is None else groups
        strata: list[list] = [units]
        if self.stratified and y is not None:
            strata = [
                [row for row in units if y[row] == label] for label in sorted({*y})
            ]
        seed = self.random_state
        if seed is None:
            seed = randrange(2**64)
        for split in range(self.n_splits):
            attempt = 0
            while True:
                drawn = draw_weights(
                    seed,
                    split + 2**32 * attempt,
                    [len(stratum) for stratum in strata],
                )
                if 0 in drawn:
                    break
                attempt += 1
            members = [unit for stratum in strata for unit in stratum]
            count = dict(zip(members, drawn, strict=True))
            yield [count[unit] for unit in unit_of]

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows that were drawn, sorted, and those that never were."""
        for counts in self.counts(X, y, groups):
            train = [row for row, count in enumerate(counts) for _ in range(count)]
            yield train, [row for row, count in enumerate(counts) if not count]


class MultilabelStratifiedKFold(Partition):
    """Parts of one size, the rows in their order or shuffled."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        order = list(range(len(y)))
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(order)
        return deal_labels(y, [1] * self.n_splits, order)


def deal_labels(y, shares, order=None, exact=False):
    """Return the part of each row of an indicator matrix.

    Part p should have ``shares[p] / sum(shares)`` of the rows of every label; with
    ``exact`` it has ``shares[p]`` rows at the end.
    """
    n, n_labels, total = len(y), len(y[0]), sum(shares)
    parts = range(len(shares))
    part_of: list[int | None] = [None] * n
    waiting = list(range(n)) if order is None else list(order)

    def rows_of(part: int, label: int | None = None) -> int:
        return sum(
            part_of[i] == part and (label is None or bool(y[i][label]))
            for i in range(n)
        )

    def lack(part: int, label: int | None = None) -> int:
        due = n if label is None else sum(bool(row[label]) for row in y)
        return due * shares[part] - total * rows_of(part, label)

    def neediest(label: int | None) -> int:
        open_parts = [p for p in parts if not exact or rows_of(p) < shares[p]]
        return max(
            open_parts,
            key=lambda p: (0 if label is None else lack(p, label), lack(p), -p),
        )

    while True:
        left = [sum(bool(y[i][label]) for i in waiting) for label in range(n_labels)]
        if not any(left):
            break
        label = min((m, label) for label, m in enumerate(left) if m)[1]
        for i in [i for i in waiting if y[i][label]]:
            part_of[i] = neediest(label)
            waiting.remove(i)
    for i in waiting:
        part_of[i] = neediest(None)
    return [p for p in part_of if p is not None]


# --- random splits of rows of several labels, with nearly equal shares of each label


class MultilabelStratifiedShuffleSplit(RandomSplits):
    """Shuffled rows, those of the rarest label first, to parts of given sizes."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        n = len(y)
        n_train, n_test = self._sizes(n)
        sizes = [n_test, n_train, n - n_test - n_train]
        for _ in range(self.n_splits):
            parts = deal_labels(y, sizes, twister.shuffled(range(n)), exact=True)
            train, test = ([i for i in range(n) if parts[i] == part] for part in (1, 0))
            yield train, test
