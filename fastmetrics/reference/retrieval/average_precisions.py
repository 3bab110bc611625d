"""Average precision: precision at the ranks of the relevant documents."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import Column, Query, read_queries
from fastmetrics.reference.retrieval.per_query import (
    geometric_mean,
    hits_of,
    mean_over_queries,
    refuse_open_ties,
)


def mean_average_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    normalizer: str = "relevant",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean over queries of the mean precision at relevant documents."""
    check_choice("normalizer", normalizer, ["relevant", "cutoff", "returned"])

    def value(order: list[Any], query: Query) -> Fraction:
        hits = hits_of(order, relevance_level, k)
        total = Fraction(0)
        for i, hit in enumerate(hits):
            if hit:
                total += Fraction(sum(hits[: i + 1]), i + 1)
        divisor = query.relevant(relevance_level)
        if normalizer == "cutoff" and k is not None:
            divisor = min(divisor, k)
        elif normalizer == "returned":
            divisor = sum(hits)
        return total / divisor if divisor else Fraction(0)

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


def geometric_mean_average_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    floor: float = 1e-5,
    normalizer: str = "relevant",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the geometric mean of average precisions, of which none is below floor."""
    found = mean_average_precision(
        y_true,
        y_score,
        k=k,
        relevance_level=relevance_level,
        normalizer=normalizer,
        query_id=query_id,
        doc_id=doc_id,
        ties=ties,
        average=None,
    )
    queries = read_queries(y_true, y_score, query_id, doc_id)
    nothing = [query.relevant(relevance_level) == 0 for query in queries]
    return geometric_mean(
        found,
        nothing,
        floor,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def smoothed_average_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of the log odds of the sum of precisions, one added to both."""
    if ties not in ("best", "worst"):
        refuse_open_ties(y_true, y_score, relevance_level, query_id, doc_id, ties)

    def value(order: list[Any], query: Query) -> float:
        hits = hits_of(order, relevance_level)
        ranks = [i for i, hit in enumerate(hits, 1) if hit]
        found = sum(Fraction(sum(hits[:i]), i) for i in ranks)
        return math.log((1 + found) / (1 + query.relevant(relevance_level) - found))

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
