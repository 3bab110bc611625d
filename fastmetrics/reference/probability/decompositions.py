"""The parts of a score, from their definitions.

Dimitriadis, Gneiting and Jordan (2021): how much a score falls by recalibrating the
forecasts, and how much further the constant forecast of the base rate lies above that.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, check_choice
from fastmetrics.reference.probability.bins import (
    Column,
    Forecast,
    column_of,
    fill_bins,
    mean_forecast,
    mean_outcome,
    total,
)
from fastmetrics.reference.probability.forecasts import (
    EPS,
    distinct_forecasts,
    forecast_rows,
    isotonic_fit,
)

__all__ = [
    "score_decomposition",
]


class BrierDecomposition(NamedTuple):
    """Brier = reliability - resolution + uncertainty + variance - covariance."""

    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float


def brier_decomposition(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 15,
    strategy: Any = "uniform",
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> BrierDecomposition:
    """Return the five parts of the Brier score, over bins."""
    rows = column_of(y_true, y_proba, pos_label, sample_weight)
    bins = fill_bins(rows, n_bins, strategy)
    base = mean_outcome(rows)
    parts = [
        sum(total(b) * (mean_forecast(b) - mean_outcome(b)) ** 2 for b in bins),
        sum(total(b) * (mean_outcome(b) - base) ** 2 for b in bins),
        total(rows) * base * (1 - base),
        sum(map(_variance, bins)),
        sum(map(_covariance, bins)),
    ]
    return BrierDecomposition(*(float(part / total(rows)) for part in parts))


def _variance(rows: list[Forecast]) -> Fraction:
    mean = mean_forecast(rows)
    return sum(
        (row.weight * (Fraction(row.p) - mean) ** 2 for row in rows), Fraction(0)
    )


def _covariance(rows: list[Forecast]) -> Fraction:
    p, y = mean_forecast(rows), mean_outcome(rows)
    terms = (row.weight * (Fraction(row.p) - p) * (row.outcome - y) for row in rows)
    return 2 * sum(terms, Fraction(0))


class ScoreDecomposition(NamedTuple):
    """score = miscalibration - discrimination + uncertainty."""

    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


def score_decomposition(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    loss: str = "brier",
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> ScoreDecomposition:
    """Return the mean loss and its three parts."""
    check_choice("loss", loss, ["brier", "log"])
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    of_row = squared_error if loss == "brier" else log_loss_of
    forecasts = distinct_forecasts(rows)
    curve = isotonic_fit(
        [one.positive for one in forecasts], [one.total for one in forecasts]
    )
    recalibrated = {
        one.value: float(share) for one, share in zip(forecasts, curve, strict=True)
    }
    total = sum(row.weight for row in rows)
    base = float(sum(row.weight for row in rows if row.positive) / total)

    def mean_loss(forecast: Any) -> float:
        return math.fsum(
            row.weight * of_row(row, forecast(row)) for row in rows
        ) / float(total)

    def given(row: Row) -> float:
        p = float(row.score)
        return min(max(p, EPS), 1 - EPS) if loss == "log" else p

    score = mean_loss(given)
    after = mean_loss(lambda row: recalibrated[row.score])
    uncertainty = mean_loss(lambda row: base)
    return ScoreDecomposition(score, score - after, uncertainty - after, uncertainty)


def squared_error(row: Row, p: float) -> float:
    """Return the squared distance of a forecast to the outcome."""
    return (p - row.positive) ** 2


def log_loss_of(row: Row, p: float) -> float:
    """Return minus the logarithm of the probability of what was seen."""
    return -math.log(p) if row.positive else -math.log1p(-p)
