"""Splits in time of rows in groups, none of which is cut."""

from collections.abc import Iterator
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Split


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
