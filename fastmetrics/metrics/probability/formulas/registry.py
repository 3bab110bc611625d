"""The records of all topics of the family."""

from fastmetrics.metrics.probability.formulas import calibration, losses
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*losses.RECORDS, *calibration.RECORDS)
OTHERS: tuple[Metric, ...] = (*calibration.OTHERS,)
