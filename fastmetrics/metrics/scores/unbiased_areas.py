"""The variance of areas under ROC curves that is right in expectation.

Of a positive and a negative row a model wins 1, 0, or ½ where they tie; its area is the
mean over all pairs. Pairs without a common row are independent: the mean of one model's
wins times another's over two such pairs has the product of the true areas as its
expectation, and what the product of the areas has beyond it that of their covariance.
All sums over pairs are whole numbers where wins are doubled, and each result is
rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fastmetrics._kernels import rank_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    # Rows in canonical order: their flags, see ``sweep.flag_rows``, and which of the
    # positives or, counting on, of the negatives each is.
    RowOrder = tuple[NDArray[np.uint8], NDArray[np.uint32]]


class Placed(Protocol):
    """Doubled placements of the rows by several models, with the models' rows."""

    @property
    def positives(self) -> NDArray[np.float64]:
        """Of the positives, a row per model."""

    @property
    def negatives(self) -> NDArray[np.float64]:
        """Of the negatives, a row per model."""

    @property
    def doubled(self) -> list[int]:
        """Twice the pairs that each model won, ties one half."""

    @property
    def orders(self) -> Sequence[RowOrder]:
        """The models' rows."""

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and negatives there are."""


# Bits of a row's flags, see ``sweep.flag_rows``.
_POSITIVE, _LAST_OF_TIE = 1, 2

# Each row has one of three ranks within its tie, and ranks are counted below 2**30.
MOST_ROWS = 2**30 // 3

# Doubled placements are less than 2**30, and multiplied in two halves of so many bits:
# sums of products of halves over all rows fit in 64 bits.
_LOW_BITS = 15
_BLOCK = 2**16


def unbiased_covariance(placements: Placed) -> NDArray[np.float64]:
    """Return the covariance matrix of the areas; each class has two rows.

    No variance is below 0: what two positives win falls for both with the score of the
    negative, so that over negatives the mean of its product is at least the product of
    its means, and pairs that are apart have no more than their share of all products.
    """
    over_pos = _products(placements.positives)
    over_neg = _products(placements.negatives)
    m = len(placements.doubled)
    covariance = np.empty((m, m))
    for a in range(m):
        for b in range(a, m):
            covariance[a, b] = covariance[b, a] = _estimate(
                placements.doubled[a] * placements.doubled[b],
                over_pos[a, b] + over_neg[a, b] - _won_by_both(placements, a, b),
                *placements.sizes,
            )
    return covariance


def unbiased_variance(placements: Placed, i: int, j: int) -> float:
    """Return the variance of the difference of two areas; it may be below 0.

    Each class has two rows.
    """
    with_common_row = sum(
        int(_products(np.subtract(places[i : i + 1], places[j : j + 1])).item())
        for places in (placements.positives, placements.negatives)
    )
    of_one_pair = (
        _won_by_both(placements, i, i)
        + _won_by_both(placements, j, j)
        - 2 * _won_by_both(placements, i, j)
    )
    return _estimate(
        (placements.doubled[i] - placements.doubled[j]) ** 2,
        with_common_row - of_one_pair,
        *placements.sizes,
    )


def _estimate(product: int, with_common_row: int, n_pos: int, n_neg: int) -> float:
    """Return what a product of areas has beyond its mean over pairs that are apart.

    Both are of doubled wins: the product of the two sums over pairs of rows, and its
    part that is of pairs with a common row.
    """
    pairs, apart = n_pos * n_neg, (n_pos - 1) * (n_neg - 1)
    return (product * apart - pairs * (product - with_common_row)) / (
        4 * pairs * pairs * apart
    )


def _products(places: NDArray[np.float64]) -> NDArray[np.object_]:
    """Return the sums over columns of products of two rows, exactly: (m, m) of int."""
    m, n = places.shape
    sums = np.zeros((3, m, m), np.int64)
    for start in range(0, n, _BLOCK):
        block = places[:, start : start + _BLOCK].astype(np.int64)
        low, high = block & (2**_LOW_BITS - 1), block >> _LOW_BITS
        cross = np.inner(low, high)
        sums[0] += np.inner(low, low)
        sums[1] += cross + cross.T
        sums[2] += np.inner(high, high)
    lowest, middle, highest = sums.astype(object)
    return lowest + (middle << _LOW_BITS) + (highest << 2 * _LOW_BITS)


def _won_by_both(placements: Placed, a: int, b: int) -> int:
    """Return the sum over pairs of rows of both models' doubled wins, multiplied."""
    if a == b:  # of doubled wins 0, 1, 2 the squares are less than twice by 0, 1, 0
        return 2 * placements.doubled[a] - _count_ties(placements.orders[a])
    return _count_won_by_both(
        placements.orders[a], placements.orders[b], placements.sizes[0]
    )


