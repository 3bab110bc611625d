"""Whether chance alone explains how far the shares are from the probabilities."""

import math
from typing import Any

from fastmetrics.reference.probability.bins import (
    Column,
    column_of,
    fill_bins,
    mean_forecast,
    mean_outcome,
)


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
