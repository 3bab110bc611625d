"""Records of the metrics of how the labels of rows are ranked."""

from fastmetrics.metrics.probability.formulas.means import mean_over_rows
from fastmetrics.metrics.record import INFINITY

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "coverage_error",
        "Coverage error",
        "label_rankings.coverage_errors",
        upper=INFINITY,
        greater_is_better=False,
    ),
    mean_over_rows(
        "label_ranking_loss",
        "Label ranking loss",
        "label_rankings.ranking_losses",
        "ranking_loss",
        greater_is_better=False,
    ),
    mean_over_rows(
        "label_ranking_average_precision_score",
        "Label ranking average precision",
        "label_rankings.ranking_precisions",
        "lrap",
    ),
)
