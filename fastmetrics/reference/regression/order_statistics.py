"""Medians and other quantiles of errors."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_share, check_weights
from fastmetrics.reference.regression.losses_by_row import read_outputs
from fastmetrics.reference.regression.numbers import plain

__all__ = [
    "error_quantiles",
    "median_absolute_error",
    "median_squared_error",
    "quantile",
]

Column = Sequence[Any]


def median_absolute_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    multioutput: Any = "uniform_average",
    sample_weight: Column | None = None,
) -> Any:
    """Median of the distances of predictions from observed values."""
    medians = [
        quantile([abs(e) for e in errors], 0.5, sample_weight)
        for errors in _errors(y_true, y_pred)
    ]
    return average(medians, multioutput)


def median_squared_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    multioutput: Any = "uniform_average",
    sample_weight: Column | None = None,
) -> Any:
    """Median of the squared differences of predictions and observed values."""
    medians = [
        quantile([e * e for e in errors], 0.5, sample_weight)
        for errors in _errors(y_true, y_pred)
    ]
    return average(medians, multioutput)


def error_quantiles(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    q: Any,
    *,
    absolute: bool = True,
    sample_weight: Column | None = None,
) -> Any:
    """Quantiles of the errors, prediction less observed, or of their sizes."""
    (errors,) = _errors(y_true, y_pred)
    values = [abs(e) for e in errors] if absolute else errors
    if isinstance(q, list | tuple):
        return [quantile(values, level, sample_weight) for level in q]
    return quantile(values, q, sample_weight)


def _errors(y_true: Sequence[Any], y_pred: Sequence[Any]) -> list[list[float]]:
    """Return the errors of each output, rounded to floats."""
    outputs = read_outputs(y_true, y_pred)
    return [[plain(p - y) for y, p in pairs] for pairs in outputs]


def quantile(
    values: Sequence[float], level: float, sample_weight: Column | None = None
) -> float:
    """Return the averaged inverse of the distribution function at a level.

    It is the first value, in ascending order, up to which there is at least the
    level's share of the weight; if that is no more than the share, the mean of this
    value and the next one. Hyndman and Fan (1996), definition 2.

    Both weights are rounded to floats. They are equal if they differ by no more than
    2^-52, or less where all weights together are below one half.
    """
    check_share("level", level)
    weights = check_weights(sample_weight, len(values))
    rows = sorted((v, w) for v, w in zip(values, weights, strict=True) if w)
    total = float(sum(weights))
    wanted = level * total or math.ulp(0.0)
    near = 2.0**-52 * min(1.0, 2.0 ** math.frexp(total)[1])
    reached, i = rows[0][1], 0
    while float(reached) < wanted:
        i += 1
        reached += rows[i][1]
    value = rows[i][0]
    if float(reached) - wanted > near or i + 1 == len(rows):
        return value
    after = rows[i + 1][0]
    if math.isinf(after):
        return after
    return plain((Fraction(value) + Fraction(after)) / 2)


def average(values: Sequence[float], multioutput: Any) -> Any:
    """Return the average of the outputs' values, or all of them."""
    if multioutput == "raw_values":
        return list(values)
    if multioutput == "uniform_average":
        counts = [Fraction(1)] * len(values)
    else:
        counts = [Fraction(weight) for weight in multioutput]
        if len(values) == 1 or len(counts) != len(values):
            raise ValueError("multioutput is of other outputs")
    if any(not math.isfinite(value) for value in values):
        return sum(float(w) * v for w, v in zip(counts, values, strict=True) if w)
    total = sum(w * Fraction(v) for w, v in zip(counts, values, strict=True))
    return plain(total / sum(counts))
