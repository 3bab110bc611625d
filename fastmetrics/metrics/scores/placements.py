"""Placements: DeLong's variance of areas under ROC curves, from rows that are sorted.

The placement of a positive row is the share of negatives below it (ties one half), that
of a negative row the share of positives above it: an area is the mean of either, and
its variance the sum of the variances of the two means. Placements are kept doubled and
in pairs, so that they are whole numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics._kernels import delong
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.delong_result import DelongResult
from fastmetrics.metrics.scores.sweep_values import undefined
from fastmetrics.metrics.scores.unbiased_areas import (
    unbiased_covariance,
    unbiased_variance,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.sorted_scores import SortedScores
    from fastmetrics.metrics.scores.unbiased_areas import RowOrder

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
        """Return what sums of doubled placements and of their squares make.

        Each term is a quotient of whole numbers, rounded once, so that it is 0 exactly
        where there is no variance.
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
        shares = self.of_positives / self.total, self.of_negatives / self.total
        return 1 / (
            shares[0] ** 2 / (self.n_positive - 1)
            + shares[1] ** 2 / (self.n_negative - 1)
        )


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

        Each class has two rows. Of the rows' differences in placement, so that models
        that nearly agree lose no digits; and of whole numbers, so that it is 0 exactly
        where there is none.
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

    def compare(
        self,
        i: int,
        j: int,
        alternative: str = "two-sided",
        variance: DelongVariance | None = None,
    ) -> DelongResult:
        """Test whether two models have the same area.

        ``variance``: that of their difference, where it is known. Warns of what is
        undefined, and if areas differ without variance.
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
            error = (variance or self.variance(i, j)).standard_error
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
        "y_true holds only one row of a class, so the variance of the area under the "
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
