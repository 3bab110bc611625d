"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import criteria

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = ()
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
