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
    """Return the number of marked rows in each part."""
    sums = np.concatenate([[0], np.cumsum(marked)])
    return np.diff(sums[starts])


def matched(
    lists: Sequence[RankedLists],
) -> tuple[NDArray[Any], list[NDArray[np.int64] | None], int]:
    """Return the queries of all runs, their places in each, and the number of others.

    Queries are in the order of the first run. Places are None if all runs have the same
    queries in the same order.

    Raises
    ------
    ValueError
        If no query is in all of them.
    """
    first, *others = (run.query_ids for run in lists)
    if all(np.array_equal(ids, first) for ids in others):
        return first, [None] * len(lists), 0
    runs = [{id_: i for i, id_ in enumerate(ids.tolist())} for ids in (first, *others)]
    common = [id_ for id_ in runs[0] if all(id_ in run for run in runs)]
    every = {id_ for run in runs for id_ in run}
    if not common:
        begins = some([shown(next(iter(run))) for run in runs], ", ")
        raise ValueError(f"no query is in all runs: they begin with {begins}")
    places = [np.array([run[id_] for id_ in common], np.int64) for run in runs]
    return first[places[0]], [*places], len(every) - len(common)


def lists_of_runs(
    data: Mapping[str, Any], options: Mapping[str, Any], is_named: bool
) -> dict[str, Any] | None:
    """Return the lists of one run, or of several by name; None if there are none.

    The data are judgements and a run, judgements and runs by name, or ranked lists by
    name.
    """
    first, second = data.get("y_true"), data.get("y_pred")
    if {*data} == {"y_true"} and _are_lists(first):
        return {"lists": first}
    if {*data} != {"y_true", "y_pred"} or not (is_named or are_judgements(first)):
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


def _are_lists(runs: Any) -> bool:
    return (
        isinstance(runs, Mapping)
        and len(runs) > 0
        and all(isinstance(lists, RankedLists) for lists in runs.values())
    )
