"""Where the first relevant document is."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.retrieval.orders import Column, Query
from fastmetrics.reference.retrieval.per_query import hits_of, mean_over_queries


def mean_reciprocal_rank(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of 1 / rank of the first relevant document; 0 beyond k."""

    def value(order: list[Any], query: Query) -> Fraction:
        hits = hits_of(order, relevance_level, k)
        return Fraction(1, hits.index(True) + 1) if any(hits) else Fraction(0)

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        doc_id=doc_id,
        ties=ties,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def hit_rate(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of queries with a relevant document among the first k."""

    def value(order: list[Any], query: Query) -> Fraction:
        return Fraction(any(hits_of(order, relevance_level, k)))

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        doc_id=doc_id,
        ties=ties,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )
