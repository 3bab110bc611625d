"""The records of all topics of the family."""

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

RECORDS: tuple[Metric, ...] = (
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
OTHERS: tuple[Metric, ...] = (
    *decompositions.OTHERS,
    *forecasts.OTHERS,
    *criteria.OTHERS,
)
