"""Splits that are given."""

from collections.abc import Iterator, Sequence
from typing import Any

from fastmetrics.reference.selection.splitters.k_folds import KFold, StratifiedKFold
from fastmetrics.reference.selection.splitters.splitter import Split
from fastmetrics.reference.selection.splitters.twister import Twister


class GivenSplits:
    """Pairs of lists of row numbers."""

    def __init__(self, cv: Any) -> None:
        self.cv = list(cv)

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the pairs."""
        yield from self.cv

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many there are."""
        return len(self.cv)


class PredefinedSplit:
    """A column that says in which fold each row is; of −1 it is in none."""

    def __init__(self, test_fold: Sequence[int]) -> None:
        self.test_fold = test_fold

    def split(
        self, X: Any = None, y: Any = None, groups: Any = None
    ) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for fold in sorted(set(self.test_fold) - {-1}):
            train = [i for i, own in enumerate(self.test_fold) if own != fold]
            test = [i for i, own in enumerate(self.test_fold) if own == fold]
            yield train, test

    def fold_ids(self, X: Any = None, y: Any = None, groups: Any = None) -> list[int]:
        """Return the place of each row's fold among the folds in order."""
        return [sorted(set(self.test_fold)).index(fold) for fold in self.test_fold]

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many folds there are."""
        return len(set(self.test_fold) - {-1})


def check_cv(
    cv: Any = 5,
    y: Any = None,
    *,
    classifier: bool = False,
    shuffle: bool = False,
    random_state: int | Twister | None = None,
) -> Any:
    """Make a splitter of a number of folds or of pairs; any other is one."""
    if cv is None:
        cv = 5
    if isinstance(cv, int):
        whole = y is not None and all(isinstance(x, str) or x == int(x) for x in y)
        of_kind = StratifiedKFold if classifier and whole else KFold
        return of_kind(cv, shuffle=shuffle, random_state=random_state)
    return cv if hasattr(cv, "split") else GivenSplits(cv)
