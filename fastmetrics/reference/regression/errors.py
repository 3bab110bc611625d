"""Errors of point forecasts: means, spread, and the largest."""

from typing import Any

from fastmetrics.reference.regression.numbers import (
    Column,
    averaged,
    mean,
    outputs_of,
    plain,
    root,
    variance,
)


def mean_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the mean of the squared errors."""
    values = [
        plain(mean([row.error**2 for row in rows], rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def root_mean_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the root of the mean of the squared errors; of outputs, of each."""
    values = [
        root(mean([row.error**2 for row in rows], rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def mean_absolute_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the mean of the magnitudes of the errors."""
    values = [
        plain(mean([abs(row.error) for row in rows], rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def mean_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the mean of predicted less observed."""
    values = [
        plain(mean([row.error for row in rows], rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def error_standard_deviation(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the root of the mean of the errors' squared deviations from their mean."""
    values = [
        root(variance([row.error for row in rows], rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def max_error(y_true: Column, y_pred: Column) -> float:
    """Return the largest magnitude of an error, of one output."""
    outputs = outputs_of(y_true, y_pred)
    if len(outputs) > 1:
        raise ValueError("several outputs")
    return plain(max(abs(row.error) for row in outputs[0]))
