"""Splits of whole groups, and of lists into two or three parts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import ceil
from random import randrange
from typing import TYPE_CHECKING, Any

from fastmetrics.reference.selection.folds import GroupKFold, Repeated
from fastmetrics.reference.selection.random_splits import (
    GroupShuffleSplit,
    RandomSplits,
    ShuffleSplit,
    StratifiedShuffleSplit,
)
from fastmetrics.reference.selection.splitters import (
    Partition,
    Split,
    part_sizes,
    twister_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    Table = Sequence[Sequence[int]]
    from collections.abc import Sequence


SCALE = 2**90
# So many changes are tried, per class and over all groups, before the search ends.
MOST_TRIED = 2**26
PASSES = 32


def class_weights(counts: Table) -> list[int]:
    """Return what a squared row of each class weighs, so that all classes are equal."""
    return [SCALE // sum(column) ** 2 for column in zip(*counts, strict=True)]


def class_pulls(counts: Table, sizes: Sequence[int] | None, k: int) -> list[list[int]]:
    """Return what a row of a class gains in each part; 0 for parts of one size.

    From (n_pc - m_p n_c / n)² the part that is linear in n_pc.
    """
    weights = class_weights(counts)
    if sizes is None:
        return [[0] * len(weights) for _ in range(k)]
    totals = [sum(column) for column in zip(*counts, strict=True)]
    n = sum(totals)
    return [
        [2 * w * n_c * m // n for w, n_c in zip(weights, totals, strict=True)]
        for m in sizes
    ]


def objective(counts: Table, part_of: Sequence[int], k: int) -> int:
    """Return the sum of (k n_pc - n_c)² w_c over k equal parts and all classes."""
    totals = [sum(column) for column in zip(*counts, strict=True)]
    held = _held(counts, part_of, k)
    return sum(
        (k * n_pc - n_c) ** 2 * w
        for part in held
        for n_pc, n_c, w in zip(part, totals, class_weights(counts), strict=True)
    )


def cost(counts: Table, part_of: Sequence[int], pulls: Sequence[Sequence[int]]) -> int:
    """Return the objective but for a factor and a term that all divisions share."""
    held = _held(counts, part_of, len(pulls))
    return sum(
        w * n_pc * n_pc - pull * n_pc
        for part, own in zip(held, pulls, strict=True)
        for n_pc, pull, w in zip(part, own, class_weights(counts), strict=True)
    )


def largest_first(counts: Table, k: int) -> list[int]:
    """Each group, from the largest down, to the part where it costs least.

    Ties go to the part of fewest rows, and among these to the first; groups of one size
    come in their order.
    """
    weights = class_weights(counts)
    held = [[0] * len(weights) for _ in range(k)]
    part_of = [0] * len(counts)
    for g in sorted(range(len(counts)), key=lambda g: -sum(counts[g])):
        p = min(
            range(k),
            key=lambda p: (
                sum(
                    w * m * n_pc
                    for w, m, n_pc in zip(weights, counts[g], held[p], strict=True)
                ),
                sum(held[p]),
                p,
            ),
        )
        part_of[g] = p
        held[p] = [a + b for a, b in zip(held[p], counts[g], strict=True)]
    return part_of


def improve(counts, part_of, pulls, n_needed, most_tried=None):
    """Move and swap groups between parts while the cost falls.

    First each of the ``n_needed`` first parts that is empty gets the group that costs
    least there, from a part that keeps another. Then every group in turn goes to the
    part where it costs least, if that is less than where it is, until none goes; then
    every group in turn is swapped with the later one that lowers the cost most; and
    again from the moves, until no swap is left.
    """
    parts = list(part_of)
    n_groups, k, n_classes = len(parts), len(pulls), len(counts[0])
    if most_tried is None:
        most_tried = max(MOST_TRIED // n_classes, PASSES * n_groups * k)

    def after(changes: dict[int, int]) -> int:
        changed = [changes.get(g, p) for g, p in enumerate(parts)]
        return cost(counts, changed, pulls)

    def leaves_one(g: int) -> bool:
        return parts[g] >= n_needed or parts.count(parts[g]) > 1

    for p in range(n_needed):
        if p not in parts:
            able = [g for g in range(n_groups) if leaves_one(g)]
            parts[min(able, key=lambda g: after({g: p}))] = p
    tried = 0
    while True:
        falls = True
        while falls and tried < most_tried:
            falls = False
            for g in range(n_groups):
                tried += k
                if not leaves_one(g):
                    continue
                others = [p for p in range(k) if p != parts[g]]
                p = min(others, key=lambda p: after({g: p}))
                if after({g: p}) < after({}):
                    parts[g] = p
                    falls = True
        for g in range(n_groups):
            if tried >= most_tried:
                break
            tried += n_groups - g - 1
            later = [h for h in range(g + 1, n_groups) if parts[h] != parts[g]]
            if not later:
                continue
            h = min(later, key=lambda h: after({g: parts[h], h: parts[g]}))
            if after({g: parts[h], h: parts[g]}) < after({}):
                parts[g], parts[h] = parts[h], parts[g]
                falls = True
        if not falls or tried >= most_tried:
            return parts


def _held(counts: Table, part_of: Sequence[int], k: int) -> list[list[int]]:
    """How many rows of each class each part has."""
    held = [[0] * len(counts[0]) for _ in range(k)]
    for row, p in zip(counts, part_of, strict=True):
        held[p] = [a + b for a, b in zip(held[p], row, strict=True)]
    return held


def balanced_folds(counts: Table, k: int) -> list[int]:
    """Return the fold of each group after the search from the better greedy choice."""
    starts = [largest_first(counts, k), greedy_folds(counts, k)]
    best = min(starts, key=lambda start: objective(counts, start, k))
    return improve(counts, best, class_pulls(counts, None, k), k)


# --- groups dealt to folds one by one, as scikit-learn deals them, to the last bit
#
# Its choice hangs on rounding where groups are alike, so the sums here are added in the
# order of NumPy's: along the last axis in pairs, over folds one after another.


def pairwise_sum(values: Sequence[float]) -> float:
    """Add floats as NumPy adds contiguous ones."""
    n = len(values)
    if n < 8:
        return sequential_sum(values)
    if n <= 128:
        whole = n - n % 8
        sums = [sequential_sum(values[lane:whole:8]) for lane in range(8)]
        left = (sums[0] + sums[1]) + (sums[2] + sums[3])
        right = (sums[4] + sums[5]) + (sums[6] + sums[7])
        return sequential_sum([left + right, *values[whole:]])
    half = n // 2
    half -= half % 8
    return pairwise_sum(values[:half]) + pairwise_sum(values[half:])


def sequential_sum(values: Sequence[float]) -> float:
    """Add floats one after another; `sum` compensates from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total


