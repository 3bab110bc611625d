"""Adjusted p-values by their definitions: closed tests and steps over all levels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

__all__ = ["adjust_pvalues"]


def adjust_pvalues(
    pvalues: Sequence,
    *,
    method: str = "holm",
    n_tests: int | None = None,
) -> list:
    """Adjust p-values of a list, or of a symmetric matrix of all pairs."""
    if not (pvalues and isinstance(pvalues[0], Sequence)):
        return _of_list(list(pvalues), method, n_tests)
    k = len(pvalues)
    pairs = list(combinations(range(k), 2))
    family = [pvalues[i][j] for i, j in pairs]
    if method == "shaffer":
        adjusted = _shaffer(family, k)
    else:
        adjusted = _of_list(family, method, n_tests)
    matrix = [list(row) for row in pvalues]
    for (i, j), one in zip(pairs, adjusted, strict=True):
        matrix[i][j] = matrix[j][i] = one
    return matrix


def _of_list(pvalues: list, method: str, n_tests: int | None) -> list:
    """Adjust those that are numbers, beside tests of p-value 1 that were not passed."""
    kept = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    if not kept:
        return pvalues
    family = [Fraction(pvalues[i]) for i in kept]
    family += [Fraction(1)] * ((n_tests or len(kept)) - len(kept))
    adjusted = _METHODS[method](family)
    result = list(pvalues)
    for place, i in enumerate(kept):
        result[i] = float(adjusted[place])
    return result


def _closed(
    family: list[Fraction], local: Callable[[list[Fraction]], Fraction]
) -> list[Fraction]:
    """Reject where every intersection with the hypothesis is rejected by its test."""
    n = len(family)
    adjusted = [Fraction(0)] * n
    for size in range(1, n + 1):
        for members in combinations(range(n), size):
            p = local([family[i] for i in members])
            for i in members:
                adjusted[i] = max(adjusted[i], p)
    return adjusted


def _bonferroni_of(part: list[Fraction]) -> Fraction:
    return min(Fraction(1), len(part) * min(part))


def _sidak_of(part: list[Fraction]) -> Fraction:
    return 1 - (1 - min(part)) ** len(part)


def _simes_of(part: list[Fraction]) -> Fraction:
    m = len(part)
    return min(m * p / i for i, p in enumerate(sorted(part), start=1))


def _stepping_up(
    family: list[Fraction], factor: Callable[[int, int], Fraction]
) -> list[Fraction]:
    """Reject the i smallest where the i-th, times its factor, is at most the level.

    The adjusted p-value is the smallest level at which that rejects.
    """
    n = len(family)
    smallest = sorted(family)
    one = Fraction(1)
    levels = [min(one, factor(i + 1, n) * p) for i, p in enumerate(smallest)]
    levels = sorted({*levels, one})

    def rejected(p: Fraction, level: Fraction) -> bool:
        if level == 1:
            return True
        passing = [i for i in range(n) if factor(i + 1, n) * smallest[i] <= level]
        return bool(passing) and p <= smallest[max(passing)]

    return [next(level for level in levels if rejected(p, level)) for p in family]


def _harmonic(n: int) -> Fraction:
    return sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0))


_METHODS: dict[str, Callable[[list[Fraction]], list[Fraction]]] = {
    "bonferroni": lambda family: [min(Fraction(1), len(family) * p) for p in family],
    "sidak": lambda family: [1 - (1 - p) ** len(family) for p in family],
    "holm": lambda family: _closed(family, _bonferroni_of),
    "holm-sidak": lambda family: _closed(family, _sidak_of),
    "hommel": lambda family: _closed(family, _simes_of),
    "hochberg": lambda family: _stepping_up(family, lambda i, n: Fraction(n - i + 1)),
    "bh": lambda family: _stepping_up(family, lambda i, n: Fraction(n, i)),
    "by": lambda family: _stepping_up(
        family, lambda i, n: _harmonic(n) * Fraction(n, i)
    ),
}


def _shaffer(pvalues: list, k: int) -> list:
    """Step down with the most pairs that can be equal after i pairs are not."""
    total = len(pvalues)
    possible = _equal_pairs(k)
    kept = [i for i, p in enumerate(pvalues) if not math.isnan(p)]
    result = list(pvalues)
    largest = Fraction(0)
    for step, i in enumerate(sorted(kept, key=lambda i: pvalues[i])):
        most = max(t for t in possible if t <= total - step)
        true = min(most, len(kept) - step)
        largest = max(largest, true * Fraction(pvalues[i]))
        result[i] = float(min(Fraction(1), largest))
    return result


def _equal_pairs(k: int) -> set[int]:
    """Return how many of the pairs of k models can be equal: sums over blocks."""

    def partitions(left: int, most: int) -> list[list[int]]:
        if left == 0:
            return [[]]
        return [
            [block, *rest]
            for block in range(min(left, most), 0, -1)
            for rest in partitions(left - block, block)
        ]

    return {sum(math.comb(b, 2) for b in blocks) for blocks in partitions(k, k)}
