"""Net benefit of Vickers and Elkin, from the decisions about every row."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, warn_undefined
from fastmetrics.reference.mean_intervals import skew_t_interval
from fastmetrics.reference.probability.forecasts import forecast_rows

__all__ = ["DecisionCurve", "decision_curve", "net_benefit"]

nan = math.nan


class DecisionCurve(NamedTuple):
    """Net benefit over thresholds, and that of treating every row."""

    thresholds: list[float]
    net_benefit: list[float]
    treat_all: list[float]
    low: list[float]
    high: list[float]


def net_benefit(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    threshold: float,
    strict: bool = False,
    standardized: bool = False,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> float:
    """Return the treated positives less the treated negatives at the odds, per row."""
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    treated = [row for row in rows if is_treated(row, threshold, strict)]
    return benefit(treated, rows, threshold, standardized)


def decision_curve(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    thresholds: Sequence[float] | None = None,
    strict: bool = False,
    standardized: bool = False,
    confidence_level: float = 0.95,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> DecisionCurve:
    """Return the net benefit at each threshold, and of treating all.

    Its bounds are those of a mean over rows; of a ratio to the share of positives,
    those of what each row adds to it, to the first order.
    """
    places = [k / 100 for k in range(1, 100)] if thresholds is None else thresholds
    at = sorted(float(one) for one in places)
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    chosen = [[row for row in rows if is_treated(row, t, strict)] for t in at]
    weights = [float(row.weight) for row in rows]
    most = float(Fraction(sum(row.weight for row in rows if row.positive)))
    intervals = []
    for t in at:
        values = [
            (1.0 if row.positive else -t / (1 - t))
            if is_treated(row, t, strict)
            else 0.0
            for row in rows
        ]
        if standardized and most:
            ratio = (
                math.fsum(w * v for w, v in zip(weights, values, strict=True)) / most
            )
            unit = most / math.fsum(weights)
            values = [
                ratio + (v - ratio * row.positive) / unit
                for v, row in zip(values, rows, strict=True)
            ]
        low, high = skew_t_interval(values, weights, None, confidence_level)
        # All rows alike say nothing of how others differ.
        intervals.append((low, high) if low < high else (nan, nan))
    return DecisionCurve(
        at,
        [
            benefit(some, rows, t, standardized)
            for some, t in zip(chosen, at, strict=True)
        ],
        [benefit(rows, rows, t, standardized) for t in at],
        [low for low, _ in intervals],
        [min(high, 1.0) for _, high in intervals],
    )


def is_treated(row: Row, threshold: float, strict: bool) -> bool:
    """Whether the probability is at or above the threshold; above it, if strict."""
    score = float(row.score)
    return score > threshold if strict else score >= threshold


def benefit(
    treated: Sequence[Row], rows: Sequence[Row], threshold: float, standardized: bool
) -> float:
    """Return what treating some of the rows is worth."""
    if not 0 <= threshold < 1:
        raise ValueError(f"threshold={threshold!r}")
    odds = Fraction(threshold) / (1 - Fraction(threshold))
    worth = sum((row.weight if row.positive else -row.weight * odds) for row in treated)
    if not standardized:
        return float(Fraction(worth) / sum(row.weight for row in rows))
    most = sum(row.weight for row in rows if row.positive)
    if not most:
        return warn_undefined("a standardized net benefit", "no positive rows")
    return float(Fraction(worth) / most)
