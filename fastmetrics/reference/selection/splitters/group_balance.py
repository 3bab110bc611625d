"""Whole groups dealt to parts so that each part has its share of every class.

A table of counts has a row per group and a column per class. The objective is the sum,
over parts and classes, of the squared distance of a part's rows of the class from the
part's share of them, in units of the class: everything in whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.reference.selection.splitters.greedy_groups import greedy_folds

if TYPE_CHECKING:
    from collections.abc import Sequence

    Table = Sequence[Sequence[int]]

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


def improve(
    counts: Table,
    part_of: Sequence[int],
    pulls: Sequence[Sequence[int]],
    n_needed: int,
    most_tried: int | None = None,
) -> list[int]:
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
