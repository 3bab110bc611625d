"""Sums of errors, and the largest square."""

from typing import Any

from fastmetrics.reference.regression.numbers import (
    Column,
    averaged,
    outputs_of,
    plain,
)


def sum_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the sum of the squared errors, each times its weight."""
    values = [
        plain(sum(row.weight * row.error**2 for row in rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def sum_absolute_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the sum of the errors' magnitudes, each times its weight."""
    values = [
        plain(sum(row.weight * abs(row.error) for row in rows))
        for rows in outputs_of(y_true, y_pred, sample_weight)
    ]
    return averaged(values, multioutput)


def max_squared_error(
    y_true: Column, y_pred: Column, *, multioutput: Any = "uniform_average"
) -> Any:
    """Return the largest squared error."""
    values = [
        plain(max(row.error**2 for row in rows)) for rows in outputs_of(y_true, y_pred)
    ]
    return averaged(values, multioutput)
