"""How many items are ever recommended, how many could be, and how many users are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.item_lists import catalog_size, distinct_ids
from fastmetrics.metrics.recommendation.item_counts import tallied

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import ArrayLike

    from fastmetrics.metrics.recommendation.item_counts import ItemCounts


def catalog_coverage(
    recommended: ArrayLike | ItemCounts,
    catalog: int | ArrayLike | Collection[Any],
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    """Share of the catalog that is recommended to anyone.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    catalog : array_like or int
        The ids of all items that could be recommended; or how many there are, if they
        are called 0, 1 and so on.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If a list has an item twice or one that is not in the catalog, ids are missing,
        or there are no lists.
    TypeError
        If these are no lists of ids.

    See Also
    --------
    prediction_coverage : what the model could recommend at all.
    item_gini : how equally often items are recommended.

    Notes
    -----
    It grows with the number of users and the length of their lists: compare models on
    the same users and the same k. recmetrics calls this number *prediction* coverage
    (and gives percent); its catalog coverage is that of a sample of lists.

    References
    ----------
    .. [1] M. Ge, C. Delgado-Battenfeld and D. Jannach, "Beyond accuracy: evaluating
       recommender systems by coverage and serendipity", RecSys 2010, 257-260.

    Examples
    --------
    >>> from fastmetrics import catalog_coverage
    >>> catalog_coverage([[1, 2], [2, 3], [3, 4]], 5)
    0.8
    >>> catalog_coverage([["a", "b"], ["a"]], ["a", "b", "c", "d"])
    0.5
    """
    counts = tallied(recommended, user_id, k)
    return len(counts.items) / catalog_size(counts.items, catalog, "recommended")


def prediction_coverage(
    predictable: ArrayLike | Collection[Any], catalog: int | ArrayLike | Collection[Any]
) -> float:
    """Share of the catalog for which the model can give a prediction at all.

    Parameters
    ----------
    predictable : array_like
        The ids of the items for which the model can give a prediction, to whomever; an
        id that stands there several times counts once.
    catalog : array_like or int
        The ids of all items that could be recommended; or how many there are, if they
        are called 0, 1 and so on.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If an item is not in the catalog, or ids are missing.
    TypeError
        If these are no ids.

    See Also
    --------
    catalog_coverage : what is recommended; recmetrics calls that prediction coverage.

    References
    ----------
    .. [1] M. Ge, C. Delgado-Battenfeld and D. Jannach, "Beyond accuracy: evaluating
       recommender systems by coverage and serendipity", RecSys 2010, 257-260.

    Examples
    --------
    >>> from fastmetrics import prediction_coverage
    >>> prediction_coverage([0, 1, 3], 4)
    0.75
    """
    known = distinct_ids(predictable, "predictable")
    return len(known) / catalog_size(known, catalog, "predictable")


def user_coverage(
    recommended: ArrayLike | ItemCounts,
    n_users: int,
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
    min_items: int = 1,
) -> float:
    """Share of the users who are recommended anything, or at least so many items.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    n_users : int
        How many users there are, those without a list included.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.
    min_items : int, default=1
        How many items a list must have at least.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, there are no lists, or more lists
        than users.
    TypeError
        If these are no lists of ids.

    See Also
    --------
    catalog_coverage : the share of the items.

    References
    ----------
    .. [1] G. Shani and A. Gunawardana, "Evaluating recommendation systems", in F.
       Ricci et al. (eds.), Recommender Systems Handbook (2011), 257-297.

    Examples
    --------
    >>> from fastmetrics import user_coverage
    >>> user_coverage([["a", "b"], ["a"], []], 4)
    0.5
    >>> user_coverage([["a", "b"], ["a"], []], 4, min_items=2)
    0.25
    """
    counts = tallied(recommended, user_id, k)
    total, least = whole(n_users, "n_users", 1), whole(min_items, "min_items", 1)
    if counts.n_users > total:
        raise ValueError(
            f"n_users must be at least the {counts.n_users} users of recommended, got "
            f"{total}."
        )
    return int(np.sum(counts.users[counts.lengths >= least])) / total
