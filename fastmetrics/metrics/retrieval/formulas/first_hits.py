"""The records of the first relevant document."""

from fastmetrics.metrics.record import PROPORTION
from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries(
        "mean_reciprocal_rank",
        "Mean reciprocal rank",
        *("mrr", "recip_rank", "RR"),
        short="MRR",
        in_report=True,
    ),
    mean_over_queries(
        "hit_rate", "Hit rate", *("success", "Success"), interval=PROPORTION[0]
    ),
)
