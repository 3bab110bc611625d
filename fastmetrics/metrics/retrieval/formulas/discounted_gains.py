"""The records of what documents are worth, discounted by rank."""

from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries(
        "ndcg_score", "nDCG", *("ndcg", "ndcg_cut", "nDCG"), in_report=True
    ),
    # below 0 only where grades are
    mean_over_queries("dcg_score", "DCG", "dcg", lower=-INFINITY, upper=INFINITY),
    mean_over_queries(
        "ideal_dcg",
        "Ideal DCG",
        "idcg",
        targets=("grades",),
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
    ),
)
