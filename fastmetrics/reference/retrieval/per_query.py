"""One value per query, of every order of its documents, and the mean over queries."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    averaged,
    is_relevant,
    over_orders,
    ranks_of,
    read_queries,
)

Value = Callable[[list[Any], Query], Any]


def mean_over_queries(
    value: Value,
    y_true: Any,
    y_score: Any,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
    asks_for_relevant: bool = True,
) -> Any:
    """Return the mean of ``value(order, query)`` over orders and over queries."""
    queries = read_queries(y_true, y_score, query_id, doc_id)
    nothing = [
        asks_for_relevant and query.relevant(relevance_level) == 0 for query in queries
    ]

    def over(query: Query) -> Any:
        return over_orders(query, ties, lambda order: value(order, query))

    values = [
        0.0 if without else over(query)
        for query, without in zip(queries, nothing, strict=True)
    ]
    return averaged(
        values, nothing, empty=empty, average=average, sample_weight=sample_weight
    )


def geometric_mean(
    values: Sequence[float],
    nothing: Sequence[bool],
    floor: float,
    *,
    empty: str,
    average: str | None,
    sample_weight: Column | None,
) -> Any:
    """Return the geometric mean of values of which none counts less than floor."""
    if not 0 < floor <= 1:
        raise ValueError(f"floor={floor!r} is outside (0, 1]")
    values = [max(value, floor) for value in values]
    if empty == "zero":  # a value of 0, which is the floor here
        nothing = [False] * len(values)
    shared: Any = {"empty": empty, "sample_weight": sample_weight}
    if average is None:
        return averaged(values, nothing, average=None, **shared)
    logs = [math.log(value) for value in values]
    return math.exp(averaged(logs, nothing, average=average, **shared))


def refuse_open_ties(
    y_true: Any,
    y_score: Any,
    level: float,
    query_id: Column | None,
    doc_id: Column | None,
    ties: str | None,
) -> None:
    """Refuse relevant documents that have the score of others, in no order."""
    for query in read_queries(y_true, y_score, query_id, doc_id):
        for group in ranks_of(query, ties):
            if len(set(hits_of(group, level))) > 1:
                raise ValueError(f"ties={ties!r} gives no order of tied documents")


def hits_of(order: list[Any], level: float, k: int | None = None) -> list[bool]:
    """Tell which of the first k documents are relevant."""
    check_cutoff(k)
    return [is_relevant(grade, level) for grade in order[:k]]


def check_cutoff(k: int | None) -> None:
    """Refuse a cut-off that lets nothing in."""
    if k is not None and k < 1:
        raise ValueError(f"k={k!r} is not at least 1")
