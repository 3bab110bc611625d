"""Squared errors against the variance of what was observed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.record import INFINITY

if TYPE_CHECKING:
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = [
    "adjusted_r2_score",
    "explained_sum_of_squares",
    "explained_to_total_ratio",
    "explained_variance_score",
    "r2_score",
    "relative_squared_error",
    "root_relative_squared_error",
    "total_sum_of_squares",
]

_TRUE, _PRED, _ERROR = 0, 1, 2


def relative_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of e² over that of (y - mean(y))²; NaN if y is constant."""
    return _over_total(of, of.sums["e2"])


def root_relative_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Return the root of the same."""
    ratio = of.ratio_of_scales(_ERROR, _TRUE)
    total = of.centred("t2", "t")
    with np.errstate(over="ignore"):
        return np.sqrt(_quotient(of.sums["e2"], total)) * ratio


def r2_score(of: ErrorTotals, *, force_finite: bool = True, **_: Any) -> Any:
    """Return 1 less the relative squared error."""
    return _share(of, of.sums["e2"], force_finite)


def explained_variance_score(
    of: ErrorTotals, *, force_finite: bool = True, **_: Any
) -> Any:
    """Return 1 less the variance of e over that of y."""
    return _share(of, of.centred("d2", "d"), force_finite)


def adjusted_r2_score(
    of: ErrorTotals, *, n_features: float, force_finite: bool = True, **_: Any
) -> Any:
    """Return R² less what so many features gain; NaN without rows to spare."""
    left = np.asarray(of.n - n_features - 1, np.float64)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        times = np.where(left > 0, (of.n - 1) / left, np.nan)
        return 1.0 - (1.0 - r2_score(of, force_finite=force_finite)) * times


def explained_to_total_ratio(of: ErrorTotals, **_: Any) -> Any:
    """Return the sum of (p - mean(y))² over that of (y - mean(y))²."""
    ratio = of.ratio_of_scales(_PRED, _TRUE)
    around = of.centred("q2", "q")
    total = of.centred("t2", "t")
    with np.errstate(over="ignore", invalid="ignore"):
        error = of.weight * np.square(of.sums["e"] / of.weight)
        found = _quotient(around, total) * ratio * ratio
        return found + _over_total(of, error)


def explained_sum_of_squares(of: ErrorTotals) -> Any:
    """Return the sum of (p - mean(y))²: about their own mean, and of that one's error.

    No term cancels another.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        error = of.weight * np.square(of.sums["e"] / of.weight)
        around = of.unscaled(of.centred("q2", "q"), _PRED, 2)
        return around + of.unscaled(error, _ERROR, 2)


def total_sum_of_squares(of: ErrorTotals) -> Any:
    """Return the sum of (y - mean(y))²."""
    with np.errstate(over="ignore", invalid="ignore"):
        return of.unscaled(of.centred("t2", "t"), _TRUE, 2)


def _over_total(of: ErrorTotals, squares: Any) -> Any:
    """Return squares of errors over the sum of squares of y, NaN if that is 0."""
    ratio = of.ratio_of_scales(_ERROR, _TRUE)
    with np.errstate(over="ignore", invalid="ignore"):
        return _quotient(squares, of.centred("t2", "t")) * ratio * ratio


def _quotient(above: Any, below: Any) -> Any:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(below > 0, above / below, np.nan)


def _share(of: ErrorTotals, squares: Any, force_finite: bool) -> Any:
    """Return 1 less the squares over those of y.

    Where those are 0, 1 if there are no errors and else 0; or else NaN and -inf.
    """
    total = of.centred("t2", "t")
    if of.scales is None and (total > 0).all():  # nearly always: there is no more to do
        with np.errstate(over="ignore"):
            return 1.0 - squares / total
    found = 1.0 - _over_total(of, squares)
    some, none = (0.0, 1.0) if force_finite else (-INFINITY, np.nan)
    return np.where(total == 0, np.where(squares > 0, some, none), found)
