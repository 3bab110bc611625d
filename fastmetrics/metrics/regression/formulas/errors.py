"""Errors of point forecasts: means, sums and the largest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.record import INFINITY, JACKKNIFE
from fastmetrics.metrics.regression.formulas.records import error_record, mean_over_rows

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.error_totals import ErrorTotals

__all__ = [
    "RECORDS",
    "error_standard_deviation",
    "max_error",
    "max_squared_error",
    "mean_absolute_error",
    "mean_error",
    "mean_squared_error",
    "root_mean_squared_error",
    "sum_absolute_error",
    "sum_squared_error",
]

_ERROR = 2  # which scale is that of e


def mean_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the mean of e²."""
    return of.unscaled(of.sums["e2"] / of.weight, _ERROR, 2)


def root_mean_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the root of the mean of e²."""
    return of.unscaled(np.sqrt(of.sums["e2"] / of.weight), _ERROR)


def mean_absolute_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the mean of abs(e)."""
    return of.unscaled(of.sums["abs_e"] / of.weight, _ERROR)


def mean_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the mean of e."""
    return of.mean_error


def error_standard_deviation(of: ErrorTotals, **_: Any) -> Any:
    """Return the root of the mean of (e - mean(e))²."""
    return of.unscaled(np.sqrt(of.centred("d2", "d") / of.weight), _ERROR)


def max_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the largest abs(e)."""
    assert of.extremes is not None
    return of.extremes[0]


def max_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the largest e²."""
    with np.errstate(over="ignore"):
        return np.square(max_error(of))


def sum_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of e²."""
    return of.unscaled(of.sums["e2"], _ERROR, 2)


def sum_absolute_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of abs(e)."""
    return of.unscaled(of.sums["abs_e"], _ERROR)


_SQUARES = "error_values.squared_errors"
_SIZES = "error_values.absolute_errors"
_LARGEST = "the largest of a sample says little of what is larger still"

RECORDS = (
    mean_over_rows(
        "mean_squared_error", "Mean squared error", _SQUARES, "mse", in_report=True
    ),
    mean_over_rows(
        "root_mean_squared_error",
        "Root mean squared error",
        "error_values.root_squared_errors",
        *("rmse", "rmsd"),
        made_of="root",
        in_report=True,
    ),
    mean_over_rows(
        "mean_absolute_error",
        "Mean absolute error",
        _SIZES,
        *("mae", "mad"),
        in_report=True,
    ),
    mean_over_rows(
        "mean_error",
        "Mean error",
        "error_values.errors",
        *("bias", "mbe"),
        lower=-INFINITY,
        greater_is_better=None,
        in_report=True,
    ),
    mean_over_rows(
        "sum_squared_error", "Sum of squared errors", _SQUARES, "sse", made_of="sum"
    ),
    mean_over_rows(
        "sum_absolute_error", "Sum of absolute errors", _SIZES, "sae", made_of="sum"
    ),
    error_record(
        "error_standard_deviation",
        "Standard deviation of the errors",
        *("sde", "sigma_e"),
        interval=JACKKNIFE[0],
        row_values="left_out.error_standard_deviation_values",
        scale="log",
        light_tails=True,
    ),
    error_record("max_error", "Largest error", "maxae", reason=_LARGEST),
    error_record(
        "max_squared_error", "Largest squared error", "maxse", reason=_LARGEST
    ),
)