def deviation(values, add=pairwise_sum):
    """Return the standard deviation of numbers that are all there are."""
    mean = add(values) / len(values)
    return math.sqrt(add([(x - mean) * (x - mean) for x in values]) / len(values))


def spread_first(counts: Table) -> list[int]:
    """Return the groups by falling deviation of their counts, ties in their order."""
    spreads = [deviation([float(m) for m in row]) for row in counts]
    return sorted(range(len(counts)), key=lambda g: -spreads[g])


def is_close(a: float, b: float) -> bool:
    """Whether two finite numbers are close, b being the measure."""
    return abs(a - b) <= 1e-8 + 1e-5 * abs(b)


def greedy_folds(counts: Table, k: int) -> list[int]:
    """Return the fold of each group.

    A group goes where the shares of the classes then deviate least over the folds, on
    average over the classes; where that is close to the least so far, to the fold of
    fewer rows.
    """
    totals = [sum(column) for column in zip(*counts, strict=True)]
    held = [[0] * len(totals) for _ in range(k)]
    fold_of = [0] * len(counts)
    add = pairwise_sum if len(totals) == 1 else sequential_sum
    for g in spread_first(counts):
        best, least, fewest = 0, math.inf, 0
        for fold in range(k):
            tried = [list(row) for row in held]
            tried[fold] = [a + b for a, b in zip(held[fold], counts[g], strict=True)]
            spread = pairwise_sum(
                [
                    deviation([row[c] / totals[c] for row in tried], add)
                    for c in range(len(totals))
                ]
            ) / len(totals)
            rows = sum(held[fold])
            if spread < least or (is_close(spread, least) and rows < fewest):
                best, least, fewest = fold, spread, rows
        fold_of[g] = best
        held[best] = [a + b for a, b in zip(held[best], counts[g], strict=True)]
    return fold_of


