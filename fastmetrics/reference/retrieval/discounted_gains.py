"""What documents are worth, discounted by rank."""

import math
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    averaged,
    over_orders,
    read_queries,
)
from fastmetrics.reference.retrieval.per_query import check_cutoff


def dcg_score(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    sample_weight: Column | None = None,
    ignore_ties: bool = False,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    gain: Any = "linear",
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
) -> Any:
    """Return the mean over queries of the sum of gain / log(rank + 1)."""
    queries = read_queries(y_true, y_score, query_id, doc_id)
    if ignore_ties:
        queries, ties = [_later_first(query) for query in queries], "input"
    values = [
        over_orders(query, ties, lambda order: _dcg(order, k, log_base, gain))
        for query in queries
    ]
    return averaged(
        values,
        [_has_none(query, gain) for query in queries],
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def ndcg_score(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    sample_weight: Column | None = None,
    ignore_ties: bool = False,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    gain: Any = "linear",
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
) -> Any:
    """Return the mean over queries of the DCG divided by that of the best order."""
    queries = read_queries(y_true, y_score, query_id, doc_id)
    if any(grade is not None and grade < 0 for q in queries for grade in q.grades):
        raise ValueError("a grade is negative")
    if ignore_ties:
        queries, ties = [_later_first(query) for query in queries], "input"
    nothing = [_has_none(query, gain) for query in queries]
    values = [
        0.0
        if without
        else over_orders(query, ties, lambda order: _dcg(order, k, 2, gain))
        / _ideal(query, k, 2, gain)
        for query, without in zip(queries, nothing, strict=True)
    ]
    return averaged(
        values, nothing, empty=empty, average=average, sample_weight=sample_weight
    )


def ideal_dcg(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    log_base: float = 2,
    gain: Any = "linear",
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean over queries of the DCG of the documents in descending order."""
    queries = y_true
    if not (y_true and isinstance(y_true[0], Query)):
        queries = read_queries(y_true, y_true, query_id, None)
    return averaged(
        [_ideal(query, k, log_base, gain) for query in queries],
        [_has_none(query, gain) for query in queries],
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def _dcg(order: list[Any], k: int | None, log_base: float, gain: Any) -> float:
    check_cutoff(k)
    terms = [
        _gain(grade, gain) * math.log(log_base) / math.log(rank + 1)
        for rank, grade in enumerate(order[:k], 1)
    ]
    return math.fsum(terms)


def _ideal(query: Query, k: int | None, log_base: float, gain: Any) -> float:
    grades = [*query.grades, *query.unreturned]
    best = sorted(grades, key=lambda grade: _gain(grade, gain), reverse=True)
    return _dcg(best, k, log_base, gain)


def _gain(grade: Any, gain: Any) -> float:
    if grade is None:
        return 0.0
    if gain == "linear":
        return float(grade)
    if gain == "exponential":
        if abs(grade) < 1:
            return math.expm1(grade * math.log(2))  # keeps the digits of a small one
        return 2.0**grade - 1
    return float(gain[grade])


def _has_none(query: Query, gain: Any) -> bool:
    return all(_gain(grade, gain) == 0 for grade in [*query.grades, *query.unreturned])


def _later_first(query: Query) -> Query:
    return query._replace(grades=query.grades[::-1], scores=query.scores[::-1])
