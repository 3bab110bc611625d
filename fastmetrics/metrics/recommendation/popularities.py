"""How popular items are, and how much surprise that leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, whole
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.item_lists import check_known, find_items, places_of_items
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Popularity(NamedTuple):
    """A number for each item.

    Attributes
    ----------
    values : ndarray
        The numbers, none negative.
    names : ndarray or None
        The ids that a mapping had; None: `items` has them, or they are numbers.
    items : object
        As the caller gave it.
    """

    values: Numbers
    names: NDArray[Any] | None
    items: Any

    def of(self, ids: NDArray[Any], missing: str = "error") -> Numbers:
        """Return the popularity of items; NaN, or an error, where there is none."""
        if self.names is None:
            places = places_of_items(
                ids, len(self.values), self.items, of="popularity", missing=missing
            )
        else:
            places = find_items(ids, self.names)
            if missing == "error":
                check_known(
                    ids, places, "recommended", "of which popularity has nothing"
                )
        return np.where(places < 0, np.nan, self.values[np.maximum(places, 0)])


def surprises(
    ids: NDArray[Any],
    popularity: Popularity,
    n_users: int | None,
    base: float,
    unseen: str,
) -> Numbers:
    """Return -log p of items; NaN of those that are omitted."""
    scale = math.log2(log_base(base))
    known = popularity.of(ids, missing="omit" if omits(unseen) else "error")
    if not omits(unseen) and np.any(known == 0):
        item = shown(ids[known == 0][:1].tolist()[0])
        raise ValueError(
            f"popularity of the item {item} is 0, so that its novelty is infinite: "
            "unseen='omit' leaves such items out."
        )
    values = popularity.values
    total = float(values.sum())
    if n_users is not None:
        total = float(whole(n_users, "n_users", 1))
        if np.any(values > total):
            raise ValueError(
                "popularity must be at most n_users, how many users there are: it "
                f"reaches {values.max():g} of {n_users}."
            )
    known[known == 0] = np.nan
    if total == 0:  # then nothing is known
        return known
    # Of the only item that is known rounding may be below 0.
    return np.maximum((math.log2(total) - np.log2(known)) / scale, 0.0)


def omits(unseen: Any) -> bool:
    """Whether items that nobody knows are left out; if not, they are an error."""
    if not is_one_of(unseen, ("error", "omit")):
        raise ValueError(f"unseen must be 'error' or 'omit', got {shown(unseen)}.")
    return bool(unseen == "omit")


def log_base(base: Any) -> float:
    """Return the base of logarithms."""
    checked = number(base, "base")
    if not 1 < checked < math.inf:
        raise ValueError(f"base must be above 1 and finite, got {shown(base)}.")
    return checked


def read_popularity(popularity: Any, items: Any) -> Popularity:
    """Return the popularity of items, by their ids or in the order of `items`.

    What has been read before is returned as it is.
    """
    if isinstance(popularity, Popularity):
        return popularity
    names = None
    if isinstance(popularity, Mapping):
        if items is not None:
            raise TypeError("items must be None where popularity is a mapping of ids.")
        names = np.empty(len(popularity), object)
        for place, item in enumerate(popularity):  # at one go, tuples make a matrix
            names[place] = item
        popularity = [*popularity.values()]
    elif items is None:
        _refuse_index(popularity)
    array = as_array(popularity, "popularity")
    if array.ndim != 1 or len(array) == 0:
        raise ValueError(
            f"popularity must have an entry for each item, got the shape {array.shape}."
        )
    values = numbers(array, "popularity").astype(np.float64)
    raise_not_finite(values, "popularity")
    if np.any(values < 0):
        raise ValueError(
            f"popularity must not be negative, got {values.min():g} in row "
            f"{int(values.argmin())}."
        )
    with np.errstate(over="ignore"):
        total = values.sum()
    if not np.isfinite(total):
        raise ValueError("popularity must add up to a finite number.")
    return Popularity(values, names, items)


def _refuse_index(popularity: Any) -> None:
    """Raise for a Series whose index seems to name its items."""
    index = getattr(popularity, "index", None)
    if not hasattr(popularity, "iloc"):
        return
    if not np.array_equal(np.asarray(index), np.arange(len(popularity))):
        raise ValueError(
            "popularity is a Series with an index of its own: give its values with "
            "items=popularity.index, or popularity.to_dict(), if these are the items."
        )
