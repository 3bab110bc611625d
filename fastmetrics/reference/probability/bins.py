"""Which forecasts go together: columns that are judged, and the bins of their rows."""

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_labels,
    check_weights,
    classes_of,
    is_matrix,
    same_length,
)

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
            raise ValueError(f"{name}: {p!r} is no probability")
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


def column_of(
    y_true: Column, y_proba: Column, pos_label: Any, sample_weight: Column | None
) -> list[Forecast]:
    """Return the rows of a column of P(positive) whose weight is not zero."""
    n = same_length(y_true=y_true, y_proba=y_proba, sample_weight=sample_weight)
    positive = positive_class(y_true, pos_label)
    proba = check_probabilities("y_proba", y_proba)
    weights = check_weights(sample_weight, n)
    outcomes = [int(label == positive) for label in y_true]
    rows = map(Forecast, outcomes, proba, weights)
    return [row for row in rows if row.weight]


def judged_columns(
    y_true: Column,
    y_proba: Column,
    mode: str,
    pos_label: Any,
    labels: Column | None,
    sample_weight: Column | None,
) -> list[list[Forecast]]:
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
