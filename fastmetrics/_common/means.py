"""Means over rows, independent or in order of time: variances and intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._kernels.sums import sum_pairs, sum_powers, sum_rows, sum_runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bounds = tuple[float, float]


# -------------------------------------------------------------------------------- means
# Means over rows: how much they vary, and bounds from that in closed form.
#
# The plain definitions are in ``fastmetrics.reference.mean_intervals``.


# Squares between these have cubes that are in range, with room for sums of them.
_LEAST, _MOST = 1e-180, 1e180
# Sums of rows that are all alike round so often in one direction.
ROUNDING = 64 * float(np.finfo(np.float64).eps)


class Mean(NamedTuple):
    """A mean of n rows or groups, and how much it varies.

    Attributes
    ----------
    value : float
        Of many means, this and the other floats may be arrays.
    n : int
        Rows, or groups of rows, that are independent.
    total, total_of_squares : float
        Σw and Σw² of the rows; n and n where they count alike.
    standard_error : float
        NaN for less than two units, 0 where they differ by rounding only.
    skewness : float
        The moment skewness of the contributions of units to the mean, over √n.
    degrees_of_freedom : float
        Of Student's t.
    """

    value: Any
    n: Any
    total: Any
    total_of_squares: Any
    standard_error: Any
    skewness: Any
    degrees_of_freedom: Any


def mean_of_rows(
    values: NDArray[np.float64], weights: NDArray[np.float64] | None = None
) -> Mean:
    """Return the mean of values; weights are above 0, and their squares in range."""
    total, weight, square = sum_rows(values, weights)
    value = total / weight
    sums = sum_powers(values, value, weights)
    power = 0 if _LEAST < sums[0] < _MOST else _power(values)
    if power:  # squares or cubes leave the range
        scaled = mean_of_rows(np.ldexp(values, -power), weights)
        return _scaled(scaled, power)
    noise = ROUNDING * abs(value) * math.sqrt(square)
    return _mean(value, len(values), (weight, square), sums, noise)


def mean_of_groups(
    values: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    groups: NDArray[np.int64],
    n_groups: int,
) -> Mean:
    """Return the mean of values whose rows are drawn in groups, none of them empty."""
    total, weight, square = sum_rows(values, weights)
    value = total / weight
    largest = float(np.abs(values).max())
    power = _power(values)
    if abs(power) > 300:
        tame = mean_of_groups(np.ldexp(values, -power), weights, groups, n_groups)
        return _scaled(tame, power)
    d = values - value if weights is None else weights * (values - value)
    of_groups = np.bincount(groups, d, n_groups).astype(np.float64, copy=False)
    sizes = np.bincount(groups, weights, n_groups)
    noise = ROUNDING * largest * math.sqrt(float(np.sum(sizes**2)))
    sums = sum_powers(of_groups, 0.0)
    mean = _mean(value, n_groups, (weight, square), sums, noise)
    return mean._replace(degrees_of_freedom=n_groups - 1)


def each_pair(
    mean: Callable[[NDArray[np.float64]], Mean], values: Sequence[NDArray[np.float64]]
) -> Mean:
    """Return the means of the differences of pairs, one after the other."""
    found = np.full((len(Mean._fields), len(values), len(values)), np.nan)
    for i, j in combinations(range(len(values)), 2):
        found[:, i, j] = mean(values[i] - values[j])
    return Mean(*found)._replace(n=int(found[1, 0, 1]))


def means_of_pairs(
    values: NDArray[np.float64], weights: NDArray[np.float64] | None = None
) -> Mean:
    """Return `mean_of_rows` of the differences of each two rows, as matrices.

    Entry [i, j] is of row i minus row j, for j above i.
    """
    n = values.shape[1]
    if n < 2:
        return each_pair(lambda apart: mean_of_rows(apart, weights), [*values])
    first, second = np.triu_indices(len(values), 1)
    _, weight, square = sum_rows(values[0], weights)
    value, squares, cubes = sum_pairs(values, first, second, weight, weights)

    def alone(at: int) -> Mean:
        return mean_of_rows(values[first[at]] - values[second[at]], weights)

    columns = _spreads(value, squares, cubes, n, weight, square, alone)
    found = np.full((3, len(values), len(values)), np.nan)
    found[:, first, second] = columns
    freedom = weight / square * weight - 1
    return Mean(found[0], n, weight, square, found[1], found[2], freedom)


def means_of_runs(values: NDArray[np.float64], ends: NDArray[np.int64]) -> Mean:
    """Return `mean_of_rows` of runs of values that end there, as arrays."""
    n = np.diff(ends, prepend=0).astype(np.float64)

    def alone(at: int) -> Mean:
        return mean_of_rows(values[ends[at] - int(n[at]) : ends[at]])

    sums = sum_runs(values, ends)
    columns = _spreads(sums[0], sums[1], sums[2], n, n, n, alone)
    value, error, skewness = columns
    return Mean(value, n, n, n, error, skewness, n / n * n - 1)


def _spreads(
    value: NDArray[np.float64],
    squares: NDArray[np.float64],
    cubes: NDArray[np.float64],
    n: Any,
    weight: Any,
    square: Any,
    alone: Callable[[int], Mean],
) -> NDArray[np.float64]:
    """Return means, their standard errors and skewness, from sums of powers.

    ``alone`` returns a mean by itself, where the range of squares is left.
    """
    in_range = (squares > _LEAST) & (squares < _MOST)
    squares = np.where(in_range, squares, 1.0)
    with np.errstate(divide="ignore"):  # of single rows, which have no error
        error = np.sqrt(n / (n - 1) * squares) / weight
    # NumPy's own power may differ in a bit.
    skewness = cubes / np.array([*map(pow, squares.tolist(), repeat(1.5))])
    noise = ROUNDING * np.abs(value) * np.sqrt(square)
    error[np.sqrt(squares) <= noise] = skewness[np.sqrt(squares) <= noise] = 0.0
    columns = np.array([value, error, skewness])
    for at in np.flatnonzero(~in_range).tolist():
        mean = alone(at)
        columns[:, at] = mean.value, mean.standard_error, mean.skewness
    return columns


def mean_of_sums(
    value: float,
    n: int,
    of_weights: tuple[float, float],
    powers: tuple[float, float],
    noise: float = 0.0,
) -> Mean:
    """Return the mean of n rows from sums.

    ``of_weights``: Σw and Σw²; ``powers``: Σd² and Σd³, of d = w (l - value). A root of
    Σd² up to ``noise`` is rounding.
    """
    return _mean(value, n, of_weights, powers, noise)


def _mean(
    value: float,
    n: int,
    of_weights: tuple[float, float],
    powers: tuple[float, float],
    noise: float,
) -> Mean:
    total, square = of_weights
    squares, cubes = powers
    error, skewness = math.nan, 0.0
    if n > 1 and math.sqrt(squares) <= noise:
        error = 0.0
    elif n > 1 and math.isfinite(squares):
        error = math.sqrt(n / (n - 1) * squares) / total
        # Squares so small that their power is 0 are of rows that hardly weigh.
        power = squares**1.5
        skewness = cubes / power if power else 0.0
    freedom = total / square * total - 1
    return Mean(value, n, total, square, error, skewness, freedom)


def _power(values: NDArray[np.float64]) -> int:
    """Return which power of two all values stay below in size; 0: no finite one."""
    largest = float(np.abs(values).max())
    return math.frexp(largest)[1] if math.isfinite(largest) else 0


def _scaled(mean: Mean, power: int) -> Mean:
    """Return the mean of values that are so many powers of two as large."""
    # In NumPy's arithmetic too large values are infinite, without an error.
    with np.errstate(over="ignore"):
        value, error = np.ldexp([mean.value, mean.standard_error], power).tolist()
    return mean._replace(value=value, standard_error=error)


# --- bounds


def untransformed(x: Any, skewness: Any) -> Any:
    """Return the t that Hall's monotone cubic transformation (1992) takes to x.

    ``skewness``: over √n. In place of 3 (c - 1) / h, c³ = 1 + h u, which loses all of
    its digits as h falls to 0.
    """
    u = x - skewness / 6
    c = np.cbrt(1 + skewness * u)
    return 3 * u / (c * c + c + 1)


def transformed(t: Any, skewness: Any) -> Any:
    """Return Hall's monotone cubic transformation of t, `untransformed` undoes it."""
    c = 1 + skewness * t / 3
    return t * ((c + 1) * c + 1) / 3 + skewness / 6


