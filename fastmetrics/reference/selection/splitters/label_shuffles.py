"""Random splits of rows of several labels, with nearly equal shares of each label."""

from collections.abc import Iterator
from typing import Any

from fastmetrics.reference.selection.splitters.label_folds import deal_labels
from fastmetrics.reference.selection.splitters.random_splits import RandomSplits
from fastmetrics.reference.selection.splitters.splitter import Split
from fastmetrics.reference.selection.splitters.twister import twister_of


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
