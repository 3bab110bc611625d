"""How many items are ever recommended, how many could be, and how many users are."""

from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.recommendation.item_lists import catalog_of, lists_of

__all__ = ["catalog_coverage", "prediction_coverage", "user_coverage"]


def catalog_coverage(
    recommended: Sequence[Any],
    catalog: Any,
    *,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Items that anyone is recommended, over those that could be."""
    items = set().union(*lists_of(recommended, user_id, k).values())
    return _share(items, catalog)


def prediction_coverage(predictable: Sequence[Any], catalog: Any) -> float:
    """Items for which there can be a prediction, over those that could be recommended.

    A model may have a prediction of an item in several rows.
    """
    return _share(set(predictable), catalog)


def _share(items: set[Any], catalog: Any) -> float:
    known = catalog_of(catalog)
    if not items <= known:
        raise ValueError(f"{items - known} are not in the catalog")
    return len(items) / len(known)


def user_coverage(
    recommended: Sequence[Any],
    n_users: int,
    *,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
    min_items: int = 1,
) -> float:
    """Users who are recommended at least so many items, over all users."""
    lists = lists_of(recommended, user_id, k).values()
    if len(lists) > n_users:
        raise ValueError(f"{len(lists)} users of {n_users}")
    return sum(len(items) >= min_items for items in lists) / n_users
