"""The reliability curve, from its definitions.

Dimitriadis, Gneiting and Jordan (2021): outcomes are recalibrated by isotonic
regression on the forecasts; what would be seen of calibrated forecasts is found by
drawing outcomes from them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fastmetrics.reference import random
from fastmetrics.reference.inputs import Row, check_choice
from fastmetrics.reference.intervals import quantile, tails
from fastmetrics.reference.probability.forecasts import (
    Forecast,
    distinct_forecasts,
    forecast_rows,
    isotonic_fit,
)

__all__ = ["reliability_curve"]


class ReliabilityCurve(NamedTuple):
    """Forecasts, recalibrated; with bounds, and the weight of each."""

    y_proba: list[float]
    calibrated: list[float]
    low: list[float] | None
    high: list[float] | None
    weight: list[float]


def reliability_curve(
    y_true: Sequence[Any],
    y_proba: Sequence[Any],
    *,
    method: str = "isotonic",
    n_bins: int = 15,
    band: str | None = "consistency",
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    random_state: Any = None,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> ReliabilityCurve:
    """Return how often each distinct forecast was right, made to rise with it."""
    check_choice("method", method, ["isotonic", "uniform", "quantile"])
    check_choice("band", band, ["consistency", "confidence", None])
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    rows.sort(key=lambda row: (-row.score, not row.positive))
    forecasts = distinct_forecasts(rows)
    curve = isotonic_fit(
        [one.positive for one in forecasts], [one.total for one in forecasts]
    )
    low = high = None
    if band is not None:
        redraw = redrawn_outcomes if band == "consistency" else redrawn_rows
        replicates = []
        for r in range(n_resamples):
            drawn = redraw(rows, forecasts, sample_weight is not None, random_state, r)
            replicates.append(
                [
                    float(share)
                    for share in isotonic_fit(
                        [one.positive for one in drawn], [one.total for one in drawn]
                    )
                ]
            )
        low, high = (
            [quantile(values, tail) for values in zip(*replicates, strict=True)]
            for tail in tails(confidence_level)
        )
    return ReliabilityCurve(
        [float(one.value) for one in forecasts],
        [float(share) for share in curve],
        low,
        high,
        [float(one.total) for one in forecasts],
    )


def redrawn_outcomes(
    rows: Sequence[Row],
    forecasts: Sequence[Forecast],
    weighted: bool,
    seed: int,
    replicate: int,
) -> list[Forecast]:
    """Draw each row's outcome from its forecast.

    Without weights the outcomes of a forecast are drawn together, at its number in
    descending order; else each at the number of its row.
    """
    drawn = []
    first = 0
    for at, (value, _, total) in enumerate(reversed(forecasts)):
        if weighted:
            own = [row for row in rows if row.score == value]
            numbers = random.uniform(seed, replicate, first, len(own))
            first += len(own)
            positive = sum(
                row.weight
                for row, number in zip(own, numbers, strict=True)
                if number < value
            )
        elif total == 1:
            positive = int(random.uniform(seed, replicate, at, 1)[0] < value)
        else:
            positive = random.draw_binomial(seed, replicate, at, total, float(value))
        drawn.append(Forecast(value, positive, total))
    return drawn[::-1]


def redrawn_rows(
    rows: Sequence[Row],
    forecasts: Sequence[Forecast],
    weighted: bool,
    seed: int,
    replicate: int,
) -> list[Forecast]:
    """Draw as many rows as there are, with replacement, in descending order."""
    times = random.draw_weights(seed, replicate, [len(rows)])
    drawn = [
        row._replace(weight=row.weight * often)
        for row, often in zip(rows, times, strict=True)
    ]
    return [
        Forecast(
            value,
            sum(row.weight for row in drawn if row.score == value and row.positive),
            sum(row.weight for row in drawn if row.score == value),
        )
        for value, _, _ in forecasts
    ]
