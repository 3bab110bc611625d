"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas import (
    criteria,
    deviances,
    error_losses,
    percentage_errors,
    constant_forecasts,
    criteria,
    order_statistics,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *percentage_errors.RECORDS,
    *error_losses.RECORDS,
    *deviances.RECORDS,
    *order_statistics.RECORDS,
    *constant_forecasts.RECORDS,
)
from fastmetrics.metrics.regression.formulas import correlation, criteria

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*correlation.RECORDS,)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS,)
from fastmetrics.metrics.regression.formulas import criteria, forecasts

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (*forecasts.RECORDS,)
OTHERS: tuple[Metric, ...] = (*criteria.OTHERS, *forecasts.OTHERS)
    correlation,
    criteria,
    decompositions,
    scaled_errors,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *scaled_errors.RECORDS,
    *correlation.RECORDS,
)
OTHERS: tuple[Metric, ...] = (*decompositions.OTHERS, *criteria.OTHERS)
