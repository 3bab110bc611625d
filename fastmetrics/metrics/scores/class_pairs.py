"""Pairs of rows of two classes, by the scores of one class's column: counted.

Every area of several classes is an average of A(a|b), the chance that a row of class a
has a higher score for a than a row of class b has. The kernel counts these pairs for
all classes in one pass over each column; the columns are shared among threads.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._kernels.class_columns import MOST_COLUMNS, ClassColumns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

# Up to so many scores a round trip through the thread pool costs more than it saves.
_FEW_SCORES = 100_000

# Of fewer columns blocks have fewer, so that there are as many for threads to share.
_BLOCKS = 8

# Up to it a float64 holds every whole number.
_EXACT = 2**53


class ClassPairs:
    """Doubled wins of each class over each other, and how much there is of each.

    Attributes
    ----------
    doubled : ndarray of shape (k, k)
        Of the class of the row over that of the column: twice the pairs that it wins
        plus once those that are tied; uint64, or the products of weights, float64.
    totals : ndarray of shape (k,)
        Rows (uint64) or weight (float64) of each class.
    counted : ndarray of shape (k,)
        The same in the units of each class that its pairs are counted in.
    """

    __slots__ = ("counted", "doubled", "totals")

    def __init__(
        self,
        doubled: NDArray[Any],
        totals: NDArray[Any],
        counted: NDArray[Any] | None = None,
    ) -> None:
        self.doubled = doubled
        self.totals = totals
        self.counted = totals if counted is None else counted

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which classes have rows."""
        present: NDArray[np.bool_] = self.counted > 0
        return present

    def of_classes(self, kept: NDArray[np.bool_]) -> ClassPairs:
        """Return what there is without the other classes."""
        if kept.all():
            return self
        doubled = self.doubled[np.ix_(kept, kept)]
        return ClassPairs(doubled, self.totals[kept], self.counted[kept])

    def shares(self) -> NDArray[np.float64]:
        """Return the share of each class in all rows."""
        return self.totals / self.totals.sum()

    def over_rest(self) -> NDArray[np.float64]:
        """Return the area of each class against all others; NaN where undefined."""
        others = ~np.eye(len(self.totals), dtype=bool)
        if self.totals.dtype.kind == "u":
            rest = np.where(others, self.totals, np.uint64(0)).sum(axis=1)
            return _ratios(self.doubled.sum(axis=1), self.totals * rest)
        weights = np.where(others & self.present, self.totals, 0.0)
        areas = np.where(weights > 0, self.over_each(), 0.0)
        with np.errstate(invalid="ignore"):
            means = (weights * areas).sum(axis=1) / weights.sum(axis=1)
        return np.where(self.present, means, np.nan)

    def over_each(self) -> NDArray[np.float64]:
        """Return the area of each class (row) against each other; NaN where undefined.

        The diagonal means nothing.
        """
        return _ratios(self.doubled, np.multiply.outer(self.counted, self.counted))

    def both_ways(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
        """Return the pairs of classes a < b and the mean of their two areas."""
        a, b = np.triu_indices(len(self.totals), 1)
        each = self.over_each()
        return a, b, (each[a, b] + each[b, a]) / 2


class AreasOverRest(NamedTuple):
    """The area of each class against all others, and how much there is of each."""

    areas: NDArray[np.float64]
    totals: NDArray[Any]

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which classes have rows."""
        present: NDArray[np.bool_] = self.totals > 0
        return present

    def of_classes(self, kept: NDArray[np.bool_]) -> AreasOverRest:
        """Return what there is without the other classes, which have no rows."""
        return AreasOverRest(self.areas[kept], self.totals[kept])

    def over_rest(self) -> NDArray[np.float64]:
        """Return the area of each class against all others."""
        return self.areas


class ClassRows:
    """Rows of several classes, and a matrix with a column of scores per class.

    ``codes`` are the columns of the rows' classes. Scores that are no float32 become
    float64; all are finite.
    """

    __slots__ = (
        "_columns",
        "_spread",
        "_weights",
        "codes",
        "counted",
        "k",
        "n",
        "totals",
    )

    def __init__(
        self,
        codes: NDArray[Any],
        scores: NDArray[Any],
        weights: NDArray[np.float64] | None = None,
    ) -> None:
        self.n, self.k = scores.shape
        float_type = np.float32 if scores.dtype == np.float32 else np.float64
        matrix = np.require(scores, float_type, ["ALIGNED"])
        codes = np.ascontiguousarray(codes, np.int64)
        if weights is not None:
            # The largest one below 1, of all rows and, where they are multiplied, of
            # each class, so that products neither overflow nor vanish.
            self.totals = np.bincount(codes, _scaled(weights, weights.max()), self.k)
            largest = np.zeros(self.k)
            np.maximum.at(largest, codes, weights)
            weights = _scaled(weights, largest[codes])
            self.counted = np.bincount(codes, weights, self.k)
        else:
            self.totals = np.bincount(codes, minlength=self.k).astype(np.uint64)
            self.counted = self.totals
        self.codes = codes
        self._weights = weights
        self._columns = ClassColumns(matrix, codes, weights)
        few = self.n * self.k <= _FEW_SCORES
        self._spread: Callable[..., list[Any]] = _one_by_one if few else _on_the_pool

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which classes have rows."""
        present: NDArray[np.bool_] = self.counted > 0
        return present

    def own_columns(self) -> ClassPairs:
        """Count pairs of rows by the score of the first one's class."""
        counts = self._spread(self._count, self._blocks())
        return ClassPairs(np.concatenate(counts), self.totals, self.counted)

    def differences(self) -> ClassPairs:
        """Count pairs of rows of classes a < b by the score of a less that of b.

        Of the pair of classes b and a the count is that of a and b.
        """
        counts = np.array(self._spread(self._columns.count_differences, range(self.k)))
        return ClassPairs(counts + counts.T, self.totals, self.counted)

    def place_own_columns(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each row has part in, of ``(shares * areas).sum()``.

        A row's chances in the pairs of its class with each other one, each times its
        share; 0 for rows of weight 0. Divided by the share of the rows that are of its
        class, and less the mean of the class, it is the row's influence on the sum.
        """
        totals = self.counted.astype(np.float64)

        def place(block: tuple[int, int]) -> NDArray[np.float64]:
            return self._columns.place_rows(*block, shares[slice(*block)], totals)

        return self._in_row_order(self._spread(place, self._blocks()))

    def place_differences(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the same where pairs are compared as in `differences`."""
        totals = self.counted.astype(np.float64)

        def place(a: int) -> NDArray[np.float64]:
            return self._columns.place_differences(a, shares[a], totals)

        return self._in_row_order(self._spread(place, range(self.k)))

    def centred(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return values over the share of a row's class, less their mean there."""
        own = values if self._weights is None else values * self._weights
        counted = np.where(self.present, self.counted, 1).astype(np.float64)
        means = np.bincount(self.codes, own, self.k) / counted
        shares = np.where(self.present, self.totals / self.totals.sum(), 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):  # of next to no weight
            centred: NDArray[np.float64] = (values - means[self.codes]) / shares[
                self.codes
            ]
        return centred

    def _in_row_order(self, parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
        total = np.zeros(self.n)
        total[self._columns.order] = sum(parts)
        return total

    def _count(self, block: tuple[int, int]) -> NDArray[Any]:
        return self._columns.count_pairs(*block)

    def _blocks(self) -> list[tuple[int, int]]:
        """Return stretches of columns that are worked on together."""
        width = min(MOST_COLUMNS, -(-self.k // _BLOCKS))
        if self._spread is _one_by_one:
            width = MOST_COLUMNS
        return list(pairwise([*range(0, self.k, width), self.k]))


def _scaled(weights: NDArray[np.float64], largest: Any) -> NDArray[np.float64]:
    """Return weights over a power of two, so that these are below 1."""
    scaled: NDArray[np.float64] = np.ldexp(weights, -np.frexp(largest)[1])
    return scaled


def _ratios(doubled: NDArray[Any], pairs: NDArray[Any]) -> NDArray[np.float64]:
    """Return ``doubled / (2 * pairs)``, rounded once; NaN where there is no pair."""
    ratios = np.full(doubled.shape, np.nan)
    defined = pairs > 0
    if pairs.dtype.kind == "u" and pairs.max(initial=0) >= _EXACT // 2:
        above, below = doubled[defined].tolist(), pairs[defined].tolist()
        ratios[defined] = [x / (2 * n) for x, n in zip(above, below, strict=True)]
    else:
        ratios[defined] = doubled[defined] / (2.0 * pairs[defined])
    return ratios


def _on_the_pool(function: Callable[..., Any], blocks: Any) -> list[Any]:
    return threads.map_blocks(function, blocks)


def _one_by_one(function: Callable[..., Any], blocks: Any) -> list[Any]:
    return [function(block) for block in blocks]


def average_areas(pairs: ClassPairs | AreasOverRest, variant: str) -> float:
    """Average the areas of at least two classes; NaN if one of them has no rows."""
    return float(VARIANTS[variant](pairs))


def _each_against_rest(pairs: ClassPairs | AreasOverRest) -> np.floating:
    return np.average(pairs.over_rest())


def _each_against_rest_by_share(pairs: ClassPairs | AreasOverRest) -> np.floating:
    # An absent class may have no area, and counts for nothing.
    areas = np.where(pairs.present, pairs.over_rest(), 0.0)
    return np.average(areas, weights=pairs.totals)


def _each_against_each(pairs: ClassPairs) -> np.floating:
    return np.average(pairs.both_ways()[2])


def _each_against_each_by_share(pairs: ClassPairs) -> np.floating:
    a, b, areas = pairs.both_ways()
    weights = (pairs.totals[a] + pairs.totals[b]) / pairs.totals.sum()
    return np.average(areas, weights=weights)


# Of pairs counted by differences "mu" is the mean over pairs of classes, too.
VARIANTS: dict[str, Callable[[Any], np.floating]] = {
    "aunu": _each_against_rest,
    "aunp": _each_against_rest_by_share,
    "au1u": _each_against_each,
    "au1p": _each_against_each_by_share,
    "mu": _each_against_each,
}
