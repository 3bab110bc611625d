"""Precision, recall and F of the k best classes of each row, and each row's part.

Of a row its k best classes are predicted, so that a row is predicted as several classes
and counts for each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.labels.averaging import warn_undefined, zero_value
from fastmetrics.metrics.labels.formulas.averages import Sums, mean, quotient, ratio
from fastmetrics.metrics.probability.measuring.class_scores import (
    TopRows,
    read_top_classes,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["measure_top_classes", "top_class_values"]

AVERAGES = ("macro", "micro", "weighted", None)
# How much of the numerator a hit is, of the denominator a row of the class, and a row
# that the class is predicted of.
_PARTS = {"precision": (1, 0, 1), "recall": (1, 1, 0), "fscore": (2, 1, 1)}


def measure_top_classes(
    measure: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int,
    average: str | None,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    zero_division: Any,
) -> Any:
    """Return a measure of `ratio`, averaged over classes, or that of each."""
    undefined = _checked(average, zero_division)
    rows = read_top_classes(y_true, y_score, k, labels, sample_weight)
    sums = _sums(rows, average)
    top, bottom = ratio(measure, sums.hits, sums.true, sums.predicted)
    if isinstance(zero_division, str) and not np.all(bottom):
        warn_undefined(measure, average, np.size(bottom))
    values = quotient(top, bottom, undefined)
    if average is None:
        return values
    return float(mean(values, sums.weights) if sums.averaged else values)


def top_class_values(
    measure: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: int = 2,
    average: str | None = "macro",
    labels: ArrayLike | None = None,
    zero_division: Any = "warn",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value plus each row's influence on it, which are 0 on average."""
    undefined = _checked(average, zero_division)
    if average is None:
        raise ValueError("average=None has a value per class, and rows have one value.")
    rows = read_top_classes(y_true, y_score, k, labels, sample_weight)
    sums = _sums(rows, average)
    top, bottom = (
        np.atleast_1d(part).astype(np.float64)
        for part in ratio(measure, sums.hits, sums.true, sums.predicted)
    )
    values = quotient(top, bottom, undefined)
    total = len(rows.codes) if rows.weights is None else rows.weights.sum()
    shares, moved = np.ones(1), np.zeros(1)
    value = values[0]
    if sums.averaged:
        kept = ~np.isnan(values)
        shares = kept.astype(np.float64)
        if sums.weights is not None and sums.weights[kept].any():
            shares *= sums.weights
        weight = shares.sum()
        shares /= weight
        value = mean(values, sums.weights)
        if average == "weighted":  # a row adds to the weight of its class
            moved = np.where(kept, values - value, 0.0) / weight
    # What a unit of a class's denominator is worth; of nothing nothing moves.
    slopes = np.divide(shares, bottom, out=np.zeros_like(bottom), where=bottom > 0)
    taken = np.where(slopes > 0, slopes * values, 0.0)
    codes, chosen = rows.codes, rows.chosen
    hit, of_class, predicted = _PARTS[measure]
    hits = chosen[np.arange(len(codes)), codes]
    n_classes = chosen.shape[1]
    slopes, taken, moved = (
        np.broadcast_to(each, n_classes) for each in (slopes, taken, moved)
    )
    found = hit * hits * slopes[codes] - of_class * taken[codes] + moved[codes]
    if predicted:
        found -= chosen @ taken
    result: NDArray[np.float64] = value + total * found
    return result


def _checked(average: Any, zero_division: Any) -> float:
    if not is_one_of(average, AVERAGES):
        raise ValueError(f"average must be one of {AVERAGES}, got {shown(average)}.")
    return zero_value(zero_division)


def _sums(rows: TopRows, average: str | None) -> Sums:
    """Return the sums that an average divides, of each class or of all."""
    codes, chosen, weights = rows
    n_classes = chosen.shape[1]
    hits = chosen[np.arange(len(codes)), codes]
    if weights is None:
        own = np.bincount(codes[hits], minlength=n_classes)
        predicted: Any = np.count_nonzero(chosen, axis=0)
    else:
        own = np.bincount(codes[hits], weights[hits], minlength=n_classes)
        predicted = weights @ chosen
    true = np.bincount(codes, weights, minlength=n_classes)
    if average == "micro":
        return Sums(own.sum(), true.sum(), predicted.sum())
    if average is None:
        return Sums(own, true, predicted)
    return Sums(own, true, predicted, True, true if average == "weighted" else None)
