"""Agreement of several raters of the same units, corrected for chance.

Units with one rating or none say nothing about agreement and are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._common import means, threads
from fastmetrics._common.means import Mean
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, is_one_of, warn
from fastmetrics._inputs.score_tables import read_ratings
from fastmetrics._kernels.coincidences import count_coincidences
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.notebook import Bar, Shown, bundle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
    from numpy.typing import ArrayLike

    from fastmetrics._common.means import Mean


LEVELS = ("nominal", "ordinal", "interval", "ratio")

# Values of which all pairs are kept in a table, and the most entries of such tables.
_MOST_VALUES, _MOST_ENTRIES = 128, 1 << 22
# Beyond such a power of two, squares of ratings may leave the range of numbers.
_FAR = 300
# Ratings in one piece of work, and pairs of values whose distances are held at a time.
_BLOCK, _PAIRS = 1 << 18, 1 << 20


class Coincidences:
    """Observed and expected disagreement of raters, at a level of measurement.

    ``ratings`` are (n_units, n_raters) float64, NaN if there is none.

    Attributes
    ----------
    values : ndarray
        Those that occur, ascending.
    counts : ndarray of int64
        How often each of them does.
    n : int
        Ratings of units with two at least.
    n_units : int
        Such units.
    observed : float
        Sum of the distances of ordered pairs of ratings of a unit, over one less than
        how many ratings it has.
    expected : float
        Sum of the distances of all ordered pairs of ratings.
    """

    def __init__(self, ratings: Numbers, level: str) -> None:
        self._ratings, self._level = ratings, level
        pairs = self._pairs()
        if pairs is not None:
            self._take(*pairs)
            return
        if level in ("interval", "ratio"):  # the unit of measurement does not matter
            largest = np.fmax.reduce(np.abs(ratings), axis=None, initial=0.0)
            power = int(np.frexp(largest)[1])
            if abs(power) > _FAR:
                self._ratings = ratings = np.ldexp(ratings, -power)
        sizes = (~np.isnan(ratings)).sum(axis=1)
        paired = ratings[sizes > 1]
        self.values, self.counts = np.unique(
            paired[~np.isnan(paired)], return_counts=True
        )
        self.n, self.n_units = int(self.counts.sum()), len(paired)
        self.observed = math.fsum(self.by_unit().tolist()) if self.n else 0.0
        self.expected = self._by_chance()

    def _pairs(self) -> tuple[float, NDArray[np.int64]] | None:
        """Count the pairs of few distinct values, numbered from the smallest.

        None where they are many, or no whole numbers.
        """
        ratings, (n, r) = self._ratings, self._ratings.shape
        low = float(np.fmin.reduce(ratings, axis=None, initial=np.inf))
        high = float(np.fmax.reduce(ratings, axis=None, initial=-np.inf))
        if not high >= low:
            low = high = 0.0
        k = int(min(high - low, _MOST_VALUES)) + 1
        if k > _MOST_VALUES or (r + 1) * k * k > _MOST_ENTRIES:
            return None
        if low != np.floor(low) or max(high, -low) > 2.0**52:
            return None
        step = max(1, _BLOCK // r)

        def count(start: int) -> NDArray[np.int64] | None:
            found = np.zeros((r + 1, k, k), np.int64)
            whole = count_coincidences(ratings[start : start + step], low, found)
            return found if whole else None

        pairs = np.zeros((r + 1, k, k), np.int64)
        for one in threads.map_blocks(count, range(0, n, step)):
            if one is None:
                return None
            pairs += one
        return low, pairs + pairs.transpose(0, 2, 1)

    def _take(self, low: float, pairs: NDArray[np.int64]) -> None:
        """Count ordered pairs of values, by the number of ratings of their unit."""
        sizes = np.arange(len(pairs))
        others = np.maximum(sizes - 1, 1)
        by_size = pairs.sum(axis=2) // others[:, None]  # ratings of units of each size
        counts = by_size.sum(axis=0)
        kept = np.flatnonzero(counts)
        self.counts, self.values = counts[kept], kept.astype(np.float64) + low
        self.n = int(self.counts.sum())
        self.n_units = int((by_size.sum(axis=1) // np.maximum(sizes, 1)).sum())
        apart = self.distances(self.values[:, None], self.values)
        terms = (pairs[:, kept[:, None], kept] * apart).sum(axis=(1, 2)) / others
        self.observed = math.fsum(terms.tolist())
        self.expected = self._by_chance()

    @property
    def _places(self) -> Numbers:
        """Position of each value: the mid-rank for ordinal values."""
        if self._level != "ordinal":
            return self.values
        return np.cumsum(self.counts) - self.counts / 2

    def distances(self, values: Numbers, others: Numbers) -> Numbers:
        """Return the squared distances between two arrays of values."""
        if self._level == "nominal":
            return (values != others).astype(np.float64)
        if self._level == "ratio":
            sums = values + others
            return np.square((values - others) / np.where(sums == 0, 1.0, sums))
        if self._level == "ordinal":
            places = self._places
            values = places[np.searchsorted(self.values, values)]
            others = places[np.searchsorted(self.values, others)]
        return np.square(values - others)

    def _by_chance(self) -> float:
        """Return the sum of the distances of all ordered pairs of ratings.

        It is exact for whole numbers far below 2⁵³.
        """
        return math.fsum((self.counts * self.to_all()).tolist())

    def to_all(self) -> Numbers:
        """Return the sum of the distances from each value to all ratings."""
        if self._level == "nominal":
            return (self.n - self.counts).astype(np.float64)
        if self._level == "ratio":
            values, found = self.values, np.empty(len(self.values))
            step = max(1, _PAIRS // max(1, len(values)))
            for start in range(0, len(values), step):
                some = values[start : start + step, None]
                found[start : start + step] = self.distances(some, values) @ self.counts
            return found
        places, n = self._places, max(self.n, 1)
        around = places - math.fsum((self.counts * places).tolist()) / n
        spread = math.fsum((self.counts * around**2).tolist())
        return self.n * around**2 + spread

    # --- unit by unit

    @property
    def _units(self) -> Numbers:
        """Ratings of units with at least two ratings."""
        sizes = (~np.isnan(self._ratings)).sum(axis=1)
        return self._ratings if (sizes > 1).all() else self._ratings[sizes > 1]

    def by_unit(self) -> Numbers:
        """Contribution of each unit to the observed disagreement."""
        ratings = self._units
        missing = np.isnan(ratings)
        others = (~missing).sum(axis=1) - 1.0
        found = np.zeros(len(ratings))
        if self._level in ("interval", "ordinal"):
            if self._level == "ordinal":
                filled = np.where(missing, self.values[:1], ratings)
                ratings = self._places[np.searchsorted(self.values, filled)]
            known = np.where(missing, 0.0, ratings)
            means = known.sum(axis=1, keepdims=True) / (others[:, None] + 1)
            apart = np.where(missing, 0.0, ratings - means)
            return 2 * (others + 1) / others * np.square(apart).sum(axis=1)
        for i in range(ratings.shape[1]):
            for j in range(i):
                both = ~(missing[:, i] | missing[:, j])
                pairs = ratings[both, i], ratings[both, j]
                found[both] += self.distances(*pairs)
        return 2 * found / others

    def slopes(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the derivatives of n, observed and expected by the weight of units.

        Ordinal distances grow with the ratings between two values, whoever gave them.
        """
        ratings = self._units
        missing = np.isnan(ratings)
        sizes = (~missing).sum(axis=1).astype(np.float64)
        at = np.searchsorted(self.values, np.where(missing, self.values[:1], ratings))

        def of_units(values: Numbers) -> Numbers:
            return np.where(missing, 0.0, values[at]).sum(axis=1)

        observed, expected = self.by_unit(), 2 * of_units(self.to_all())
        if self._level == "ordinal":
            places, n = self._places, self.counts
            rated = np.where(missing, 0.0, places[at]).sum(axis=1)
            ratio = sizes / (sizes - 1)
            # Σ over pairs of a unit of (place - place'), for each of its ratings.
            pulls = np.where(missing, 0.0, ratio[:, None] * places[at])
            pulls -= np.where(missing, 0.0, (rated / (sizes - 1))[:, None])
            kept = ~missing
            of_value = np.bincount(at[kept], pulls[kept], len(n))
            observed = observed + of_units(_above(4 * of_value))
            mean = float(n @ places)
            expected = expected + of_units(_above(4 * n * (self.n * places - mean)))
        return sizes, observed, expected


