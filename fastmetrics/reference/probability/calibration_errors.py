"""Calibration errors over bins, and reliability curves."""

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from fastmetrics.reference import random
from fastmetrics.reference.inputs import (
    Row,
    check_choice,
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    positive_label,
    rows_of,
    same_length,
)
from fastmetrics.reference.intervals import quantile, tails, wilson_interval

Column = Sequence[Any]


class Forecast(NamedTuple):
    """One row: did it happen (1 or 0), with what probability, and its weight."""

    outcome: int
    p: float
    weight: Any


def check_probabilities(name: str, values: Column) -> list[float]:
    """Return numbers that are all in [0, 1]."""
    for p in values:
        if isinstance(p, str) or not isinstance(p, Real) or not 0 <= float(p) <= 1:
            raise ValueError(f"{name}: {p!r} is not a probability")
    return [float(p) for p in values]


def positive_class(y_true: Column, pos_label: Any) -> Any:
    """Return the positive class; unnamed, 1 of {0, 1} or {-1, 1}, else the larger."""
    classes = classes_of(check_labels(y_true))
    if len(classes) > 2:
        raise ValueError(f"y_true has more than two classes: {classes}")
    if pos_label is not None:
        if len(classes) == 2 and pos_label not in classes:
            raise ValueError(f"pos_label={pos_label!r} is none of {classes}")
        return pos_label
    if any(isinstance(label, str) for label in classes):
        raise ValueError(f"y_true has classes {classes}: pos_label must say which")
    if classes in ([0, 1], [-1, 1], [0], [-1], [1]):
        return 1
    return classes[-1]


def column_of(y_true, y_proba, pos_label, sample_weight):
    """Return the rows of a column of P(positive) whose weight is not zero."""
    n = same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    positive = positive_class(y_true, pos_label)
    proba = check_probabilities("y_proba", y_proba)
    weights = check_weights(sample_weight, n)
    outcomes = [int(label == positive) for label in y_true]
    rows = map(Forecast, outcomes, proba, weights)
    return [row for row in rows if row.weight]


def judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight):
    """Return the columns of forecasts that are judged, each as a list of rows.

    "auto": P(positive) of a column, and of a matrix the largest probability of each
    row against being right ("top-label"). "classwise": of a matrix every column.
    """
    if mode not in ("auto", "top-label", "classwise"):
        raise ValueError(f"mode must be auto, top-label or classwise, got {mode!r}")
    if not is_matrix(y_proba):
        if mode != "top-label":
            return [column_of(y_true, y_proba, pos_label, sample_weight)]
        # Two columns: what it says of the negative class is the rest.
        positive = positive_class(y_true, pos_label)
        y_true = [int(label == positive) for label in y_true]
        proba = check_probabilities("y_proba", y_proba)
        y_proba, labels = [[1 - p, p] for p in proba], [0, 1]
    n = same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    check_labels(y_true)
    classes = classes_of(y_true if labels is None else labels)
    matrix = [check_probabilities("y_proba", row) for row in y_proba]
    if any(len(row) != len(classes) for row in matrix):
        raise ValueError(f"y_proba must have a column for each of {classes}")
    codes = [classes.index(label) for label in y_true]
    weights = check_weights(sample_weight, n)
    rows = [row for row in zip(codes, matrix, weights, strict=True) if row[2]]
    if mode == "classwise":
        return [
            [Forecast(int(code == j), row[j], w) for code, row, w in rows]
            for j in range(len(classes))
        ]
    said = [row.index(max(row)) for _, row, _ in rows]
    return [
        [
            Forecast(int(code == best), row[best], w)
            for (code, row, w), best in zip(rows, said, strict=True)
        ]
    ]


def bin_edges(p: list[float], n_bins: int, strategy: Any) -> list[float]:
    """Return where bins end, the first and the last edge too.

    "uniform": bins of one width; "quantile": with equally many rows, as far as ties
    allow; or the edges themselves. Edges are floats, rounded as NumPy rounds them:
    which bin a forecast on an edge belongs to hangs on it.
    """
    if not isinstance(strategy, str):
        return [float(edge) for edge in strategy]
    if n_bins < 1:
        raise ValueError(f"n_bins must be at least 1, got {n_bins}")
    shares = [i * (1.0 / n_bins) for i in range(n_bins)] + [1.0]
    if strategy == "uniform":
        return shares
    if strategy == "quantile":
        return [percentile(sorted(p), share * 100 / 100) for share in shares]
    raise ValueError(f"strategy must be uniform, quantile or edges, got {strategy!r}")


def percentile(ordered: list[float], share: float) -> float:
    """Return the number below which that share lies, between two rows if need be."""
    position = (len(ordered) - 1) * share
    below = math.floor(position)
    if below >= len(ordered) - 1:
        return ordered[-1]
    low, high = ordered[below], ordered[below + 1]
    part = position - below
    if part < 0.5:
        return low + (high - low) * part
    return high - (high - low) * (1 - part)


def fill_bins(rows: list[Forecast], n_bins: int, strategy: Any) -> list[list[Forecast]]:
    """Return the rows of each bin (low, high], the first closed below; none empty.

    "distinct": a bin for each probability that occurs.
    """
    p = [row.p for row in rows]
    if isinstance(strategy, str) and strategy == "distinct":
        return [[row for row in rows if row.p == value] for value in sorted(set(p))]
    inner = bin_edges(p, n_bins, strategy)[1:-1]
    bins: dict[int, list[Forecast]] = {}
    for row in rows:
        bins.setdefault(sum(edge < row.p for edge in inner), []).append(row)
    return [bins[number] for number in sorted(bins)]


