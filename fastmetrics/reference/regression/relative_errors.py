"""Errors relative to how large, or how spread, observed numbers are."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.regression.numbers import (
    Column,
    Row,
    averaged,
    mean,
    outputs_of,
    plain,
    root,
    variance,
)


def relative_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the squared errors over the squares about the mean."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("relative_squared_error", "y is constant"))
        else:
            values.append(plain(mean([row.error**2 for row in rows], rows) / total))
    return averaged(values, multioutput)


def root_relative_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the root of the same."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("root_relative_squared_error", "constant y"))
        else:
            values.append(root(mean([row.error**2 for row in rows], rows) / total))
    return averaged(values, multioutput)


def weighted_absolute_percentage_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return the sum of the errors' magnitudes over that of the observed ones."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = mean([abs(row.true) for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("the percentage error", "all y are 0"))
        else:
            values.append(plain(mean([abs(row.error) for row in rows], rows) / total))
    return averaged(values, multioutput)


def normalized_root_mean_squared_error(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
    normalization: str = "mean",
) -> Any:
    """Return the root mean squared error over the size or the spread of y."""
    check_choice("normalization", normalization, ("mean", "range", "std", "iqr"))
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        true = [row.true for row in rows]
        squares = mean([row.error**2 for row in rows], rows)
        if normalization == "std":
            below = variance(true, rows)
        elif normalization == "mean":
            below = mean(true, rows) ** 2
        elif normalization == "range":
            below = (max(true) - min(true)) ** 2
        else:
            below = (quartile(rows, 3) - quartile(rows, 1)) ** 2
        if below == 0:
            values.append(warn_undefined("the normalized error", "y has no spread"))
        else:
            values.append(root(squares / below))
    return averaged(values, multioutput)


def quartile(rows: list[Row], which: int) -> Fraction:
    """Return the mean of the least and of the largest number that could be it.

    A number could be it if at least that share of the weight is at or below it, and at
    least the rest at or above.
    """
    total = sum(row.weight for row in rows)
    share = Fraction(which, 4) * total
    could = [
        row.true
        for row in rows
        if sum(r.weight for r in rows if r.true <= row.true) >= share
        and sum(r.weight for r in rows if r.true >= row.true) >= total - share
    ]
    return (min(could) + max(could)) / 2
