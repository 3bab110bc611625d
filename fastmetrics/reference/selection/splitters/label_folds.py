"""Iterative stratification: rows of several labels dealt to parts, rarest label first.

As Sechidis, Tsoumakas and Vlahavas defined it in 2011, but for ties, which go to the
first label, row and part instead of a random one.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from fastmetrics.reference.selection.splitters.random_splits import RandomSplits
from fastmetrics.reference.selection.splitters.splitter import Partition, Split
from fastmetrics.reference.selection.splitters.twister import Twister, twister_of


class MultilabelStratifiedKFold(Partition):
    """Parts of one size, the rows in their order or shuffled."""

    def __init__(
        self,
        n_splits: int = 5,
        *,
        shuffle: bool = False,
        random_state: int | Twister | None = None,
    ) -> None:
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        order = list(range(len(y)))
        if self.shuffle:
            order = twister_of(self.random_state).shuffled(order)
        return deal_labels(y, [1] * self.n_splits, order)


def deal_labels(
    y: Sequence[Sequence[int]],
    shares: Sequence[int],
    order: Sequence[int] | None = None,
    exact: bool = False,
) -> list[int]:
    """Return the part of each row of an indicator matrix.

    Part p should have ``shares[p] / sum(shares)`` of the rows of every label; with
    ``exact`` it has ``shares[p]`` rows at the end.
    """
    n, n_labels, total = len(y), len(y[0]), sum(shares)
    parts = range(len(shares))
    part_of: list[int | None] = [None] * n
    waiting = list(range(n)) if order is None else list(order)

    def rows_of(part: int, label: int | None = None) -> int:
        return sum(
            part_of[i] == part and (label is None or bool(y[i][label]))
            for i in range(n)
        )

    def lack(part: int, label: int | None = None) -> int:
        due = n if label is None else sum(bool(row[label]) for row in y)
        return due * shares[part] - total * rows_of(part, label)

    def neediest(label: int | None) -> int:
        open_parts = [p for p in parts if not exact or rows_of(p) < shares[p]]
        return max(
            open_parts,
            key=lambda p: (0 if label is None else lack(p, label), lack(p), -p),
        )

    while True:
        left = [sum(bool(y[i][label]) for i in waiting) for label in range(n_labels)]
        if not any(left):
            break
        label = min((m, label) for label, m in enumerate(left) if m)[1]
        for i in [i for i in waiting if y[i][label]]:
            part_of[i] = neediest(label)
            waiting.remove(i)
    for i in waiting:
        part_of[i] = neediest(None)
    return [p for p in part_of if p is not None]


# --- random splits of rows of several labels, with nearly equal shares of each label


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