def _count_won_by_both(of_a: RowOrder, of_b: RowOrder, n_pos: int) -> int:
    """Return the same, of two models.

    Where no pair ties in either model, it is four times the number of pairs that both
    win: with rows in the order of the one, of negatives that follow a positive of a
    higher rank by the other. For ties each row is there twice. Against a negative above
    and one below its tie in b, a positive has b's doubled wins, and against these a
    positive above and one below its tie in a has a's.
    """
    rows = of_a[1]
    positive = rows < n_pos
    if _count_ties(of_a) == _count_ties(of_b) == 0:
        ranks = np.empty(len(rows), np.uint64)
        ranks[of_b[1]] = np.arange(len(rows), dtype=np.uint64)[::-1]
        return 4 * _count_pairs(ranks[rows], positive)
    first, second = _places_of_copies(of_a)
    rank, negative = _middle_ranks(of_b)[rows], ~positive
    ranks, flagged = np.empty(2 * len(rows), np.uint64), np.empty(2 * len(rows), bool)
    ranks[first], ranks[second] = rank - negative, rank + negative
    flagged[first] = flagged[second] = positive
    return _count_pairs(ranks, flagged)


def _count_pairs(ranks: NDArray[np.uint64], positive: NDArray[np.bool_]) -> int:
    """Count pairs of a positive and a negative after it that has a lower rank."""
    any_after = rank_pairs.count_inversions(ranks, positive.view(np.uint8))
    return any_after - rank_pairs.count_inversions(ranks[positive])


def _ends_of_ties(order: RowOrder) -> NDArray[np.int64]:
    """Return where ties end, each row without a tie one of its own."""
    return np.flatnonzero(order[0] & _LAST_OF_TIE) + 1


def _positives_of_ties(order: RowOrder, ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many positives each tie has; they come first in it."""
    until = np.cumsum(order[0] & _POSITIVE, dtype=np.int64)[ends - 1]
    return np.diff(until, prepend=0)


def _count_ties(order: RowOrder) -> int:
    """Count pairs of a positive and a negative that tie."""
    ends = _ends_of_ties(order)
    positives = _positives_of_ties(order, ends)
    return int(positives @ (np.diff(ends, prepend=0) - positives))


def _places_of_copies(order: RowOrder) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the copies of each row are, in order, if each tie is in three parts.

    They are its positives, its negatives twice, and its positives again.
    """
    ends = _ends_of_ties(order)
    lengths = np.diff(ends, prepend=0)
    positives = _positives_of_ties(order, ends)
    positive = (order[0] & _POSITIVE).view(bool)
    own = np.arange(len(positive))
    first = own + np.where(
        positive,
        np.repeat(ends - lengths, lengths),
        own - np.repeat(positives, lengths),
    )
    second = np.where(
        positive, own + np.repeat(ends + lengths - positives, lengths), first + 1
    )
    return first, second


def _middle_ranks(order: RowOrder) -> NDArray[np.uint64]:
    """Return the middle one of the three ranks of each row's tie, rows by number."""
    rows = order[1]
    ends = _ends_of_ties(order)
    ranks = np.empty(len(rows), np.uint64)
    ranks[rows] = np.repeat(
        np.arange(len(ends), dtype=np.uint64)[::-1] * np.uint64(3) + np.uint64(1),
        np.diff(ends, prepend=0),
    )
    return ranks
