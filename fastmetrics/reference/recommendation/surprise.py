"""How well known recommended items are, and how much they surprise their user."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fastmetrics.reference.recommendation.diversity import mean_or_nan, similarity_of
from fastmetrics.reference.recommendation.item_lists import (
    by_item,
    lists_of,
    lists_of_users,
)

__all__ = ["mean_popularity", "novelty", "serendipity", "unexpectedness"]


def mean_popularity(
    recommended: Sequence[Any],
    popularity: Any,
    *,
    items: Sequence[Any] | None = None,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Mean popularity of the items of a list, and of that the mean over lists."""
    known = by_item(popularity, items)
    lists = lists_of(recommended, user_id, k).values()
    found = [math.fsum(known[i] for i in own) / len(own) for own in lists if own]
    return mean_or_nan(found, "nothing is recommended")


def novelty(
    recommended: Sequence[Any],
    popularity: Any,
    *,
    items: Sequence[Any] | None = None,
    n_users: int | None = None,
    base: float = 2,
    unseen: str = "error",
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Mean of -log p over the items of a list, and of that the mean over lists.

    p is the share of the users who know the item, or of all choices those of it.
    """
    known = by_item(popularity, items)
    total = math.fsum(known.values()) if n_users is None else n_users
    found = []
    for own in lists_of(recommended, user_id, k).values():
        seen = [item for item in own if known.get(item, 0) > 0]
        if len(seen) < len(own) and unseen == "error":
            raise ValueError("an item has no popularity")
        logs = [-math.log(known[item] / total) for item in seen]
        if logs:
            found.append(math.fsum(logs) / len(logs) / math.log(base))
    return mean_or_nan(found, "nothing with a popularity is recommended")


def unexpectedness(
    recommended: Sequence[Any],
    history: Any,
    features: Any = None,
    *,
    similarity: Any = None,
    items: Sequence[Any] | None = None,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """1 less the mean similarity of an item of the list and one of the history."""
    alike = similarity_of(features, similarity, items)
    lists = lists_of(recommended, user_id, k)
    past = lists_of_users(history, lists)
    found = []
    for user, own in lists.items():
        values = [1 - alike(a, b) for a in own for b in past[user]]
        if values:
            found.append(math.fsum(values) / len(values))
    return mean_or_nan(found, "no user has a list and a history")


def serendipity(
    recommended: Sequence[Any],
    relevant: Any,
    *,
    expected: Any = None,
    unexpectedness: Any = None,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Mean over lists of the share that is relevant and not expected.

    With ``unexpectedness``, a number for each place of each list, of the mean of these
    numbers, 0 for what is not relevant.
    """
    if (expected is None) == (unexpectedness is None):
        raise ValueError("give expected or unexpectedness, one of them")
    lists = lists_of(recommended, user_id, k)
    wanted = lists_of_users(relevant, lists)
    if expected is not None:
        is_one_for_all = not isinstance(expected, Mapping) and not any(
            isinstance(one, list | tuple | set) for one in expected
        )
        own_expected = (
            {user: set(expected) for user in lists}
            if is_one_for_all
            else lists_of_users(expected, lists)
        )
    found = []
    for at, (user, own) in enumerate(lists.items()):
        if not own:
            continue
        if expected is not None:
            values = [float(i in wanted[user] - own_expected[user]) for i in own]
        else:
            surprises = unexpectedness[at]
            values = [
                surprises[j] if i in wanted[user] else 0.0 for j, i in enumerate(own)
            ]
        found.append(math.fsum(values) / len(own))
    return mean_or_nan(found, "nothing is recommended")
