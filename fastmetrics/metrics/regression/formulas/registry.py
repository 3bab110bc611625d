"""The records of all topics of the family."""

from dataclasses import replace

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    agreement,
    constant_forecasts,
    correlation,
    criteria,
    decompositions,
    deviances,
    error_losses,
    errors,
    forecasts,
    order_statistics,
    percentage_errors,
    relative_errors,
    scaled_errors,
    shares_of_variance,
)

__all__ = ["OTHERS", "RECORDS"]

# What a report shows unasked: of points the errors that are looked at first, of other
# forecasts whether they can be taken at their word, and how sharp they are.
_REPORTED = {
    "mean_squared_error", "root_mean_squared_error", "mean_absolute_error",
    "median_absolute_error", "max_error", "mean_error", "r2_score",
    "mean_absolute_percentage_error", "pearson_r", "spearman_rho",
    "mean_quantile_loss", "crps_quantile", "interval_coverage", "mean_interval_width",
    "interval_score", "crps_ensemble", "crps_gaussian", "gaussian_log_loss",
}  # fmt: skip
_ALL: tuple[Metric, ...] = (
    *errors.RECORDS,
    *shares_of_variance.RECORDS,
    *relative_errors.RECORDS,
    *agreement.RECORDS,
    *percentage_errors.RECORDS,
    *error_losses.RECORDS,
    *deviances.RECORDS,
    *order_statistics.RECORDS,
    *constant_forecasts.RECORDS,
    *scaled_errors.RECORDS,
    *correlation.RECORDS,
    *forecasts.RECORDS,
)
RECORDS = tuple(replace(row, in_report=row.name in _REPORTED) for row in _ALL)
OTHERS: tuple[Metric, ...] = (
    *decompositions.OTHERS,
    *forecasts.OTHERS,
    *criteria.OTHERS,
)
