"""Values of users' lists, of which metrics are the mean; NaN for lists left out."""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.definitions import as_public
from fastmetrics._common.options import warn
from fastmetrics._inputs.item_lists import read_lists
from fastmetrics._kernels import item_lists
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.item_counts import ItemCounts
from fastmetrics.metrics.recommendation.popularities import read_popularity, surprises

if TYPE_CHECKING:
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


def user_mean(lack: str) -> Callable[[Callable[..., Numbers]], Any]:
    """Make a public function of the values of users: their mean, without NaN.

    The warning if all values are NaN gives the reason ``lack``.
    """

    def decorate(values: Callable[..., Numbers]) -> Any:
        def mean(*args: Any, **own: Any) -> float:
            return mean_over_users(values(*args, **own), values.__name__, lack)

        common = signature(values).replace(return_annotation="float")
        return as_public(mean, values, "recommended", common)

    return decorate


def read_own_lists(recommended: Any, name: str, user_id: Any, k: Any) -> ItemLists:
    """Return the lists; counts of items in their place are an error."""
    if isinstance(recommended, ItemCounts):
        raise TypeError(f"{name} needs the lists: ItemCounts do not keep them.")
    return read_lists(recommended, user_id=user_id, k=k)


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
    values = surprises(lists.ids, known, n_users, base, unseen)
    return item_lists.list_means(lists.starts, values[lists.codes])


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
