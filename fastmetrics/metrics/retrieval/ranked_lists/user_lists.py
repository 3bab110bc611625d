"""Lists of recommended ids, and which ids are relevant to each user, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.item_lists import ItemLists, read_lists
from fastmetrics._inputs.scores import number_matrix
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_user_lists"]


def read_user_lists(
    recommended: Any, relevant: Any, user_id: Any
) -> tuple[ListColumns, NDArray[Any] | None]:
    """Return a query per user, and the users' ids; None: they are 0 ... n - 1."""
    lists = read_lists(recommended, user_id=user_id)
    known, known_grades = _judged(lists, relevant)
    places = lists.find_in(known)
    is_known = places >= 0
    grades = np.zeros(len(lists.codes))
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


def _judged(lists: ItemLists, relevant: Any) -> tuple[ItemLists, NDArray[np.float64]]:
    """Return the judged ids of each user, and their grades."""
    if isinstance(relevant, Mapping):
        relevant = _in_order(lists, relevant)
    elif getattr(getattr(relevant, "dtype", None), "kind", "") == "O":
        relevant = [*relevant]
    if not _are_graded(relevant):
        known = lists.in_order(relevant, "relevant")
        return known, np.ones(len(known.codes))
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
    return known, found


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
