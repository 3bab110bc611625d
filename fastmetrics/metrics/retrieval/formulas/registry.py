"""The records of all topics of the family."""

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.retrieval.formulas import (
    average_precisions,
    cutoffs,
    discounted_gains,
    first_hits,
    incomplete_judgements,
    recall_levels,
    returned_sets,
    user_models,
)

__all__ = ["OTHERS", "RECORDS"]

RECORDS: tuple[Metric, ...] = (
    *discounted_gains.RECORDS,
    *average_precisions.RECORDS,
    *first_hits.RECORDS,
    *cutoffs.RECORDS,
    *recall_levels.RECORDS,
    *incomplete_judgements.RECORDS,
    *user_models.RECORDS,
    *returned_sets.RECORDS,
)
OTHERS: tuple[Metric, ...] = returned_sets.OTHERS
