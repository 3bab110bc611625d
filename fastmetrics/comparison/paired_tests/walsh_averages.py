"""The averages of all pairs of differences, after Walsh, in their order.

There are n (n + 1) / 2 of them, each difference with itself included. Few are made and
partitioned. Of many only those are looked at that one of them could still be: a pivot
is drawn among them, and in each row of the table of sorted sums its place is found by
halving, so that memory stays in proportion to n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastmetrics.comparison.paired_tests.differences import halfway

__all__ = ["median_average", "number_of_averages", "order_statistics"]

# So many sums are made at once, 32 MB of them.
AT_ONCE = 4_000_000


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
    n = len(terms)
    rows = np.arange(n)
    first, end = rows.copy(), np.full(n, n)  # what each row may still hold
    draw = np.random.default_rng(0)  # any seed: it changes the time alone
    while (left := end - first).sum() > AT_ONCE:
        pivot = _at(terms, first, left, int(draw.integers(left.sum())))
        below = _count(terms, first, end, pivot, inclusive=False)
        upto = _count(terms, below, end, pivot, inclusive=True)
        if place < (below - rows).sum():
            end = below
        elif place < (upto - rows).sum():
            return pivot
        else:
            first = upto
    sums = np.concatenate([terms[i] + terms[first[i] : end[i]] for i in rows])
    place -= int((first - rows).sum())
    return float(np.partition(sums, place)[place])


def _at(
    terms: NDArray[np.float64], first: NDArray[np.intp], left: NDArray[np.intp], k: int
) -> float:
    """Return the k-th of the sums that are left, row after row."""
    ends = np.cumsum(left)
    row = int(np.searchsorted(ends, k, side="right"))
    column = int(first[row] + k - (ends[row] - left[row]))
    return float(terms[row] + terms[column])


def _count(
    terms: NDArray[np.float64],
    first: NDArray[np.intp],
    end: NDArray[np.intp],
    pivot: float,
    *,
    inclusive: bool,
) -> NDArray[np.intp]:
    """Return for each row where its sums stop being below the pivot, or at most it."""
    low, high = first.copy(), end.copy()
    while (open_rows := np.flatnonzero(low < high)).size:
        middle = (low[open_rows] + high[open_rows]) // 2
        sums = terms[open_rows] + terms[middle]
        is_below = sums <= pivot if inclusive else sums < pivot
        low[open_rows[is_below]] = middle[is_below] + 1
        high[open_rows[~is_below]] = middle[~is_below]
    return low
