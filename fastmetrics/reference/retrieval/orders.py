"""Ranked lists: what a query has, and the orders in which its documents may come.

A value of a query is computed from one order of its documents; where scores are equal,
all orders that they allow are made, and their mean, largest or smallest value is taken.
"""

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, permutations, product
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, check_weights, is_matrix

Column = Sequence[Any]
TIES = ["average", "best", "worst", "input", "doc_id", "trec_eval"]
EMPTY = ["zero", "skip", "nan", "error"]


class Query(NamedTuple):
    """The documents that were returned for a query, and those that were not.

    A grade of None is of a document that is not judged. ``unreturned`` are grades of
    judged documents that the list lacks.
    """

    grades: list[Any]
    scores: list[Any]
    ids: list[Any] | None = None
    unreturned: Sequence[Any] = ()

    def relevant(self, level: float) -> int:
        """Return how many documents are relevant, returned or not."""
        grades = [*self.grades, *self.unreturned]
        return sum(is_relevant(grade, level) for grade in grades)


def is_relevant(grade: Any, level: float) -> bool:
    """Tell whether a grade is of a relevant document."""
    return grade is not None and grade >= level


def is_nonrelevant(grade: Any, level: float) -> bool:
    """Tell whether a grade is of a document judged not relevant."""
    return grade is not None and 0 <= grade < level


def read_queries(
    y_true: Any, y_score: Any, query_id: Column | None, doc_id: Column | None
) -> list[Query]:
    """Return the queries, in order of first appearance; ready ones as they are."""
    if y_score is None:
        return list(y_true)
    if len(y_true) != len(y_score):
        raise ValueError(f"{len(y_true)} rows in y_true, {len(y_score)} in y_score")
    if query_id is None:
        if not is_matrix(y_true):
            raise ValueError("y_true is flat: query_id must say which rows belong")
        rows = zip(y_true, y_score, strict=True)
        return [Query(list(grades), list(scores)) for grades, scores in rows]
    queries: dict[Any, Query] = {}
    for i, name in enumerate(query_id):
        of = queries.setdefault(name, Query([], [], None if doc_id is None else []))
        of.grades.append(y_true[i])
        of.scores.append(y_score[i])
        if of.ids is not None and doc_id is not None:
            of.ids.append(doc_id[i])
    return list(queries.values())


def ranks_of(query: Query, ties: str | None) -> list[list[Any]]:
    """Return the grades of documents with one score, the highest score first.

    Of ties None averages them.
    """
    check_choice("ties", ties, [None, *TIES])
    rows = list(range(len(query.grades)))
    scores = list(query.scores)
    if ties == "trec_eval":
        scores = [struct.unpack("f", struct.pack("f", x))[0] for x in scores]
    if ties in ("doc_id", "trec_eval"):
        ids = query.ids
        if ids is None:
            raise ValueError(f"ties={ties!r} needs doc_id")
        rows.sort(key=lambda i: _bytes(ids[i]), reverse=True)
    rows.sort(key=lambda i: scores[i], reverse=True)
    if ties in ("input", "doc_id", "trec_eval"):
        return [[query.grades[i]] for i in rows]
    groups = groupby(rows, key=lambda i: scores[i])
    return [[query.grades[i] for i in group] for _, group in groups]


def orders_of(query: Query, ties: str | None) -> Iterator[list[Any]]:
    """Yield the grades in rank order, once for each order that equal scores allow."""
    groups = ranks_of(query, ties)
    for chosen in product(*(_distinct(group) for group in groups)):
        yield [grade for group in chosen for grade in group]


def over_orders(
    query: Query, ties: str | None, value: Callable[[list[Any]], Any]
) -> Any:
    """Return the mean of a value over all orders, or its largest or smallest."""
    values = [value(order) for order in orders_of(query, ties)]
    if ties == "best":
        return max(values)
    if ties == "worst":
        return min(values)
    return sum(values) / Fraction(len(values))


def averaged(
    values: Sequence[Any],
    nothing: Sequence[bool],
    *,
    empty: str,
    average: str | None,
    sample_weight: Column | None = None,
) -> Any:
    """Return the values of the queries, or their mean.

    ``nothing[i]`` says that query i has nothing to find, and ``empty`` what becomes of
    it.
    """
    check_choice("empty", empty, EMPTY)
    check_choice("average", average, ["mean", None])
    if any(nothing) and empty == "error":
        raise ValueError("a query has no relevant document")
    weights = check_weights(sample_weight, len(values))
    none = 0.0 if empty == "zero" else math.nan
    if average is None:
        return [
            none if without else float(value)
            for value, without in zip(values, nothing, strict=True)
        ]
    kept = [
        (none if without else value, weight)
        for value, without, weight in zip(values, nothing, weights, strict=True)
        if not (without and empty == "skip")
    ]
    total = sum(weight for _, weight in kept)
    if total == 0:
        return math.nan
    if any(math.isnan(value) and weight for value, weight in kept):
        return math.nan
    return float(sum(Fraction(v) * w for v, w in kept if w) / total)


def _distinct(grades: list[Any]) -> list[tuple[Any, ...]]:
    """Return the distinct orders of grades; all are equally likely."""
    return list(dict.fromkeys(permutations(grades)))


def _bytes(name: Any) -> bytes:
    return name if isinstance(name, bytes) else str(name).encode()
