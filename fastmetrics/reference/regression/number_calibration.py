"""Whether forecasts of numbers promise what comes: levels, and standard deviations."""

import math
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from fastmetrics.reference.inputs import check_weights
from fastmetrics.reference.regression.distribution_forecasts import read_normals
from fastmetrics.reference.regression.quantile_forecasts import (
    Column,
    Matrix,
    quantile_coverage,
)

__all__ = [
    "coverage_curve",
    "expected_normalized_calibration_error",
    "pit_values",
    "quantile_calibration_error",
    "uncertainty_calibration_error",
]


def pit_values(y_true: Column, mean: Column, scale: Column) -> list[float]:
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


def coverage_curve(
    y_true: Column,
    mean: Column,
    scale: Column,
    *,
    levels: Column | None = None,
    sample_weight: Column | None = None,
) -> tuple[list[float], list[float]]:
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
    y_true: Column,
    y_quantiles: Matrix,
    *,
    quantiles: Any,
    crossing: str = "allow",
    sample_weight: Column | None = None,
) -> float:
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
    y_true: Column,
    mean: Column,
    scale: Column,
    *,
    n_bins: int = 10,
    sample_weight: Column | None = None,
) -> float:
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
    y_true: Column,
    mean: Column,
    scale: Column,
    *,
    n_bins: int = 10,
    sample_weight: Column | None = None,
) -> float:
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
        raise ValueError(f"n_bins={n_bins!r} is no number of bins")
