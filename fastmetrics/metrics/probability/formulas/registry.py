"""The records of all topics of the family."""

from fastmetrics.metrics.probability.formulas import (
    calibration,
    class_scores,
    decisions,
    distributions,
    label_rankings,
    losses,
    recalibration,
    several_classes,
)
from fastmetrics.metrics.record import Metric

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *losses.RECORDS,
    *distributions.RECORDS,
    *class_scores.RECORDS,
    *label_rankings.RECORDS,
    *calibration.RECORDS,
    *recalibration.RECORDS,
    *decisions.RECORDS,
    *several_classes.RECORDS,
)
OTHERS: tuple[Metric, ...] = (
    *calibration.OTHERS,
    *recalibration.OTHERS,
    *decisions.OTHERS,
)
