"""Every row left out once, or every set of p rows."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from fastmetrics.reference.selection.splitters.splitter import Split, number_of_rows


class LeavePOut:
    """Every set of p rows is the test part once."""

    def __init__(self, p: int) -> None:
        self.p = p

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        rows = range(number_of_rows(X, y, groups))
        for test in combinations(rows, self.p):
            yield [i for i in rows if i not in test], list(test)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many sets there are."""
        return len(list(self.split(X, y, groups)))


class LeaveOneOut(LeavePOut):
    """Every row is the test part once."""

    def __init__(self) -> None:
        super().__init__(1)


# --- every group of rows left out once, or every set of p groups


class LeavePGroupsOut:
    """Every set of p groups is the test part once."""

    def __init__(self, n_groups: int) -> None:
        self.n_groups = n_groups

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for chosen in combinations(sorted(set(groups)), self.n_groups):
            train = [i for i, group in enumerate(groups) if group not in chosen]
            test = [i for i, group in enumerate(groups) if group in chosen]
            yield train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many sets there are."""
        return len(list(combinations(set(groups), self.n_groups)))


class LeaveOneGroupOut(LeavePGroupsOut):
    """Every group is the test part once."""

    def __init__(self) -> None:
        super().__init__(1)

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the place of each row's group among the groups in order."""
        return [sorted(set(groups)).index(group) for group in groups]
