"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    correlation,
    criteria,
    deviances,
    error_losses,
    errors,
    percentage_errors,
    relative_errors,
    shares_of_variance,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *errors.RECORDS,
    *shares_of_variance.RECORDS,
    *relative_errors.RECORDS,
    *percentage_errors.RECORDS,
    *error_losses.RECORDS,
    *deviances.RECORDS,
    *correlation.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