def _above(pulls: Numbers) -> Numbers:
    """For each value, the sum over larger values, plus half of its own."""
    return np.cumsum(pulls[::-1])[::-1] - pulls / 2


# --------------------------------------------------------------------------- the result


class AgreementResult(float):
    """Agreement of several raters: a float of at most 1 with a confidence interval.

    The interval is computed on first use, from the ratings as they are then.

    Attributes
    ----------
    statistic : float
        The number itself.
    n_units : int
        Number of units with at least two ratings.
    n_ratings : int
        Number of ratings of these units.

    Examples
    --------
    >>> from fastmetrics import fleiss_kappa
    >>> kappa = fleiss_kappa([[1, 1, 1], [2, 2, 1], [2, 2, 2], [1, 1, 2]])
    >>> round(kappa, 4), kappa.n_units, kappa.n_ratings
    (0.3333, 4, 12)
    >>> low, high = kappa.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (-0.774, 0.938)
    """

    __slots__ = ("_spread", "n_ratings", "n_units")

    n_units: int
    n_ratings: int
    _spread: Mean | Callable[[], Mean] | None

    def __new__(
        cls,
        statistic: float,
        n_units: int,
        n_ratings: int,
        spread: Mean | Callable[[], Mean] | None = None,
    ) -> AgreementResult:
        """Store the number, and the mean of its pseudo-values or a function for it."""
        self = super().__new__(cls, statistic)
        self.n_units, self.n_ratings, self._spread = n_units, n_ratings, spread
        return self

    @property
    def statistic(self) -> float:
        """The number itself."""
        return float(self)

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the jackknife interval, with Student's t on Fisher's z scale.

        The jackknife omits units, which are a random sample; the raters are fixed.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage.

        Returns
        -------
        low, high : float
            The two-sided bounds. NaN for full agreement, for fewer than three units,
            and if the value is NaN.
        """
        level = check_level(confidence_level)
        mean = self._mean()
        if mean is None or not (mean.standard_error > 0 < mean.degrees_of_freedom):
            return math.nan, math.nan
        error, freedom = mean.standard_error, mean.degrees_of_freedom
        return means.on_scale(float(self), error, freedom, "fisher-z", level)

    def _mean(self) -> Mean | None:
        """Return the mean of the pseudo-values; None if they are uninformative."""
        if callable(self._spread):
            self._spread = self._spread() if self < 1 and self.n_units > 2 else None
        return self._spread

    def __repr__(self) -> str:
        return (
            f"AgreementResult(statistic={float(self)!r}, n_units={self.n_units}, "
            f"n_ratings={self.n_ratings})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the computed results, without the ratings."""
        parts = (float(self), self.n_units, self.n_ratings, self._mean())
        return (AgreementResult, parts)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show the number and its interval in notebooks."""
        low, high = self.confidence_interval()
        line = f"{float(self):.4f} [{low:.4f}, {high:.4f}] (95 %, jackknife)"
        rows = [
            ["agreement", f"{float(self):.4f}"],
            ["units", f"{self.n_units}"],
            ["ratings", f"{self.n_ratings}"],
        ]
        bar = None if math.isnan(low) else Bar(low, float(self), high)
        return bundle(Shown(line, ["", "value"], rows, bar))


Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]


# --------------------------------------------------------------------- public functions


def fleiss_kappa(ratings: ArrayLike) -> AgreementResult:
    r"""Fleiss' kappa: agreement of several raters beyond chance.

    .. math:: \kappa = \frac{\bar P - P_e}{1 - P_e} \qquad
              \bar P = \frac1N \sum_u \sum_c \frac{n_{uc} (n_{uc} - 1)}{m (m - 1)}
              \qquad P_e = \sum_c p_c^2

    for N units with m ratings each, with :math:`n_{uc}` the number of ratings c of unit
    u, and :math:`p_c` the proportion of c among all ratings.

    Parameters
    ----------
    ratings : array_like of shape (n_units, n_raters)
        The rating of each unit by each rater, a row per unit: numbers or texts; NaN or
        None for missing ratings.

    Returns
    -------
    AgreementResult
        A float in [-1 / (m - 1), 1]: 1 for full agreement, 0 for chance agreement.
        Higher is better. Its ``confidence_interval()`` resamples units. NaN if all
        ratings are equal, or if there are no units.

    Raises
    ------
    ValueError
        If ``ratings`` is not a matrix with at least two columns, or a rating is missing
        or infinite.
    TypeError
        If ratings are neither numbers nor texts, or a mixture of both.

    Warns
    -----
    UndefinedMetricWarning
        If the value is NaN.

    See Also
    --------
    krippendorff_alpha : agreement with missing or ordered ratings.
    cohen_kappa_score : two raters with their own label proportions.

    Notes
    -----
    No rating may be missing; the order of raters does not matter. With two raters this
    is Scott's pi, not Cohen's kappa. statsmodels expects a table of counts per unit,
    which its ``aggregate_raters`` computes from these ratings. Counts are exact
    integers. O(n_units · n_raters²) time for up to 16 raters.

    References
    ----------
    .. [1] J. L. Fleiss, "Measuring nominal scale agreement among many raters",
       Psychological Bulletin 76, 1971, 378-382.

    Examples
    --------
    >>> from fastmetrics import fleiss_kappa
    >>> round(fleiss_kappa([["a", "a", "a"], ["b", "b", "a"], ["b", "b", "b"]]), 4)
    0.55
    """
    found = read_ratings(ratings, as_numbers=False)
    n_missing = int(np.isnan(found).sum())
    if n_missing:
        raise ValueError(
            f"ratings must have none missing for fleiss_kappa, got {n_missing} of "
            f"{found.size}: krippendorff_alpha takes them."
        )
    return _result("fleiss_kappa", Coincidences(found, "nominal"), 0)


def krippendorff_alpha(
    ratings: ArrayLike, *, level: Level = "nominal"
) -> AgreementResult:
    r"""Krippendorff's alpha: agreement of raters at any level of measurement.

    .. math:: \alpha = 1 - \frac{D_o}{D_e} \qquad
              D_o = \frac1n \sum_u \frac{1}{m_u - 1} \sum_{i \ne j}
              \delta(x_{ui}, x_{uj}) \qquad
              D_e = \frac{1}{n (n - 1)} \sum_{c, k} n_c n_k\, \delta(c, k)

    with :math:`m_u` ratings of unit u, n ratings in total, and :math:`n_c` of them
    equal to c.

    Parameters
    ----------
    ratings : array_like of shape (n_units, n_raters)
        The rating of each unit by each rater, a row per unit: numbers or texts; NaN or
        None for missing ratings.
    level : {"nominal", "ordinal", "interval", "ratio"}, default="nominal"
        Disagreement :math:`\delta(c, k)`. "nominal": 1 if c and k differ. "ordinal":
        the squared number of ratings between c and k, including half of those equal to
        c or k. "interval": :math:`(c - k)^2`. "ratio": :math:`(c - k)^2 / (c + k)^2`,
        for values of at least 0.

    Returns
    -------
    AgreementResult
        A float of at most 1: 1 for full agreement, 0 for chance agreement. Higher is
        better. Its ``confidence_interval()`` resamples units. NaN if all ratings are
        equal, or no unit has two.

    Raises
    ------
    ValueError
        If ``ratings`` is not a matrix with at least two columns, a rating is infinite,
        or below 0 at the ratio level, or ``level`` is unknown.
    TypeError
        If ratings are neither numbers nor texts, or are texts at a level other than
        nominal.

    Warns
    -----
    UndefinedMetricWarning
        If the value is NaN.

    See Also
    --------
    fleiss_kappa : nearly equal at the nominal level without missing ratings.

    Notes
    -----
    Units with fewer than two ratings are left out, and texts allow the nominal level
    only. The package ``krippendorff`` expects a row per rater; pass it the transpose.
    With at most 128 distinct whole numbers, pairs are counted in one pass as exact
    integers: O(n_units · n_raters²) time for up to 16 raters. With more values, the
    ratio level takes time quadratic in their number.

    References
    ----------
    .. [1] K. Krippendorff, "Content Analysis: An Introduction to Its Methodology", 3rd
       ed., Sage, 2013, ch. 12.
    .. [2] A. F. Hayes and K. Krippendorff, "Answering the call for a standard
       reliability measure for coding data", Communication Methods and Measures 1,
       2007, 77-89.

    Examples
    --------
    >>> from fastmetrics import krippendorff_alpha
    >>> ratings = [[1, 1, None], [2, 2, 3], [3, 3, 3], [None, 1, 1], [2, None, None]]
    >>> round(krippendorff_alpha(ratings), 4)
    0.7188
    >>> round(krippendorff_alpha(ratings, level="interval"), 4)
    0.8875
    """
    if not is_one_of(level, LEVELS):
        raise ValueError(
            f"level must be one of {', '.join(map(repr, LEVELS))}, got {shown(level)}."
        )
    found = read_ratings(ratings, as_numbers=level != "nominal")
    if level == "ratio" and (found < 0).any():
        raise ValueError("ratings must be at least 0 at the level 'ratio'.")
    return _result("krippendorff_alpha", Coincidences(found, level), 1)


def _result(name: str, found: Coincidences, less: int) -> AgreementResult:
    """Return 1 less the observed over the expected disagreement.

    ``less``: by how much the number of ratings is less that the expected one is over.
    """
    if not found.expected > 0:
        warn(
            f"{name} is undefined, and returned as NaN: of {found.n_units} units with "
            "two ratings no two ratings differ.",
            UndefinedMetricWarning,
        )
        return AgreementResult(math.nan, found.n_units, found.n)
    n, ratio = found.n - less, found.observed / found.expected

    def spread() -> Mean:
        sizes, observed, expected = found.slopes()
        change = sizes * ratio + n * (observed - ratio * expected) / found.expected
        return means.mean_of_rows(1 - n * ratio - len(sizes) * change)

    return AgreementResult(1 - n * ratio, found.n_units, found.n, spread)
