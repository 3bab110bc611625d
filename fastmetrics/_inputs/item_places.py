"""What there is of items, by their ids: their places among those of some data."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, whole
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.encoded import encode_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "catalog_size",
    "check_known",
    "distinct_ids",
    "find_items",
    "is_scalar",
    "places_of_items",
    "plain_id",
]


def is_scalar(value: Any) -> bool:
    """Whether this is an id, and nothing that holds some."""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__len__")


def plain_id(value: Any) -> Any:
    """Return an id as Python's own object."""
    return value.item() if isinstance(value, np.generic) else value


def catalog_size(ids: NDArray[Any], catalog: Any, name: str) -> int:
    """Return how many items there are; raise where one of the ids is none of them.

    ``catalog`` are their ids, or the number of items that are called 0, 1 and so on;
    ``name`` is what holds the ids.
    """
    if is_integral(catalog):
        n = whole(catalog, "catalog", 1)
        places = _own_places(ids, n, name, "catalog is a number: give its ids")
    else:
        known = distinct_ids(catalog, "catalog")
        n = len(known)
        places = find_items(ids, known)
    check_known(ids, places, name, "which is not in catalog")
    return n


def places_of_items(
    ids: NDArray[Any],
    n_rows: int,
    items: Any,
    *,
    name: str = "recommended",
    of: str,
    missing: str = "error",
) -> NDArray[np.int64]:
    """Return the row of each item, in data that have a row per item.

    Row i is of item i, or of ``items[i]``; -1 for an item that has none, if it is not
    an error. ``of`` is the name of the data.
    """
    if items is None:
        hint = f"row i of {of} is of item i: give the ids of the rows as items"
        places = _own_places(ids, n_rows, name, hint)
    else:
        known = distinct_ids(items, "items", repeats=False)
        if len(known) != n_rows:
            raise ValueError(
                f"items must name the {n_rows} rows of {of}, got {len(known)} ids."
            )
        places = find_items(ids, known)
    if missing == "error":
        check_known(ids, places, name, f"of which {of} has nothing")
    return places


def check_known(
    ids: NDArray[Any], places: NDArray[np.int64], name: str, lack: str
) -> None:
    """Raise where an item has no place, saying which one."""
    wrong = np.flatnonzero(places < 0)
    if len(wrong):
        item = shown(plain_id(ids[wrong[0]]))
        more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        raise ValueError(f"{name} has the item {item}{more}, {lack}.")


def find_items(ids: NDArray[Any], known: NDArray[Any]) -> NDArray[np.int64]:
    """Return the place of each id among known ones that differ, -1 where it has none.

    Numbers are never equal to texts.
    """
    if ids.dtype.kind in "iuf" and known.dtype.kind in "iuf":
        if len(known) == 0:
            return np.full(len(ids), -1, np.int64)
        order = np.argsort(known, kind="stable")
        at = np.minimum(np.searchsorted(known[order], ids), len(known) - 1)
        places = order[at].astype(np.int64)
        places[known[places] != ids] = -1
        return places
    table = {value: place for place, value in enumerate(known.tolist())}
    found = (table.get(one, -1) for one in ids.tolist())
    return np.fromiter(found, np.int64, len(ids))


def _own_places(ids: NDArray[Any], n: int, name: str, hint: str) -> NDArray[np.int64]:
    """Return ids that are whole numbers as places, -1 for those beyond the last."""
    if not len(ids):
        return np.zeros(0, np.int64)
    kind = ids.dtype.kind
    is_whole = kind in "iu" or (kind == "f" and np.array_equal(ids, np.trunc(ids)))
    if not is_whole:
        raise ValueError(f"{name} has the item {shown(plain_id(ids[0]))}; {hint}.")
    inside = (ids >= 0) & (ids < n)
    return np.where(inside, np.where(inside, ids, 0).astype(np.int64), -1)


def distinct_ids(given: Any, name: str, *, repeats: bool = True) -> NDArray[Any]:
    """Return the distinct ids of a column, a set or a range, in their order."""
    if isinstance(given, (AbstractSet, range)) or type(given).__name__ == "dict_keys":
        given = [*given]
    if is_scalar(given):
        raise TypeError(f"{name} must hold ids, got {shown(given)}.")
    column = as_column(given, name)
    if len(column) == 0:
        raise ValueError(f"{name} is empty.")
    found = encode_groups(column, len(column), name)
    if found.k < len(column) and not repeats:
        twice = shown(plain_id(found.values[np.argmax(found.counts > 1)]))
        raise ValueError(f"{name} must name each row apart: {twice} names two.")
    return found.values
