"""What was returned, whatever its order."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    is_nonrelevant,
    read_queries,
)
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


def set_relative_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return set precision, divided by the largest that there could be."""

    def value(order: list[Any], query: Query) -> Fraction:
        hits = sum(hits_of(order, relevance_level))
        most = min(len(order), query.relevant(relevance_level))
        return Fraction(hits, most) if most else Fraction(0)

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


def set_average_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return set precision times set recall."""

    def value(order: list[Any], query: Query) -> Fraction:
        precision, recall = _shares(query, relevance_level)
        return precision * recall

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


def set_utility(
    y_true: Any,
    y_score: Any = None,
    *,
    hit: float = 1,
    false_alarm: float = -1,
    miss: float = 0,
    correct_rejection: float = 0,
    n_docs: int | None = None,
    relevance_level: float = 1,
    query_id: Column | None = None,
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the sum over all documents of what each is worth."""
    if n_docs is None and correct_rejection != 0:
        raise ValueError("without n_docs nobody knows how many were left out")

    def value(order: list[Any], query: Query) -> Fraction:
        both = sum(hits_of(order, relevance_level))
        returned_alone = len(order) - both
        relevant_alone = query.relevant(relevance_level) - both
        total = both * Fraction(hit)
        total += returned_alone * Fraction(false_alarm)
        total += relevant_alone * Fraction(miss)
        if n_docs is not None:
            neither = n_docs - both - returned_alone - relevant_alone
            total += neither * Fraction(correct_rejection)
        return total

    return mean_over_queries(
        value,
        y_true,
        y_score,
        relevance_level=relevance_level,
        query_id=query_id,
        ties="input",
        average=average,
        sample_weight=sample_weight,
        asks_for_relevant=False,
    )


def retrieval_counts(
    y_true: Any,
    y_score: Any = None,
    *,
    relevance_level: float = 1,
    query_id: Column | None = None,
) -> tuple[int, int, int, int, int]:
    """Return how many queries there are, and documents.

    These are returned, relevant, both, and returned and judged not relevant.
    """
    queries = read_queries(y_true, y_score, query_id, None)
    return (
        len(queries),
        sum(len(query.grades) for query in queries),
        sum(query.relevant(relevance_level) for query in queries),
        sum(sum(hits_of(query.grades, relevance_level)) for query in queries),
        sum(
            is_nonrelevant(grade, relevance_level)
            for query in queries
            for grade in query.grades
        ),
    )


def _shares(query: Query, level: float) -> tuple[Fraction, Fraction]:
    """Return precision and recall of what was returned."""
    hits = sum(hits_of(query.grades, level))
    precision = Fraction(hits, len(query.grades)) if hits else Fraction(0)
    return precision, Fraction(hits, query.relevant(level))
