"""Columns of lists of ids with what is relevant, and of runs with judgements."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._common.texts import array_of_texts
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.item_lists import ItemLists, read_lists
from fastmetrics._inputs.judgements import join_run, read_judgements, read_results
from fastmetrics._inputs.scores import number_matrix
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_judged_run", "read_user_lists"]

MISSING = ("zero", "skip")


def read_user_lists(
    recommended: Any, relevant: Any, user_id: Any
) -> tuple[ListColumns, NDArray[Any] | None]:
    """Return a query per user, and the users' ids; None: they are 0 ... n - 1."""
    lists = read_lists(recommended, user_id=user_id)
    known, known_grades, is_graded = _judged(lists, relevant)
    places = lists.find_in(known)
    is_known = places >= 0
    # Nobody has judged what grades leave out; a list has all that is relevant.
    grades = np.where(is_graded, np.nan, 0.0)[lists.owners()]
    grades[is_known] = known_grades[places[is_known]]
    is_left = np.ones(len(known.codes), bool)
    is_left[places[is_known]] = False
    first = known.first_places()
    if first is not None:
        is_left &= np.isin(np.arange(len(is_left)), first)
    # later in the list: a lower score
    scores = np.repeat(lists.starts[:-1], lists.lengths) - np.arange(len(grades))
    columns = ListColumns(
        lists.n_users,
        grades,
        scores,
        lists.starts,
        None,
        _unreturned(known, known_grades, is_left),
        all_judged=not is_graded.any(),
    )
    return columns, lists.users


def _unreturned(
    known: ItemLists, grades: NDArray[np.float64], is_left: NDArray[np.bool_]
) -> Unreturned:
    """Return what was judged and not recommended."""
    users = known.owners()
    is_relevant, is_nonrelevant = is_left & (grades > 0), is_left & (grades == 0)
    of, more = users[is_relevant], grades[is_relevant]
    if np.any(more != 1):
        more = more[np.lexsort((-more, of))]
    offsets = np.zeros(known.n_users + 1, np.int64)
    np.cumsum(np.bincount(of, minlength=known.n_users), out=offsets[1:])
    nonrelevant = np.bincount(users[is_nonrelevant], minlength=known.n_users)
    return Unreturned(offsets, more, nonrelevant)


def _judged(
    lists: ItemLists, relevant: Any
) -> tuple[ItemLists, NDArray[np.float64], NDArray[np.bool_]]:
    """Return the judged ids of each user, their grades, and which users have grades."""
    if isinstance(relevant, Mapping):
        relevant = _in_order(lists, relevant)
    elif getattr(getattr(relevant, "dtype", None), "kind", "") == "O":
        relevant = [*relevant]
    if not _are_graded(relevant):
        known = lists.in_order(relevant, "relevant")
        return known, np.ones(len(known.codes)), np.zeros(lists.n_users, bool)
    known = lists.in_order(
        [[*one] if isinstance(one, Mapping) else one for one in relevant], "relevant"
    )
    own = (
        one.values() if isinstance(one, Mapping) else [1] * len(one) for one in relevant
    )
    grades = [*chain.from_iterable(own)]
    found = number_matrix(grades, "relevant") if grades else np.empty(0)
    found = found.astype(np.float64)
    raise_not_finite(found, "relevant")
    return known, found, np.array([isinstance(one, Mapping) for one in relevant])


def _in_order(lists: ItemLists, relevant: Mapping[Any, Any]) -> list[Any]:
    """Return what a mapping of users has of each; raise where it lacks one."""
    if lists.users is None:
        raise TypeError("relevant as a mapping of users needs user_id.")
    users = lists.users.tolist()
    missing = [user for user in users if user not in relevant]
    if missing:
        raise ValueError(
            f"relevant has no entry for {len(missing)} of {len(users)} users, such as "
            f"{shown(missing[0])}."
        )
    return [relevant[user] for user in users]


def _are_graded(relevant: Any) -> bool:
    """Whether some of these are mappings of ids to grades."""
    return isinstance(relevant, (list, tuple)) and any(
        issubclass(kind, Mapping) for kind in {*map(type, relevant)}
    )


def read_judged_run(
    qrels: Any, run: Any, missing: Any, judged_only: Any
) -> tuple[ListColumns, NDArray[Any], int]:
    """Return a query per judged query, their ids, and how many are not judged.

    Raises ValueError if the run has queries, of which none is judged.
    """
    if not is_one_of(missing, MISSING) or missing is None:
        raise ValueError(f"missing must be one of {MISSING}, got {shown(missing)}.")
    check_flag(judged_only, "judged_only")
    judged = read_judgements(qrels)
    results = read_results(run, may_be_empty=missing == "zero")
    found = join_run(judged, results, missing=missing, judged_only=bool(judged_only))
    if len(results.queries) and not found.returned.any():
        raise ValueError(
            "run must have a query of qrels, but they have none in common: qrels have "
            f"{shown(judged.queries[0])}, run has {shown(results.queries[0])}."
        )
    unreturned = Unreturned(
        found.unreturned_offsets, found.unreturned, found.unreturned_nonrelevant
    )
    columns = ListColumns(
        len(found.query_ids),
        found.grades,
        found.scores,
        found.offsets,
        found.trec_rank,
        unreturned,
        all_judged=False,
        subtopics=found.subtopics,
    )
    ids = array_of_texts([*found.query_ids])
    assert ids is not None  # they are texts
    return columns, np.asarray(ids), found.n_unjudged_queries
