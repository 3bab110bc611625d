"""Popularity, novelty, unexpectedness and serendipity of recommended items."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import warn
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.item_lists import find_items, is_scalar
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import item_lists
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.diversity import read_vectors
from fastmetrics.metrics.recommendation.item_counts import (
    ItemCounts,
    mean_over_users,
    novelties,
    omits,
    read_own_lists,
    read_popularity,
    surprises,
    tallied,
    user_mean,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Literal

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse
    from fastmetrics._inputs.item_lists import ItemLists
    from fastmetrics.metrics.recommendation.item_counts import Numbers

    # Items of each user: lists or sets in the order of the users, or by user.
    OfUsers = ArrayLike | Sequence[Collection[Any]] | Mapping[Any, Collection[Any]]


def mean_popularity(
    recommended: ArrayLike | ItemCounts,
    popularity: ArrayLike | Mapping[Any, float],
    *,
    items: ArrayLike | None = None,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    """Mean popularity of the items of a list, averaged over users.

    *Popularity is not novelty*: it is high if all items are well known.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    popularity : array_like of shape (n_items,), or mapping
        Number of users who know each item, or number of times it was chosen: for item i
        in row i, or for ``items[i]``; or a mapping of ids to numbers.
    items : array_like of shape (n_items,), optional
        Ids of the rows, if the ids are not 0, 1, ….
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, inf), in the unit of ``popularity``; lower is better if well-known items
        should be avoided. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no popularity, ids are missing,
        there are no lists, or a popularity is negative or not finite.
    TypeError
        If these are not lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    novelty : Surprise of the same items, in bits.

    Notes
    -----
    Users with an empty list are left out. In the literature it is also called average
    recommendation popularity (ARP).

    References
    ----------
    .. [1] H. Yin, B. Cui, J. Li, J. Yao and C. Chen, "Challenging the long tail
       recommendation", Proceedings of the VLDB Endowment 5 (2012), 896-907.

    Examples
    --------
    >>> from fastmetrics import mean_popularity
    >>> mean_popularity([[0, 1], [1, 2]], [10, 4, 2])
    5.0
    """
    known = read_popularity(popularity, items)
    counts = tallied(recommended, user_id, k)
    return _mean(counts, known.of(counts.items), "mean_popularity")


def novelty(
    recommended: ArrayLike | ItemCounts,
    popularity: ArrayLike | Mapping[Any, float],
    *,
    items: ArrayLike | None = None,
    n_users: int | None = None,
    base: float = 2,
    unseen: Literal["error", "omit"] = "error",
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    r"""Novelty: mean self-information of the items of a list, averaged over users.

    .. math:: \frac{1}{n} \sum_u \frac{1}{k_u} \sum_{i \in A_u} -\log p_i

    with :math:`p_i` the proportion of users who know item i if ``n_users`` is given
    (Zhou et al. 2010), otherwise its proportion of all choices (Castells et al. 2011).

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    popularity : array_like of shape (n_items,), or mapping
        Number of users who know each item, or number of times it was chosen: for item i
        in row i, or for ``items[i]``; or a mapping of ids to numbers.
    items : array_like of shape (n_items,), optional
        Ids of the rows, if the ids are not 0, 1, ….
    n_users : int, optional
        Number of users that ``popularity`` was counted over; by default it is divided
        by its sum.
    base : float, default=2
        Base of the logarithm: 2 gives bits.
    unseen : {"error", "omit"}, default="error"
        Treatment of items that nobody knows, whose surprise is infinite: an error, or
        they are left out of their lists.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, inf); higher is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, or one that nobody knows unless these are omitted;
        ids are missing, there are no lists, or a popularity is negative, not finite or
        above ``n_users``.
    TypeError
        If these are not lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If no list has an item that somebody knows: NaN is returned.

    See Also
    --------
    mean_popularity : Popularity, the opposite of novelty.
    unexpectedness : Difference from the user's own history.

    Notes
    -----
    Users with an empty list are left out. Values with and without ``n_users`` are not
    comparable: with ``n_users``, an item that everybody knows has novelty 0.
    ``novelty`` of recmetrics divides by the number of users and by the length of the
    list.

    References
    ----------
    .. [1] T. Zhou, Z. Kuscsik, J.-G. Liu, M. Medo, J. R. Wakeling and Y.-C. Zhang,
       "Solving the apparent diversity-accuracy dilemma of recommender systems",
       Proceedings of the National Academy of Sciences 107 (2010), 4511-4515.
    .. [2] P. Castells, S. Vargas and J. Wang, "Novelty and diversity metrics for
       recommender systems: choice, discovery and relevance", DDR workshop at ECIR
       2011, 29-36.

    Examples
    --------
    >>> from fastmetrics import novelty
    >>> round(novelty([[0, 1], [1, 2]], [8, 4, 2], n_users=8), 4)
    1.0
    >>> round(novelty([["a", "b"]], {"a": 8, "b": 2}, n_users=8), 4)
    1.0
    """
    known = read_popularity(popularity, items)
    if omits(unseen) and not isinstance(recommended, ItemCounts):
        values = novelties(
            recommended,
            known,
            n_users=n_users,
            base=base,
            unseen=unseen,
            user_id=user_id,
            k=k,
        )
        lack = "no list has an item that somebody knows"
        return mean_over_users(values, "novelty", lack)
    counts = tallied(recommended, user_id, k)
    surprise = surprises(counts.items, known, n_users, base, unseen)
    if np.isnan(surprise).any():
        raise ValueError(
            "unseen='omit' needs the lists: ItemCounts lack the number of items "
            "left in each list."
        )
    return _mean(counts, surprise, "novelty")


def _mean(counts: ItemCounts, values: Any, name: str) -> float:
    """Return the mean over users of the mean of their items' values."""
    n = counts.n_users - counts.n_empty
    if n == 0:
        warn(
            f"{name} is undefined: all lists are empty. NaN is returned.",
            UndefinedMetricWarning,
        )
        return math.nan
    return float(np.sum(counts.shares * values)) / n


