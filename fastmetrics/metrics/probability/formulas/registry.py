"""The records of all topics of the family."""

from fastmetrics.metrics.probability.formulas import several_classes
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*several_classes.RECORDS,)
OTHERS: tuple[Metric, ...] = ()
