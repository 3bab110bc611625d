"""Rows in the order of time."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Split, number_of_rows


class TimeSeriesSplit:
    """Blocks at the end are test parts; what comes before them is trained on."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        max_train_size: int | None = None,
        test_size: int | None = None,
        gap: int = 0,
        step: int | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap
        self.step = step

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        rows = list(range(number_of_rows(X, y, groups)))
        size = self.test_size or len(rows) // (self.n_splits + 1)
        step = self.step or size
        for left in range(self.n_splits - 1, -1, -1):
            before = rows[: len(rows) - size - left * step]
            test = rows[len(before) : len(before) + size]
            train = before[: len(before) - self.gap]
            yield train[-self.max_train_size :] if self.max_train_size else train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits."""
        return self.n_splits


# --- splits in time of rows in groups, none of which is cut


class GroupTimeSeriesSplit:
    """Groups to train on, followed by groups to test on."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        test_size: int | None = None,
        gap: int = 0,
        max_train_size: int | None = None,
    ) -> None:
        self.n_splits, self.test_size = n_splits, test_size
        self.gap, self.max_train_size = gap, max_train_size

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        order = [*dict.fromkeys(groups)]
        size = self.test_size or len(order) // (self.n_splits + 1)
        for left in range(self.n_splits, 0, -1):
            start = len(order) - left * size
            train = order[: start - self.gap]
            if self.max_train_size:
                train = train[-self.max_train_size :]
            sides = train, order[start : start + size]
            found = [
                [row for row, group in enumerate(groups) if group in side]
                for side in sides
            ]
            yield found[0], found[1]


# --- folds in time from which rows that know the test rows' labels are dropped


class PurgedKFold:
    """Blocks of rows in time order, without what leaks into them."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        label_end: Sequence[int] | None = None,
        embargo: float = 0,
    ) -> None:
        self.n_splits = n_splits
        self.label_end = label_end
        self.embargo = embargo

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        n, k = number_of_rows(X, y, groups), self.n_splits
        ends = range(n) if self.label_end is None else self.label_end
        wait = self.embargo
        if 0 < wait < 1:
            wait = floor(Fraction(repr(wait)) * n)
        sizes = [n // k + (fold < n % k) for fold in range(k)]
        for fold in range(k):
            first = sum(sizes[:fold])
            test = list(range(first, first + sizes[fold]))
            span = range(first, max(ends[row] for row in test) + 1)
            embargoed = range(span.stop, span.stop + int(wait))
            yield (
                [
                    row
                    for row in range(n)
                    if not {*range(row, ends[row] + 1)} & {*span}
                    and row not in embargoed
                ],
                test,
            )