def mean_outcome(rows: list[Forecast]) -> Fraction:
    """Return the weighted share of rows in which it happened, exact."""
    return Fraction(sum(row.weight * row.outcome for row in rows), 1) / total(rows)


def mean_forecast(rows: list[Forecast]) -> Fraction:
    """Return the weighted mean probability, exact."""
    return sum(row.weight * Fraction(row.p) for row in rows) / total(rows)


def total(rows: list[Forecast]) -> Fraction:
    """Return the weight of all rows."""
    return Fraction(sum(row.weight for row in rows))


# What a float64 tells from 1; probabilities nearer to 0 or 1 count as this near.
EPS = 2.0**-52


class DistinctForecast(NamedTuple):
    """A distinct forecast: its value, the weight of its positive rows and of all."""

    value: float
    positive: Any
    total: Any


def forecast_rows(y_true, y_proba, pos_label=None, sample_weight=None):
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


def _gap(rows: list[Forecast]) -> Fraction:
    return abs(mean_outcome(rows) - mean_forecast(rows))


def _mean_gap(bins: list[list[Forecast]]) -> Fraction:
    """Return the mean gap of the bins by their weight."""
    gaps = (total(rows) * _gap(rows) for rows in bins)
    return sum(gaps, Fraction(0)) / sum(map(total, bins))


def _largest_gap(bins: list[list[Forecast]]) -> Fraction:
    return max(map(_gap, bins))


def _over_columns(value, columns, n_bins, strategy):
    values = [value(fill_bins(rows, n_bins, strategy)) for rows in columns]
    return float(sum(values) / len(values))


def expected_calibration_error(
    y_true,
    y_proba,
    *,
    n_bins=15,
    strategy="uniform",
    mode="auto",
    pos_label=None,
    labels=None,
    sample_weight=None,
):
    """Return the mean gap between share and mean probability, bins by their weight."""
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    return _over_columns(_mean_gap, columns, n_bins, strategy)


def maximum_calibration_error(
    y_true,
    y_proba,
    *,
    n_bins=15,
    strategy="uniform",
    mode="auto",
    pos_label=None,
    labels=None,
    sample_weight=None,
):
    """Return the largest gap between share and mean probability of a bin."""
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    return _over_columns(_largest_gap, columns, n_bins, strategy)


def adaptive_calibration_error(
    y_true, y_proba, *, n_bins=15, pos_label=None, labels=None, sample_weight=None
):
    """Return the mean gap in bins of equally many rows, over all classes."""
    columns = judged_columns(
        y_true, y_proba, "classwise", pos_label, labels, sample_weight
    )
    return _over_columns(_mean_gap, columns, n_bins, "quantile")


def squared_calibration_error(
    y_true,
    y_proba,
    *,
    n_bins=15,
    strategy="quantile",
    mode="auto",
    debias=True,
    pos_label=None,
    labels=None,
    sample_weight=None,
):
    """Return the mean squared gap, less what chance adds to it.

    The square of a sum is a sum over all pairs of rows; those of a row with itself are
    what chance adds, and are left out together with their weight.
    """
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    square = _mean_of_pairs if debias else _mean_square
    return _over_columns(square, columns, n_bins, strategy)


def _mean_square(bins: list[list[Forecast]]) -> Fraction:
    squares = (total(rows) * _gap(rows) ** 2 for rows in bins)
    return sum(squares, Fraction(0)) / sum(map(total, bins))


def _mean_of_pairs(bins: list[list[Forecast]]) -> Fraction:
    """Return the mean, over bins, of the product of two different rows' residuals."""
    found = Fraction(0)
    for rows in bins:
        pairs = [
            (a.weight * b.weight, _residual(a) * _residual(b))
            for i, a in enumerate(rows)
            for j, b in enumerate(rows)
            if i != j
        ]
        if pairs:
            mean = sum(w * product for w, product in pairs) / sum(w for w, _ in pairs)
            found += total(rows) * Fraction(mean)
    return found / sum(map(total, bins))


def _residual(row: Forecast) -> Fraction:
    return row.outcome - Fraction(row.p)


def calibration_curve(y_true, y_prob, *, pos_label=None, n_bins=5, strategy="uniform"):
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
    y_true,
    y_proba,
    *,
    method="isotonic",
    n_bins=15,
    band="consistency",
    confidence_level=0.95,
    n_resamples=999,
    random_state=None,
    pos_label=None,
    sample_weight=None,
):
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


def effective_sizes(rows, forecasts, stretches):
    """Return how many rows of one weight are as good as those of each bin (Kish)."""
    sizes = []
    for part in stretches:
        values = {forecasts[k].value for k in part}
        weights = [row.weight for row in rows if row.score in values]
        sizes.append(float(Fraction(sum(weights)) ** 2 / sum(w * w for w in weights)))
    return sizes


def redrawn_outcomes(rows, forecasts, weighted, seed, replicate):
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


def redrawn_rows(rows, forecasts, weighted, seed, replicate):
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
