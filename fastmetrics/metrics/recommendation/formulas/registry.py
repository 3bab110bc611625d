"""The records of all topics of the family."""

from fastmetrics.metrics.recommendation.formulas import (
    concentration,
    coverage,
    diversity,
    surprise,
)
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *surprise.RECORDS,
    *diversity.RECORDS,
    *coverage.RECORDS,
    *concentration.RECORDS,
)
OTHERS: tuple[Metric, ...] = ()
