"""Measures relative to the best order: nERR, and Clarke's compatibility by its sets."""

import math
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Column,
    Query,
    averaged,
    over_orders,
    ranks_of,
    read_queries,
)
from fastmetrics.reference.retrieval.per_query import check_cutoff

# Deeper than this nothing shows.
DEEPEST = 3000


def compatibility(
    y_true: Any,
    y_score: Any = None,
    *,
    k: int | None = 1000,
    p: float = 0.95,
    query_id: Column | None = None,
    doc_id: Column | None = None,
    ties: str | None = None,
    empty: str = "zero",
    average: str | None = "mean",
    sample_weight: Column | None = None,
) -> Any:
    """Return the mean of the overlap with the best order, of that with itself.

    Documents are told apart by where the list has them.
    """
    queries = read_queries(y_true, y_score, query_id, doc_id)
    depth = DEEPEST if k is None else min(k, DEEPEST)

    def value(order: list[Any], unreturned: Sequence[Any]) -> float:
        check_cutoff(k)
        every = [*enumerate([*order, *unreturned])]
        gainful = [one for one in every if has_gain(one[1])]
        # Sorting keeps the order of the list among equal grades.
        best = [at for at, _ in sorted(gainful, key=lambda one: -one[1])]
        run = [at for at, _ in enumerate(order)]
        return overlap(run, best, p, depth) / overlap(best, best, p, depth)

    nothing = [
        not any(map(has_gain, [*query.grades, *query.unreturned])) for query in queries
    ]
    for query, without in zip(queries, nothing, strict=True):
        groups = ranks_of(query, ties)
        if not without and any(
            len(group) > 1 and any(map(has_gain, group)) for group in groups
        ):
            raise ValueError(f"ties={ties!r} gives no order of tied documents")

    def of_query(query: Query) -> Any:
        return over_orders(query, ties, lambda order: value(order, query.unreturned))

    values = [
        0.0 if without else of_query(query)
        for query, without in zip(queries, nothing, strict=True)
    ]
    return averaged(
        values, nothing, empty=empty, average=average, sample_weight=sample_weight
    )


def has_gain(grade: Any) -> bool:
    """Whether a document is judged above 0."""
    return grade is not None and grade > 0


def overlap(run: list[int], best: list[int], p: float, depth: int) -> float:
    """Return the rank-biased overlap of two orders, depth by depth."""
    total = 0.0
    first: set[int] = set()
    second: set[int] = set()
    for i in range(depth):
        first |= {*run[i : i + 1]}
        second |= {*best[i : i + 1]}
        total += p**i * len(first & second) / (i + 1)
    return total


def normalized_expected_reciprocal_rank(
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
    """Return the mean of the expected reciprocal rank over that of the best order."""
    queries = read_queries(y_true, y_score, query_id, doc_id)
    known = [
        [grade for grade in [*query.grades, *query.unreturned] if grade is not None]
        for query in queries
    ]
    if any(grade > max_grade for grades in known for grade in grades):
        raise ValueError("a grade is above max_grade")

    def expected(order: list[Any]) -> float:
        check_cutoff(k)
        total, still_reads = 0.0, 1.0
        for rank, grade in enumerate(order[:k], 1):
            if grade is not None and grade > 0:
                # 2**grade - 1, of the least grades too.
                stops = math.expm1(grade * math.log(2.0)) / 2.0**max_grade
                total += still_reads * stops / rank
                still_reads *= 1 - stops
        return total

    nothing = [all(grade <= 0 for grade in grades) for grades in known]
    values = [
        0.0
        if without
        else over_orders(query, ties, expected) / expected(sorted(grades, reverse=True))
        for query, grades, without in zip(queries, known, nothing, strict=True)
    ]
    return averaged(
        values, nothing, empty=empty, average=average, sample_weight=sample_weight
    )
