"""The averages of all pairs of differences, after Walsh, in their order.

There are n (n + 1) / 2 of them, each difference with itself included. Few are made and
partitioned. Of many only those are looked at that one of them could still be: some are
drawn, two of these are pivots, and one walk over the table of sorted sums finds the
place of a pivot in every row, so that time and memory of a step stay in proportion to
n.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from fastmetrics._kernels.rank_sums import count_below
from fastmetrics.comparison.paired_tests.paired_rows import halfway

__all__ = ["median_average", "number_of_averages", "order_statistics"]

# So many sums are made at once, 32 MB of them.
AT_ONCE = 4_000_000
# Of more sums so many are drawn to tell about where the one asked for is.
DRAWN = 4096


def number_of_averages(n: int) -> int:
    """Return how many averages n differences have."""
    return n * (n + 1) // 2


def median_average(ordered: NDArray[np.float64]) -> float:
    """Return the median of all averages of ascending differences."""
    m = number_of_averages(len(ordered))
    low, high = order_statistics(ordered, [(m + 1) // 2, m // 2 + 1])
    return halfway(low, high)


def order_statistics(ordered: NDArray[np.float64], ranks: list[int]) -> list[float]:
    """Return the averages of these ranks, 1 being the smallest.

    ``ordered`` are the differences, ascending.
    """
    # Halves add up without leaving the floats; only denormal ones would lose a digit.
    halved = np.abs(ordered).max() > 1
    terms = ordered / 2 if halved else ordered
    found = _sums_of_ranks(terms, [rank - 1 for rank in ranks])
    return found if halved else [value / 2 for value in found]


def _sums_of_ranks(terms: NDArray[np.float64], places: list[int]) -> list[float]:
    n = len(terms)
    if number_of_averages(n) <= AT_ONCE:
        sums = np.concatenate([terms[i] + terms[i:] for i in range(n)])
        sums.partition(sorted(set(places)))
        return [float(sums[place]) for place in places]
    return [_select(terms, place) for place in places]


def _select(terms: NDArray[np.float64], place: int) -> float:
    """Return the sum of two ascending terms at a place of their order."""
    rows = np.arange(len(terms))
    first, end = rows, np.full(len(terms), len(terms))  # what each row may still hold
    draw = np.random.default_rng(0)  # any seed: it changes the time alone
    while (left := end - first).sum() > AT_ONCE:
        drawn = _draw(terms, first, left, draw)
        for pivot in _around(drawn, (place - (first - rows).sum()) / left.sum()):
            below = np.clip(count_below(terms, pivot, False), first, end)
            upto = np.clip(count_below(terms, pivot, True), first, end)
            if place < (below - rows).sum():
                end = below
            elif place < (upto - rows).sum():
                return pivot
            else:
                first = upto
    before = np.cumsum(left) - left  # how many sums stand before those of each row
    columns = np.arange(left.sum()) + np.repeat(first - before, left)
    sums = np.repeat(terms, left) + terms[columns]
    place -= int((first - rows).sum())
    return float(np.partition(sums, place)[place])


def _draw(
    terms: NDArray[np.float64],
    first: NDArray[np.intp],
    left: NDArray[np.intp],
    draw: np.random.Generator,
) -> NDArray[np.float64]:
    """Return some of the sums that are left, ascending."""
    ends = np.cumsum(left)
    places = draw.integers(ends[-1], size=DRAWN)
    rows = np.searchsorted(ends, places, side="right")
    columns = first[rows] + places - (ends[rows] - left[rows])
    return np.sort(terms[rows] + terms[columns])


def _around(drawn: NDArray[np.float64], share: float) -> tuple[float, float]:
    """Return two of the sums drawn, between which a share of all most likely ends."""
    off = 3 * math.sqrt(share * (1 - share) / DRAWN)
    low, high = (round((share + side) * (DRAWN - 1)) for side in (-off, off))
    return float(drawn[max(low, 0)]), float(drawn[min(high, DRAWN - 1)])
