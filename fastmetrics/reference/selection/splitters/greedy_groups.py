"""Groups dealt to folds one by one, as scikit-learn deals them, to the last bit.

Its choice hangs on rounding where groups are alike, so the sums here are added in the
order of NumPy's: along the last axis in pairs, over folds one after another.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Table = Sequence[Sequence[int]]


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


def deviation(
    values: Sequence[float], add: Callable[[Sequence[float]], float] = pairwise_sum
) -> float:
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
