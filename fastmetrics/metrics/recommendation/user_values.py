"""What each user's list contributes to a mean over users; NaN of who is left out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import warn
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.item_lists import find_items, is_scalar, read_lists
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import item_lists
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.item_counts import ItemCounts
from fastmetrics.metrics.recommendation.item_vectors import read_vectors
from fastmetrics.metrics.recommendation.popularities import (
    read_popularity,
    surprises,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics._inputs.item_lists import ItemLists

    Numbers = NDArray[np.float64]


def mean_over_users(values: Numbers, name: str, lack: str) -> float:
    """Return the mean of those that are not NaN; without any NaN, and a warning."""
    kept = values[~np.isnan(values)]
    if len(kept) == 0:
        warn(f"{name} is undefined: {lack}. NaN is returned.", UndefinedMetricWarning)
        return math.nan
    return float(np.mean(kept))


# --- items of one list


def similarities(
    recommended: Any,
    features: Any = None,
    *,
    similarity: Any = None,
    items: Any = None,
    metric: str = "cosine",
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return the mean similarity of two items of each list."""
    vectors = read_vectors(features, similarity, metric)
    lists = read_own_lists(recommended, "intra_list_similarity", user_id, k)
    rows = vectors.places(lists, items, "recommended")
    return vectors.pairs(lists.starts, rows, "similarity")


def diversities(
    recommended: Any,
    features: Any = None,
    *,
    similarity: Any = None,
    items: Any = None,
    metric: str = "cosine",
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return 1 less that similarity, or the mean distance."""
    vectors = read_vectors(features, similarity, metric, distances=True)
    lists = read_own_lists(recommended, "intra_list_diversity", user_id, k)
    rows = vectors.places(lists, items, "recommended")
    return vectors.pairs(lists.starts, rows, "diversity")


def unexpected(
    recommended: Any,
    history: Any,
    features: Any = None,
    *,
    similarity: Any = None,
    items: Any = None,
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return 1 less the mean similarity of a list's items to the user's history."""
    vectors = read_vectors(features, similarity)
    lists = read_own_lists(recommended, "unexpectedness", user_id, k)
    past = lists.in_order(history, "history").without_repeats()
    rows = vectors.places(lists, items, "recommended")
    past_rows = vectors.places(past, items, "history")
    return 1 - vectors.cross(lists.starts, rows, past.starts, past_rows)


def read_own_lists(recommended: Any, name: str, user_id: Any, k: Any) -> ItemLists:
    """Return the lists; counts of items in their place are an error."""
    if isinstance(recommended, ItemCounts):
        raise TypeError(f"{name} needs the lists: ItemCounts do not keep them.")
    return read_lists(recommended, user_id=user_id, k=k)


# --- popularity


def popularities(
    recommended: Any,
    popularity: Any,
    *,
    items: Any = None,
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return the mean popularity of each list's items."""
    lists = read_lists(recommended, user_id=user_id, k=k)
    known = read_popularity(popularity, items).of(lists.ids)
    return item_lists.list_means(lists.starts, known[lists.codes])


def novelties(
    recommended: Any,
    popularity: Any,
    *,
    items: Any = None,
    n_users: int | None = None,
    base: float = 2,
    unseen: str = "error",
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return the mean of -log p over each list's items."""
    lists = read_lists(recommended, user_id=user_id, k=k)
    known = read_popularity(popularity, items)
    found = surprises(lists.ids, known, n_users, base, unseen)
    return item_lists.list_means(lists.starts, found[lists.codes])


# --- surprise


def serendipities(
    recommended: Any,
    relevant: Any,
    *,
    expected: Any = None,
    unexpectedness: Any = None,
    user_id: Any = None,
    k: int | None = None,
) -> Numbers:
    """Return the share of each list that is relevant and not expected."""
    if (expected is None) == (unexpectedness is None):
        given = "neither" if expected is None else "both"
        raise TypeError(f"give expected or unexpectedness, one of them; got {given}.")
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
    found = lists.find_in(lists.in_order(others, name)) >= 0
    return np.asarray(found)


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


def _has_rows(one: Any) -> bool:
    """Whether it can be counted; arrays of no dimension have a length that raises."""
    return hasattr(one, "__len__") and getattr(one, "ndim", 1) > 0


def _surprise(given: Any, lists: ItemLists, k: Any) -> Numbers:
    """Return a number for each place of the lists, as they are cut."""
    if isinstance(given, np.ndarray) and given.ndim == 2:
        rows: Sequence[Any] = [*given]
    elif _has_rows(given) and not isinstance(given, (str, Mapping)):
        rows = given
    else:
        raise TypeError(
            "unexpectedness must have a number for each recommended item, got "
            f"{shown(given)}."
        )
    if len(rows) == len(lists.codes) and not _has_rows(next(iter(rows), [])):
        rows = np.split(as_array(rows, "unexpectedness"), lists.starts[1:-1])
    if len(rows) != lists.n_users:
        raise ValueError(
            f"unexpectedness must have a row for each of the {lists.n_users} users of "
            f"recommended, got {len(rows)}."
        )
    found = np.empty(len(lists.codes))
    for user, row in enumerate(rows):
        n = int(lists.lengths[user])
        if not _has_rows(row) or len(row) < n or (k is None and len(row) > n):
            raise ValueError(
                "unexpectedness must have a number for each recommended item: "
                f"{lists.user(user)} has {n} items."
            )
        if n:
            own = numbers(as_array(row, "unexpectedness"), "unexpectedness")[:n]
            found[lists.starts[user] : lists.starts[user + 1]] = own
    raise_not_finite(found, "unexpectedness")
    return found


# --- lists of different users


def overlap_pseudo_values(
    recommended: Any, *, user_id: Any = None, k: int | None = None
) -> Numbers:
    """Return n v - (n - 1) v_i of the diversity between users, v_i without user i.

    Exact: without a user the sum over pairs lacks the pairs that the user is in. Users
    with an empty list are drawn with the others, and add nothing when they are: theirs
    is v, and those of others are farther from it in proportion. NaN of all where there
    are fewer than three other users.
    """
    lists = read_own_lists(recommended, "the jackknife", user_id, k)
    _, roots, shares = item_lists.tally(lists.starts, lists.codes, len(lists.ids))
    own = item_lists.overlaps(lists.starts, lists.codes, roots)
    is_counted = lists.lengths > 0
    n = int(np.count_nonzero(is_counted))
    if n < 3:
        return np.full(lists.n_users, np.nan)
    # Each pair counts for both of its users.
    total = float(np.maximum(roots * roots - shares, 0.0).sum())
    value = 1 - total / (n * (n - 1))
    without = 1 - (total - 2 * own) / ((n - 1) * (n - 2))
    far = (n - 1) * (value - without) * (lists.n_users / n)
    return np.where(is_counted, value + far, value)
