"""Precision, recall and first hits in ranked lists."""

import math
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import (
    Query,
    Value,
    hits_of,
    list_measure,
)


@list_measure
def mean_average_precision(*, k=None, normalizer="relevant", relevance_level=1):
    """Return the mean over queries of the mean precision at relevant documents."""
    return _average_precision(k, normalizer, relevance_level)


def _average_precision(k: int | None, normalizer: str, level: float) -> Value:
    check_choice("normalizer", normalizer, ["relevant", "cutoff", "returned"])

    def value(order: list[Any], query: Query) -> Fraction:
        hits = hits_of(order, level, k)
        total = Fraction(0)
        for i, hit in enumerate(hits):
            if hit:
                total += Fraction(sum(hits[: i + 1]), i + 1)
        divisor = query.relevant(level)
        if normalizer == "cutoff" and k is not None:
            divisor = min(divisor, k)
        elif normalizer == "returned":
            divisor = sum(hits)
        return total / divisor if divisor else Fraction(0)

    return value


@list_measure
def geometric_mean_average_precision(
    *, k=None, floor=1e-5, normalizer="relevant", relevance_level=1
):
    """Return the geometric mean of average precisions, of which none is below floor."""
    return _average_precision(k, normalizer, relevance_level)


@list_measure(open_ties=("best", "worst"))
def smoothed_average_precision(*, relevance_level=1):
    """Return the mean of the log odds of the sum of precisions, one added to both."""

    def value(order: list[Any], query: Query) -> float:
        hits = hits_of(order, relevance_level)
        ranks = [i for i, hit in enumerate(hits, 1) if hit]
        found = sum(Fraction(sum(hits[:i]), i) for i in ranks)
        return math.log((1 + found) / (1 + query.relevant(relevance_level) - found))

    return value


@list_measure
def mean_reciprocal_rank(*, k=None, relevance_level=1):
    """Return the mean of 1 / rank of the first relevant document; 0 beyond k."""

    def value(order: list[Any], query: Query) -> Fraction:
        hits = hits_of(order, relevance_level, k)
        return Fraction(1, hits.index(True) + 1) if any(hits) else Fraction(0)

    return value


@list_measure
def hit_rate(*, k=None, relevance_level=1):
    """Return the share of queries with a relevant document among the first k."""

    def value(order: list[Any], query: Query) -> Fraction:
        return Fraction(any(hits_of(order, relevance_level, k)))

    return value


@list_measure
def precision_at_k(*, k, divide_by="k", relevance_level=1):
    """Return the share of the first k documents that are relevant."""
    check_choice("divide_by", divide_by, ["k", "returned"])

    def value(order: list[Any], query: Query) -> Fraction:
        return _precision(order, k, divide_by, relevance_level)

    return value


@list_measure
def hits_at_k(*, k=None, relevance_level=1):
    """Return how many of the first k documents are relevant."""

    def value(order: list[Any], query: Query) -> Fraction:
        return Fraction(sum(hits_of(order, relevance_level, k)))

    return value


@list_measure
def recall_at_k(*, k, normalizer="relevant", relevance_level=1):
    """Return the share of the relevant documents that are among the first k."""
    check_choice("normalizer", normalizer, ["relevant", "cutoff"])

    def value(order: list[Any], query: Query) -> Fraction:
        return _recall(order, query, k, normalizer, relevance_level)

    return value


@list_measure
def f1_at_k(*, k, divide_by="k", normalizer="relevant", relevance_level=1):
    """Return the mean over queries of the harmonic mean of precision and recall."""
    check_choice("divide_by", divide_by, ["k", "returned"])
    check_choice("normalizer", normalizer, ["relevant", "cutoff"])

    def value(order: list[Any], query: Query) -> Fraction:
        precision = _precision(order, k, divide_by, relevance_level)
        recall = _recall(order, query, k, normalizer, relevance_level)
        if precision == 0:
            return Fraction(0)
        return 2 * precision * recall / (precision + recall)

    return value


@list_measure
def relative_precision_at_k(*, k, relevance_level=1):
    """Return precision at k as a share of the largest that is possible."""

    def value(order: list[Any], query: Query) -> Fraction:
        return _recall(order, query, k, "cutoff", relevance_level)

    return value


@list_measure
def r_precision(*, multiple=1, relevance_level=1):
    """Return precision after as many documents as are relevant, or a multiple."""
    if not 0 < multiple < math.inf:
        raise ValueError(f"multiple={multiple!r} is not above 0")

    def value(order: list[Any], query: Query) -> Fraction:
        k = math.floor(multiple * query.relevant(relevance_level) + 0.9)
        return _precision(order, k, "k", relevance_level) if k else Fraction(0)

    return value


def _precision(order: list[Any], k: int, divide_by: str, level: float) -> Fraction:
    hits = hits_of(order, level, k)
    divisor = k if divide_by == "k" else len(hits)
    return Fraction(sum(hits), divisor) if divisor else Fraction(0)


def _recall(order, query, k, normalizer, level):
    most = query.relevant(level)
    divisor = min(most, k) if normalizer == "cutoff" else most
    return Fraction(sum(hits_of(order, level, k)), divisor)


ELEVEN = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@list_measure(open_ties=("best", "worst"))
def interpolated_precision_at_recall(*, recall, rounding="up", relevance_level=1):
    """Return the largest precision from where this share of the relevant is found."""
    if not 0 <= recall <= 1:
        raise ValueError(f"recall={recall!r} is outside [0, 1]")
    check_choice("rounding", rounding, ["up", "nearest"])

    def value(order: list[Any], query: Query) -> Fraction:
        return _interpolated(order, query, recall, rounding, relevance_level)

    return value


@list_measure(open_ties=("best", "worst"))
def eleven_point_average_precision(*, rounding="up", relevance_level=1):
    """Return the mean interpolated precision at recall 0, 0.1, ..., 1."""
    check_choice("rounding", rounding, ["up", "nearest"])

    def value(order: list[Any], query: Query) -> Fraction:
        values = [
            _interpolated(order, query, recall, rounding, relevance_level)
            for recall in ELEVEN
        ]
        return sum(values, Fraction(0)) / len(ELEVEN)

    return value


def _interpolated(order, query, recall, rounding, level):
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
