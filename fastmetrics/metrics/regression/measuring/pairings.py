"""Rank correlations over all pairings of few rows, ties included: permutation tests.

If the columns are independent, each of the n! ways to pair their values is as likely as
any other. The statistic is the number of concordant pairs of rows minus the number of
discordant ones, or the sum of products of centred ranks: a whole number in both cases,
so that values as extreme as the observed one are counted exactly.
"""

from __future__ import annotations

import math
from collections import defaultdict
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics.metrics.regression.measuring.ranks import order_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

    Whole = NDArray[np.int64]
    # Of the levels of two columns, of the second perhaps many: the whole number.
    Statistic = Callable[[Whole, Whole], Whole]

__all__ = ["MOST_ROWS", "concordance_p", "count_orders", "ranks_p"]

# More rows have approximate p-values.
MOST_ROWS = 33
# Up to so many states times levels are counted out: a tenth of a second or so.
_MOST_STEPS = 12_000
# Otherwise so many pairings are drawn, the same ones each time.
_N_DRAWN, _SEED = 9_999, 0


class Levels(NamedTuple):
    """A column by its distinct values in order: which one a row has, and how often."""

    rows: Whole
    sizes: list[int]

    def centred(self) -> Whole:
        """Return of each level how many rows lie below minus how many lie above."""
        sizes: Whole = np.array(self.sizes)
        return 2 * np.cumsum(sizes) - sizes - len(self.rows)


def _levels(pair: NumberPair) -> tuple[Levels, Levels]:
    """Return the levels of both columns; the second one has fewer states."""
    found = []
    for keys in order_keys(pair):
        _, rows, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        found.append(Levels(rows.astype(np.int64), sizes.tolist()))
    first, second = sorted(found, key=lambda of: (_n_states(of), of.sizes))[::-1]
    return first, second


def _n_states(of: Levels) -> int:
    return math.prod(size + 1 for size in of.sizes)


def _are_few(of: Levels) -> bool:
    return _n_states(of) * len(of.sizes) <= _MOST_STEPS


def concordance_p(pair: NumberPair, alternative: str) -> float:
    """Return the p-value of concordant minus discordant pairs of rows."""
    first, second = _levels(pair)
    untied = (pair.n**2 - sum(size**2 for size in first.sizes)) // 2

    def value(_: int, level: int, below: int, at: int) -> int:
        # Lower rows of lower groups minus higher ones, plus all rows of lower groups.
        return 2 * below + at

    def counts() -> dict[int, int]:
        return {k - untied: n for k, n in _count(first, second, value).items()}

    def without_ties() -> dict[int, int]:
        most = (pair.n**2 - sum(size**2 for size in second.sizes)) // 2
        orders = count_orders(pair.n, most, second.sizes)
        return {most - 2 * k: n for k, n in enumerate(orders)}

    few = _are_few(second)
    if len(first.sizes) == pair.n:
        few, counts = True, without_ties
    return _p(first, second, _excess, counts if few else None, alternative)


