"""The records of all topics of the family."""

from fastmetrics.metrics.probability.formulas import recalibration
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*recalibration.RECORDS,)
OTHERS: tuple[Metric, ...] = (*recalibration.OTHERS,)
