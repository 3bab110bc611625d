"""Folds in time from which rows that know the test rows' labels are dropped."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Split, number_of_rows


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
