"""Measures of lists for queries of several sub-topics, document by document."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from fastmetrics.reference.inputs import named_after
from fastmetrics.reference.retrieval.orders import (
    averaged,
    check_cutoff,
    over_orders,
    ranks_of,
    read_queries,
)

# Deeper than this nothing shows.
DEEPEST = 3000


def novelties(order: Sequence[frozenset[int]], alpha: float) -> list[float]:
    """Return what each document is worth behind those ahead of it."""
    return [
        sum(
            (1 - alpha) ** sum(topic in other for other in order[:i])
            for topic in document
        )
        for i, document in enumerate(order)
    ]


def greedy(every: list[frozenset[int]], alpha: float) -> list[frozenset[int]]:
    """Return documents, always that next which gains most, of equal ones the first."""
    left, order = [*every], list[frozenset[int]]()
    while left:
        best = max(left, key=lambda one: novelties([*order, one], alpha)[-1])
        order.append(best)
        left.remove(best)
    return order


def subtopic_measure(measure: Any = None, *, of_sets: bool = False) -> Any:
    """Make a measure of queries from ``value(order, every document)`` of one order.

    ``of_sets``: the order of documents matters only where it decides which are among
    the first k.
    """
    if measure is None:
        return partial(subtopic_measure, of_sets=of_sets)

    def metric(
        y_true,
        y_score=None,
        *,
        relevance_level=1,
        query_id=None,
        doc_id=None,
        ties=None,
        empty="zero",
        average="mean",
        sample_weight=None,
        **own,
    ):
        found = over_queries(
            measure(**own),
            read_queries(y_true, y_score, query_id, doc_id),
            relevance_level,
            ties,
            own.get("k"),
            of_sets,
        )
        how = {"empty": empty, "average": average, "sample_weight": sample_weight}
        return averaged(*found, **how)

    return named_after(measure, metric, own_first=True)


def over_queries(value, queries, level, ties, cut, of_sets):
    """Return the value of each query, and whether it has nothing to find."""
    values, nothing = [], []
    for query in queries:
        own = query._replace(
            grades=[relevant_to(grade, level) for grade in query.grades]
        )
        groups = ranks_of(own, ties)
        every = [*own.grades, *(relevant_to(grade, level) for grade in own.unreturned)]
        if own.ids is not None:
            names = [str(one).encode() for one in own.ids]
            by_id = sorted(zip(names, own.grades, strict=True), key=_name, reverse=True)
            every[: len(own.grades)] = [documents for _, documents in by_id]
        is_empty = not any(every)
        nothing.append(is_empty)
        if is_empty:
            values.append(0.0)
            continue
        ends = [sum(map(len, groups[: i + 1])) for i in range(len(groups))]
        if ties in ("best", "worst") and any(
            len(group) > 1
            and any(group)
            and (not of_sets or (cut is not None and end - len(group) < cut < end))
            and (cut is None or end - len(group) < cut)
            for group, end in zip(groups, ends, strict=True)
        ):
            raise ValueError(f"ties={ties!r} gives no order of tied documents")
        values.append(over_orders(own, ties, partial(value, every=every)))
    return values, nothing


def _name(named: tuple[bytes, Any]) -> bytes:
    return named[0]


def relevant_to(grade: Any, level: float) -> frozenset[int]:
    """Return the sub-topics that a document is relevant to, of its grades or grade."""
    grades = grade if isinstance(grade, (list, tuple)) else [grade]
    return frozenset(i for i, g in enumerate(grades) if g is not None and g >= level)


def check_share(alpha: float) -> None:
    """Refuse what is not a proportion."""
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha={alpha!r} is not between 0 and 1")


@subtopic_measure
def alpha_ndcg(*, k=None, alpha=0.5):
    """Return the mean of the discounted gain over that of the greedy order."""
    check_cutoff(k)
    check_share(alpha)

    def gain(order: Sequence[frozenset[int]]) -> float:
        gains = novelties(order, alpha)
        return sum(gain / math.log2(i + 2) for i, gain in enumerate(gains[:k]))

    def value(order: Sequence[frozenset[int]], every: list[frozenset[int]]) -> float:
        return gain(order) / gain(greedy(every, alpha))

    return value


@subtopic_measure
def err_ia(*, k=None, alpha=0.5):
    """Return the mean of such gains divided by rank, over the most there could be."""
    check_cutoff(k)
    check_share(alpha)
    if k is None and alpha == 0:
        raise ValueError("alpha=0 needs k")
    depth = DEEPEST if k is None else k
    most = sum((1 - alpha) ** i / (i + 1) for i in range(depth))

    def value(order: Sequence[frozenset[int]], every: list[frozenset[int]]) -> float:
        gains = novelties(order, alpha)[:k]
        total = sum(gain / (i + 1) for i, gain in enumerate(gains))
        return total / most / len(frozenset().union(*every))

    return value


@subtopic_measure
def nrbp(*, alpha=0.5, beta=0.5):
    """Return the mean of such gains, weighted by how likely a reader comes so far."""
    check_share(alpha)
    if not 0 < beta < 1:
        raise ValueError(f"beta={beta!r} is not between 0 and 1")

    def value(order: Sequence[frozenset[int]], every: list[frozenset[int]]) -> float:
        gains = novelties(order, alpha)
        total = sum(gain * beta**i for i, gain in enumerate(gains))
        return total * (1 - (1 - alpha) * beta) / len(frozenset().union(*every))

    return value


@subtopic_measure(of_sets=True)
def subtopic_recall(*, k=None):
    """Return the mean share of the sub-topics that the first k documents have."""
    check_cutoff(k)

    def value(order: Sequence[frozenset[int]], every: list[frozenset[int]]) -> float:
        found = frozenset().union(*order[:k])
        return len(found) / len(frozenset().union(*every))

    return value
