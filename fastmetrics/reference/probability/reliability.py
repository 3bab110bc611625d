"""The reliability curve, from its definitions.

Dimitriadis, Gneiting and Jordan (2021): outcomes are recalibrated by isotonic
regression on the forecasts; what would be seen of calibrated forecasts is found by
drawing outcomes from them.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference import random
from fastmetrics.reference.inputs import Row, check_choice, positive_label, same_length
from fastmetrics.reference.intervals import quantile, tails, wilson_interval
from fastmetrics.reference.probability.bins import (
    Column,
    Forecast,
    bin_edges,
    check_probabilities,
    fill_bins,
    mean_forecast,
    mean_outcome,
)
from fastmetrics.reference.probability.forecasts import (
    DistinctForecast,
    distinct_forecasts,
    forecast_rows,
    isotonic_fit,
)

__all__ = [
    "reliability_curve",
]


def calibration_curve(
    y_true: Column,
    y_prob: Column,
    *,
    pos_label: object = None,
    n_bins: int = 5,
    strategy: str = "uniform",
) -> tuple[list[float], list[float]]:
    """Return the share of positives and the mean probability of each bin with rows."""
    same_length(y_true=y_true, y_prob=y_prob)
    positive = positive_label(y_true, pos_label)
    if len(set(y_true)) > 2:
        raise ValueError("y_true has more than two classes")
    if strategy not in ("uniform", "quantile"):
        raise ValueError(f"strategy must be uniform or quantile, got {strategy!r}")
    proba = check_probabilities("y_prob", y_prob)
    rows = [
        Forecast(int(label == positive), p, 1)
        for label, p in zip(y_true, proba, strict=True)
    ]
    bins = fill_bins(rows, n_bins, strategy)
    shares = [float(mean_outcome(rows)) for rows in bins]
    return shares, [float(mean_forecast(rows)) for rows in bins]


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
    stretches = [[k] for k in range(len(forecasts))]
    if method != "isotonic":
        edges = bin_edges([float(row.score) for row in rows], n_bins, method)
        numbers = [sum(edge < one.value for edge in edges[1:-1]) for one in forecasts]
        stretches = [
            [k for k, at in enumerate(numbers) if at == number]
            for number in sorted(set(numbers))
        ]

    def curve_of(drawn: Sequence[DistinctForecast]) -> list[float]:
        positives = [sum(drawn[k].positive for k in part) for part in stretches]
        totals = [sum(drawn[k].total for k in part) for part in stretches]
        if method == "isotonic":
            return [float(share) for share in isotonic_fit(positives, totals)]
        return [
            float(Fraction(positive) / Fraction(total))
            for positive, total in zip(positives, totals, strict=True)
        ]

    curve, low, high = curve_of(forecasts), None, None
    if band == "confidence" and method != "isotonic":
        bounds = [
            wilson_interval(share * size, size, confidence_level)
            for share, size in zip(
                curve, effective_sizes(rows, forecasts, stretches), strict=True
            )
        ]
        low, high = [one[0] for one in bounds], [one[1] for one in bounds]
    elif band is not None:
        redraw = redrawn_outcomes if band == "consistency" else redrawn_rows
        replicates = [
            curve_of(
                redraw(rows, forecasts, sample_weight is not None, random_state, r)
            )
            for r in range(n_resamples)
        ]
        low, high = (
            [quantile(values, tail) for values in zip(*replicates, strict=True)]
            for tail in tails(confidence_level)
        )
    totals = [sum(forecasts[k].total for k in part) for part in stretches]
    return ReliabilityCurve(
        [
            float(
                sum(Fraction(forecasts[k].value) * forecasts[k].total for k in part)
                / Fraction(total)
            )
            for part, total in zip(stretches, totals, strict=True)
        ],
        curve,
        low,
        high,
        [float(total) for total in totals],
    )


def effective_sizes(
    rows: Sequence[Row],
    forecasts: Sequence[DistinctForecast],
    stretches: Sequence[Sequence[int]],
) -> list[float]:
    """Return how many rows of one weight are as good as those of each bin (Kish)."""
    sizes = []
    for part in stretches:
        values = {forecasts[k].value for k in part}
        weights = [row.weight for row in rows if row.score in values]
        sizes.append(float(Fraction(sum(weights)) ** 2 / sum(w * w for w in weights)))
    return sizes


def redrawn_outcomes(
    rows: Sequence[Row],
    forecasts: Sequence[DistinctForecast],
    weighted: bool,
    seed: int,
    replicate: int,
) -> list[DistinctForecast]:
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
        drawn.append(DistinctForecast(value, positive, total))
    return drawn[::-1]


def redrawn_rows(
    rows: Sequence[Row],
    forecasts: Sequence[DistinctForecast],
    weighted: bool,
    seed: int,
    replicate: int,
) -> list[DistinctForecast]:
    """Draw as many rows as there are, with replacement, in descending order."""
    times = random.draw_weights(seed, replicate, [len(rows)])
    drawn = [
        row._replace(weight=row.weight * often)
        for row, often in zip(rows, times, strict=True)
    ]
    return [
        DistinctForecast(
            value,
            sum(row.weight for row in drawn if row.score == value and row.positive),
            sum(row.weight for row in drawn if row.score == value),
        )
        for value, _, _ in forecasts
    ]
