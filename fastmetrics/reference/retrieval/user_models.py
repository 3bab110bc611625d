"""Readers who go down a list, and stop somewhere."""

from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import (
    Column,
    averaged,
    is_relevant,
    over_orders,
    read_queries,
)
from fastmetrics.reference.retrieval.per_query import check_cutoff


def expected_reciprocal_rank(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    max_grade: float = 4,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of 1 / the rank at which a reader is expected to stop.

    The chance to stop at a document is (2**grade - 1) / 2**max_grade.
    """
    queries = read_queries(y_true, y_score, query_id, doc_id)
    known = [
        [grade for grade in [*query.grades, *query.unreturned] if grade is not None]
        for query in queries
    ]
    if any(grade > max_grade for grades in known for grade in grades):
        raise ValueError("a grade is above max_grade")

    def value(order: list[Any]) -> float:
        check_cutoff(k)
        total, still_reads = 0.0, 1.0
        for rank, grade in enumerate(order[:k], 1):
            if grade is not None and grade > 0:
                stops = (2.0**grade - 1) / 2.0**max_grade
                total += still_reads * stops / rank
                still_reads *= 1 - stops
        return total

    return averaged(
        [over_orders(query, ties, value) for query in queries],
        [all(grade <= 0 for grade in grades) for grades in known],
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def rank_biased_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    gain: str = "binary",
    max_grade: float | None = None,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of what a reader finds who goes on with probability p."""
    check_choice("gain", gain, ["binary", "linear"])
    queries = read_queries(y_true, y_score, query_id, doc_id)

    def worth(grade: Any) -> float:
        if gain == "binary":
            return float(is_relevant(grade, relevance_level))
        assert max_grade is not None
        return max(grade or 0, 0) / max_grade

    def value(order: list[Any]) -> float:
        check_cutoff(k)
        return (1 - p) * sum(worth(grade) * p**i for i, grade in enumerate(order[:k]))

    return averaged(
        [over_orders(query, ties, value) for query in queries],
        [
            not any(worth(grade) for grade in [*query.grades, *query.unreturned])
            for query in queries
        ],
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def rbp_residual(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    p: float = 0.8,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of what rank-biased precision could be higher at most.

    A document that is not judged might be relevant, and so might all that follow.
    """
    queries = read_queries(y_true, y_score, query_id, doc_id)

    def value(order: list[Any]) -> float:
        check_cutoff(k)
        first = order[:k]
        unknown = sum(p**i for i, grade in enumerate(first) if grade is None)
        return (1 - p) * unknown + p ** len(first)

    return averaged(
        [over_orders(query, ties, value) for query in queries],
        [False] * len(queries),
        empty="zero",
        average=average,
        sample_weight=sample_weight,
    )
