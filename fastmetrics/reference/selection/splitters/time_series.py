"""Rows in the order of time."""

from collections.abc import Iterator
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
    ) -> None:
        self.n_splits = n_splits
        self.max_train_size = max_train_size
        self.test_size = test_size
        self.gap = gap

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        rows = list(range(number_of_rows(X, y, groups)))
        size = self.test_size or len(rows) // (self.n_splits + 1)
        for left in range(self.n_splits, 0, -1):
            before = rows[: len(rows) - left * size]
            test = rows[len(before) : len(before) + size]
            train = before[: len(before) - self.gap]
            yield train[-self.max_train_size :] if self.max_train_size else train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits."""
        return self.n_splits
