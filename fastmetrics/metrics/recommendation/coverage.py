"""Coverage of the catalog and of users, and how unequally items are recommended."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import warn, whole
from fastmetrics._inputs.item_lists import catalog_size, distinct_ids
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.item_counts import (
    entropy,
    gini,
    log_base,
    tallied,
)

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


# ------------------------------------------------------------------------ concentration


def item_gini(
    recommended: ArrayLike | ItemCounts,
    catalog: int | ArrayLike | Collection[Any],
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    r"""Gini index of how often the items of the catalog are recommended.

    .. math:: \frac{\sum_i (2 i - n - 1)\, x_{(i)}}{n \sum_i x_i}

    with :math:`x_{(1)} \le \dots \le x_{(n)}` the numbers of lists that the n items of
    the catalog are in, 0 of those that nobody is recommended.

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
        In [0, 1 - 1/n]; 0 if all items are recommended equally often, the most if all
        lists are one and the same item. Lower is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that is not in the catalog, ids are missing,
        or there are no lists.
    TypeError
        If these are no lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    distributional_coverage : the entropy of the same counts.
    catalog_coverage : which items are recommended at all.

    Notes
    -----
    Rivals: divided by 1 - 1/n, so that it reaches 1; and over the items that are
    recommended only, which calls a model that recommends three items all the time
    perfectly fair. It falls as the number of users grows: compare models on the same
    users and the same k.

    References
    ----------
    .. [1] G. Adomavicius and Y. Kwon, "Improving aggregate recommendation diversity
       using ranking-based techniques", IEEE Transactions on Knowledge and Data
       Engineering 24 (2012), 896-911.

    Examples
    --------
    >>> from fastmetrics import item_gini
    >>> item_gini([[0, 1], [2, 3]], 4)
    0.0
    >>> item_gini([["a"], ["a"]], ["a", "b", "c", "d"])
    0.75
    """
    counts = tallied(recommended, user_id, k)
    n = catalog_size(counts.items, catalog, "recommended")
    if not counts.n_recommended:
        return _nothing("item_gini")
    return gini(counts.counts, n)


def distributional_coverage(
    recommended: ArrayLike | ItemCounts,
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
    base: float = 2,
) -> float:
    r"""Entropy of the shares that items have of all recommendations.

    .. math:: -\sum_i p_i \log p_i

    with :math:`p_i` the share of item i.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.
    base : float, default=2
        Of the logarithm: 2 gives bits.

    Returns
    -------
    float
        In [0, log n] for n items; higher is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, there are no lists, or the base is
        not above 1.
    TypeError
        If these are no lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    item_gini : the inequality of the same counts.

    Notes
    -----
    With the base to the power of it as many items, recommended equally often, would be
    as spread out.

    References
    ----------
    .. [1] G. Shani and A. Gunawardana, "Evaluating recommendation systems", in F.
       Ricci et al. (eds.), Recommender Systems Handbook (2011), 257-297.

    Examples
    --------
    >>> from fastmetrics import distributional_coverage
    >>> distributional_coverage([[0, 1], [2, 3]])
    2.0
    """
    counts = tallied(recommended, user_id, k)
    scale = math.log(log_base(base))
    if not counts.n_recommended:
        return _nothing("distributional_coverage")
    return entropy(counts.counts) / scale


def _nothing(name: str) -> float:
    warn(
        f"{name} is undefined: all lists are empty. NaN is returned.",
        UndefinedMetricWarning,
    )
    return float(np.nan)
