"""Placements of rows, unbiased variances of areas, results of DeLong's test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.options import check_level, warn
from fastmetrics._common.test_result import TestMethods
from fastmetrics._kernels import delong, rank_pairs
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.score_sweep import undefined
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.sorted_scores import SortedScores

    RowOrder = tuple[NDArray[np.uint8], NDArray[np.uint32]]


class _Numbers(NamedTuple):
    statistic: float
    """The difference in units of its standard error, normal if the areas are equal."""
    pvalue: float
    """Chance of a statistic as extreme, in the direction of the alternative."""
    difference: float
    """AUC of the first scores minus AUC of the second."""
    standard_error: float
    """Standard error of the difference."""


class DelongResult(_Numbers, TestMethods):
    """Comparison of two areas under ROC curves, the first minus the second.

    A named tuple of four numbers, with the attributes and methods of `TestResult`.

    Attributes
    ----------
    statistic : float
        The difference in units of its standard error, normal if the areas are equal.
    pvalue : float
        Chance of a statistic at least as extreme, in the direction of the alternative.
    difference : float
        AUC of the first scores minus AUC of the second; ``estimate`` too.
    standard_error : float
        Standard error of the difference.
    alternative : {"two-sided", "greater", "less"}
        Alternative hypothesis; "greater": the first area is.
    n : int
        How many rows were used.
    areas : tuple of float
        Both areas.
    """

    # Not of the tuple: it has had four fields from the start.
    alternative: str = "two-sided"
    n: int = 0
    areas: tuple[float, float] = (math.nan, math.nan)

    method = say("DeLong test of two areas under ROC curves")
    statistic_name = "z"
    distribution = "normal"
    df = None
    exact = False
    estimate_name = say("AUC of A − B")
    notes: tuple[str, ...] = ()

    def __new__(
        cls,
        statistic: float,
        pvalue: float,
        difference: float,
        standard_error: float,
        *,
        alternative: str = "two-sided",
        n: int = 0,
        unbiased: bool = False,
        areas: tuple[float, float] = (math.nan, math.nan),
    ) -> Self:
        """Return the tuple of the four numbers, with the other attributes."""
        self = super().__new__(cls, statistic, pvalue, difference, standard_error)
        self.alternative = alternative
        self.n = n
        self.areas = areas
        if unbiased:
            self.method = say(
                "DeLong test of two areas under ROC curves, unbiased variance"
            )
        return self

    def _replace(self, **changes: Any) -> Self:
        result = super()._replace(**changes)
        vars(result).update(vars(self))
        return result

    @property
    def found(self) -> str:
        """Both areas, in words."""
        if math.isnan(self.areas[0]):
            return ""
        a, b = (f"{area:.4f}" for area in self.areas)
        return say("AUC of A = {a}, AUC of B = {b}", a=a, b=b)

    @property
    def estimate(self) -> float:
        """The difference."""
        return self.difference

    @property
    def claim(self) -> str:
        """Conclusion if the null hypothesis is rejected."""
        return {
            "two-sided": say("the areas differ"),
            "greater": say("A's area is the greater one"),
            "less": say("A's area is the smaller one"),
        }[self.alternative]

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided normal interval of the difference.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage. A one-sided bound of level L is the bound at 2L - 1.

        Returns
        -------
        low, high : float
            ``difference`` minus and plus the normal quantile times
            ``standard_error``, whatever the alternative of the test was.
        """
        level = check_level(confidence_level)
        low, high = bounds.normal(self.difference, self.standard_error, level)
        return low, high

    def _reported(self) -> tuple[str, ...]:
        return (*super()._reported(), "standard_error")


# ----------------------------------------------------------------------- unbiased areas
# Unbiased variance of areas under ROC curves.
#
# In a pair of a positive and a negative row a model wins 1, 0, or ½ if they tie. The
# area is the mean over all pairs. Pairs without a common row are independent, so the
# mean product of one model's wins and another's, over two such pairs, has the product
# of the true areas as its expectation. The covariance is the product of the areas minus
# this mean. Doubled wins are whole numbers, so all sums are exact and each result is
# rounded once.


