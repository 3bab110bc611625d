"""Ranked lists: the orders of tied documents, and means over queries."""

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial, wraps
from inspect import Parameter, Signature, signature
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


def read_queries(y_true, y_score, query_id, doc_id):
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


def over_orders(query, ties, value):
    """Return the mean of a value over all orders, or its largest or smallest."""
    values = [value(order) for order in orders_of(query, ties)]
    if ties == "best":
        return max(values)
    if ties == "worst":
        return min(values)
    return sum(values) / Fraction(len(values))


def averaged(values, nothing, *, empty, average, sample_weight=None):
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


Value = Callable[[list[Any], Query], Any]


def list_measure(
    measure=None,
    *,
    ordered=True,
    needs_relevant=True,
    open_ties=("average", "best", "worst"),
):
    """Make a measure of queries from its own parameters and the value of one order.

    ``measure(**own)`` returns ``value(order, query)``, where an order is the grades
    by rank. The measure is the mean of the values over the orders that ties allow and
    over queries, geometric if it has a ``floor``. With ``ordered=False`` it does not
    depend on the order; with ``needs_relevant`` it is 0 for a query without relevant
    documents; and relevant documents with the score of others are refused unless
    ``ties`` is one of ``open_ties``.

    A measure of gains returns ``(value, worth)``: ``worth(grade)`` is the gain of a
    document, which takes the place of its relevance.
    """
    if measure is None:
        options: Any = {"ordered": ordered, "open_ties": open_ties}
        return partial(list_measure, needs_relevant=needs_relevant, **options)
    own = [*signature(measure).parameters.values()]
    common = {"query_id": None, "doc_id": None, "ties": None, "empty": "zero"}
    common |= {"average": "mean", "sample_weight": None}
    if not ordered:
        del common["doc_id"], common["ties"]
    if not needs_relevant:
        del common["empty"]

    @wraps(measure)
    def over_queries(y_true: Any, y_score: Any = None, **given: Any) -> Any:
        bound = every.bind(y_true, y_score, **given)
        bound.apply_defaults()
        given = bound.arguments
        ties = given["ties"] if ordered else "input"
        level = given.get("relevance_level", 1)
        value = measure(**{each.name: given[each.name] for each in own})
        worth: Any = partial(is_relevant, level=level)
        of_gains = isinstance(value, tuple)
        if of_gains:
            value, worth = value
        queries = read_queries(y_true, y_score, given["query_id"], given.get("doc_id"))
        if (ties or "average") not in open_ties:
            refuse_open_ties(queries, ties, worth, of_gains)
        nothing = [
            needs_relevant and not any(worth(g) > 0 for g in [*q.grades, *q.unreturned])
            for q in queries
        ]
        values = [
            0.0 if without else over_orders(query, ties, partial(value, query=query))
            for query, without in zip(queries, nothing, strict=True)
        ]
        mean = partial(geometric_mean, given["floor"]) if "floor" in given else averaged
        return mean(
            values,
            nothing,
            empty=given.get("empty", "zero"),
            average=given["average"],
            sample_weight=given["sample_weight"],
        )

    rows = [
        Parameter("y_true", Parameter.POSITIONAL_OR_KEYWORD),
        Parameter("y_score", Parameter.POSITIONAL_OR_KEYWORD, default=None),
    ]
    how = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default)
        for name, default in common.items()
    ]
    every = Signature([*rows, *own, *how])
    over_queries.__signature__ = every  # type: ignore[attr-defined]
    return over_queries


def geometric_mean(floor, values, nothing, *, empty, average, sample_weight):
    """Return the geometric mean of values of which none counts less than floor."""
    if not 0 < floor <= 1:
        raise ValueError(f"floor={floor!r} is outside (0, 1]")
    values = [max(value, floor) for value in values]
    if empty == "zero":  # a value of 0, which is the floor here
        nothing = [False] * len(values)
    shared: Any = {"empty": empty, "sample_weight": sample_weight}
    if average is None:
        return averaged(values, nothing, average=None, **shared)
    logs = [math.log(value) for value in values]
    return math.exp(averaged(logs, nothing, average=average, **shared))


def refuse_open_ties(queries, ties, worth, of_gains):
    """Refuse relevant documents that have the score of others, in no order.

    Documents with gains are refused if they have the score of any other document.
    """
    for query in queries:
        for group in ranks_of(query, ties):
            worths = [*map(worth, group)]
            if len(group) > 1 and any(worths) and (of_gains or not all(worths)):
                raise ValueError(f"ties={ties!r} gives no order of tied documents")


def hits_of(order: list[Any], level: float, k: int | None = None) -> list[bool]:
    """Tell which of the first k documents are relevant."""
    check_cutoff(k)
    return [is_relevant(grade, level) for grade in order[:k]]


def check_cutoff(k: int | None) -> None:
    """Refuse a cut-off that lets nothing in."""
    if k is not None and k < 1:
        raise ValueError(f"k={k!r} is not at least 1")


# Deeper than this nothing shows.
DEEPEST = 3000


@list_measure(open_ties=())
def compatibility(*, k=1000, p=0.95):
    """Return the mean over queries of the overlap with the best order, normalized.

    It is divided by the overlap of the best order with itself. Documents are identified
    by their places in the list.
    """
    depth = DEEPEST if k is None else min(k, DEEPEST)

    def value(order: list[Any], query: Query) -> float:
        check_cutoff(k)
        every = [*enumerate([*order, *query.unreturned])]
        gainful = [one for one in every if has_gain(one[1])]
        # Sorting keeps the order of the list among equal grades.
        best = [at for at, _ in sorted(gainful, key=lambda one: -one[1])]
        run = [at for at, _ in enumerate(order)]
        return overlap(run, best, p, depth) / overlap(best, best, p, depth)

    return value, has_gain


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


def exponential_gain(grade: float) -> float:
    """Return 2**grade - 1, without cancellation for small grades."""
    return math.expm1(grade * math.log(2)) if abs(grade) < 1 else 2.0**grade - 1


def expected_rank(order: Sequence[Any], k: int | None, max_grade: float) -> float:
    """Return the expectation of 1 / the rank at which a reader stops.

    The probability of a stop at a document is (2**grade - 1) / 2**max_grade.
    """
    check_cutoff(k)
    if any(grade is not None and grade > max_grade for grade in order):
        raise ValueError("a grade is above max_grade")
    total, still_reads = 0.0, 1.0
    for rank, grade in enumerate(order[:k], 1):
        if has_gain(grade):
            stops = exponential_gain(grade) / 2.0**max_grade
            total += still_reads * stops / rank
            still_reads *= 1 - stops
    return total


@list_measure
def normalized_expected_reciprocal_rank(*, k=None, max_grade=4):
    """Return the mean expected reciprocal rank, divided by that of the best order."""

    def value(order: list[Any], query: Query) -> float:
        judged = [g for g in [*query.grades, *query.unreturned] if g is not None]
        best = expected_rank(sorted(judged, reverse=True), k, max_grade)
        return expected_rank(order, k, max_grade) / best

    return value, has_gain
