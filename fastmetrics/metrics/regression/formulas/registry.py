"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    correlation,
    criteria,
    deviances,
    error_losses,
    percentage_errors,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *percentage_errors.RECORDS,
    *error_losses.RECORDS,
    *deviances.RECORDS,
    *correlation.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
