"""What each row loses by a forecast of its number; the weighted mean is the metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.options import check_flag, check_level
from fastmetrics._kernels.number_forecasts import (
    COVERED,
    ENSEMBLE,
    INTERVAL,
    NORMAL_CRPS,
    NORMAL_LOG,
    NOT_ABOVE,
    PINBALL,
    WIDTH,
)
from fastmetrics.metrics.regression.measuring.forecast_rows import (
    of_ensembles,
    of_intervals,
    of_normals,
    of_quantiles,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import Crossing, Levels

    Rows = NDArray[np.float64]

__all__ = [
    "covered_rows",
    "ensemble_crps",
    "interval_losses",
    "interval_widths",
    "mean_pinballs",
    "normal_crps",
    "normal_log_losses",
    "penalty_per_unit",
    "quantile_crps",
    "rows_not_above",
]


def mean_pinballs(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the mean loss of each row's quantiles."""
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    return rows.row_values(PINBALL)


def quantile_crps(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return twice the mean loss of each row's quantiles."""
    return 2.0 * mean_pinballs(
        y_true,
        y_quantiles,
        quantiles=quantiles,
        crossing=crossing,
        sample_weight=sample_weight,
    )


def rows_not_above(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return 1 for each row that is not above its quantile, 0 for the others."""
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    if rows.k > 1:
        raise ValueError(
            "quantile_coverage is a single number of a single quantile only: got "
            f"{rows.k}. Give one column and its level."
        )
    return rows.row_values(NOT_ABOVE)


def covered_rows(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return 1 for each row inside its interval, 0 for the others."""
    return of_intervals(y_true, y_lower, y_upper, sample_weight).row_values(COVERED)


def interval_widths(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the width of each row's interval."""
    return of_intervals(y_true, y_lower, y_upper, sample_weight).row_values(WIDTH)


def interval_losses(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    confidence_level: float = 0.95,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the width of each row's interval and what it loses outside."""
    penalty = penalty_per_unit(confidence_level)
    rows = of_intervals(y_true, y_lower, y_upper, sample_weight)
    return rows.row_values(INTERVAL, penalty=penalty)


def penalty_per_unit(confidence_level: float) -> float:
    """Return what an interval loses for each unit that a row is outside."""
    return 2.0 / (1.0 - check_level(confidence_level))


def ensemble_crps(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the score of each row's ensemble; NaN if it should be fair to one."""
    check_flag(fair, "fair")
    rows = of_ensembles(y_true, y_ensemble, sample_weight)
    found = rows.row_values(ENSEMBLE, fair=bool(fair and rows.k > 1))
    return np.full_like(found, np.nan) if fair and rows.k == 1 else found


def normal_crps(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the score of each row's normal distribution."""
    return of_normals(y_true, mean, scale, sample_weight).row_values(NORMAL_CRPS)


def normal_log_losses(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return minus the logarithm of each row's density."""
    return of_normals(y_true, mean, scale, sample_weight).row_values(NORMAL_LOG)
