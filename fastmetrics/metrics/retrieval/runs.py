"""Runs: the documents that they contain, their lists by name, and common queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.judgements import are_judgements, named_runs
from fastmetrics._kernels import ranked
from fastmetrics.metrics.retrieval.inputs import read_ranked_lists
from fastmetrics.metrics.retrieval.ranked_lists.answers import Answers
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists
from fastmetrics.metrics.retrieval.ranked_lists.requests import Request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.inputs import Grades, Scores


class RetrievalCounts(NamedTuple):
    """How many queries and documents there are.

    Attributes
    ----------
    queries : int
        Queries.
    returned : int
        Documents of all lists.
    relevant : int
        Relevant documents, in a list or not.
    relevant_returned : int
        Relevant documents of all lists.
    nonrelevant_returned : int
        Documents of all lists that are judged not relevant.
    """

    queries: int
    returned: int
    relevant: int
    relevant_returned: int
    nonrelevant_returned: int


def retrieval_counts(
    y_true: Grades,
    y_score: Scores = None,
    *,
    relevance_level: float = 1,
    query_id: ArrayLike | None = None,
) -> RetrievalCounts:
    """Count queries, and documents that were returned, are relevant, or both.

    Parameters
    ----------
    y_true : array_like of shape (n_queries, n_docs) or (n_rows,), or RankedLists
        Grades of relevance: a row per query, or with ``query_id`` a column; lists; or
        judgements in any form that `RankedLists.from_trec` takes.
    y_score : array_like of the same shape
        Scores; larger means earlier in the list. None beside RankedLists, a run beside
        judgements.
    relevance_level : float, default=1
        Documents are relevant from this grade on. Above 0.
    query_id : array_like of shape (n_rows,), optional
        The query of each row, in any order: integers, strings or other ids of one kind.

    Returns
    -------
    RetrievalCounts
        Named tuple (queries, returned, relevant, relevant_returned,
        nonrelevant_returned).

    Raises
    ------
    ValueError
        If shapes differ, there are no queries, a number is NaN or infinite, or an
        option is unknown or out of its range.
    TypeError
        If there is anything beside RankedLists, or an option is of the wrong type.

    See Also
    --------
    set_precision, set_recall : shares of them, of each query.

    References
    ----------
    .. [1] C. Buckley and E. M. Voorhees, "Retrieval system evaluation", in: TREC:
       Experiment and Evaluation in Information Retrieval, MIT Press, 2005

    Examples
    --------
    >>> from fastmetrics import retrieval_counts
    >>> retrieval_counts([[1, 0, 1], [0, 0, 1]], [[3, 2, 1], [3, 2, 1]])
    ... # doctest: +NORMALIZE_WHITESPACE
    RetrievalCounts(queries=2, returned=6, relevant=3, relevant_returned=3,
                    nonrelevant_returned=3)
    """
    lists = read_ranked_lists(y_true, y_score, query_id=query_id)
    kinds = (
        ranked.RETURNED,
        ranked.RELEVANT,
        ranked.RELEVANT_RETURNED,
        ranked.NONRELEVANT,
    )
    requests = [Request(kind, None, relevance_level, "average") for kind in kinds]
    answers = Answers(lists, requests)
    sums = [int(answers.of(request)[0].sum()) for request in requests]
    return RetrievalCounts(lists.n_queries, *sums)


class QueryCounts(NamedTuple):
    """Documents of each query.

    In its list, relevant at all, both, and in its list and judged not relevant.
    """

    returned: NDArray[np.int64]
    relevant: NDArray[np.int64]
    found: NDArray[np.int64]
    nonrelevant: NDArray[np.int64]


def count_documents(lists: RankedLists, relevance_level: float) -> QueryCounts:
    """Count the documents of each query."""
    columns = lists.columns
    starts = columns.starts
    found = _in_parts(columns.grades >= relevance_level, starts)
    relevant = found
    if columns.unreturned is not None:
        lacking = columns.unreturned.grades >= relevance_level
        relevant = found + _in_parts(lacking, columns.unreturned.offsets)
    judged_less = (columns.grades >= 0) & (columns.grades < relevance_level)
    nonrelevant = _in_parts(judged_less, starts)
    return QueryCounts(np.diff(starts), relevant, found, nonrelevant)


def _in_parts(
    marked: NDArray[np.bool_], starts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return how many are marked in each part."""
    sums = np.concatenate([[0], np.cumsum(marked)])
    return np.diff(sums[starts])


def matched(
    lists: Sequence[RankedLists],
) -> tuple[NDArray[Any], list[NDArray[np.int64] | None], int]:
    """Return the queries that all have, and where each has them; None: as they are.

    They are in the order of the first. The number is that of all other queries.

    Raises
    ------
    ValueError
        If no query is in all of them.
    """
    first, *others = (one.query_ids for one in lists)
    if all(np.array_equal(one, first) for one in others):
        return first, [None] * len(lists), 0
    found = [{one: i for i, one in enumerate(ids.tolist())} for ids in (first, *others)]
    common = [one for one in found[0] if all(one in each for each in found)]
    every = {one for each in found for one in each}
    if not common:
        begins = some([shown(next(iter(each))) for each in found], ", ")
        raise ValueError(f"no query is in all runs: they begin with {begins}")
    places = [np.array([each[one] for one in common], np.int64) for each in found]
    return first[places[0]], [*places], len(every) - len(common)


def lists_of_runs(
    given: Mapping[str, Any], options: Mapping[str, Any], is_named: bool
) -> dict[str, Any] | None:
    """Return the lists of one run, or of several by name; None where there are none.

    What was given is judgements and a run, judgements and runs by name, or ranked lists
    by name.
    """
    first, second = given.get("y_true"), given.get("y_pred")
    if {*given} == {"y_true"} and _are_lists(first):
        return {"lists": first}
    if {*given} != {"y_true", "y_pred"} or not (is_named or are_judgements(first)):
        return None
    how = {
        name: options[name] for name in ("missing", "judged_only") if name in options
    }
    runs = named_runs(second)
    if runs is None:
        return {"lists": RankedLists.from_trec(first, second, **how)}
    lists = {
        name: RankedLists.from_trec(first, run, **how) for name, run in runs.items()
    }
    return {"lists": lists}


def _are_lists(found: Any) -> bool:
    return (
        isinstance(found, Mapping)
        and len(found) > 0
        and all(isinstance(one, RankedLists) for one in found.values())
    )
