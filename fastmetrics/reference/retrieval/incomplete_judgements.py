"""Measures for documents that were not all judged."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    is_nonrelevant,
    is_relevant,
    read_queries,
)
from fastmetrics.reference.retrieval.per_query import (
    check_cutoff,
    geometric_mean,
    mean_over_queries,
    refuse_open_ties,
)

SMALL = Fraction("0.00001")


def bpref(
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
    """Return how seldom documents judged not relevant are ahead of relevant ones."""

    def value(order: list[Any], query: Query) -> Fraction:
        n_relevant = query.relevant(relevance_level)
        judged = [*query.grades, *query.unreturned]
        others = sum(is_nonrelevant(grade, relevance_level) for grade in judged)
        total, ahead = Fraction(0), 0
        for grade in order:
            if is_relevant(grade, relevance_level):
                total += 1
                if ahead:
                    most = min(others, n_relevant)
                    total -= Fraction(min(ahead, n_relevant), most)
            ahead += is_nonrelevant(grade, relevance_level)
        return total / n_relevant

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


def geometric_mean_bpref(
    y_true: Any,
    y_score: Any = None,
    *,
    floor: float = 1e-5,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the geometric mean of values of bpref, of which none is below floor."""
    found = bpref(
        y_true,
        y_score,
        relevance_level=relevance_level,
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


def inferred_average_precision(
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
    """Return average precision as a sample of judgements of a pool lets it be guessed.

    Grades below 0 are of documents in the pool that were not judged.
    """
    refuse_open_ties(y_true, y_score, relevance_level, query_id, doc_id, ties)

    def value(order: list[Any], query: Query) -> Fraction:
        total = Fraction(0)
        for i, grade in enumerate(order):
            if not is_relevant(grade, relevance_level):
                continue
            before = order[:i]
            pooled = sum(other is not None for other in before)
            relevant = sum(is_relevant(other, relevance_level) for other in before)
            others = sum(is_nonrelevant(other, relevance_level) for other in before)
            guess = (relevant + SMALL) / (relevant + others + 2 * SMALL)
            # The document itself, and those ahead: pooled ones as the judged ones are.
            above = Fraction(pooled, i) * guess if i else Fraction(0)
            total += Fraction(1, i + 1) + Fraction(i, i + 1) * above
        return total / query.relevant(relevance_level)

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


def judged_at_k(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = None,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of the first k documents returned that were judged."""
    check_cutoff(k)

    def value(order: list[Any], query: Query) -> Fraction:
        first = order[:k]
        judged = sum(grade is not None for grade in first)
        return Fraction(judged, len(first)) if first else Fraction(0)

    return mean_over_queries(
        value,
        y_true,
        y_score,
        query_id=query_id,
        doc_id=doc_id,
        ties=ties,
        average=average,
        sample_weight=sample_weight,
        asks_for_relevant=False,
    )