class StratifiedGroupKFold(Partition):
    """Groups dealt one by one, or searched for the least objective."""

    def __init__(
        self, n_splits=5, shuffle=False, random_state=None, *, method="greedy"
    ):
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state
        self.method = method

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> list[int]:
        """Return the fold of each row."""
        known = sorted({*groups})
        if self.shuffle:
            known = twister_of(self.random_state).shuffled(known)
        counts = class_counts(known, y, groups)
        deal = balanced_folds if self.method == "balanced" else greedy_folds
        fold_of = dict(zip(known, deal(counts, self.n_splits), strict=True))
        return [fold_of[group] for group in groups]


def class_counts(known: Any, y: Any, groups: Any) -> list[list[int]]:
    """Return how many rows of each class, these sorted, each group has."""
    rows = list(zip(groups, y, strict=True))
    return [[rows.count((group, c)) for c in sorted({*y})] for group in known]


# --- random splits of whole groups, with nearly the same shares of all classes


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


class RepeatedGroupKFold(Repeated):
    """`GroupKFold`, several times."""

    of_kind = GroupKFold


class RepeatedStratifiedGroupKFold(Repeated):
    """`StratifiedGroupKFold`, several times."""

    of_kind = StratifiedGroupKFold


def train_test_split(
    *arrays,
    test_size=None,
    train_size=None,
    random_state=None,
    shuffle=True,
    stratify=None,
    groups=None,
):
    """Return the rows to train on and those to test on of each list."""
    n = len(arrays[0])
    n_units = n if groups is None or stratify is not None else len({*groups})
    n_train, n_test = part_sizes(n_units, test_size, train_size, 0.25)
    options: dict[str, Any] = {
        "train_size": n_train,
        "test_size": n_test,
        "random_state": random_state,
    }
    train: Sequence[int]
    test: Sequence[int]
    if not shuffle:
        train, test = range(n_train), range(n_train, n_train + n_test)
    elif groups is not None and stratify is not None:
        splits = StratifiedGroupShuffleSplit(**options)
        train, test = next(splits.split(None, stratify, groups))
    elif groups is not None:
        train, test = next(GroupShuffleSplit(**options).split(None, groups=groups))
    elif stratify is not None:
        train, test = next(StratifiedShuffleSplit(**options).split(None, stratify))
    else:
        train, test = next(ShuffleSplit(**options).split(range(n)))
    return [[array[row] for row in rows] for array in arrays for rows in (train, test)]


def train_validation_test_split(
    *arrays,
    validation_size=0.2,
    test_size=0.2,
    random_state=None,
    shuffle=True,
    stratify=None,
    groups=None,
):
    """Return the rows to train on, to validate with and to test on of each list."""
    n = len(arrays[0]) if groups is None or stratify is not None else len({*groups})
    n_validation, n_test = (
        ceil(size * n) if isinstance(size, float) else size
        for size in (validation_size, test_size)
    )
    if random_state is None:
        random_state = randrange(2**32)
    named = {"stratify": stratify, "groups": groups}
    design = {name: column for name, column in named.items() if column is not None}

    def parts(size: int, columns: list) -> list[list]:
        return train_test_split(
            *columns,
            test_size=size,
            random_state=random_state,
            shuffle=shuffle,
            **dict(zip(design, columns[len(arrays) :], strict=True)),
        )

    columns = [*arrays, *design.values()]
    outer = parts(n_test, columns)
    inner = parts(n_validation, outer[::2])
    found: list[list] = []
    for i in range(len(arrays)):
        found += [inner[2 * i], inner[2 * i + 1], outer[2 * i + 1]]
    return found
