"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import criteria, forecasts

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*forecasts.RECORDS,)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS, *forecasts.OTHERS)
