"""Relevant documents among the first ones."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import Column, Query
from fastmetrics.reference.retrieval.per_query import hits_of, mean_over_queries


def precision_at_k(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int,
    divide_by: str = "k",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of the first k documents that are relevant."""
    check_choice("divide_by", divide_by, ["k", "returned"])

    def value(order: list[Any], query: Query) -> Fraction:
        return _precision(order, k, divide_by, relevance_level)

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


def hits_at_k(
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
    """Return how many of the first k documents are relevant."""

    def value(order: list[Any], query: Query) -> Fraction:
        return Fraction(sum(hits_of(order, relevance_level, k)))

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


def recall_at_k(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int,
    normalizer: str = "relevant",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the share of the relevant documents that are among the first k."""
    check_choice("normalizer", normalizer, ["relevant", "cutoff"])

    def value(order: list[Any], query: Query) -> Fraction:
        return _recall(order, query, k, normalizer, relevance_level)

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


def f1_at_k(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int,
    divide_by: str = "k",
    normalizer: str = "relevant",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean over queries of the harmonic mean of precision and recall."""
    check_choice("divide_by", divide_by, ["k", "returned"])
    check_choice("normalizer", normalizer, ["relevant", "cutoff"])

    def value(order: list[Any], query: Query) -> Fraction:
        precision = _precision(order, k, divide_by, relevance_level)
        recall = _recall(order, query, k, normalizer, relevance_level)
        if precision == 0:
            return Fraction(0)
        return 2 * precision * recall / (precision + recall)

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


def relative_precision_at_k(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return precision at k as a share of the largest that is possible."""
    return recall_at_k(
        y_true,
        y_score,
        k=k,
        normalizer="cutoff",
        relevance_level=relevance_level,
        query_id=query_id,
        doc_id=doc_id,
        ties=ties,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def r_precision(
    y_true: Any,
    y_score: Any = None,
    *,
    multiple: float = 1,
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return precision after as many documents as are relevant, or a multiple."""
    if not 0 < multiple < math.inf:
        raise ValueError(f"multiple={multiple!r} is not above 0")

    def value(order: list[Any], query: Query) -> Fraction:
        k = math.floor(multiple * query.relevant(relevance_level) + 0.9)
        return _precision(order, k, "k", relevance_level) if k else Fraction(0)

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


def _precision(order: list[Any], k: int, divide_by: str, level: float) -> Fraction:
    hits = hits_of(order, level, k)
    divisor = k if divide_by == "k" else len(hits)
    return Fraction(sum(hits), divisor) if divisor else Fraction(0)


def _recall(
    order: list[Any], query: Query, k: int, normalizer: str, level: float
) -> Fraction:
    most = query.relevant(level)
    divisor = min(most, k) if normalizer == "cutoff" else most
    return Fraction(sum(hits_of(order, level, k)), divisor)
