"""Tests of calibration, from their definitions."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.probability.bins import (
    Column,
    column_of,
    fill_bins,
    mean_forecast,
    mean_outcome,
)
from fastmetrics.reference.probability.forecasts import forecast_rows

__all__ = [
    "spiegelhalter_test",
]


def hosmer_lemeshow_test(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 10,
    strategy: Any = "quantile",
    df: int | None = None,
    pos_label: Any = None,
) -> tuple[float, float]:
    """Return Pearson's chi-squared over bins, and the chance of one as large."""
    bins = fill_bins(column_of(y_true, y_proba, pos_label, None), n_bins, strategy)
    statistic = 0.0
    for rows in bins:
        p, gap = mean_forecast(rows), mean_outcome(rows) - mean_forecast(rows)
        if p in (0, 1):
            statistic += math.inf if gap else 0.0
        else:
            statistic += float(len(rows) * gap**2 / (p * (1 - p)))
    return statistic, chi_squared_beyond(statistic, len(bins) if df is None else df)


def chi_squared_beyond(x: float, df: int) -> float:
    """Return the probability of more than x, df being whole (closed forms)."""
    if math.isinf(x):
        return 0.0
    half = x / 2
    if df % 2 == 0:
        return math.fsum(
            half**k * math.exp(-half) / math.factorial(k) for k in range(df // 2)
        )
    terms = (
        half ** (k - 0.5) * math.exp(-half) / math.gamma(k + 0.5)
        for k in range(1, (df + 1) // 2)
    )
    return math.erfc(math.sqrt(half)) + math.fsum(terms)


class SpiegelhalterResult(NamedTuple):
    """How far the Brier score is from what the forecasts promise, and its p-value."""

    statistic: float
    pvalue: float


def spiegelhalter_test(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    alternative: str = "two-sided",
    pos_label: Any = None,
) -> SpiegelhalterResult:
    """Test whether the Brier score is what it would be of calibrated forecasts."""
    check_choice("alternative", alternative, ["two-sided", "greater", "less"])
    rows = [
        (int(row.positive), Fraction(row.score))
        for row in forecast_rows(y_true, y_proba, pos_label)
    ]
    excess = sum((y - p) * (1 - 2 * p) for y, p in rows)
    variance = sum((1 - 2 * p) ** 2 * p * (1 - p) for _, p in rows)
    if not variance:
        warn_undefined("spiegelhalter_test", "forecasts are all 0, 1/2 or 1")
        return SpiegelhalterResult(math.nan, math.nan)
    z = float(excess) / math.sqrt(variance)
    above, below = NormalDist().cdf(-z), NormalDist().cdf(z)
    pvalue = {
        "greater": above,
        "less": below,
        "two-sided": min(1.0, 2 * min(above, below)),
    }
    return SpiegelhalterResult(z, pvalue[alternative])
