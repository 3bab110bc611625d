"""Random splits of whole groups, with nearly the same shares of all classes."""

from collections.abc import Iterator
from typing import Any

from fastmetrics.reference.selection.splitters.group_balance import (
    class_pulls,
    improve,
)
from fastmetrics.reference.selection.splitters.random_splits import RandomSplits
from fastmetrics.reference.selection.splitters.splitter import Split
from fastmetrics.reference.selection.splitters.stratified_groups import class_counts
from fastmetrics.reference.selection.splitters.twister import twister_of


class StratifiedGroupShuffleSplit(RandomSplits):
    """Groups in random order fill the parts; then they move and are swapped."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and those to test on."""
        twister = twister_of(self.random_state)
        n_train, n_test = self._sizes(len(y))
        known = sorted({*groups})
        counts = class_counts(known, y, groups)
        wanted = [n_test, n_train, len(y) - n_test - n_train]
        wanted = [size for size in wanted if size]
        pulls = class_pulls(counts, wanted, len(wanted))
        for _ in range(self.n_splits):
            start = [0] * len(known)
            before = 0
            for g in twister.shuffled(range(len(known))):
                size = sum(counts[g])
                twice_middle = 2 * before + size
                part = (twice_middle >= 2 * n_test) + (
                    twice_middle >= 2 * (n_test + n_train)
                )
                start[g] = min(part, len(wanted) - 1)
                before += size
            part_of = dict(zip(known, improve(counts, start, pulls, 2), strict=True))
            train, test = (
                [i for i, group in enumerate(groups) if part_of[group] == part]
                for part in (1, 0)
            )
            yield train, test
