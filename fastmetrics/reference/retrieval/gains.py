"""Discounted gains, and models of a reader who stops."""

import math
from functools import partial
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import (
    Query,
    averaged,
    check_cutoff,
    expected_rank,
    exponential_gain,
    has_gain,
    is_relevant,
    list_measure,
    over_orders,
    read_queries,
)


def dcg_score(
    y_true,
    y_score=None,
    *,
    k=None,
    log_base=2,
    sample_weight=None,
    ignore_ties=False,
    query_id=None,
    doc_id=None,
    gain="linear",
    ties=None,
    empty="zero",
    average="mean",
):
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
    y_true,
    y_score=None,
    *,
    k=None,
    sample_weight=None,
    ignore_ties=False,
    query_id=None,
    doc_id=None,
    gain="linear",
    ties=None,
    empty="zero",
    average="mean",
):
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
    y_true,
    y_score=None,
    *,
    k=None,
    log_base=2,
    gain="linear",
    query_id=None,
    empty="zero",
    average="mean",
    sample_weight=None,
):
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
        return exponential_gain(grade)
    return float(gain[grade])


def _has_none(query: Query, gain: Any) -> bool:
    return all(_gain(grade, gain) == 0 for grade in [*query.grades, *query.unreturned])


def _later_first(query: Query) -> Query:
    return query._replace(grades=query.grades[::-1], scores=query.scores[::-1])


@list_measure(open_ties=())
def averaged_ndcg(*, over="relevant", gain="linear"):
    """Return the mean over queries of nDCG, averaged over places of the list."""
    check_choice("over", over, ["relevant", "grades"])
    worth = partial(_relevant_gain, gain=gain)

    def value(order: list[Any], query: Query) -> float:
        gains, best = [*map(worth, order)], _best_gains(query, worth)

        def ndcg(k: int) -> float:
            return dcg(gains[:k]) / dcg(best[:k])

        if over == "relevant":
            places = [i for i, one in enumerate(gains, 1) if one > 0]
            # What was not returned comes after all that was.
            end = max(len(gains), len(best))
            places += [end] * (len(best) - len(places))
        else:
            places = [sum(one >= least for one in best) for least in {*best}]
            if len(gains) >= len(best) + 2:
                places.append(len(gains))
        return math.fsum(map(ndcg, places)) / len(places)

    return value, worth


@list_measure(open_ties=())
def normalized_gain(*, gain="linear", relevance_level=1):
    """Return the mean over queries of gains, discounted by the gains missed so far."""

    def worth(grade: Any) -> float:
        if gain == "binary":
            return float(is_relevant(grade, relevance_level))
        return _relevant_gain(grade, gain)

    def value(order: list[Any], query: Query) -> float:
        gains, best = [*map(worth, order)], _best_gains(query, worth)
        terms = []
        for rank, one in enumerate(gains, 1):
            could = [*best, *([0.0] * rank)][:rank]
            cost = math.fsum(max(each, 1.0) for each in could)
            missed = math.fsum([cost, *(-each for each in gains[:rank])])
            terms.append(one / math.log2(2 + missed))
        return math.fsum(terms) / math.fsum(best)

    return value, worth


def dcg(gains: list[float]) -> float:
    """Return the sum of gains, each divided by the logarithm of its rank and 1."""
    return math.fsum(one / math.log2(rank + 1) for rank, one in enumerate(gains, 1))


def _relevant_gain(grade: Any, gain: Any) -> float:
    """Return what a grade is worth; one below 0, nothing, unless it is mapped."""
    worth = _gain(grade, gain)
    return max(worth, 0.0) if isinstance(gain, str) else worth


def _best_gains(query: Query, worth: Any) -> list[float]:
    """Return the positive gains of a query in descending order."""
    gains = map(worth, [*query.grades, *query.unreturned])
    return sorted((gain for gain in gains if gain > 0), reverse=True)


@list_measure
def expected_reciprocal_rank(*, k=None, max_grade=4):
    """Return the mean of 1 / the rank at which a reader is expected to stop."""

    def value(order: list[Any], query: Query) -> float:
        expected_rank(query.unreturned, k, max_grade)  # checks their grades
        return expected_rank(order, k, max_grade)

    return value, has_gain


@list_measure
def rank_biased_precision(
    *, k=None, p=0.8, gain="binary", max_grade=None, relevance_level=1
):
    """Return the mean gain of a reader who continues with probability p."""
    check_choice("gain", gain, ["binary", "linear"])

    def worth(grade: Any) -> float:
        if gain == "binary":
            return float(is_relevant(grade, relevance_level))
        assert max_grade is not None
        return max(grade or 0, 0) / max_grade

    def value(order: list[Any], query: Query) -> float:
        check_cutoff(k)
        return (1 - p) * sum(worth(grade) * p**i for i, grade in enumerate(order[:k]))

    return value, worth


@list_measure(needs_relevant=False)
def rbp_residual(*, k=None, p=0.8):
    """Return the mean of the largest possible increase of rank-biased precision.

    A document without a judgement might be relevant, and so might all that follow.
    """

    def value(order: list[Any], query: Query) -> float:
        check_cutoff(k)
        first = order[:k]
        unknown = sum(p**i for i, grade in enumerate(first) if grade is None)
        return (1 - p) * unknown + p ** len(first)

    return value
