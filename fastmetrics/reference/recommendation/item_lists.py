"""Lists of recommended items: each user's, and what there is of each item."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["by_item", "catalog_of", "lists_of", "lists_of_users"]


def lists_of(
    recommended: Sequence[Any],
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> dict[Any, list[Any]]:
    """Return the list of each user, by order of appearance; the first k of each.

    Users without ids are numbered from 0. With ids, ``recommended`` is a list for each
    of them, or a column with an item in each row.
    """
    if k is not None and k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    if user_id is None:
        lists = {user: [*items] for user, items in enumerate(recommended)}
    elif recommended and isinstance(recommended[0], list | tuple):
        lists = {
            user: [*items] for user, items in zip(user_id, recommended, strict=True)
        }
    else:
        lists = {}
        for user, item in zip(user_id, recommended, strict=True):
            lists.setdefault(user, []).append(item)
    if not lists:
        raise ValueError("recommended has no lists")
    for user, items in lists.items():
        if len(set(items)) < len(items):
            raise ValueError(f"the list of {user!r} has an item twice")
    return {user: items[:k] for user, items in lists.items()}


def lists_of_users(given: Any, lists: Mapping[Any, Any]) -> dict[Any, set[Any]]:
    """Return of each user what was given of it: lists in their order, or a mapping."""
    if isinstance(given, Mapping):
        return {user: set(given.get(user, ())) for user in lists}
    return {user: set(own) for user, own in zip(lists, given, strict=True)}


def by_item(values: Any, items: Sequence[Any] | None) -> dict[Any, Any]:
    """Return the entry, or the row, of each item."""
    if isinstance(values, Mapping):
        return {**values}
    return dict(
        zip(range(len(values)) if items is None else items, values, strict=True)
    )


def catalog_of(catalog: Any) -> set[Any]:
    """Return the items that could be recommended, given as such or by their number."""
    return set(range(catalog) if isinstance(catalog, int) else catalog)
