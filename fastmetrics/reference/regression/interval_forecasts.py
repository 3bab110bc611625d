"""How often prediction intervals hold what is observed, and what they lose."""

from fractions import Fraction

from fastmetrics.reference.regression.forecast_rows import (
    Column,
    read_rows,
    weighted_mean,
)

__all__ = ["interval_coverage", "interval_score", "mean_interval_width"]


def read_intervals(
    y_true: Column, y_lower: Column, y_upper: Column
) -> list[list[Fraction]]:
    """Return (y, lower, upper) of each row."""
    rows = read_rows(y_true, y_lower=y_lower, y_upper=y_upper)
    if any(lower > upper for _, lower, upper in rows):
        raise ValueError("y_lower is above y_upper")
    return rows


def interval_coverage(
    y_true: Column,
    y_lower: Column,
    y_upper: Column,
    *,
    sample_weight: Column | None = None,
) -> float:
    """Share of the rows with lower <= y <= upper."""
    rows = read_intervals(y_true, y_lower, y_upper)
    return weighted_mean([int(a <= y <= b) for y, a, b in rows], sample_weight)


def mean_interval_width(
    y_true: Column,
    y_lower: Column,
    y_upper: Column,
    *,
    sample_weight: Column | None = None,
) -> float:
    """Mean of upper - lower."""
    rows = read_intervals(y_true, y_lower, y_upper)
    return weighted_mean([b - a for _, a, b in rows], sample_weight)


def interval_score(
    y_true: Column,
    y_lower: Column,
    y_upper: Column,
    *,
    confidence_level: float = 0.95,
    sample_weight: Column | None = None,
) -> float:
    """Mean width, plus 2 / alpha times how far outside y lies (Winkler 1972)."""
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level={confidence_level!r} is not in (0, 1)")
    per_unit = 2 / (1 - Fraction(confidence_level))
    rows = read_intervals(y_true, y_lower, y_upper)
    zero = Fraction(0)
    scores = [b - a + per_unit * max(a - y, y - b, zero) for y, a, b in rows]
    return weighted_mean(scores, sample_weight)
