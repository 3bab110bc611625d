"""Shares of the variance of what was observed: R² and its kin."""

import math
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.regression.numbers import (
    Column,
    averaged,
    mean,
    outputs_of,
    plain,
    variance,
)


def share(squares: Any, total: Any, force_finite: bool) -> float:
    """Return 1 less a quotient; of 0 as total what is agreed upon."""
    if total:
        return plain(1 - squares / total)
    if force_finite:
        return 0.0 if squares else 1.0
    return -math.inf if squares else math.nan


def r2_score(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> Any:
    """Return 1 less the squared errors over the squares about the mean."""
    outputs = outputs_of(y_true, y_pred, sample_weight)
    if len(y_true) < 2:
        return warn_undefined("r2_score", "there is one row")
    squares = [mean([row.error**2 for row in rows], rows) for rows in outputs]
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    values = [
        share(above, below, force_finite)
        for above, below in zip(squares, totals, strict=True)
    ]
    return averaged(values, multioutput, totals)


def explained_variance_score(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> Any:
    """Return 1 less the variance of the errors over that of what was observed."""
    outputs = outputs_of(y_true, y_pred, sample_weight)
    squares = [variance([row.error for row in rows], rows) for rows in outputs]
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    values = [
        share(above, below, force_finite)
        for above, below in zip(squares, totals, strict=True)
    ]
    return averaged(values, multioutput, totals)


def adjusted_r2_score(
    y_true: Column,
    y_pred: Column,
    *,
    n_features: float,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> Any:
    """Return 1 - (1 - R²)(n - 1)/(n - p - 1); n are the rows of a weight above 0."""
    if not 0 <= n_features < math.inf:
        raise ValueError(f"n_features={n_features!r}")
    outputs = outputs_of(y_true, y_pred, sample_weight)
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    n = len(outputs[0])
    if len(y_true) < 2:
        return warn_undefined("adjusted_r2_score", "there is one row")
    if n <= n_features + 1:
        undefined = warn_undefined("adjusted_r2_score", "too few rows")
        return averaged([undefined] * len(outputs), multioutput, totals)
    plain_values = r2_score(
        y_true,
        y_pred,
        sample_weight=sample_weight,
        multioutput="raw_values",
        force_finite=force_finite,
    )
    values = [
        1 - (1 - value) * (n - 1) / (n - n_features - 1) for value in plain_values
    ]
    return averaged(values, multioutput, totals)


def explained_sum_of_squares(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return Σ w (ŷ - ȳ)²."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        middle = mean([row.true for row in rows], rows)
        squares = mean([(row.pred - middle) ** 2 for row in rows], rows)
        values.append(plain(squares * sum(row.weight for row in rows)))
    return averaged(values, multioutput)


def total_sum_of_squares(
    y_true: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return Σ w (y - ȳ)²."""
    values = []
    for rows in outputs_of(y_true, y_true, sample_weight):
        squares = variance([row.true for row in rows], rows)
        values.append(plain(squares * sum(row.weight for row in rows)))
    return averaged(values, multioutput)


def explained_to_total_ratio(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return squares of predictions about the observed mean over those of observed."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        middle = mean([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("explained_to_total_ratio", "y is constant"))
        else:
            explained = mean([(row.pred - middle) ** 2 for row in rows], rows)
            values.append(plain(explained / total))
    return averaged(values, multioutput)
