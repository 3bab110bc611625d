"""Confidence intervals of means over rows, also of rows in order of time."""

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.intervals import Bounds, jackknife_standard_error

_INFINITY = math.inf


class Spread(NamedTuple):
    """What is known of how far a mean lies from the truth."""

    standard_error: float
    skewness: float  # of a row or group, over the root of how many there are
    degrees_of_freedom: float


def weighted_mean(values, sample_weight=None):
    """Return Σ w·l / Σ w; rows of weight 0 are not looked at."""
    rows = _counted(values, sample_weight)
    return math.fsum(w * value for value, w, _ in rows) / math.fsum(
        w for _, w, _ in rows
    )


def spread_of(values, sample_weight=None, groups=None):
    """Return how much the mean of these values varies, from two or more units.

    d = w·(l - mean) is what a row adds to the mean, the same of a group what its rows
    add together. The standard error is √(n/(n-1)·Σd²)/Σw, n units, and the skewness
    Σd³/(Σd²)^1.5. Rows with weights that differ are worth fewer degrees of freedom:
    (Σw)²/Σw² - 1.
    """
    rows = _counted(values, sample_weight, groups)
    mean = weighted_mean(values, sample_weight)
    total = math.fsum(w for _, w, _ in rows)
    added: dict[Hashable, list[float]] = {}
    for value, w, unit in rows:
        added.setdefault(unit, []).append(w * (value - mean))
    d = [math.fsum(of_unit) for of_unit in added.values()]
    n = len(d)
    squares = math.fsum(x * x for x in d)
    cubes = math.fsum(x**3 for x in d)
    freedom: float = n - 1
    if groups is None:
        freedom = total**2 / math.fsum(w * w for _, w, _ in rows) - 1
    return Spread(
        math.sqrt(n / (n - 1) * squares) / total,
        cubes / squares**1.5 if squares else 0.0,
        freedom,
    )


def untransformed(x: float, skewness: float) -> float:
    """Return the t at which Hall's transformation (1992) is x.

    It is t + h·t²/3 + h²·t³/27 + h/6, h being the skewness over √n, which rises with t
    everywhere: (1 + h·t/3)³ = 1 + h·(x - h/6).
    """
    u = x - skewness / 6
    cube = 1 + skewness * u
    root = math.copysign(abs(cube) ** (1 / 3), cube)
    return 3 * u / (root * root + root + 1)


def skew_t_interval(
    values,
    sample_weight=None,
    groups=None,
    confidence_level=0.95,
    lower=-_INFINITY,
    upper=_INFINITY,
):
    """Return bounds of a mean by Student's t, transformed by the skewness.

    P. Hall (1992), "On the removal of skewness by transformation". Bounds are cut where
    the metric cannot be, below `lower` and above `upper`.
    """
    mean = weighted_mean(values, sample_weight)
    error, skewness, freedom = spread_of(values, sample_weight, groups)
    t = student_quantile(freedom, confidence_level)
    low = mean - error * untransformed(t, skewness)
    high = mean - error * untransformed(-t, skewness)
    return max(low, lower), min(high, upper)


def t_interval(
    values,
    sample_weight=None,
    groups=None,
    confidence_level=0.95,
    lower=-_INFINITY,
    upper=_INFINITY,
):
    """Return bounds of a mean by Student's t as it is."""
    mean = weighted_mean(values, sample_weight)
    error, _, freedom = spread_of(values, sample_weight, groups)
    half = student_quantile(freedom, confidence_level) * error
    return max(mean - half, lower), min(mean + half, upper)


def root_interval(values, sample_weight=None, groups=None, confidence_level=0.95):
    """Return bounds of the root of a mean: the roots of the bounds of the mean."""
    bounds = skew_t_interval(values, sample_weight, groups, confidence_level, lower=0.0)
    return math.sqrt(bounds[0]), math.sqrt(bounds[1])


def root_values(values, sample_weight=None):
    """Return the root of a mean and what each row adds to it, to the first order.

    Their mean is the root r, and a row's value lies (l - r²) / 2r from it. Differences
    of these, row by row, have the interval of a difference of two roots.
    """
    root = math.sqrt(weighted_mean(values, sample_weight))
    return [root + (value - root**2) / (2 * root) for value in values]


def sum_interval(
    values, sample_weight=None, groups=None, confidence_level=0.95, lower=-_INFINITY
):
    """Return bounds of Σ w·l: those of the mean, Σ w times, whose value is given."""
    weights = [1.0] * len(values) if sample_weight is None else sample_weight
    total = math.fsum(weights)
    low, high = skew_t_interval(values, sample_weight, groups, confidence_level)
    return max(total * low, lower), total * high


