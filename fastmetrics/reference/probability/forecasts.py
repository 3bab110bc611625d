"""Forecasts of one event: rows, distinct forecasts, isotonic recalibration.

The isotonic fit is the one of the max-min formula (Barlow, Bartholomew, Bremner and
Brunk, "Statistical Inference under Order Restrictions", 1972): at a forecast, the
largest of the smallest means of outcomes over stretches of forecasts that begin at or
below it and end at or above it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, rows_of
from fastmetrics.reference.probability.bins import positive_class

# What a float64 tells from 1; probabilities nearer to 0 or 1 count as this near.
EPS = 2.0**-52


class DistinctForecast(NamedTuple):
    """A distinct forecast: its value, the weight of its positive rows and of all."""

    value: float
    positive: Any
    total: Any


def forecast_rows(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> list[Row]:
    """Return the rows that weigh something; their scores are probabilities."""
    pos_label = positive_class(y_true, pos_label)
    rows = rows_of(y_true, y_proba, pos_label, sample_weight)
    for p in y_proba:
        if not 0 <= p <= 1:
            raise ValueError(f"y_proba: {p!r} is not in [0, 1]")
    return rows


def distinct_forecasts(rows: Sequence[Row]) -> list[DistinctForecast]:
    """Return the distinct forecasts in ascending order."""
    return [
        DistinctForecast(
            value,
            sum(row.weight for row in rows if row.score == value and row.positive),
            sum(row.weight for row in rows if row.score == value),
        )
        for value in sorted({row.score for row in rows})
    ]


def isotonic_fit(positives: Sequence[Any], totals: Sequence[Any]) -> list[Fraction]:
    """Return the isotonic share of positives of each forecast, in ascending order.

    A forecast of no weight has the share of the next higher one that has some; those
    above all that have some, that of the highest of these.
    """
    some = [k for k in range(len(totals)) if totals[k]]

    def share(i: int, j: int) -> Fraction:
        stretch = some[i : j + 1]
        return Fraction(sum(positives[k] for k in stretch)) / Fraction(
            sum(totals[k] for k in stretch)
        )

    fitted = [
        max(min(share(i, j) for j in range(k, len(some))) for i in range(k + 1))
        for k in range(len(some))
    ]
    places = [
        min(sum(k < at for k in some), len(some) - 1) for at in range(len(totals))
    ]
    return [fitted[place] for place in places]
