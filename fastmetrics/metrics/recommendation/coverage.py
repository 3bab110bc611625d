"""Coverage of the catalog and of users, and concentration on few items."""

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
    """Catalog coverage: proportion of the items that are recommended to any user.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    catalog : array_like or int
        Ids of all items that could be recommended, or their number n for ids from 0 to
        n - 1.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
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
        If these are not lists of ids.

    See Also
    --------
    prediction_coverage : Proportion of items that the model can predict.
    item_gini : Inequality of the frequencies of items.

    Notes
    -----
    It grows with the number of users and the length of their lists, so compare models
    on the same users with the same k. recmetrics calls this number *prediction*
    coverage (in percent); its catalog coverage is computed on a sample of lists.

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
    """Prediction coverage: proportion of the items that the model can predict.

    Parameters
    ----------
    predictable : array_like
        Ids of the items for which the model can give a prediction, for any user;
        repeated ids count once.
    catalog : array_like or int
        Ids of all items that could be recommended, or their number n for ids from 0 to
        n - 1.

    Returns
    -------
    float
        In [0, 1]; higher is better.

    Raises
    ------
    ValueError
        If an item is not in the catalog, or ids are missing.
    TypeError
        If these are not ids.

    See Also
    --------
    catalog_coverage : Proportion of recommended items, the prediction coverage of
        recmetrics.

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
    """User coverage: proportion of users with at least ``min_items`` recommendations.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    n_users : int
        Number of users, including users without a list.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.
    min_items : int, default=1
        Minimum number of items of a list.

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
        If these are not lists of ids.

    See Also
    --------
    catalog_coverage : Proportion of the items.

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
    r"""Gini index of the frequencies of recommended items.

    .. math:: \frac{\sum_i (2 i - n - 1)\, x_{(i)}}{n \sum_i x_i}

    with :math:`x_{(1)} \le \dots \le x_{(n)}` the numbers of lists that contain each of
    the n items of the catalog, 0 for items that are never recommended.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    catalog : array_like or int
        Ids of all items that could be recommended, or their number n for ids from 0 to
        n - 1.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1 - 1/n]; 0 if all items are recommended equally often, 1 - 1/n if all
        lists contain only the same item. Lower is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that is not in the catalog, ids are missing,
        or there are no lists.
    TypeError
        If these are not lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    distributional_coverage : Entropy of the same counts.
    catalog_coverage : Proportion of recommended items.

    Notes
    -----
    Other definitions: divided by 1 - 1/n, with maximum 1; or over recommended items
    only, in which case a model that always recommends the same three items has the
    value 0. It falls as the number of users grows, so compare models on the same users
    with the same k.

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
    r"""Distributional coverage: entropy of the proportions of recommended items.

    .. math:: -\sum_i p_i \log p_i

    with :math:`p_i` the proportion of item i among all recommendations.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.
    base : float, default=2
        Base of the logarithm: 2 gives bits.

    Returns
    -------
    float
        In [0, log n] for n items; higher is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, there are no lists, or the base is
        not above 1.
    TypeError
        If these are not lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    item_gini : Inequality of the same counts.

    Notes
    -----
    The base to the power of this value is the number of equally frequent items with the
    same entropy.

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
