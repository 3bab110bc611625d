"""The records of readers who go down a list, and stop somewhere."""

from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries("expected_reciprocal_rank", "Expected reciprocal rank", "err"),
    mean_over_queries("rank_biased_precision", "Rank-biased precision", "rbp"),
    mean_over_queries(
        "rbp_residual", "Residual of rank-biased precision", greater_is_better=None
    ),
)
