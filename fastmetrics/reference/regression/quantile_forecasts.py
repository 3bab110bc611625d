"""What forecasts of quantiles and of intervals lose, and how often they hold."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, check_weights, same_length
from fastmetrics.reference.probability.class_scores import read_matrix
from fastmetrics.reference.regression.numbers import plain

__all__ = [
    "crps_quantile",
    "interval_coverage",
    "interval_score",
    "mean_interval_width",
    "mean_quantile_loss",
    "quantile_coverage",
    "quantile_losses",
]

Column = Sequence[Any]
Matrix = Sequence[Sequence[Any]]
# A sequence of levels, or a single one.
Levels = Any


def pinball(y: Fraction, q: Fraction, level: Fraction) -> Fraction:
    """Return what a quantile loses: too low costs ``level`` per unit, too high 1 - it.

    Koenker and Bassett (1978).
    """
    return level * (y - q) if y >= q else (1 - level) * (q - y)


def read_levels(quantiles: Levels, k: int) -> list[Fraction]:
    """Return the k levels, in (0, 1) and all different."""
    levels = list(quantiles) if isinstance(quantiles, list | tuple) else [quantiles]
    if len(levels) != k:
        raise ValueError(f"{len(levels)} quantiles for {k} columns")
    if not all(0 < level < 1 for level in levels) or len(set(levels)) < k:
        raise ValueError(f"quantiles={levels} are not different numbers in (0, 1)")
    return [Fraction(level) for level in levels]


def read_quantiles(y_true, y_quantiles, quantiles, crossing):
    """Return the levels, and y with its quantiles for each row."""
    check_choice("crossing", crossing, ["allow", "sort", "raise"])
    rows = read_rows(y_true, y_quantiles=y_quantiles)
    levels = read_levels(quantiles, len(rows[0]) - 1)
    places = sorted(range(len(levels)), key=levels.__getitem__)
    found = []
    for y, *given in rows:
        ascending = [given[j] for j in places]
        if crossing == "raise" and ascending != sorted(ascending):
            raise ValueError(f"quantiles cross: {[float(q) for q in ascending]}")
        values = dict(zip(places, sorted(ascending), strict=True))
        own = [values[j] for j in range(len(levels))] if crossing == "sort" else given
        found.append((y, own))
    return levels, found


def per_level(values: list[float], quantiles: Levels) -> Any:
    """Return a number per level; a single one if a single level was given."""
    return values if isinstance(quantiles, list | tuple) else values[0]


def quantile_losses(
    y_true, y_quantiles, *, quantiles, crossing="allow", sample_weight=None
):
    """Mean loss of the quantiles of each level."""
    levels, rows = read_quantiles(y_true, y_quantiles, quantiles, crossing)
    losses = [
        weighted_mean([pinball(y, own[j], level) for y, own in rows], sample_weight)
        for j, level in enumerate(levels)
    ]
    return per_level(losses, quantiles)


def mean_quantile_loss(
    y_true, y_quantiles, *, quantiles, crossing="allow", sample_weight=None
):
    """Mean of these over the levels."""
    levels, rows = read_quantiles(y_true, y_quantiles, quantiles, crossing)
    losses = [
        sum(pinball(y, q, a) for q, a in zip(own, levels, strict=True)) / len(levels)
        for y, own in rows
    ]
    return weighted_mean(losses, sample_weight)


def crps_quantile(
    y_true, y_quantiles, *, quantiles, crossing="allow", sample_weight=None
):
    """Twice the mean over the levels.

    The integral of twice the loss over all levels is the CRPS (Gneiting and Ranjan
    2011); this is its mean over the levels that are given.
    """
    levels, rows = read_quantiles(y_true, y_quantiles, quantiles, crossing)
    losses = [
        2
        * sum(pinball(y, q, a) for q, a in zip(own, levels, strict=True))
        / len(levels)
        for y, own in rows
    ]
    return weighted_mean(losses, sample_weight)


def quantile_coverage(
    y_true, y_quantiles, *, quantiles, crossing="allow", sample_weight=None
):
    """Share of the rows with y not above the quantile, for each level."""
    levels, rows = read_quantiles(y_true, y_quantiles, quantiles, crossing)
    shares = [
        weighted_mean([int(y <= own[j]) for y, own in rows], sample_weight)
        for j in range(len(levels))
    ]
    return per_level(shares, quantiles)


def read_intervals(y_true, y_lower, y_upper):
    """Return (y, lower, upper) of each row."""
    rows = read_rows(y_true, y_lower=y_lower, y_upper=y_upper)
    if any(lower > upper for _, lower, upper in rows):
        raise ValueError("y_lower is above y_upper")
    return rows


def interval_coverage(y_true, y_lower, y_upper, *, sample_weight=None):
    """Share of the rows with lower <= y <= upper."""
    rows = read_intervals(y_true, y_lower, y_upper)
    return weighted_mean([int(a <= y <= b) for y, a, b in rows], sample_weight)


def mean_interval_width(y_true, y_lower, y_upper, *, sample_weight=None):
    """Mean of upper - lower."""
    rows = read_intervals(y_true, y_lower, y_upper)
    return weighted_mean([b - a for _, a, b in rows], sample_weight)


def interval_score(
    y_true, y_lower, y_upper, *, confidence_level=0.95, sample_weight=None
):
    """Mean width, plus 2 / alpha times how far outside y lies (Winkler 1972)."""
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level={confidence_level!r} is not in (0, 1)")
    per_unit = 2 / (1 - Fraction(confidence_level))
    rows = read_intervals(y_true, y_lower, y_upper)
    zero = Fraction(0)
    scores = [b - a + per_unit * max(a - y, y - b, zero) for y, a, b in rows]
    return weighted_mean(scores, sample_weight)


# --- what all metrics of forecasts of numbers share: exact rows, weights, means


def read_rows(y_true: Column, **forecasts: Sequence[Any]) -> list[list[Fraction]]:
    """Return each row as y and all numbers that were forecast of it, exact."""
    same_length(y_true=y_true, **forecasts)
    columns = {"y_true": y_true, **forecasts}
    read = [read_matrix(name, column) for name, column in columns.items()]
    rows = zip(*read, strict=True)
    return [[Fraction(x) for part in row for x in part] for row in rows]


def weighted_mean(values: Column, sample_weight: Column | None) -> float:
    """Return the mean, rounded once; rows of weight 0 are left out.

    It is infinite if a row is, and NaN if one is and another is so the other way.
    """
    weights = check_weights(sample_weight, len(values))
    pairs = [(w, v) for w, v in zip(weights, values, strict=True) if w]
    infinite = {v for _, v in pairs if isinstance(v, float) and math.isinf(v)}
    if infinite:
        return sum(infinite)
    return plain(sum(w * Fraction(v) for w, v in pairs) / sum(weights))
