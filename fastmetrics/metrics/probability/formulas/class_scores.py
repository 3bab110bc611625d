"""Records of the metrics of a score per class."""

from fastmetrics.metrics.probability.formulas.means import mean_over_rows
from fastmetrics.metrics.record import INFINITY

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "hinge_loss",
        "Hinge loss",
        "class_scores.hinge_losses",
        "hinge",
        upper=INFINITY,
        greater_is_better=False,
    ),
    mean_over_rows(
        "top_k_accuracy_score",
        "Top-k accuracy",
        "class_scores.top_k_hits",
        "top_k_accuracy",
        interval="wilson",
    ),
)
