"""The records of measures for documents that were not all judged."""

from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries("bpref", "Bpref", "Bpref"),
    mean_over_queries(
        "inferred_average_precision", "Inferred average precision", *("infAP", "infap")
    ),
    mean_over_queries(
        "judged_at_k", "Judged at k", *("judged", "Judged"), greater_is_better=None
    ),
)
