"""Errors as shares of what was observed, and of logarithms."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_weights, warn_undefined
from fastmetrics.reference.regression.losses_by_row import (
    Column,
    log,
    mean_over_rows,
    read_outputs,
    square_root,
)

__all__ = [
    "mean_absolute_percentage_error",
    "mean_squared_log_error",
    "percent_bias",
    "root_mean_squared_log_error",
    "symmetric_mean_absolute_percentage_error",
]

_EPS = Fraction(1, 2**52)  # the machine precision of a float


def mean_absolute_percentage_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of |e| / |y|, with the machine precision in place of a smaller |y|."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return abs(f - y) / max(abs(y), _EPS)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def symmetric_mean_absolute_percentage_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of 2 |e| / (|y| + |f|); a row in which both are 0 counts 0."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(y) + abs(f)
        return 2 * abs(f - y) / size if size else Fraction(0)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def percent_bias(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of e / |y|; undefined if a y is 0."""
    outputs = read_outputs(y_true, y_pred)
    weights = check_weights(sample_weight, len(outputs[0]))
    for pairs in outputs:
        if any(w and y == 0 for w, (y, _) in zip(weights, pairs, strict=True)):
            warn_undefined("percent_bias", "y_true holds zeros")
            break

    def loss(y: Fraction, f: Fraction) -> Fraction | float:
        return (f - y) / abs(y) if y else math.nan

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def mean_squared_log_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Mean of the squares of log(1 + f) - log(1 + y)."""
    return mean_over_rows(_squared_log, y_true, y_pred, sample_weight, multioutput)


def root_mean_squared_log_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the root of that mean, of each output."""
    return mean_over_rows(
        _squared_log, y_true, y_pred, sample_weight, multioutput, square_root
    )


def _squared_log(y: Fraction, f: Fraction) -> Fraction:
    if y <= -1 or f <= -1:
        raise ValueError("logarithms of 1 + y need y above -1")
    return log((1 + f) / (1 + y)) ** 2
