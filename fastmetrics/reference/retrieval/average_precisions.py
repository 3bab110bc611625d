"""Average precision: precision at the ranks of the relevant documents."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import Column, Query, averaged, read_queries
from fastmetrics.reference.retrieval.per_query import hits_of, mean_over_queries


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
    if not 0 < floor <= 1:
        raise ValueError(f"floor={floor!r} is outside (0, 1]")
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
    values = [max(value, floor) for value in found]
    queries = read_queries(y_true, y_score, query_id, doc_id)
    nothing = [query.relevant(relevance_level) == 0 for query in queries]
    if empty == "zero":  # an average precision of 0, which is the floor here
        nothing = [False] * len(values)
    shared: Any = {"empty": empty, "sample_weight": sample_weight}
    if average is None:
        return averaged(values, nothing, average=None, **shared)
    logs = [math.log(value) for value in values]
    return math.exp(averaged(logs, nothing, average=average, **shared))
