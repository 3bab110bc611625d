"""Several runs: their lists by name, the queries they share, and what these hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.judgements import are_judgements, named_runs
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["QueryCounts", "count_documents", "lists_of_runs", "matched"]


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
