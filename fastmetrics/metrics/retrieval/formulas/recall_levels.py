"""The records of interpolated precision."""

from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries(
        "interpolated_precision_at_recall",
        "Interpolated precision at a level of recall",
        *("iprec_at_recall", "IPrec"),
        required=("recall",),
    ),
    mean_over_queries(
        "eleven_point_average_precision", "Eleven-point average precision", "11pt_avg"
    ),
)
