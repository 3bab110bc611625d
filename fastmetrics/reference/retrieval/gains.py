"""Discounted gains, and models of a reader who stops."""

import math
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import (
    Query,
    averaged,
    check_cutoff,
    is_relevant,
    orders_of,
    over_orders,
    ranks_of,
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
        if abs(grade) < 1:
            return math.expm1(grade * math.log(2))  # keeps the digits of a small one
        return 2.0**grade - 1
    return float(gain[grade])


def _has_none(query: Query, gain: Any) -> bool:
    return all(_gain(grade, gain) == 0 for grade in [*query.grades, *query.unreturned])


def _later_first(query: Query) -> Query:
    return query._replace(grades=query.grades[::-1], scores=query.scores[::-1])


def averaged_ndcg(
    y_true,
    y_score=None,
    *,
    over="relevant",
    gain="linear",
    query_id=None,
    doc_id=None,
    ties=None,
    empty="zero",
    average="mean",
    sample_weight=None,
):
    """Return the mean over queries of nDCG, averaged over places of the list."""
    check_choice("over", over, ["relevant", "grades"])

    def value(gains: list[float], best: list[float]) -> float:
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

    def worth(grade: Any) -> float:
        return _relevant_gain(grade, gain)

    return _mean_over_queries(
        value,
        worth,
        read_queries(y_true, y_score, query_id, doc_id),
        ties=ties,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def normalized_gain(
    y_true,
    y_score=None,
    *,
    gain="linear",
    relevance_level=1,
    query_id=None,
    doc_id=None,
    ties=None,
    empty="zero",
    average="mean",
    sample_weight=None,
):
    """Return the mean over queries of gains, discounted by what was missed so far."""

    def value(gains: list[float], best: list[float]) -> float:
        terms = []
        for rank, one in enumerate(gains, 1):
            could = [*best, *([0.0] * rank)][:rank]
            cost = math.fsum(max(each, 1.0) for each in could)
            missed = math.fsum([cost, *(-each for each in gains[:rank])])
            terms.append(one / math.log2(2 + missed))
        return math.fsum(terms) / math.fsum(best)

    def worth(grade: Any) -> float:
        if gain == "binary":
            return float(grade is not None and grade >= relevance_level)
        return _relevant_gain(grade, gain)

    return _mean_over_queries(
        value,
        worth,
        read_queries(y_true, y_score, query_id, doc_id),
        ties=ties,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
    )


def dcg(gains: list[float]) -> float:
    """Return the sum of gains, each divided by the logarithm of its rank and 1."""
    return math.fsum(one / math.log2(rank + 1) for rank, one in enumerate(gains, 1))


def _relevant_gain(grade: Any, gain: Any) -> float:
    """Return what a grade is worth; one below 0, nothing, unless it is mapped."""
    worth = _gain(grade, gain)
    return max(worth, 0.0) if isinstance(gain, str) else worth


def _mean_over_queries(
    value: Any, worth: Any, queries: list[Query], *, ties: str | None, **how: Any
) -> Any:
    """Return the mean over queries of ``value(gains, gains of the best order)``."""
    values, nothing = [], []
    for query in queries:
        judged = [*query.grades, *query.unreturned]
        best = sorted((g for g in map(worth, judged) if g > 0), reverse=True)
        nothing.append(not best)
        if best:
            for group in ranks_of(query, ties):
                if len(group) > 1 and any(worth(grade) > 0 for grade in group):
                    raise ValueError(f"ties={ties!r} gives no order of documents")
        # All orders that are left have the same gains.
        order = next(orders_of(query, ties))
        values.append(value([*map(worth, order)], best) if best else 0.0)
    return averaged(values, nothing, **how)


def expected_reciprocal_rank(
    y_true,
    y_score=None,
    *,
    k=None,
    max_grade=4,
    query_id=None,
    doc_id=None,
    ties=None,
    empty="zero",
    average="mean",
    sample_weight=None,
):
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
    y_true,
    y_score=None,
    *,
    k=None,
    p=0.8,
    gain="binary",
    max_grade=None,
    relevance_level=1,
    query_id=None,
    doc_id=None,
    ties=None,
    empty="zero",
    average="mean",
    sample_weight=None,
):
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
    y_true,
    y_score=None,
    *,
    k=None,
    p=0.8,
    query_id=None,
    doc_id=None,
    ties=None,
    average="mean",
    sample_weight=None,
):
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