def jackknife_t_interval(
    value,
    pseudo_values,
    sample_weight=None,
    groups=None,
    scale="plain",
    confidence_level=0.95,
    lower=-_INFINITY,
    upper=_INFINITY,
):
    """Return bounds around a value, with the standard error of the pseudo-values' mean.

    On a scale f the standard error is f'(value) times as large; the bounds are brought
    back from it.
    """
    error, _, freedom = spread_of(pseudo_values, sample_weight, groups)
    half = student_quantile(freedom, confidence_level) * error
    low, high = on_scale(value, half, scale)
    return max(low, lower), min(high, upper)


def group_jackknife_interval(
    value,
    without,
    scale="plain",
    confidence_level=0.95,
    lower=-_INFINITY,
    upper=_INFINITY,
):
    """Return bounds around a value, with the spread of the values without each group.

    Student's law has as many degrees of freedom as there are groups, less one.
    """
    error = jackknife_standard_error(without)
    half = student_quantile(len(without) - 1, confidence_level) * error
    low, high = on_scale(value, half, scale)
    return max(low, lower), min(high, upper)


def paired_interval(first, second, sizes=None, least=1.0, confidence_level=0.95):
    """Return bounds of the difference of two models' proportions of the same trials.

    ``first`` and ``second`` are the successes of each group of trials, ``sizes`` the
    numbers of trials; without sizes each trial is a group. The standard error is the
    jackknife's, from the squares of d = (D - δ m)(1 - 1/G)/(1 - m/n) over the groups.
    Their sum is at least 1, the square of one trial in which the models differ: two
    models that agree on all trials here would differ on others.
    """
    sizes = [1] * len(first) if sizes is None else sizes
    groups = [(a - b, m) for a, b, m in zip(first, second, sizes, strict=True) if m > 0]
    n = math.fsum(m for _, m in groups)
    count = len(groups)
    apart = math.fsum(d for d, _ in groups) / n
    squares = math.fsum(
        ((d - apart * m) * (1 - 1 / count) / (1 - m / n)) ** 2 for d, m in groups
    )
    error = math.sqrt(count / (count - 1) * max(squares, least)) / n
    half = student_quantile(count - 1, confidence_level) * error
    return max(apart - half, -1.0), min(apart + half, 1.0)


def on_scale(value: float, half: float, scale: str) -> Bounds:
    """Go as far to either side of a value, on a scale, as ``half`` is there.

    On a scale of logarithms there is no bound more than a thousand times as far off as
    the value, on the side on which the range goes on for ever.
    """
    if scale == "plain":
        low, high = value - half, value + half
    elif scale == "log":
        low, high = value * math.exp(-half / value), _INFINITY
        if half / value <= math.log(1000):
            high = value * math.exp(half / value)
    elif scale == "logit":
        centre, half = math.log(value / (1 - value)), half / (value * (1 - value))
        low, high = (1 / (1 + math.exp(-x)) for x in (centre - half, centre + half))
    elif scale == "log-complement":
        rest = 1 - value
        low, high = -_INFINITY, 1 - rest * math.exp(-half / rest)
        if half / rest <= math.log(1000):
            low = 1 - rest * math.exp(half / rest)
    else:  # Fisher's z
        centre, half = math.atanh(value), half / (1 - value**2)
        low, high = math.tanh(centre - half), math.tanh(centre + half)
    return low, high


def _counted(values, sample_weight, groups=None):
    """Return value, weight and unit of each row that weighs something."""
    n = len(values)
    weights = [1.0] * n if sample_weight is None else sample_weight
    units: Sequence[Hashable] = range(n) if groups is None else groups
    return [row for row in zip(values, weights, units, strict=True) if row[1] > 0]


# --- confidence intervals of quantiles from order statistics


def order_statistics_interval(values, level=0.5, confidence_level=0.95):
    """Return bounds of the quantile of a level; NaN for one that does not exist.

    T. P. Hettmansperger and S. J. Sheather (1986), and for quantiles other than the
    median J. Nyblom (1992).
    """
    q, tail = Fraction(level), (1 - Fraction(confidence_level)) / 2
    ordered = sorted(values)
    low = _lower(ordered, q, tail)
    high = _lower([-value for value in reversed(ordered)], 1 - q, tail)
    return low, -high


def _lower(ordered: Sequence[float], q: Fraction, tail: Fraction) -> float:
    """Return the lower bound; x₍₁₎ ≤ x₍₂₎ ≤ … are the values."""
    n = len(ordered)
    # P(B < d) of a binomial B, for d = 0, 1, …, n + 1.
    below = [Fraction(0)]
    for k in range(n + 1):
        below.append(below[-1] + math.comb(n, k) * q**k * (1 - q) ** (n - k))
    d = max(d for d in range(n + 1) if below[d] <= tail)
    if d == 0:
        return math.nan
    if d == n or below[d] == tail:
        return ordered[d - 1]
    over, short = below[d + 1] - tail, tail - below[d]
    share = 1 / (1 + d * (1 - q) * over / ((n - d) * q * short))
    return float((1 - share) * ordered[d - 1] + share * Fraction(ordered[d]))


