"""What a record says of a metric of rows: its values, and which methods suit them."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.references import loaded
from fastmetrics._inputs.columns import Categories, as_array
from fastmetrics.metrics.how import (
    DistanceOfCurve,
    ListMeasure,
    PseudoValues,
    RowMean,
    RowQuantile,
)
from fastmetrics.metrics.record import (
    BAND,
    BOOTSTRAP,
    MEAN,
    ORDER,
    PROPORTION,
    Metric,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "JACKKNIFE",
    "count_rows",
    "has_row_values",
    "is_mean",
    "is_quantile",
    "level_of",
    "methods_of",
    "one_number",
    "parameters_of",
    "row_values_of",
    "taken_by",
]

JACKKNIFE = "jackknife"


def is_mean(row: Metric) -> bool:
    """Whether a metric is made of the mean of its row values."""
    return isinstance(row.how, RowMean | ListMeasure)


def is_quantile(row: Metric) -> bool:
    """Whether a metric is a quantile of its row values."""
    return isinstance(row.how, RowQuantile)


def has_row_values(row: Metric) -> bool:
    """Whether rows contribute to a metric what it is nearly a mean of."""
    return isinstance(row.how, RowMean | PseudoValues | ListMeasure)


def level_of(row: Metric, parameters: Mapping[str, Any]) -> float:
    """Return which quantile it is, called with these parameters."""
    assert isinstance(row.how, RowQuantile)
    level = row.how.level
    return float(parameters[level]) if isinstance(level, str) else level


def methods_of(row: Metric) -> tuple[str, ...]:
    """Return the methods that the interval of a metric can be made by."""
    if is_quantile(row):
        return (ORDER, *BOOTSTRAP)
    if isinstance(row.how, DistanceOfCurve):
        return (BAND,)  # replicates are farther from the curve than rows are
    if not has_row_values(row):
        return BOOTSTRAP
    if not is_mean(row):
        return (JACKKNIFE, *BOOTSTRAP)
    shares = PROPORTION if row.interval in PROPORTION else ()
    return (*shares, *MEAN, JACKKNIFE, *BOOTSTRAP)


def row_values_of(row: Metric) -> Callable[..., Any]:
    """Return the function that gives the row values of a metric."""
    if isinstance(row.how, ListMeasure):
        return row.public  # with average=None it gives the value of each query
    assert isinstance(row.how, RowMean | PseudoValues | RowQuantile)
    found: Callable[..., Any] = loaded(row.how.values)
    return found


def taken_by(function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of some parameters that a function takes: one of any name, all."""
    if _takes_any(function):
        return dict(given)
    known = parameters_of(function)
    return {name: value for name, value in given.items() if name in known}


@functools.cache
def _takes_any(function: Callable[..., Any]) -> bool:
    kinds = inspect.signature(function).parameters.values()
    return any(one.kind is one.VAR_KEYWORD for one in kinds)


@functools.cache
def parameters_of(function: Callable[..., Any]) -> frozenset[str]:
    """Return the names of a function's parameters."""
    return frozenset(inspect.signature(function).parameters)


def one_number(row: Metric, value: Any) -> float:
    """Return the value of a metric; raise where its parameters ask for several."""
    if isinstance(value, np.ndarray) and value.ndim:
        raise ValueError(
            f"{row.name} gives {value.size} numbers with these parameters; an "
            "interval is that of one."
        )
    return float(value)


def count_rows(column: Any) -> int:
    """Return how many rows a column has; of a sparse matrix, too."""
    if isinstance(column, Categories):
        return len(column.codes)
    shape = getattr(column, "shape", None)
    if isinstance(shape, tuple) and shape and isinstance(shape[0], int):
        return shape[0]
    try:
        return len(column)
    except TypeError:
        return len(as_array(column, "y_true"))
