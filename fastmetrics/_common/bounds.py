"""Bounds of confidence intervals, and of differences between values of slices."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._kernels import normal as normal_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Bounded: TypeAlias = tuple[Floats, Floats, Floats]


# ------------------------------------------------------------------------------ student
# Student's t distribution, with degrees of freedom that need not be integers.
#
# SciPy's functions are loaded when first used.


def quantile(degrees_of_freedom: float, confidence_level: float) -> float:
    """Return the quantile of the absolute value of a t variable.

    With infinite degrees of freedom it is a normal variable.
    """
    from scipy.special import betaincinv, ndtri

    if degrees_of_freedom == math.inf:
        return float(-ndtri((1 - confidence_level) / 2))
    # t² / (ν + t²) is a beta variable. Of it and its complement the smaller one is
    # asked for, which keeps the digits that subtraction from 1 would lose.
    share = float(betaincinv(0.5, degrees_of_freedom / 2, confidence_level))
    if share < 0.5:
        return math.sqrt(degrees_of_freedom * share / (1 - share))
    rest = float(betaincinv(degrees_of_freedom / 2, 0.5, 1 - confidence_level))
    return math.sqrt(degrees_of_freedom * (1 - rest) / rest)


def quantiles(degrees_of_freedom: Floats, confidence_level: float) -> Floats:
    """Return `quantile` of many t variables, normal ones of infinite freedom."""
    from scipy.special import betaincinv

    freedom, places = np.unique(degrees_of_freedom, return_inverse=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = betaincinv(0.5, freedom / 2, confidence_level)
        found = np.sqrt(freedom * share / (1 - share))
        high = ~(share < 0.5)
        rest = betaincinv(freedom[high] / 2, 0.5, 1 - confidence_level)
        found[high] = np.sqrt(freedom[high] * (1 - rest) / rest)
    found[np.isinf(freedom)] = _NORMAL.inv_cdf(_tails(confidence_level)[1])
    every: Floats = found[places]
    return every


def p_value(statistic: float, degrees_of_freedom: float) -> float:
    """Return the two-sided p-value of a t statistic."""
    from scipy.special import stdtr

    return 2 * float(stdtr(degrees_of_freedom, -abs(statistic)))


def resampling_factor(n: int, n_train: float, n_test: float) -> float:
    """Return the variance of a mean of n resampled scores over the variance of one.

    For independent scores it is 1/n; ``n_test`` / ``n_train`` accounts for the overlap
    of training sets.
    """
    return 1 / n + n_test / n_train


# ------------------------------------------------------------------------------- bounds
# Bounds of confidence intervals from replicates, jackknife values and variances.
#
# Only formulas: callers drop replicates, warn and report. The plain
# definitions are in ``fastmetrics.reference.intervals``.


_NORMAL = NormalDist()
_ROOT_2 = math.sqrt(2.0)
# Values that differ by rounding only.
ROUNDING = 1e-13
# Why there is no finite correction of the bias.
ONE_SIDED = "all replicates lie on one side of the estimate"


def _tails(confidence_level):
    return (1 - confidence_level) / 2, (1 + confidence_level) / 2


def percentile(replicates, confidence_level):
    """Quantiles of the replicates, linear between order statistics."""
    low, high = np.quantile(replicates, _tails(confidence_level))
    return float(low), float(high)


def basic(estimate, replicates, confidence_level):
    """Mirror the percentile interval at the estimate."""
    low, high = percentile(replicates, confidence_level)
    return 2 * estimate - high, 2 * estimate - low


def bca(estimate, replicates, acceleration, confidence_level):
    """Efron's (1987) bias-corrected and accelerated interval.

    NaN where all replicates lie on one side of the estimate: then there is no finite
    correction of the bias.
    """
    low, high = _around(estimate, np.min(replicates), np.max(replicates))
    below = np.count_nonzero(replicates < low)
    equal = np.count_nonzero(replicates <= high) - below
    share = (below + equal / 2) / len(replicates)
    levels = _bca_levels(share, acceleration, confidence_level)
    if not levels:
        return math.nan, math.nan
    low, high = np.quantile(replicates, levels)
    return float(low), float(high)


def sorted_bca(share, replicates, acceleration, confidence_level):
    """Return `bca` of `OrderedValues`, with this share of them below the estimate.

    Values equal to the estimate count one half.
    """
    levels = _sorted_bca_levels(share, acceleration, confidence_level)
    return tuple(map(replicates.quantile, levels))


def sorted_percentile(replicates, confidence_level):
    """Return `percentile` of `OrderedValues`."""
    return tuple(map(replicates.quantile, _tails(confidence_level)))


def _around(estimate, least, largest):
    """Return between what replicates equal the estimate but for rounding."""
    size = max(abs(estimate), abs(least), abs(largest))
    rounding = ROUNDING * size if math.isfinite(size) else 0.0
    return estimate - rounding, estimate + rounding


def _bca_levels(share, acceleration, confidence_level):
    """Return which quantiles are the bounds; none if all values are on one side."""
    if not 0 < share < 1:
        return []
    z0 = _NORMAL.inv_cdf(share)
    levels = []
    for tail in _tails(confidence_level):
        z = z0 + _NORMAL.inv_cdf(tail)
        rest = 1 - acceleration * z
        # The formula grows without bound as `rest` falls to 0, and turns back beyond.
        level = (1.0 + math.erf((z0 + z / rest) / _ROOT_2)) / 2 if rest > 0 else None
        levels.append(float(z > 0) if level is None else level)
    return levels


def _sorted_bca_levels(share, acceleration, confidence_level):
    """Return `_bca_levels` of many shares, NaN where it has none."""
    z0 = normal_quantiles(share)
    levels = []
    for tail in _tails(confidence_level):
        z = z0 + _NORMAL.inv_cdf(tail)
        rest = 1 - acceleration * z
        with np.errstate(divide="ignore", invalid="ignore"):
            level = _of_all(normal_numbers.levels_below, z0 + z / rest)
        levels.append(np.where(rest > 0, level, z > 0))
    return levels


def normal_quantiles(levels):
    """Return the normal quantiles of many levels, NaN outside of (0, 1)."""
    return _of_all(normal_numbers.quantiles, levels)


def tails_below(z):
    """Return the normal distribution function of many values, far in the tail too."""
    return _of_all(normal_numbers.tails_below, z)


def _of_all(kernel, values):
    """Return what a kernel computes of each of many values, in their shape."""
    values = np.asarray(values, np.float64)
    return kernel(np.ravel(values)).reshape(values.shape)


def each(function, values):
    """Return a function of numbers for each of many: NumPy's may differ in a bit."""
    return np.reshape([*map(function, np.ravel(values).tolist())], np.shape(values))


