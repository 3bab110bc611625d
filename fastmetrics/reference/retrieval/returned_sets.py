"""What was returned, whatever its order."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.retrieval.orders import Column, Query, read_queries
from fastmetrics.reference.retrieval.per_query import hits_of, mean_over_queries


def set_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of the returned documents that are relevant."""

    def value(order: list[Any], query: Query) -> Fraction:
        return _shares(query, relevance_level)[0]

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        ties="input",
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def set_recall(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of the relevant documents that were returned."""

    def value(order: list[Any], query: Query) -> Fraction:
        return _shares(query, relevance_level)[1]

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        ties="input",
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def set_f_score(
    y_true: Any,
    y_score: Any = None,
    *,
    beta: float = 1,
    relevance_level: float = 1,
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the weighted harmonic mean of both, recall beta times as important."""
    if not beta >= 0:
        raise ValueError(f"beta={beta!r} is not at least 0")
    square = Fraction(beta) ** 2

    def value(order: list[Any], query: Query) -> Fraction:
        precision, recall = _shares(query, relevance_level)
        if precision == 0:
            return Fraction(0)
        return (square + 1) * precision * recall / (square * precision + recall)

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        ties="input",
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def retrieval_counts(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
) -> tuple[int, int, int, int]:
    """Return how many queries, returned, relevant and relevant returned documents."""
    queries = read_queries(y_true, y_score, query_id, None)
    return (
        len(queries),
        sum(len(query.grades) for query in queries),
        sum(query.relevant(relevance_level) for query in queries),
        sum(sum(hits_of(query.grades, relevance_level)) for query in queries),
    )


def _shares(query: Query, level: float) -> tuple[Fraction, Fraction]:
    """Return precision and recall of what was returned."""
    hits = sum(hits_of(query.grades, level))
    precision = Fraction(hits, len(query.grades)) if hits else Fraction(0)
    return precision, Fraction(hits, query.relevant(level))