class LongRun(NamedTuple):
    """The standard error of a mean, and the degrees of freedom of Student's t."""

    standard_error: float
    degrees_of_freedom: float


def cosine_terms(n: int, horizon: int = 1) -> int:
    """Return B = min(⌊0.4 n^(2/3)⌋, ⌊n / 2h⌋), at least 2."""
    terms = round(0.4 * n ** (2 / 3))
    while 125 * terms**3 > 8 * n**2:
        terms -= 1
    return max(2, min(terms, n // (2 * horizon)))


def cosine_variance(values: Sequence[float], horizon: int = 1) -> LongRun:
    """Return the equally weighted cosine estimate (Lazarus et al. 2018).

    Λ_j = √(2/n) Σ_t d_t cos(πj(t - ½)/n); the long-run variance is the mean of Λ_j² for
    j = 1 … B, and (mean - truth) / √(variance / n) has Student's t with B degrees of
    freedom.
    """
    n = len(values)
    terms = cosine_terms(n, horizon)
    squares = []
    for j in range(1, terms + 1):
        weighted = math.fsum(
            d * math.cos(math.pi * j * (t + 0.5) / n) for t, d in enumerate(values)
        )
        squares.append(2 / n * weighted**2)
    return LongRun(math.sqrt(math.fsum(squares) / terms / n), terms)


def long_run_interval(values, horizon=1, confidence_level=0.95):
    """Return the bounds of the mean of a series by the cosine estimate."""
    error, freedom = cosine_variance(values, horizon)
    mean = math.fsum(values) / len(values)
    half = student_quantile(freedom, confidence_level) * error
    return mean - half, mean + half


def harvey_variance(values: Sequence[float], horizon: int = 1) -> LongRun:
    """Return Diebold and Mariano's estimate, corrected by Harvey et al. (1997).

    The variance of the mean is (γ_0 + 2 Σ γ_k) / n over lags k below the horizon, the
    autocovariances γ_k with divisor n, times (n + 1 - 2h + h(h - 1)/n) / n in the
    statistic. Where that variance is not positive the horizon is taken as 1.
    """
    n = len(values)
    mean = math.fsum(values) / n
    d = [value - mean for value in values]
    gammas = [
        math.fsum(d[t] * d[t - k] for t in range(k, n)) / n for k in range(horizon)
    ]
    variance = (gammas[0] + 2 * math.fsum(gammas[1:])) / n
    if not variance > 0 and horizon > 1:
        return harvey_variance(values)
    factor = (n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n
    return LongRun(math.sqrt(variance / factor), n - 1)


def automatic_block_length(values: Sequence[float]) -> float:
    """Return the length of blocks in a circle that suits a mean, by Politis and White.

    As corrected by Patton, Politis and White (2009): (2 G² / D)^(1/3) n^(1/3), with
    g = Σ λ(k/M) R(k), G = Σ λ(k/M) |k| R(k) and D = 4/3 g², R the autocovariances at
    lags -M … M and λ the flat-top window. M is twice the first lag after which
    autocorrelations stay below 2 √(log10 n / n) for max(5, ⌈√log10 n⌉) lags. The
    length lies between 1 and ⌈min(3 √n, n/3)⌉.
    """
    n = len(values)
    mean = math.fsum(values) / n
    d = [value - mean for value in values]
    look = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(math.ceil(math.sqrt(n)) + look, n - 1)

    def covariance(lag: int) -> float:
        return math.fsum(d[t] * d[t - lag] for t in range(lag, n)) / n

    if not covariance(0) > 0:
        return 1.0
    large = 2 * math.sqrt(math.log10(n) / n)
    is_large = [abs(covariance(k)) / covariance(0) >= large for k in range(1, most + 1)]
    last = 0
    for k, one in enumerate(is_large, start=1):
        if k - last > look:
            break
        last = k if one else last
    width = min(2 * max(last, 1), most)
    lags = range(-width, width + 1)
    window = {k: min(1.0, 2 * (1 - abs(k) / width)) for k in lags}
    g = math.fsum(window[k] * covariance(abs(k)) for k in lags)
    slope = math.fsum(window[k] * abs(k) * covariance(abs(k)) for k in lags)
    if not g:
        return 1.0
    length = (2 * slope**2 / (4 / 3 * g**2) * n) ** (1 / 3)
    return float(max(1.0, min(length, math.ceil(min(3 * math.sqrt(n), n / 3)))))


def block_counts(starts: Sequence[int], n: int, length: int) -> list[int]:
    """Return how often each of n times is drawn, by blocks in a circle.

    A block goes on for ``length`` times from its start, over the end to the beginning;
    the last one is cut so that n times are drawn in all.
    """
    drawn = [(start + i) % n for start in starts for i in range(length)]
    return [drawn[:n].count(t) for t in range(n)]
