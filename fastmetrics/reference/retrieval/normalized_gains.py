"""Gains of a list beside those of the best order, place by place."""

import math
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    averaged,
    orders_of,
    ranks_of,
    read_queries,
)


def averaged_ndcg(
    y_true: Any,
    y_score: Any = None,
    *,
    over: str = "relevant",
    gain: Any = "linear",
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
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
        return _gain(grade, gain)

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
    y_true: Any,
    y_score: Any = None,
    *,
    gain: Any = "linear",
    relevance_level: float = 1,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
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
        return _gain(grade, gain)

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


def _gain(grade: Any, gain: Any) -> float:
    """Return what a grade is worth; one below 0, nothing, unless it is mapped."""
    if grade is None:
        return 0.0
    if gain == "linear":
        return max(float(grade), 0.0)
    if gain == "exponential":
        worth = math.expm1(grade * math.log(2)) if grade < 1 else 2.0**grade - 1
        return max(worth, 0.0)
    return float(gain[grade])


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
