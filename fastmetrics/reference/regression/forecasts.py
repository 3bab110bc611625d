"""Forecasts of distributions: ensembles, normal distributions, calibration."""

import math
import warnings
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_choice,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.random import uniform
from fastmetrics.reference.regression.numbers import plain
from fastmetrics.reference.regression.quantile_forecasts import (
    Column,
    quantile_coverage,
    read_rows,
    weighted_mean,
)


def crps_ensemble(y_true, y_ensemble, *, fair=False, sample_weight=None):
    """Mean distance of the members from y, less half that of them from each other.

    ``fair`` leaves the distances of members from themselves out of the latter mean
    (Ferro 2014), so that small ensembles have no disadvantage.
    """
    rows = read_rows(y_true, y_ensemble=y_ensemble)
    check_weights(sample_weight, len(rows))
    m = len(rows[0]) - 1
    if fair and m == 1:
        return warn_undefined("crps_ensemble", "there is one member: it has no others")
    pairs = m * (m - 1) if fair else m * m
    scores = []
    for y, *members in rows:
        from_y = sum(abs(x - y) for x in members)
        apart = sum(abs(a - b) for a in members for b in members)
        scores.append(from_y / m - Fraction(apart, 2 * pairs))
    return weighted_mean(scores, sample_weight)


def read_normals(y_true: Column, mean: Column, scale: Column) -> list[list[Fraction]]:
    """Return y less the mean, and the standard deviation, of each row."""
    rows = read_rows(y_true, mean=mean, scale=scale)
    if any(s < 0 for _, _, s in rows):
        raise ValueError("scale is negative")
    return [[y - mu, s] for y, mu, s in rows]


def crps_gaussian(y_true, mean, scale, *, sample_weight=None):
    """Mean of s (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi)), z = (y - mean) / s.

    Gneiting et al. (2005), equation 5. With s = 0 it is |y - mean|.
    """
    scores = []
    for e, s in read_normals(y_true, mean, scale):
        far = s == 0 or abs(e) > 40 * s  # where all but the first term is constant
        z = 40.0 if far else abs(float(e / s))
        phi = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        # z (2 Phi(z) - 1) is z less what the tails take.
        rest = 2 * phi - z * math.erfc(z / math.sqrt(2)) - 1 / math.sqrt(math.pi)
        scores.append(abs(e) + s * Fraction(rest))
    return weighted_mean(scores, sample_weight)


def gaussian_log_loss(y_true, mean, scale, *, sample_weight=None):
    """Mean of minus the logarithm of the density, log(2 pi s^2) / 2 + z^2 / 2.

    With s = 0 it is infinite, and negative where y is the mean.
    """
    scores: list[Fraction | float] = []
    for e, s in read_normals(y_true, mean, scale):
        if s == 0:
            scores.append(math.inf if e else -math.inf)
        else:
            logarithm = math.log(s.numerator) - math.log(s.denominator)
            constant = Fraction(logarithm) + Fraction(math.log(2 * math.pi) / 2)
            scores.append(plain(constant + (e / s) ** 2 / 2))
    value = weighted_mean(scores, sample_weight)
    if math.isnan(value):
        warnings.warn(
            "gaussian_log_loss is undefined: it is infinite both ways",
            UndefinedMetricWarning,
            stacklevel=2,
        )
    return value


def pit_values(y_true, mean, scale):
    """Φ((y - mean) / scale), the error function's complement giving both tails."""
    found = []
    for off, s in read_normals(y_true, mean, scale):
        if s == 0:
            found.append(0.5 if off == 0 else float(off > 0))
        else:
            found.append(math.erfc(-_quotient(off, s) / math.sqrt(2)) / 2)
    return found


def _quotient(a: Fraction, b: Fraction) -> float:
    """Return a / b, infinite where it is beyond the floats."""
    try:
        return float(a / b)
    except OverflowError:
        return math.copysign(math.inf, a)


def coverage_curve(y_true, mean, scale, *, levels=None, sample_weight=None):
    """Share of rows within Φ⁻¹((1 + p) / 2) deviations of the mean, for each p."""
    rows = read_normals(y_true, mean, scale)
    weights = check_weights(sample_weight, len(rows))
    chosen = [k / 20 for k in range(1, 20)] if levels is None else list(levels)
    if not all(0 < p < 1 for p in chosen) or len(set(chosen)) < len(chosen):
        raise ValueError(f"levels={chosen} are not different numbers in (0, 1)")
    shares = []
    for p in chosen:
        width = Fraction(NormalDist().inv_cdf((1 + p) / 2))
        inside = [abs(off) <= width * s for off, s in rows]
        held = sum(w for w, is_in in zip(weights, inside, strict=True) if is_in)
        shares.append(float(Fraction(held) / sum(weights)))
    return [float(p) for p in chosen], shares


def quantile_calibration_error(
    y_true, y_quantiles, *, quantiles, crossing="allow", sample_weight=None
):
    """Mean of |share of rows at or below the quantile - its level|."""
    shares: Any = quantile_coverage(
        y_true,
        y_quantiles,
        quantiles=quantiles,
        crossing=crossing,
        sample_weight=sample_weight,
    )
    if not isinstance(quantiles, Sequence):
        return float(abs(shares - quantiles))
    gaps = [abs(a - q) for a, q in zip(shares, quantiles, strict=True)]
    return math.fsum(gaps) / len(gaps)


