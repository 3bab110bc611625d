"""What the Brier score is made of."""

from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.probability.bins import (
    Column,
    Forecast,
    column_of,
    fill_bins,
    mean_forecast,
    mean_outcome,
    total,
)


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
