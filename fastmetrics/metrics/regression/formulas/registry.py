"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    constant_forecasts,
    correlation,
    criteria,
    forecasts,
    order_statistics,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *order_statistics.RECORDS,
    *constant_forecasts.RECORDS,
    *correlation.RECORDS,
    *forecasts.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS, *forecasts.OTHERS)