def _binned(rows: Any, weights: Any, bins: list[int]) -> list[tuple[Any, Any, Any]]:
    """Return weight, mean variance and mean squared error of bins that weigh."""
    members = defaultdict(list)
    for row, w, b in zip(rows, weights, bins, strict=True):
        if w > 0:
            members[b].append((row, Fraction(w)))
    found = []
    for _, own in sorted(members.items()):
        total = sum(w for _, w in own)
        variance = sum(w * s**2 for (_, s), w in own) / total
        square = sum(w * off**2 for (off, _), w in own) / total
        found.append((total, variance, square))
    return found


def expected_normalized_calibration_error(
    y_true, mean, scale, *, n_bins=10, sample_weight=None
):
    """Mean over bins of |RMV - RMSE| / RMV (Levi et al. 2022).

    A row is in the bin ⌊k · share of the weight with smaller deviations⌋.
    """
    rows = read_normals(y_true, mean, scale)
    weights = check_weights(sample_weight, len(rows))
    check_bins(n_bins)
    total = Fraction(sum(weights))
    bins = []
    for _, s in rows:
        below = sum(w for (_, t), w in zip(rows, weights, strict=True) if t < s)
        bins.append(min(math.floor(n_bins * below / total), n_bins - 1))
    terms = []
    for _, variance, square in _binned(rows, weights, bins):
        if variance == 0:
            terms.append(math.inf if square else 0.0)
        else:
            terms.append(
                abs(math.sqrt(variance) - math.sqrt(square)) / math.sqrt(variance)
            )
    return sum(terms) / len(terms)


def uncertainty_calibration_error(
    y_true, mean, scale, *, n_bins=10, sample_weight=None
):
    """Weighted mean over bins of |mean squared error - mean variance| (Laves 2020).

    Bins are of one width of the variance, from its least to its greatest.
    """
    rows = read_normals(y_true, mean, scale)
    weights = check_weights(sample_weight, len(rows))
    check_bins(n_bins)
    kept = [s**2 for (_, s), w in zip(rows, weights, strict=True) if w > 0]
    low, high = min(kept), max(kept)
    bins = [
        min(max(math.floor(n_bins * (s**2 - low) / (high - low)), 0), n_bins - 1)
        if high > low
        else 0
        for _, s in rows
    ]
    found = _binned(rows, weights, bins)
    total = sum(w for w, _, _ in found)
    return float(sum(w * abs(square - v) for w, v, square in found) / total)


def check_bins(n_bins: int) -> None:
    """Raise unless there is a bin."""
    if n_bins < 1 or n_bins % 1:
        raise ValueError(f"n_bins={n_bins!r} is not a number of bins")


Vector = list[float]


def read_vectors(y_true, y_ensemble):
    """Return the observation and the members of each row, numbers as vectors of one."""
    n = same_length(y_true=y_true, y_ensemble=y_ensemble)
    rows = []
    for i in range(n):
        y, members = y_true[i], y_ensemble[i]
        if not isinstance(y, list | tuple):
            members = members if isinstance(members, list | tuple) else [members]
            y, members = [y], [[x] for x in members]
        rows.append(([float(v) for v in y], [[float(v) for v in x] for x in members]))
    numbers = [v for y, members in rows for x in [y, *members] for v in x]
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a number is not finite")
    sizes = {(len(members), len(x)) for y, members in rows for x in [y, *members]}
    if len(sizes) != 1 or not rows[0][1]:
        raise ValueError("shapes do not fit")
    return rows


def energy_score(y_true, y_ensemble, *, fair=False, sample_weight=None):
    """Mean distance of the members from y, less half that of them from each other."""
    rows = read_vectors(y_true, y_ensemble)
    check_weights(sample_weight, len(rows))
    m = len(rows[0][1])
    if fair and m == 1:
        return warn_undefined("energy_score", "there is one member: it has no others")
    pairs = m * (m - 1) if fair else m * m
    weights = [1.0] * len(rows) if sample_weight is None else [*sample_weight]
    scores = [
        math.fsum(math.dist(x, y) for x in members) / m
        - math.fsum(math.dist(a, b) for a in members for b in members) / (2 * pairs)
        for y, members in rows
    ]
    total = math.fsum(w * s for w, s in zip(weights, scores, strict=True) if w)
    return total / math.fsum(weights)


def rank_histogram(y_true, y_ensemble, *, ranking="average", random_state=None):
    """Return how often each rank occurs, and the rank of each observation."""
    check_choice("ranking", ranking, ["average", "multivariate"])
    rows = read_vectors(y_true, y_ensemble)
    drawn = uniform(random_state or 0, 0, 0, len(rows))
    ranks = []
    for (y, members), u in zip(rows, drawn, strict=True):
        every = [y, *members]
        own, *others = [_pre_rank(x, every, ranking) for x in every]
        ties = sum(one == own for one in others)
        ranks.append(1 + sum(one < own for one in others) + int(u * (ties + 1)))
    sizes = range(1, len(rows[0][1]) + 2)
    return [ranks.count(rank) for rank in sizes], ranks


def _pre_rank(x: Vector, every: Sequence[Vector], ranking: str) -> int:
    """Return the sum of ranks in each coordinate, or how many are no greater in all."""
    if ranking == "average":
        return sum(sum(a <= b for a, b in zip(one, x, strict=True)) for one in every)
    return sum(all(a <= b for a, b in zip(one, x, strict=True)) for one in every)