@user_mean("no user has both a list and a history")
def unexpectedness(
    recommended: ArrayLike,
    history: OfUsers,
    features: ArrayLike | Sparse | None = None,
    *,
    similarity: ArrayLike | Sparse | None = None,
    items: ArrayLike | None = None,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> Numbers:
    r"""Unexpectedness: mean dissimilarity of items from the history of the user.

    .. math:: \frac{1}{n} \sum_u \frac{1}{|A_u| |H_u|}
        \sum_{i \in A_u} \sum_{j \in H_u} (1 - s(i, j))

    with :math:`H_u` the items of the user's history and s the cosine of features.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``.
    history : sequence of lists, or mapping
        Ids of the items in the history of each user, in the same order of users; or a
        mapping of users to such ids, with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Features of each item, dense or sparse. Row i belongs to item i, or to
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        Symmetric matrix of similarities of items, in place of ``features``.
    items : array_like of shape (n_items,), optional
        Ids of the rows, if the ids are not 0, 1, ….
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 2] for cosines; higher is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, an item has no row, ids are missing, there are no
        lists, users and histories do not go together, or numbers are not finite.
    TypeError
        If these are not lists of ids, or both or neither of features and similarities
        are given.

    Warns
    -----
    UndefinedMetricWarning
        If no user has both a list and a history: NaN is returned.

    See Also
    --------
    serendipity : For items that are also relevant.
    novelty : For items that are new to most users.

    Notes
    -----
    Users with an empty list or an empty history are left out. A vector of zeros has
    similarity 0 to any other. Repeated items of a history count once.

    References
    ----------
    .. [1] Y. C. Zhang, D. Ó Séaghdha, D. Quercia and T. Jambor, "Auralist: introducing
       serendipity into music recommendation", WSDM 2012, 13-22.

    Examples
    --------
    >>> from fastmetrics import unexpectedness
    >>> genres = [[1, 0], [1, 0], [0, 1]]
    >>> unexpectedness([[1, 2], [2]], [[0], [0]], genres)
    0.75
    """
    vectors = read_vectors(features, similarity)
    lists = read_own_lists(recommended, "unexpectedness", user_id, k)
    past = lists.in_order(history, "history").without_repeats()
    rows = vectors.places(lists, items, "recommended")
    past_rows = vectors.places(past, items, "history")
    return 1 - vectors.cross(lists.starts, rows, past.starts, past_rows)


@user_mean("all lists are empty")
def serendipity(
    recommended: ArrayLike,
    relevant: OfUsers,
    *,
    expected: OfUsers | Collection[Any] | None = None,
    unexpectedness: ArrayLike | None = None,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> Numbers:
    r"""Serendipity: proportion of relevant and unexpected items, averaged over users.

    .. math:: \frac{1}{n} \sum_u \frac{|(A_u \setminus E_u) \cap R_u|}{|A_u|}

    with :math:`R_u` the items that are relevant to the user and :math:`E_u` the
    expected items.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``.
    relevant : sequence of lists, or mapping
        Ids of the items that are relevant to each user, in the same order of users; or
        a mapping of users to such ids, with ``user_id``.
    expected : array_like, sequence of lists, or mapping, optional
        Items that a simple recommender would recommend, such as the most popular items:
        one list for all users, one list per user in the same order, or a mapping of
        users to such lists, with ``user_id``.
    unexpectedness : array_like or sequence of lists, optional
        Unexpectedness of each recommended item, in place of ``expected``.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1], with ``unexpectedness`` in the range of that; higher is better. NaN
        if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, there are no lists, users and the
        other lists do not go together, or numbers are not finite.
    TypeError
        If these are not lists of ids, or both or neither of ``expected`` and
        ``unexpectedness`` are given.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    unexpectedness : Dissimilarity from the user's history, relevant or not.

    Notes
    -----
    Users with an empty list are left out. The divisor is the length of the list (Ge et
    al. 2010); other authors divide by the number of unexpected items. With
    ``unexpectedness`` it is the mean of these values over the list, with 0 for items
    that are not relevant (Zhang et al. 2012).

    References
    ----------
    .. [1] M. Ge, C. Delgado-Battenfeld and D. Jannach, "Beyond accuracy: evaluating
       recommender systems by coverage and serendipity", RecSys 2010, 257-260.
    .. [2] Y. C. Zhang, D. Ó Séaghdha, D. Quercia and T. Jambor, "Auralist: introducing
       serendipity into music recommendation", WSDM 2012, 13-22.

    Examples
    --------
    >>> from fastmetrics import serendipity
    >>> lists, relevant = [["a", "b", "c"], ["a", "d"]], [{"a", "c"}, {"d", "e"}]
    >>> round(serendipity(lists, relevant, expected=["a", "b"]), 4)
    0.4167
    """
    if (expected is None) == (unexpectedness is None):
        count = "neither" if expected is None else "both"
        raise TypeError(f"pass either expected or unexpectedness; got {count}.")
    lists = read_own_lists(recommended, "serendipity", user_id, k)
    is_relevant = _are_in(lists, relevant, "relevant")
    if expected is not None:
        is_expected = _are_expected(lists, expected)
        values = (is_relevant & ~is_expected).astype(np.float64)
    else:
        values = np.where(is_relevant, _surprise(unexpectedness, lists, k), 0.0)
    return item_lists.list_means(lists.starts, values)


def _are_in(lists: ItemLists, others: Any, name: str) -> NDArray[np.bool_]:
    """Return for each place of each list whether the user's other list has the item."""
    is_found = lists.find_in(lists.in_order(others, name)) >= 0
    return np.asarray(is_found)


def _are_expected(lists: ItemLists, expected: Any) -> NDArray[np.bool_]:
    """Return the same for expected items: one list for all users, or one per user."""
    if isinstance(expected, Mapping) or not _is_one_list(expected):
        return _are_in(lists, expected, "expected")
    known = as_array(
        [*expected] if isinstance(expected, (set, frozenset)) else (expected),
        "expected",
    )
    if known.ndim != 1:
        raise ValueError(
            f"expected must be a list of ids, got the shape {known.shape}."
        )
    is_known = find_items(lists.ids, np.unique(known)) >= 0
    return is_known[lists.codes]


def _is_one_list(expected: Any) -> bool:
    """Whether these are items, not lists of items."""
    if isinstance(expected, (set, frozenset)):
        return True
    if getattr(expected, "ndim", 1) != 1:
        return False
    try:
        first = next(iter(expected))
    except StopIteration:
        return True
    except TypeError:
        raise TypeError(
            f"expected must hold ids or a list of them for each user, got "
            f"{shown(expected)}."
        ) from None
    return is_scalar(first)


def _has_rows(value: Any) -> bool:
    """Whether it has a length; arrays without dimensions raise."""
    return hasattr(value, "__len__") and getattr(value, "ndim", 1) > 0


def _surprise(values: Any, lists: ItemLists, k: Any) -> Numbers:
    """Return a number for each place of the lists, after the cut-off."""
    if isinstance(values, np.ndarray) and values.ndim == 2:
        rows: Sequence[Any] = [*values]
    elif _has_rows(values) and not isinstance(values, (str, Mapping)):
        rows = values
    else:
        raise TypeError(
            "unexpectedness must have a number for each recommended item, got "
            f"{shown(values)}."
        )
    if len(rows) == len(lists.codes) and not _has_rows(next(iter(rows), [])):
        rows = np.split(as_array(rows, "unexpectedness"), lists.starts[1:-1])
    if len(rows) != lists.n_users:
        raise ValueError(
            f"unexpectedness must have a row for each of the {lists.n_users} users of "
            f"recommended, got {len(rows)}."
        )
    surprises = np.empty(len(lists.codes))
    for user, row in enumerate(rows):
        n = int(lists.lengths[user])
        if not _has_rows(row) or len(row) < n or (k is None and len(row) > n):
            raise ValueError(
                "unexpectedness must have a number for each recommended item: "
                f"{lists.user(user)} has {n} items."
            )
        if n:
            own = numbers(as_array(row, "unexpectedness"), "unexpectedness")[:n]
            surprises[lists.starts[user] : lists.starts[user + 1]] = own
    raise_not_finite(surprises, "unexpectedness")
    return surprises
