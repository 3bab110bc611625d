"""Spiegelhalter's test of calibration, from its definition (1986)."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.probability.forecasts import forecast_rows

__all__ = ["spiegelhalter_test"]


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