class Placed(Protocol):
    """Doubled placements of the rows by several models, with the models' rows."""

    @property
    def positives(self) -> NDArray[np.float64]:
        """Doubled placements of the positives, one row per model."""

    @property
    def negatives(self) -> NDArray[np.float64]:
        """Doubled placements of the negatives, one row per model."""

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

    No variance is below 0: the wins of two positives both decrease with the score of
    the negative. Over negatives, the mean of their product is therefore at least the
    product of their means, and pairs without a common row do not exceed their
    proportion of all products.
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
    """Return a product of areas minus its mean over pairs without a common row.

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


# alternative -> (sign of the statistic in the tail, number of tails)
TAILS = {"two-sided": (None, 2), "greater": (1.0, 1), "less": (-1.0, 1)}


class DelongVariance(NamedTuple):
    """DeLong's variance of an area, or of a difference of two, by class.

    Its terms are the variances of the mean placements, or of their mean difference,
    of ``n_positive`` rows and of ``n_negative`` rows; each class has two rows.
    """

    of_positives: float
    of_negatives: float
    n_positive: int
    n_negative: int

    @classmethod
    def of_squares(
        cls, doubled: int, over_pos: int, over_neg: int, n_pos: int, n_neg: int
    ) -> DelongVariance:
        """Return the result from sums of doubled placements and of their squares.

        Each term is a quotient of whole numbers, rounded once, so it is exactly 0 if
        there is no variance.
        """

        def term(squares: int, n_own: int, n_other: int) -> float:
            spread = n_own * squares - doubled * doubled
            return spread / (4 * n_own * n_own * (n_own - 1) * n_other * n_other)

        of_positives, of_negatives = (
            term(over_pos, n_pos, n_neg),
            term(over_neg, n_neg, n_pos),
        )
        return cls(of_positives, of_negatives, n_pos, n_neg)

    @property
    def total(self) -> float:
        """The variance itself."""
        return self.of_positives + self.of_negatives

    @property
    def standard_error(self) -> float:
        """Its root."""
        return math.sqrt(self.total)

    @property
    def degrees_of_freedom(self) -> float:
        """How many its estimate has, after Satterthwaite (1946); not of 0."""
        freedom: float = freedom_of(*self)
        return freedom


def freedom_of(
    of_positives: Any, of_negatives: Any, n_positive: int, n_negative: int
) -> Any:
    """Return Satterthwaite's degrees of freedom of the sum of two variances."""
    total = of_positives + of_negatives
    shares = of_positives / total, of_negatives / total
    return 1 / (shares[0] ** 2 / (n_positive - 1) + shares[1] ** 2 / (n_negative - 1))


