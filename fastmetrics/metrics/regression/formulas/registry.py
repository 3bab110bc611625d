"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import criteria, scaled_errors

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*scaled_errors.RECORDS,)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