def normal(estimate, standard_error, confidence_level):
    """Return the estimate ± z standard errors."""
    half = _NORMAL.inv_cdf(_tails(confidence_level)[1]) * standard_error
    return estimate - half, estimate + half


def student(estimate, standard_error, degrees_of_freedom, confidence_level):
    """Return the estimate ± t standard errors, by Student's t distribution."""
    half = quantile(degrees_of_freedom, confidence_level) * standard_error
    return estimate - half, estimate + half


def log_ratio(ratio, standard_error, confidence_level):
    """Make a normal interval on the log scale, on which the standard error is."""
    low, high = normal(math.log(ratio), standard_error, confidence_level)
    return math.exp(low), math.exp(high)


def proportion(method, successes, trials, confidence_level):
    """Bounds of a share; successes and trials need not be whole numbers.

    The names and the choice of methods follow L. Brown, T. Cai and A. DasGupta (2001),
    "Interval estimation for a binomial proportion".
    """
    low, high = _PROPORTION[method](successes, trials, confidence_level)
    # Rounding, or Agresti and Coull's wide intervals, must not lead out of [0, 1]; of
    # Jeffreys' intervals too the authors replace these bounds.
    low = 0.0 if successes <= 0 else max(low, 0.0)
    high = 1.0 if successes >= trials else min(high, 1.0)
    return float(low), float(high)


def wilson(successes, trials, confidence_level):
    """Return Wilson's bounds of many shares, as `proportion`; NaN of no trials."""
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = _wilson(successes, trials, confidence_level, np.sqrt)
    low = np.where(successes <= 0, 0.0, np.maximum(low, 0.0))
    high = np.where(successes >= trials, 1.0, np.minimum(high, 1.0))
    known = trials > 0
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _wilson(successes, trials, confidence_level, root=math.sqrt):
    """Return all proportions that a score test does not reject."""
    z = _NORMAL.inv_cdf(_tails(confidence_level)[1])
    share = successes / trials
    centre = share + z * z / (2 * trials)
    half = z * root((share * (1 - share) + z * z / (4 * trials)) / trials)
    widening = 1 + z * z / trials
    return (centre - half) / widening, (centre + half) / widening


