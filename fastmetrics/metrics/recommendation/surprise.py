"""How well known recommended items are, and how much they surprise their user."""

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
from fastmetrics.metrics.recommendation import item_counts as user_values
from fastmetrics.metrics.recommendation.diversity import read_vectors
from fastmetrics.metrics.recommendation.item_counts import (
    ItemCounts,
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
    """Mean popularity of the items of a list, and of that the mean over users.

    *Popularity is not novelty*: it is high where everything is well known.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    popularity : array_like of shape (n_items,), or mapping
        How many users know each item, or how often it was chosen: a number for item i
        in row i, or for ``items[i]``; or a mapping of ids to numbers.
    items : array_like of shape (n_items,), optional
        The ids of the rows, where items are not called 0, 1 and so on.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, inf), in the unit of ``popularity``; lower is better, if what is well
        known is to be avoided. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no popularity, ids are missing,
        there are no lists, or a popularity is negative or not finite.
    TypeError
        If these are no lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    novelty : the surprise of the same items, in bits.

    Notes
    -----
    Users whose list is empty are left out. The literature also calls it average
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
    r"""Mean surprise of the items of a list, and of that the mean over users.

    .. math:: \frac{1}{n} \sum_u \frac{1}{k_u} \sum_{i \in A_u} -\log p_i

    with :math:`p_i` the share of the users who know item i, where ``n_users`` is given
    (Zhou et al. 2010), else its share of all choices (Castells et al. 2011).

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    popularity : array_like of shape (n_items,), or mapping
        How many users know each item, or how often it was chosen: a number for item i
        in row i, or for ``items[i]``; or a mapping of ids to numbers.
    items : array_like of shape (n_items,), optional
        The ids of the rows, where items are not called 0, 1 and so on.
    n_users : int, optional
        How many users ``popularity`` was counted over; by default it is divided by its
        sum.
    base : float, default=2
        Of the logarithm: 2 gives bits.
    unseen : {"error", "omit"}, default="error"
        What becomes of items that nobody knows, whose surprise is infinite: an error,
        or they are left out of their lists.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, inf); higher is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, or one that nobody knows unless these are omitted;
        ids are missing, there are no lists, or a popularity is negative, not finite or
        above ``n_users``.
    TypeError
        If these are no lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If no list has an item that somebody knows: NaN is returned.

    See Also
    --------
    mean_popularity : the popularity itself, which is not novelty.
    unexpectedness : what is new to the user, not to all users.

    Notes
    -----
    Users whose list is empty are left out. The two shares give numbers that are not to
    be compared: with ``n_users`` an item that everybody knows has 0. recmetrics'
    ``novelty`` divides by the number of users and by the length of the list.

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
        values = user_values.novelties(
            recommended,
            known,
            n_users=n_users,
            base=base,
            unseen=unseen,
            user_id=user_id,
            k=k,
        )
        lack = "no list has an item that somebody knows"
        return user_values.mean_over_users(values, "novelty", lack)
    counts = tallied(recommended, user_id, k)
    surprise = surprises(counts.items, known, n_users, base, unseen)
    if np.isnan(surprise).any():
        raise ValueError(
            "unseen='omit' needs the lists: ItemCounts do not say how many items of a "
            "list are left."
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
    r"""Mean difference of recommended items from what the user had before.

    .. math:: \frac{1}{n} \sum_u \frac{1}{|A_u| |H_u|}
        \sum_{i \in A_u} \sum_{j \in H_u} (1 - s(i, j))

    with :math:`H_u` the items of the user's history and s the cosine of features.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``.
    history : sequence of lists, or mapping
        The ids of the items that each user had before, in the same order of users; or
        a mapping of users to such ids, with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Numbers that describe each item, dense or sparse. Row i is of item i, or of
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        In place of ``features``: how similar any two items are, a symmetric matrix.
    items : array_like of shape (n_items,), optional
        The ids of the rows, where items are not called 0, 1 and so on.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 2] for cosines; higher is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, an item has no row, ids are missing, there are no
        lists, users and histories do not go together, or numbers are not finite.
    TypeError
        If these are no lists of ids, or there are both features and similarities, or
        neither.

    Warns
    -----
    UndefinedMetricWarning
        If no user has both a list and a history: NaN is returned.

    See Also
    --------
    serendipity : of what is relevant as well.
    novelty : what is new to most users.

    Notes
    -----
    Users with an empty list or an empty history are left out. A vector of zeros has
    similarity 0 to any other. An item that a history has twice counts once.

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
    r"""Share of a list that is relevant and was not expected; the mean over users.

    .. math:: \frac{1}{n} \sum_u \frac{|(A_u \setminus E_u) \cap R_u|}{|A_u|}

    with :math:`R_u` what is relevant to the user and :math:`E_u` what was expected.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``.
    relevant : sequence of lists, or mapping
        The ids of the items that are relevant to each user, in the same order of
        users; or a mapping of users to such ids, with ``user_id``.
    expected : array_like, sequence of lists, or mapping, optional
        What a primitive recommender would recommend, such as the most popular items:
        one list for all users, a list for each in the same order, or a mapping of users
        to such lists, with ``user_id``.
    unexpectedness : array_like or sequence of lists, optional
        In place of ``expected``: how unexpected each recommended item is, a number in
        place of 0 or 1.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1], with ``unexpectedness`` in the range of that; higher is better. NaN
        where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, there are no lists, users and the
        other lists do not go together, or numbers are not finite.
    TypeError
        If these are no lists of ids, or there are both ``expected`` and
        ``unexpectedness``, or neither.

    Warns
    -----
    UndefinedMetricWarning
        If all lists are empty: NaN is returned.

    See Also
    --------
    unexpectedness : what differs from the user's history, relevant or not.

    Notes
    -----
    Users whose list is empty are left out. The share is of the list (Ge et al. 2010);
    others divide by what is unexpected only. With ``unexpectedness`` it is the mean
    over the list of that number, 0 for what is not relevant (Zhang et al. 2012).

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
        raise TypeError(f"give expected or unexpectedness, one of them; got {count}.")
    lists = read_own_lists(recommended, "serendipity", user_id, k)
    is_relevant = _are_in(lists, relevant, "relevant")
    if expected is not None:
        is_expected = _are_expected(lists, expected)
        values = (is_relevant & ~is_expected).astype(np.float64)
    else:
        values = np.where(is_relevant, _surprise(unexpectedness, lists, k), 0.0)
    return item_lists.list_means(lists.starts, values)


def _are_in(lists: ItemLists, others: Any, name: str) -> NDArray[np.bool_]:
    """Return of each place of each list whether the user's other list has the item."""
    is_found = lists.find_in(lists.in_order(others, name)) >= 0
    return np.asarray(is_found)


def _are_expected(lists: ItemLists, expected: Any) -> NDArray[np.bool_]:
    """Return the same of what is expected: one list for all, or one for each user."""
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
    """Whether these are the items themselves, and no lists of them."""
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
    """Whether it can be counted; arrays of no dimension have a length that raises."""
    return hasattr(value, "__len__") and getattr(value, "ndim", 1) > 0


def _surprise(values: Any, lists: ItemLists, k: Any) -> Numbers:
    """Return a number for each place of the lists, as they are cut."""
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
