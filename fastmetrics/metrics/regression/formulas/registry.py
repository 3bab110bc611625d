"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    correlation,
    criteria,
    errors,
    relative_errors,
    shares_of_variance,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *errors.RECORDS,
    *shares_of_variance.RECORDS,
    *relative_errors.RECORDS,
    *correlation.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