def _agresti_coull(successes, trials, confidence_level):
    """Make a normal interval around Wilson's centre."""
    z = _NORMAL.inv_cdf(_tails(confidence_level)[1])
    trials = trials + z * z
    share = (successes + z * z / 2) / trials
    return normal(share, math.sqrt(share * (1 - share) / trials), confidence_level)


def _clopper_pearson(successes, trials, confidence_level):
    """Return all proportions that neither one-sided binomial test rejects."""
    from scipy.special import betaincinv

    low, high = _tails(confidence_level)
    failures = trials - successes
    if trials >= _MANY:
        return (
            _quantile_of_many(successes, failures + 1, low) if successes > 0 else 0.0,
            _quantile_of_many(successes + 1, failures, high) if failures > 0 else 1.0,
        )
    return (
        _lower_quantile(successes, failures + 1, low) if successes > 0 else 0.0,
        betaincinv(successes + 1, failures, high) if failures > 0 else 1.0,
    )


def _lower_quantile(a, b, level):
    """Return where the distribution function of Beta(a, b) reaches a level, b >= 1.

    Near 0 that function is p^a / (a B(a, b)), and a B(a, b) = (a + b) B(a + 1, b).
    SciPy's search misses some roots below the smallest normal number, by up to 2e-12.
    """
    from scipy.special import betaincinv, betaln

    exponent = (math.log(level) + math.log(a + b) + float(betaln(a + 1, b))) / a
    return math.exp(exponent) if exponent < -700 else betaincinv(a, b, level)


def _quantile_of_many(a, b, level):
    """Return where the distribution function of Beta(a, b) reaches a level, a + b huge.

    SciPy's search loses its digits there: 8 % of the half-width at 10¹⁵ trials. With
    one of a and b small -log(1 - p) is nearly a gamma variable, to (a / b)² relatively;
    with both large the expansion of Cornish and Fisher leaves a^(-3/2) of the standard
    deviation.
    """
    if a > b:
        return 1 - _quantile_of_many(b, a, 1 - level)
    if a < _FEW:
        from scipy.special import gammaincinv

        return -math.expm1(-float(gammaincinv(a, level)) / (b + (a - 1) / 2))
    n = a + b
    p, q, z = a / n, b / n, _NORMAL.inv_cdf(level)
    skewness = 2 * (q - p) / math.sqrt(p * q * n)
    excess = 6 * ((q - p) ** 2 - p * q) / (p * q * n)
    moved = z + (z * z - 1) / 6 * skewness + (z**3 - 3 * z) / 24 * excess
    moved -= (2 * z**3 - 5 * z) / 36 * skewness**2
    return p + moved * math.sqrt(p * q / n)


def _jeffreys(successes, trials, confidence_level):
    """Return quantiles of the posterior of the prior Beta(1/2, 1/2)."""
    from scipy.special import betaincinv

    low, high = _tails(confidence_level)
    a, b = successes + 0.5, trials - successes + 0.5
    quantile = betaincinv if trials < _MANY else _quantile_of_many
    return quantile(a, b, low), quantile(a, b, high)


# From so many trials on, and up to so many successes or failures, simpler distributions
# are near enough; SciPy 1.13 has no quantile of some betas of 10¹² trials.
_MANY = 1e10
_FEW = 1e7

_PROPORTION = {
    "wilson": _wilson,
    "clopper-pearson": _clopper_pearson,
    "agresti-coull": _agresti_coull,
    "jeffreys": _jeffreys,
}


def perfect_auc(
    auc: float, n_positive: int, n_negative: int, confidence_level: float
) -> tuple[float, float]:
    """Exact bound where the AUC is 0 or 1 and its estimated variance is 0.

    The rows of the smaller class are so many independent successes: below
    (α/2)^(1/m), Clopper and Pearson's bound, that has a probability under α/2.
    """
    tail = (1 - confidence_level) / 2
    low = tail ** (1 / min(n_positive, n_negative))
    return (low, 1.0) if auc == 1 else (0.0, 1 - low)


