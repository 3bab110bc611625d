"""Errors of point forecasts: means, sums and the largest, and relative ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = [
    "NORMALIZATIONS",
    "error_standard_deviation",
    "max_error",
    "max_squared_error",
    "mean_absolute_error",
    "mean_error",
    "mean_squared_error",
    "normalized_root_mean_squared_error",
    "root_mean_squared_error",
    "sum_absolute_error",
    "sum_squared_error",
    "weighted_absolute_percentage_error",
]

# Which scale is that of y, and of e.
_TRUE, _ERROR = 0, 2

NORMALIZATIONS = ("mean", "range", "std", "iqr")


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


# --- over how large the observed numbers are


def weighted_absolute_percentage_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of abs(e) over that of abs(y); NaN if that is 0."""
    return _quotient(of.sums["abs_e"], of.sums["abs_y"], of)


def normalized_root_mean_squared_error(
    of: ErrorTotals,
    *,
    normalization: str = "mean",
    quartiles_apart: Any = None,
    **_: Any,
) -> Any:
    """Return the root of the mean of e² over what is said; NaN if that is 0.

    The interquartile range is no matter of sums: it is given.
    """
    with np.errstate(over="ignore"):  # of a weight next to 0 the mean is infinite
        root = np.sqrt(of.sums["e2"] / of.weight)
        spread = np.sqrt(of.centred("t2", "t") / of.weight)
    if normalization == "std":
        return _quotient(root, spread, of)
    if normalization == "mean":
        below = np.where(of.cancels, 0.0, np.abs(of.mean_true))
    elif normalization == "range":
        assert of.extremes is not None
        with np.errstate(over="ignore"):
            below = of.extremes[2] - of.extremes[1]
    else:
        below = quartiles_apart
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(below > 0, of.unscaled(root, _ERROR) / below, np.nan)


def _quotient(above: Any, below: Any, of: ErrorTotals) -> Any:
    """Return something of e over something of y."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = np.where(below > 0, above / below, np.nan)
        return found * of.ratio_of_scales(_ERROR, _TRUE)