class Placements(NamedTuple):
    """Doubled placements of the same rows by several models.

    ``positives`` and ``negatives`` have a row per model and a column per row of the
    class, all models in one order; ``doubled`` is twice the pairs that each won, ties
    one half, which is the sum of either. ``orders`` are the models' rows, kept only
    where variances are to be unbiased.
    """

    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]
    doubled: list[int]
    orders: Sequence[RowOrder] = ()

    @classmethod
    def of_models(
        cls,
        n_pos: int,
        n_neg: int,
        models: Sequence[RowOrder],
        *,
        unbiased: bool = False,
    ) -> Placements:
        """Place the rows by each model; ``unbiased``: for unbiased variances."""
        of_pos, of_neg = np.empty((len(models), n_pos)), np.empty((len(models), n_neg))
        doubled = [
            delong.place_rows(flags, numbers, *places)
            for (flags, numbers), *places in zip(models, of_pos, of_neg, strict=True)
        ]
        return cls(of_pos, of_neg, doubled, models if unbiased else ())

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and negatives there are."""
        return self.positives.shape[1], self.negatives.shape[1]

    def areas(self) -> NDArray[np.float64]:
        """Return the models' areas; both classes have rows."""
        n_pos, n_neg = self.sizes
        return np.array([d / (2 * n_pos * n_neg) for d in self.doubled])

    def covariance(self) -> NDArray[np.float64]:
        """Return the covariance matrix of the areas; each class has two rows."""
        if self.orders:
            return unbiased_covariance(self)
        n_pos, n_neg = self.sizes
        over_pos, over_neg = (
            delong.cross_products(places, np.array([d / n for d in self.doubled]))
            for places, n in ((self.positives, n_pos), (self.negatives, n_neg))
        )
        covariance: NDArray[np.float64] = _scaled(over_pos, n_pos, n_neg)
        return covariance + _scaled(over_neg, n_neg, n_pos)

    def variance(self, i: int, j: int | None = None) -> DelongVariance:
        """Return the variance of the area of model i, or of that minus model j's.

        Each class has two rows. Computed from differences of placements, which is
        accurate for models that nearly agree, and from whole numbers, so it is exactly
        0 if there is no variance.
        """
        n_pos, n_neg = self.sizes
        doubled = self.doubled[i] - (0 if j is None else self.doubled[j])
        over_pos, over_neg = (
            delong.cross_products(
                places[i : i + 1]
                if j is None
                else np.subtract(places[i : i + 1], places[j : j + 1]),
                np.array([doubled / n]),
            ).item()
            for places, n in ((self.positives, n_pos), (self.negatives, n_neg))
        )
        return _by_class(over_pos, over_neg, n_pos, n_neg)

    def variances(
        self, first: NDArray[np.intp], second: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the variances of the differences of pairs of models, by class.

        The same bits as `variance` of each pair.
        """
        n_pos, n_neg = self.sizes
        first, second = (np.ascontiguousarray(one) for one in (first, second))
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        apart = [self.doubled[i] - self.doubled[j] for i, j in pairs]
        of_pos, of_neg = (
            delong.squares_of_pairs(
                places, first, second, np.array([one / n for one in apart])
            )
            for places, n in ((self.positives, n_pos), (self.negatives, n_neg))
        )
        return _scaled(of_pos, n_pos, n_neg), _scaled(of_neg, n_neg, n_pos)

    def compare(self, i: int, j: int, alternative: str = "two-sided") -> DelongResult:
        """Test whether two models have the same area.

        Warns if a value is undefined, or if areas differ without variance.
        """
        n_pos, n_neg = self.sizes
        facts: Any = {"alternative": alternative, "n": n_pos + n_neg}
        if self.orders:
            facts["unbiased"] = True
        if not (n_pos and n_neg):
            nan = undefined("delong_roc_test", n_pos)
            return DelongResult(nan, nan, nan, nan, **facts)
        difference = (self.doubled[i] - self.doubled[j]) / (2 * n_pos * n_neg)
        facts["areas"] = tuple(
            float(self.doubled[k] / (2 * n_pos * n_neg)) for k in (i, j)
        )
        if n_pos < 2 or n_neg < 2:
            nan = no_variance()
            return DelongResult(nan, nan, difference, nan, **facts)
        if self.orders:
            error = _root(unbiased_variance(self, i, j))
        else:
            error = self.variance(i, j).standard_error
        if error == 0.0:
            return DelongResult(*without_variance(difference), difference, 0.0, **facts)
        statistic = difference / error
        sign, n_tails = TAILS[alternative]
        tail = abs(statistic) if sign is None else sign * statistic
        # erfc keeps the digits of a small tail, which 1 - cdf loses.
        pvalue = n_tails * 0.5 * math.erfc(tail / math.sqrt(2.0))
        return DelongResult(statistic, pvalue, difference, error, **facts)


def variance_of_area(ordered: SortedScores) -> DelongVariance:
    """Return the variance of one area; each class has two rows, that count alike."""
    wins, ties, n_pos, n_neg = ordered.count_wins()
    squares = ordered.squared_placements()
    return DelongVariance.of_squares(2 * wins + ties, *squares, n_pos, n_neg)


def no_variance() -> float:
    """Warn that one row has no sample variance and return NaN."""
    warn(
        "y_true has only one row of a class, so the variance of the area under the "
        "ROC curve is undefined and returned as NaN.",
        UndefinedMetricWarning,
    )
    return math.nan


def _root(variance: float) -> float:
    """Return a standard error; warn of a variance below 0 and return NaN."""
    if variance >= 0:
        return math.sqrt(variance)
    warn(
        f"the unbiased variance of the difference of the areas is {variance:.3g}, "
        "below 0, as may happen with few rows: the test is undefined and returned as "
        "NaN.",
        UndefinedMetricWarning,
    )
    return math.nan


def _by_class(
    over_pos: float, over_neg: float, n_pos: int, n_neg: int
) -> DelongVariance:
    """Return the variance that sums of squares of doubled counts make."""
    return DelongVariance(
        _scaled(over_pos, n_pos, n_neg), _scaled(over_neg, n_neg, n_pos), n_pos, n_neg
    )


def _scaled(squares: Any, n_own: int, n_other: int) -> Any:
    """Variance of the mean placement from the sum of squares of doubled counts."""
    return squares / (n_own - 1) / n_own / (2.0 * n_other) ** 2


def without_variance(difference: float) -> tuple[float, float]:
    """Return statistic and p-value of a difference of areas that has no variance."""
    if difference == 0.0:
        return 0.0, 1.0
    warn(
        f"the areas of score_a and score_b differ by {difference} without any "
        "variance, so the test is undefined and returned as NaN.",
        UndefinedMetricWarning,
    )
    return math.nan, math.nan
