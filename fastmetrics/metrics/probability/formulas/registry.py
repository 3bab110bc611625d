"""The records of all topics of the family."""

from fastmetrics.metrics.probability.formulas import losses
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*losses.RECORDS,)
OTHERS: tuple[Metric, ...] = ()
