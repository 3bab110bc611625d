"""Measures of returned sets, and of incomplete judgements."""

from fractions import Fraction
from typing import Any

from fastmetrics.reference.retrieval.orders import (
    Query,
    Value,
    check_cutoff,
    hits_of,
    is_nonrelevant,
    is_relevant,
    list_measure,
    read_queries,
)


@list_measure(ordered=False)
def set_precision(*, relevance_level=1):
    """Return the share of the returned documents that are relevant."""

    def value(order: list[Any], query: Query) -> Fraction:
        return _shares(query, relevance_level)[0]

    return value


@list_measure(ordered=False)
def set_recall(*, relevance_level=1):
    """Return the share of the relevant documents that were returned."""

    def value(order: list[Any], query: Query) -> Fraction:
        return _shares(query, relevance_level)[1]

    return value


@list_measure(ordered=False)
def set_f_score(*, beta=1, relevance_level=1):
    """Return the weighted harmonic mean of both, recall beta times as important."""
    if not beta >= 0:
        raise ValueError(f"beta={beta!r} is not at least 0")
    square = Fraction(beta) ** 2

    def value(order: list[Any], query: Query) -> Fraction:
        precision, recall = _shares(query, relevance_level)
        if precision == 0:
            return Fraction(0)
        return (square + 1) * precision * recall / (square * precision + recall)

    return value


@list_measure(ordered=False)
def set_relative_precision(*, relevance_level=1):
    """Return set precision, divided by the largest that there could be."""

    def value(order: list[Any], query: Query) -> Fraction:
        hits = sum(hits_of(order, relevance_level))
        most = min(len(order), query.relevant(relevance_level))
        return Fraction(hits, most) if most else Fraction(0)

    return value


@list_measure(ordered=False)
def set_average_precision(*, relevance_level=1):
    """Return set precision times set recall."""

    def value(order: list[Any], query: Query) -> Fraction:
        precision, recall = _shares(query, relevance_level)
        return precision * recall

    return value


@list_measure(ordered=False, needs_relevant=False)
def set_utility(
    *,
    hit=1,
    false_alarm=-1,
    miss=0,
    correct_rejection=0,
    n_docs=None,
    relevance_level=1,
):
    """Return the sum over all documents of what each is worth."""
    if n_docs is None and correct_rejection != 0:
        raise ValueError("without n_docs nobody knows how many were left out")

    def value(order: list[Any], query: Query) -> Fraction:
        both = sum(hits_of(order, relevance_level))
        returned_alone = len(order) - both
        relevant_alone = query.relevant(relevance_level) - both
        total = both * Fraction(hit)
        total += returned_alone * Fraction(false_alarm)
        total += relevant_alone * Fraction(miss)
        if n_docs is not None:
            neither = n_docs - both - returned_alone - relevant_alone
            total += neither * Fraction(correct_rejection)
        return total

    return value


def retrieval_counts(y_true, y_score=None, *, relevance_level=1, query_id=None):
    """Return how many queries there are, and documents.

    These are returned, relevant, both, and returned and judged not relevant.
    """
    queries = read_queries(y_true, y_score, query_id, None)
    return (
        len(queries),
        sum(len(query.grades) for query in queries),
        sum(query.relevant(relevance_level) for query in queries),
        sum(sum(hits_of(query.grades, relevance_level)) for query in queries),
        sum(
            is_nonrelevant(grade, relevance_level)
            for query in queries
            for grade in query.grades
        ),
    )


def _shares(query: Query, level: float) -> tuple[Fraction, Fraction]:
    """Return precision and recall of what was returned."""
    hits = sum(hits_of(query.grades, level))
    precision = Fraction(hits, len(query.grades)) if hits else Fraction(0)
    return precision, Fraction(hits, query.relevant(level))


SMALL = Fraction("0.00001")


@list_measure
def bpref(*, relevance_level=1):
    """Return how seldom documents judged not relevant are ahead of relevant ones."""
    return _bpref(relevance_level)


def _bpref(level: float) -> Value:
    def value(order: list[Any], query: Query) -> Fraction:
        n_relevant = query.relevant(level)
        judged = [*query.grades, *query.unreturned]
        others = sum(is_nonrelevant(grade, level) for grade in judged)
        total, ahead = Fraction(0), 0
        for grade in order:
            if is_relevant(grade, level):
                total += 1
                if ahead:
                    most = min(others, n_relevant)
                    total -= Fraction(min(ahead, n_relevant), most)
            ahead += is_nonrelevant(grade, level)
        return total / n_relevant

    return value


@list_measure
def geometric_mean_bpref(*, floor=1e-5, relevance_level=1):
    """Return the geometric mean of values of bpref, of which none is below floor."""
    return _bpref(relevance_level)


@list_measure(open_ties=())
def inferred_average_precision(*, relevance_level=1):
    """Return average precision as a sample of judgements of a pool lets it be guessed.

    Grades below 0 are of documents in the pool that were not judged.
    """

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

    return value


@list_measure(needs_relevant=False)
def judged_at_k(*, k=None):
    """Return the share of the first k documents returned that were judged."""
    check_cutoff(k)

    def value(order: list[Any], query: Query) -> Fraction:
        first = order[:k]
        judged = sum(grade is not None for grade in first)
        return Fraction(judged, len(first)) if first else Fraction(0)

    return value
