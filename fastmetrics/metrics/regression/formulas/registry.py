"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = ()
OTHERS: tuple[Metric, ...] = ()