def ranks_p(pair: NumberPair, alternative: str) -> float:
    """Return the p-value of the sum of products of centred ranks."""
    first, second = _levels(pair)
    centred = [each.centred() for each in (first, second)]
    least = [int(each[0]) for each in centred]
    # From 0, in the largest steps: fewer places to count in.
    steps = [int(np.gcd.reduce(each - each[0])) for each in centred]
    ranks = [
        ((each - each[0]) // step).tolist()
        for each, step in zip(centred, steps, strict=True)
    ]

    def value(group: int, level: int, below: int, at: int) -> int:
        return int(ranks[0][group] * ranks[1][level])

    def counts() -> dict[int, int]:
        times, less = math.prod(steps), pair.n * math.prod(least)
        return {times * k - less: n for k, n in _count(first, second, value).items()}

    of_pairing = partial(_product, *centred)
    few = _are_few(second)
    return _p(first, second, of_pairing, counts if few else None, alternative)


def _p(
    first: Levels,
    second: Levels,
    statistic: Statistic,
    counts: Callable[[], dict[int, int]] | None,
    alternative: str,
) -> float:
    """Return the share of all pairings as extreme, or of drawn ones and the observed.

    ``counts``: how many pairings have each value of the statistic, if these are few.
    """
    observed = int(statistic(first.rows, second.rows))
    if counts is not None:
        values, numbers = zip(*counts().items(), strict=True)
        extreme = _as_extreme(np.array(values), observed, alternative)
        tail = sum(n for n, counted in zip(numbers, extreme, strict=True) if counted)
        return tail / sum(numbers)
    # Drawn from sorted rows: the order in which rows are given means nothing.
    rows, paired = (np.sort(each.rows) for each in (first, second))
    pairings = np.random.default_rng(_SEED).permuted(
        np.tile(paired, (_N_DRAWN, 1)), axis=1
    )
    drawn = statistic(rows, pairings)
    tail = int(_as_extreme(drawn, observed, alternative).sum())
    return (tail + 1) / (_N_DRAWN + 1)


def _as_extreme(values: Whole, observed: int, alternative: str) -> NDArray[np.bool_]:
    if alternative == "less":
        return values <= observed
    if alternative == "greater":
        return values >= observed
    return np.abs(values) >= abs(observed)


def _excess(first: Whole, second: Whole) -> Whole:
    """Return concordant minus discordant pairs of rows."""
    found = np.zeros(second.shape[:-1], np.int64)
    for i in range(1, len(first)):
        signs = np.sign(second[..., i : i + 1] - second[..., :i])
        found += signs @ np.sign(first[i] - first[:i])
    return found


def _product(of_first: Whole, of_second: Whole, first: Whole, second: Whole) -> Whole:
    """Return the sum of products of centred ranks."""
    found: Whole = of_second[second] @ of_first[first]
    return found


def _count(
    first: Levels, second: Levels, value: Callable[[int, int, int, int], int]
) -> dict[int, int]:
    """Return how many pairings have each sum of the values of their rows.

    Tie groups of the first column get their levels of the second one in order. A state
    is how many rows of each level are used; its counts by sum are the digits of one
    large integer. ``value(group, level, below, at)`` is what a row adds, with ``below``
    and ``at`` the rows of lower groups that have lower levels and this one.
    """
    bits = math.factorial(len(first.rows)).bit_length()
    states: dict[tuple[int, ...], int] = {(0,) * len(second.sizes): 1}
    before, last = 0, len(second.sizes) - 1
    for group, size in enumerate(first.sizes):
        for level, most in enumerate(second.sizes):
            after: dict[tuple[int, ...], int] = defaultdict(int)
            for used, counts in states.items():
                at = used[level]
                filled = sum(used) - before
                below = sum(used[:level]) - filled
                shift = bits * value(group, level, below, at)
                left = size - filled
                for n in range(left if level == last else 0, left + 1):
                    if at + n > most:
                        break
                    now = (*used[:level], at + n, *used[level + 1 :])
                    after[now] += math.comb(most - at, n) * counts << n * shift
            states = after
        before += size
    [digits] = states.values()
    found, mask = {}, (1 << bits) - 1
    for k in range(digits.bit_length() // bits + 1):
        if n := digits >> bits * k & mask:
            found[k] = n
    return found


def count_orders(n: int, most: int, sizes: Sequence[int] = ()) -> list[int]:
    """Return how many orders of n rows have 0, 1, ... ``most`` inversions.

    ``sizes`` of groups of equal rows, whose orders among themselves are one.
    """
    counts = [1] + most * [0]
    for m in range(2, n + 1):
        # The m-th row is in the wrong order with 0 to m - 1 of those before.
        upto = list(accumulate(counts))
        counts = [
            total - (upto[k - m] if k >= m else 0) for k, total in enumerate(upto)
        ]
    for m in (m for size in sizes for m in range(2, size + 1)):
        # The same undone.
        counts = [a - b for a, b in zip(counts, [0, *counts[:-1]], strict=True)]
        for k in range(m, most + 1):
            counts[k] += counts[k - m]
    return counts
