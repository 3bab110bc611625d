"""What a record says of a metric of rows: its values, and which methods suit them."""

from __future__ import annotations

import functools
import inspect
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import Categories, as_array
from fastmetrics.metrics.record import BOOTSTRAP, MEAN, ORDER, PROPORTION, Metric

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "JACKKNIFE",
    "count_rows",
    "is_mean",
    "is_quantile",
    "level_of",
    "methods_of",
    "one_number",
    "parameters_of",
    "row_values_of",
]

JACKKNIFE = "jackknife"


def is_mean(row: Metric) -> bool:
    """Whether a metric is made of the mean of its row values."""
    return bool(row.row_values) and row.interval in (*MEAN, *PROPORTION)


def is_quantile(row: Metric) -> bool:
    """Whether a metric is a quantile of its row values."""
    return row.interval == ORDER


def level_of(row: Metric, parameters: Mapping[str, Any]) -> float:
    """Return which quantile it is, called with these parameters."""
    if isinstance(row.quantile, str):
        return float(parameters[row.quantile])
    return row.quantile


def methods_of(row: Metric) -> tuple[str, ...]:
    """Return the methods that the interval of a metric can be made by."""
    if not row.row_values:
        return BOOTSTRAP
    if is_quantile(row):
        return (ORDER, *BOOTSTRAP)
    if not is_mean(row):
        return (JACKKNIFE, *BOOTSTRAP)
    shares = PROPORTION if row.interval in PROPORTION else ()
    return (*shares, *MEAN, JACKKNIFE, *BOOTSTRAP)


def row_values_of(row: Metric) -> Callable[..., Any]:
    """Return the function that gives the row values of a metric."""
    module, _, name = row.row_values.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


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
