"""Interpolated precision at levels of recall."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import Column, Query, ranks_of, read_queries
from fastmetrics.reference.retrieval.per_query import hits_of, mean_over_queries

ELEVEN = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def interpolated_precision_at_recall(
    y_true: Any,
    y_score: Any = None,
    *,
    recall: float,
    rounding: str = "up",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the largest precision from where this share of the relevant is found."""
    if not 0 <= recall <= 1:
        raise ValueError(f"recall={recall!r} is outside [0, 1]")
    check_choice("rounding", rounding, ["up", "nearest"])
    _refuse_ties(y_true, y_score, query_id, doc_id, ties, relevance_level)

    def value(order: list[Any], query: Query) -> Fraction:
        return _interpolated(order, query, recall, rounding, relevance_level)

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


def eleven_point_average_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    rounding: str = "up",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean interpolated precision at recall 0, 0.1, ..., 1."""
    check_choice("rounding", rounding, ["up", "nearest"])
    _refuse_ties(y_true, y_score, query_id, doc_id, ties, relevance_level)

    def value(order: list[Any], query: Query) -> Fraction:
        values = [
            _interpolated(order, query, recall, rounding, relevance_level)
            for recall in ELEVEN
        ]
        return sum(values, Fraction(0)) / len(ELEVEN)

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


def _interpolated(
    order: list[Any], query: Query, recall: float, rounding: str, level: float
) -> Fraction:
    """Return the largest precision at or after the rank that the recall needs."""
    added = 0.9 if rounding == "up" else 0.5
    needed = math.floor(recall * query.relevant(level) + added)
    hits = hits_of(order, level)
    precisions = [
        Fraction(sum(hits[:n]), n)
        for n in range(1, len(hits) + 1)
        if sum(hits[:n]) >= needed
    ]
    return max(precisions, default=Fraction(0))


def _refuse_ties(
    y_true: Any,
    y_score: Any,
    query_id: Column | None,
    doc_id: Column | None,
    ties: str | None,
    level: float,
) -> None:
    """Refuse a tie of relevant documents with others, of which there is no mean."""
    if ties in (None, "average"):
        for query in read_queries(y_true, y_score, query_id, doc_id):
            for group in ranks_of(query, ties):
                if len(set(hits_of(group, level))) > 1:
                    raise ValueError("ties='average' has no mean for tied documents")
