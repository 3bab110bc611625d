"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    constant_forecasts,
    correlation,
    criteria,
    deviances,
    error_losses,
    forecasts,
    order_statistics,
    percentage_errors,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *order_statistics.RECORDS,
    *constant_forecasts.RECORDS,
    *percentage_errors.RECORDS,
    *error_losses.RECORDS,
    *deviances.RECORDS,
    *correlation.RECORDS,
    *forecasts.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS, *forecasts.OTHERS)