def skew_t(mean: Mean, confidence_level: float) -> Bounds:
    """Return bounds by Student's t, transformed by the skewness."""
    error, freedom = mean.standard_error, mean.degrees_of_freedom
    return skewed(mean.value, error, freedom, mean.skewness, confidence_level)


def skewed(
    value: float,
    standard_error: float,
    degrees_of_freedom: float,
    skewness: float,
    confidence_level: float,
) -> Bounds:
    """Return the same bounds from the parts of a mean."""
    t = bounds.quantile(degrees_of_freedom, confidence_level)
    return (
        value - standard_error * float(untransformed(t, skewness)),
        value - standard_error * float(untransformed(-t, skewness)),
    )


def each_skewed(
    value: NDArray[np.float64],
    standard_error: NDArray[np.float64],
    degrees_of_freedom: NDArray[np.float64],
    skewness: NDArray[np.float64],
    confidence_level: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `skewed` of many means."""
    t = bounds.quantiles(degrees_of_freedom, confidence_level)
    return (
        value - standard_error * untransformed(t, skewness),
        value - standard_error * untransformed(-t, skewness),
    )


def student_t(mean: Mean, confidence_level: float) -> Bounds:
    """Return bounds by Student's t."""
    return bounds.student(
        mean.value, mean.standard_error, mean.degrees_of_freedom, confidence_level
    )


def on_scale(
    value: float,
    standard_error: float,
    degrees_of_freedom: float,
    scale: str,
    confidence_level: float,
) -> Bounds:
    """Return bounds by Student's t on a scale, NaN where the value is not on it.

    Scales are "plain", "log", "logit", "fisher-z" and "log-complement". On "log" and
    "log-complement" the range is unbounded on one side. There a bound of more than a
    thousand times the value, or its complement, is infinite: the linear approximation
    of the logarithm is not valid so far out, and a wider interval contains the true
    value at least as often.
    """
    half = standard_error * bounds.quantile(degrees_of_freedom, confidence_level)
    if scale == "plain":
        return value - half, value + half
    slope, there, back = _SCALES[scale](value)
    if not slope < math.inf:
        return math.nan, math.nan
    below = above = half * slope
    if half * slope > _NO_BOUND:
        above = math.inf if scale == "log" else above
        below = math.inf if scale == "log-complement" else below
    return back(there - below), back(there + above)


def has_place(value: float, scale: str) -> bool:
    """Whether a value is inside a scale, not at its end or beyond."""
    return scale == "plain" or _SCALES[scale](value)[0] < math.inf


def _log(value):
    """Return the slope of the logarithm, its value and its inverse."""
    if value <= 0:
        return math.inf, math.nan, _exp
    return 1 / value, math.log(value), _exp


def _logit(value):
    """Return the same of log(p / (1 - p))."""
    if not 0 < value < 1:
        return math.inf, math.nan, _expit
    return 1 / (value * (1 - value)), math.log(value / (1 - value)), _expit


def _fisher_z(value):
    """Return the same of the inverse hyperbolic tangent."""
    if not -1 < value < 1:
        return math.inf, math.nan, math.tanh
    return 1 / (1 - value * value), math.atanh(value), math.tanh


def _log_complement(value):
    """Return the same of log(1 - v)."""
    if not value < 1:
        return math.inf, math.nan, _complement_of_exp
    return 1 / (1 - value), -math.log(1 - value), _complement_of_exp


def _complement_of_exp(x: float) -> float:
    with np.errstate(over="ignore"):
        return float(1 - np.exp(-x))


def _exp(x: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(x))


def _expit(x: float) -> float:
    if x < 0:
        odds = math.exp(x)
        return odds / (1 + odds)
    return 1 / (1 + math.exp(-x))


# On a scale of logarithms, how far from a value there is no bound: a thousand times.
_NO_BOUND = math.log(1000)
_SCALES = {
    "log": _log,
    "logit": _logit,
    "fisher-z": _fisher_z,
    "log-complement": _log_complement,
}


# ----------------------------------------------------------------------------- long run
# Means of rows in order of time, whose neighbours depend on each other.
#
# The plain definitions are in ``fastmetrics.reference.mean_intervals``.


def cosine_terms(n: int, horizon: int) -> int:
    """Return how many cosines the long-run variance of n times is the mean of."""
    most = math.floor(0.4 * n ** (2 / 3) + 1e-9)  # of 1,000 times 40, not 39
    return max(2, min(most, n // (2 * horizon)))


def cosine_error(sums: NDArray[np.float64], horizon: int) -> tuple[float, int]:
    """Return the standard error of Σ of a series, and its degrees of freedom.

    By the equally weighted cosine estimate of the long-run variance (Lazarus, Lewis,
    Stock and Watson 2018).
    """
    n = len(sums)
    largest = float(np.abs(sums).max())
    if not 0 < largest < math.inf:
        return (math.nan if largest else 0.0), cosine_terms(n, horizon)
    waves = cosines(sums / largest, horizon)
    variance = float(np.mean(np.square(waves)))
    return math.sqrt(n * variance) * largest, len(waves)


def cosines(values: NDArray[np.float64], horizon: int) -> NDArray[np.float64]:
    """Return √(2/n) Σ_t v_t cos(πj(t - ½)/n) for j = 1 … B, of each column."""
    from scipy.fft import dct

    n = len(values)
    transform: NDArray[np.float64] = dct(values, type=2, axis=0)
    return transform[1 : cosine_terms(n, horizon) + 1] / math.sqrt(2 * n)


def mean_in_time(
    values: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    units: NDArray[np.int64],
    n: int,
    horizon: int,
) -> Mean:
    """Return the mean of values whose rows belong to n times, and its long-run error.

    Rows of the same time are added up.
    """
    mean = mean_of_groups(values, weights, units, n)
    freedom = float(cosine_terms(n, horizon))
    mean = mean._replace(skewness=0.0, degrees_of_freedom=freedom)
    if not mean.standard_error > 0:
        return mean
    d = values - mean.value if weights is None else weights * (values - mean.value)
    sums = np.bincount(units, d, n).astype(np.float64, copy=False)
    error, _ = cosine_error(sums, horizon)
    return mean._replace(standard_error=error / mean.total)


def autocovariances(values: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Return those at the lags 0 to ``most``, with the divisor n."""
    d = values - values.mean()
    n = len(d)
    return np.array([float(np.sum(d[k:] * d[: n - k])) for k in range(most + 1)]) / n


def automatic_block_length(values: NDArray[np.float64]) -> float:
    """Return the length of blocks that suits the mean of a series.

    By Politis and White (2004), with the correction of Patton, Politis and White
    (2009), of blocks in a circle.
    """
    n = len(values)
    look = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(math.ceil(math.sqrt(n)) + look, n - 1)
    covariances = autocovariances(values, most)
    if not covariances[0] > 0:
        return 1.0
    large = 2 * math.sqrt(math.log10(n) / n)
    is_large = np.abs(covariances[1:]) / covariances[0] >= large
    last = 0
    for lag in [*(np.flatnonzero(is_large) + 1).tolist(), most + look + 1]:
        if lag - last > look:
            break
        last = lag
    width = min(2 * max(last, 1), most)
    lags = np.arange(1, width + 1)
    window = np.minimum(1.0, 2 * (1 - lags / width)) * covariances[1 : width + 1]
    total = covariances[0] + 2 * float(np.sum(window))
    slope = 2 * float(np.sum(lags * window))
    if not total:
        return 1.0
    length = float(np.cbrt(1.5 * (slope / total) ** 2 * n))
    return max(1.0, min(length, float(math.ceil(min(3 * math.sqrt(n), n / 3)))))