@np.errstate(over="ignore", invalid="ignore")
def acceleration(values, counts=1):
    """Efron's a = Σd³ / (6 (Σd²)^1.5) of jackknife values, d = mean - value.

    ``counts``: how many rows each value stands for. Undefined values are left out.
    """
    counts = np.broadcast_to(np.asarray(counts, float), np.shape(values))
    known = np.isfinite(values) & (counts > 0)
    values, counts = values[known], counts[known]
    if not len(values):
        return 0.0
    deviations = np.average(values, weights=counts) - values
    power = int(np.frexp(np.abs(deviations).max())[1])
    if abs(power) > 300:  # cubes would leave the range; the quotient has no scale
        deviations = np.ldexp(deviations, -power)
    squares = np.dot(counts, deviations**2)
    if squares == 0:
        return 0.0
    return float(np.dot(counts, deviations**3) / (6 * squares**1.5))


# ------------------------------------------------------------------ slice differences
# Differences between the values of slices, with bounds that hold for all pairs
# together.
#
# Each slice has its own bounds, at the level at which all differences hold
# simultaneously. MOVER combines the bounds of two slices, whatever their shape.


Between = Literal["between_groups", "to_overall"]
# Pairs of more slices are too many to hold.
MOST_SLICES = 1000
# Beyond this number of standard errors the level is 1 in floating point.
_MOST_ERRORS = 8.0
_HALVINGS = 36


class Spread(NamedTuple):
    """How far the values of slices are apart; NaN where none has one.

    ``overall`` is the value of all rows. Slices without a value are left out.
    """

    values: Floats
    overall: float

    def difference(self, method: str) -> float:
        """Return the largest minus the smallest value, or the largest distance.

        With "to_overall" it is the distance from the value of all rows.
        """
        values = self._known
        if not len(values):
            return math.nan
        if method == "between_groups":
            return float(values.max() - values.min())
        return float(np.abs(values - self.overall).max())

    def ratio(self, method: str) -> float:
        """Return the smallest by the largest value; NaN if one is negative.

        With "to_overall" the smallest ratio, at most 1, to the value of all rows.
        """
        values = self._known
        if not len(values) or (values < 0).any() or self.overall < 0:
            return math.nan
        with np.errstate(divide="ignore", invalid="ignore"):
            if method == "between_groups":
                return float(values.min() / values.max())
            ratios = values / self.overall
            return float(np.minimum(ratios, 1 / ratios).min())

    @property
    def _known(self) -> Floats:
        return self.values[~np.isnan(self.values)]


@lru_cache(maxsize=64)  # the quantile takes longer than all else
def level_of_each(level: float, n_slices: int) -> float:
    """Return the level of each slice's bounds at which all differences hold together.

    Half the width is ``c`` standard errors, with ``c √2`` the quantile of the
    studentized range of so many slices; of two, ``c`` is the normal quantile.
    """
    from scipy import special, stats

    if n_slices == 2:
        return level
    quantile = stats.studentized_range.ppf(level, n_slices, np.inf)
    return float(2 * special.ndtr(quantile / math.sqrt(2)) - 1)


def difference_bounds(
    values: Floats,
    lows: Floats,
    highs: Floats,
    *,
    correlations: Floats | None = None,
    cut: bool = True,
) -> tuple[float, float]:
    """Return bounds of the largest minus the smallest value.

    ``correlations``: correlations of the values' errors; None: 0. ``cut``: at 0, beyond
    which no such difference is.
    """
    least = 0.0 if cut else -math.inf
    found = []
    for side in (0, 1):
        first = second = np.arange(len(values))
        if correlations is None:
            first, second = _of_largest((values, lows, highs), side)
        each = _bounds_of_pairs((values, lows, highs), first, second, correlations)
        found.append(float(each[side][first[:, None] != second].max()))
    low, high = found
    return max(least, low), max(least, high)


def values_apart(values: Floats, lows: Floats, highs: Floats) -> NDArray[np.intp]:
    """Return the places of values whose differences from others have bounds above 0."""
    first, second = _near((values, lows, highs), 0, 0.0)
    above = _bounds_of_pairs((values, lows, highs), first, second, None)[0] > 0
    return np.union1d(first[above.any(axis=1)], second[above.any(axis=0)])


