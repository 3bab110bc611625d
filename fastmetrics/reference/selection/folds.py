"""Splits into k folds, drawn, repeated or given."""

from collections.abc import Iterator, Sequence
from typing import Any

from fastmetrics.reference.selection.splitters import (
    Partition,
    Split,
    Twister,
    number_of_rows,
    splits_of,
    twister_of,
)


class KFold(Partition):
    """Blocks of rows in order, or of shuffled rows."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        n = number_of_rows(X, y, groups)
        order = list(range(n))
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(order)
        folds = [-1] * n
        place = 0
        for fold in range(self.n_splits):
            size = n // self.n_splits + (fold < n % self.n_splits)
            for row in order[place : place + size]:
                folds[row] = fold
            place += size
        return folds


# --- rows in k folds with the same share of every class in each


class StratifiedKFold(Partition):
    """Classes, by first appearance, dealt to the folds in turn."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        classes = list(dict.fromkeys(y))
        in_turn = sorted(classes.index(label) for label in y)
        twister = twister_of(self.random_state) if self.shuffle else Twister(0)
        folds = [-1] * len(y)
        for code, label in enumerate(classes):
            places = [i for i, found in enumerate(in_turn) if found == code]
            deck = sorted(place % self.n_splits for place in places)
            if self.shuffle:
                deck = twister.shuffled(deck)
            rows = [i for i, found in enumerate(y) if found == label]
            for row, fold in zip(rows, deck, strict=True):
                folds[row] = fold
        return folds


class BinnedStratifiedKFold(Partition):
    """Blocks of ranks of which each fold gets a row, or quantile bins as classes."""

    def __init__(self, n_splits=5, *, n_bins="auto", shuffle=False, random_state=None):
        self.n_splits = n_splits
        self.n_bins = n_bins
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        n, k = len(y), self.n_splits
        if isinstance(self.n_bins, int):
            bins = [self.n_bins * sum(other < own for other in y) // n for own in y]
            folds = StratifiedKFold(
                k, shuffle=self.shuffle, random_state=self.random_state
            )
            return folds.fold_ids(None, bins)
        n_blocks = -(-n // k)
        drawn = list(range(n_blocks * k))
        if self.shuffle:
            drawn = twister_of(self.random_state).shuffled(drawn)
        fold_of = [-1] * n
        in_order = sorted(range(n), key=lambda i: y[i])
        for block in range(n_blocks):
            own = drawn[block * k : (block + 1) * k]
            dealt = sorted(range(k), key=lambda fold: own[fold])
            if not self.shuffle and block % 2:
                dealt.reverse()
            rows = in_order[block * k : (block + 1) * k]
            for row, fold in zip(rows, dealt, strict=False):
                fold_of[row] = fold
        return fold_of


class GroupKFold(Partition):
    """Groups from the largest one down, each to the fold with the fewest rows."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        distinct = sorted(set(groups))
        folds = range(self.n_splits)
        of_group = {}
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(distinct)
            least, more = divmod(len(order), self.n_splits)
            for fold in folds:
                start = fold * least + min(fold, more)
                for group in order[start : start + least + (fold < more)]:
                    of_group[group] = fold
        else:
            sizes = {group: list(groups).count(group) for group in distinct}
            order = sorted(distinct, key=sizes.__getitem__)
            loads = [0] * self.n_splits
            for group in reversed(order):  # of one size, the last group goes first
                fold = loads.index(min(loads))
                of_group[group] = fold
                loads[fold] += sizes[group]
        return [of_group[group] for group in groups]


class Repeated:
    """A partition that is shuffled anew several times."""

    of_kind: Any

    def __init__(self, *, n_splits=5, n_repeats=10, random_state=None):
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[list[int]]:
        """Return the fold of each row in each repeat."""
        partition: Partition = self.of_kind(
            self.n_splits, shuffle=True, random_state=twister_of(self.random_state)
        )
        return [partition.fold_ids(X, y, groups) for _ in range(self.n_repeats)]

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for folds in self.fold_ids(X, y, groups):
            yield from splits_of(folds, self.n_splits)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds times that of repeats."""
        return self.n_splits * self.n_repeats


class RepeatedKFold(Repeated):
    """`KFold`, several times."""

    of_kind = KFold


class RepeatedStratifiedKFold(Repeated):
    """`StratifiedKFold`, several times."""

    of_kind = StratifiedKFold


# --- five times two halves, no two times alike


class FiveByTwo:
    """Halves of the rows, each of which is trained on and tested on."""

    def __init__(self, *, stratified=True, random_state=None):
        self.stratified = stratified
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there are."""
        return 10

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[list[int]]:
        """Return which half each row is in, five times."""
        twister = twister_of(self.random_state)
        of_kind = StratifiedKFold if self.stratified else KFold
        found: list[list[int]] = []
        while len(found) < 5:
            folds = of_kind(2, shuffle=True, random_state=twister)
            halves = folds.fold_ids(X, y, groups)
            if halves not in found and [1 - half for half in halves] not in found:
                found.append(halves)
        return found

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Split]:
        """Yield the rows to train on and the rows to test on."""
        for halves in self.fold_ids(X, y, groups):
            yield from splits_of(halves, 2)


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

    def split(self, X=None, y=None, groups=None):
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


def check_cv(cv=5, y=None, *, classifier=False, shuffle=False, random_state=None):
    """Make a splitter of a number of folds or of pairs; any other is one."""
    if cv is None:
        cv = 5
    if isinstance(cv, int):
        whole = y is not None and all(isinstance(x, str) or x == int(x) for x in y)
        of_kind = StratifiedKFold if classifier and whole else KFold
        return of_kind(cv, shuffle=shuffle, random_state=random_state)
    return cv if hasattr(cv, "split") else GivenSplits(cv)
