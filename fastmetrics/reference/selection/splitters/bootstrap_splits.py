"""Resamples of rows or groups, tested on what was not drawn."""

from collections.abc import Iterator
from random import randrange
from typing import Any

from fastmetrics.reference.random import draw_weights
from fastmetrics.reference.selection.splitters.splitter import Split, number_of_rows


class BootstrapSplit:
    """As many rows as there are, drawn with replacement."""

    def __init__(
        self,
        n_splits: int = 200,
        *,
        stratified: bool = False,
        random_state: int | None = None,
    ) -> None:
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