def _bounds_of_pairs(
    every: Bounded,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    correlations: Floats | None,
) -> tuple[Floats, Floats]:
    """Return bounds of the values at ``first`` minus those at ``second``, a matrix."""
    columns: Any = tuple(one[first][:, None] for one in every)
    rows: Any = tuple(one[second] for one in every)
    return pairwise_bounds(columns, rows, correlations)


def _of_largest(every: Bounded, side: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return places among which the pair with the largest lower or upper bound is.

    ``side``: 0 for the lower bound of the difference, 1 for the upper one.
    """
    values, lows, highs = every
    ends = (lows, highs) if side == 0 else (highs, lows)
    i, j = int(np.argmax(ends[0])), int(np.argmin(ends[1]))
    if i == j:
        i, j = int(np.argmax(values)), int(np.argmin(values))
    if i == j:
        return np.arange(len(values)), np.arange(len(values))
    at = _bounds_of_pairs(every, np.array([i]), np.array([j]), None)
    return _near(every, side, float(at[side].item()))


def _near(
    every: Bounded, side: int, least: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of pairs whose bounds may be at least as large as a number.

    The lower bound of a difference is at most the difference of one value and the
    other's bound; the upper one is at most the difference of both bounds.
    """
    values, lows, highs = every
    least -= 1e-9 * float(np.abs(values).max())  # more than bounds round
    if side == 0:
        ends = [(lows, values), (values, highs)]
    else:
        ends = [(highs, lows)]
    places = [np.arange(len(values))] * 2
    for own, other in ends:
        for at, most in enumerate((own - other.min(), own.max() - other)):
            places[at] = places[at][~(most[places[at]] < least)]
    return places[0], places[1]


def ratio_bounds(
    values: Floats,
    lows: Floats,
    highs: Floats,
    *,
    correlations: Floats | None = None,
    cut: bool = True,
) -> tuple[float, float]:
    """Return bounds of the smallest by the largest value, none of them negative.

    ``correlations`` as above. ``cut``: at 1, beyond which no such ratio is.
    """
    product = values[:, None] * values
    first = second = product
    if correlations is not None:
        lower, upper = values - lows, highs - values
        first = product - correlations * lower[:, None] * upper
        second = product - correlations * upper[:, None] * lower
    below, above = _part(values, lows), _part(values, highs)
    low = _ends(first, below[:, None], above, -1.0)
    high = _ends(second, above[:, None], below, 1.0)
    high[:, lows <= 0] = np.inf
    pairs = ~np.eye(len(values), dtype=bool)
    most = 1.0 if cut else math.inf
    return max(0.0, float(low[pairs].min())), min(most, float(high[pairs].min()))


def _part(values: Floats, bounds: Floats) -> Floats:
    """Return the contribution of a bound to the bound of a ratio."""
    return bounds * (2 * values - bounds)


def _ends(product: Floats, above: Floats, below: Floats, sign: float) -> Floats:
    root = np.sqrt(np.maximum(product**2 - above * below, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        if sign > 0:
            return (product + root) / below
        # The same as (product - root) / below, which cancels.
        bound = above / (product + root)
    return np.where(product + root > 0, bound, 0.0)


def level_of_each_difference(level: float, n: int) -> float:
    """Return the level of each of so many intervals that hold together (Šidák)."""
    return level ** (1 / max(1, n))


def pairwise_bounds(
    first: Bounded, second: Bounded, correlations: Floats | None = None
) -> tuple[Floats, Floats]:
    """Return bounds of first minus second by MOVER, elementwise (Zou 2007)."""
    difference = first[0] - second[0]
    a, b = first[0] - first[1], second[2] - second[0]
    c, d = first[2] - first[0], second[0] - second[1]
    r = 0.0 if correlations is None else correlations
    low = np.sqrt(np.maximum(a**2 + b**2 - 2 * r * a * b, 0.0))
    high = np.sqrt(np.maximum(c**2 + d**2 - 2 * r * c * d, 0.0))
    return difference - low, difference + high


def chi_square(values: Floats, errors: Floats) -> float:
    """Return Cochran's Q: how far values are from their mean, in standard errors."""
    weights = 1 / errors**2
    mean = float(weights @ values / weights.sum())
    return float(weights @ (values - mean) ** 2)


def shrunken(values: Floats, errors: Floats, level: float) -> list[Floats]:
    """Return values drawn towards their common mean, and bounds (empirical Bayes).

    True values are taken as normal around a mean, with the variance τ² at which Q is
    its number of degrees of freedom (Paule and Mandel 1982). Bounds are Morris's
    (1983), which count that the mean and τ² are estimates.
    """
    from scipy import optimize, special

    n = len(values)

    def excess(between: float) -> float:
        return chi_square(values, np.sqrt(errors**2 + between)) - (n - 1)

    between, most = 0.0, float(np.ptp(values)) ** 2
    if most > 0 and excess(0.0) > 0:
        while excess(most) > 0:
            most *= 4
        between = float(optimize.brentq(excess, 0.0, most))
    within = errors**2
    weights = 1 / (within + between)
    mean = float(weights @ values / weights.sum())
    # With an estimate of τ², the share that is taken off is somewhat too large.
    share = within / (within + between) * (n - 3) / (n - 1)
    shrunken_values = mean + (1 - share) * (values - mean)
    each = weights / weights.sum()
    variance = within * (1 - (1 - each) * share)
    average = float((weights * within).sum() / weights.sum()) + between
    variance += (
        2 / (n - 3) * share**2 * average / (within + between) * (values - mean) ** 2
    )
    half = float(special.ndtri((1 + level) / 2)) * np.sqrt(variance)
    return [shrunken_values, shrunken_values - half, shrunken_values + half]


def difference_to_overall_bounds(
    each: Bounded, rest: Bounded, shares: Floats, *, cut: bool = True
) -> tuple[float, float]:
    """Return bounds of the largest distance between a slice and all rows.

    ``rest`` contains values and bounds of the rows outside each slice. All rows are the
    slice and its rest, so the distance is the distance between these two times the
    proportion of the rest.
    """
    low, high = pairwise_bounds(each, rest)
    scale = 1 - shares
    inner = float((scale * np.maximum(low, -high)).max())
    outer = scale * np.maximum(np.abs(low), np.abs(high))
    return max(inner, 0.0) if cut else inner, float(outer.max())


def ratio_to_overall_bounds(
    each: Bounded, rest: Bounded, shares: Floats, *, cut: bool = True
) -> tuple[float, float]:
    """Return bounds of the smallest ratio, at most 1, to the value of all rows."""
    product = each[0] * rest[0]
    low = _ends(product, _part(each[0], each[1]), _part(rest[0], rest[2]), -1.0)
    high = _ends(product, _part(each[0], each[2]), _part(rest[0], rest[1]), 1.0)
    high = np.where(rest[1] <= 0, np.inf, high)
    with np.errstate(divide="ignore", invalid="ignore"):
        # From the ratio to the rest to the ratio to all rows.
        lows, highs = (1 / (shares + (1 - shares) / bound) for bound in (low, high))
        inverse = 1 / highs
        inside = (lows <= 1) & (highs >= 1)
        at_one = 1.0 if cut else np.maximum(highs, 1 / lows)
        nearest = np.where(inside, at_one, np.where(highs < 1, highs, 1 / lows))
    return float(np.minimum(lows, inverse).min()), float(nearest.min())


def equality_test(
    lowest: Callable[[float], float], n_slices: int
) -> tuple[float, float, bool]:
    """Return the statistic and the p-value of the test that all slices are equal.

    The third says whether these are limits: no level in floating point is so high that
    the bound of the difference is 0.

    The p-value is the smallest α at which the lower bound of the difference is above 0.
    The statistic is the corresponding quantile of the studentized range, or the normal
    quantile for two slices. ``lowest(level)`` is above 0 if that bound is where each
    slice's bounds have this level; it falls as the level rises.
    """
    from scipy import special, stats

    inside, outside = 0.0, _MOST_ERRORS  # half widths in standard errors
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if lowest(2 * float(special.ndtr(middle)) - 1) > 0:
            inside = middle
        else:
            outside = middle
    at_limit = outside == _MOST_ERRORS
    if n_slices == 2:
        return inside, 2 * float(special.ndtr(-inside)), at_limit
    statistic = inside * math.sqrt(2)
    p = float(stats.studentized_range.sf(statistic, n_slices, np.inf))
    return statistic, p, at_limit
