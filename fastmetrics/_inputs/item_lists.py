"""Lists of item ids, one for each user, and the places of items in other data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, whole
from fastmetrics._inputs.columns import as_column, convert, raise_nulls
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.query_rows import starts_of
from fastmetrics._inputs.tables import encode_groups
from fastmetrics._kernels import item_lists

if TYPE_CHECKING:
    from numpy.typing import NDArray


# --- ids of items, and their places among the ids of some data


def is_scalar(value: Any) -> bool:
    """Whether this is an id, and nothing that holds some."""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__len__")


def plain_id(value: Any) -> Any:
    """Return an id as Python's own object."""
    return value.item() if isinstance(value, np.generic) else value


def catalog_size(ids: NDArray[Any], catalog: Any, name: str) -> int:
    """Return the number of items; raise if an id is not one of them.

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
    codes = (table.get(id_, -1) for id_ in ids.tolist())
    return np.fromiter(codes, np.int64, len(ids))


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


def distinct_ids(ids: Any, name: str, *, repeats: bool = True) -> NDArray[Any]:
    """Return the distinct ids of a column, a set or a range, in their order."""
    if isinstance(ids, (AbstractSet, range)) or type(ids).__name__ == "dict_keys":
        ids = [*ids]
    if is_scalar(ids):
        raise TypeError(f"{name} must hold ids, got {shown(ids)}.")
    column = as_column(ids, name)
    if len(column) == 0:
        raise ValueError(f"{name} is empty.")
    encoded = encode_groups(column, len(column), name)
    if encoded.k < len(column) and not repeats:
        twice = shown(plain_id(encoded.values[np.argmax(encoded.counts > 1)]))
        raise ValueError(f"{name} must have one id per row: {twice} occurs twice.")
    return encoded.values


# --- lists of item ids, one for each user: nested, ragged, or columns of long form
#
# Ids are of any kind of label. They become numbers once; what there is of each item,
# its features or how popular it is, is then found by these numbers (see `item_places`).


class ItemLists:
    """The items of each user.

    Attributes
    ----------
    starts : ndarray of int64, shape (n_users + 1,)
        List ``u`` is ``codes[starts[u]:starts[u + 1]]``.
    codes : ndarray of int64
        The places of items among ``ids``.
    ids : ndarray
        The distinct ids, ascending.
    users : ndarray or None
        The id of each user; None: they are numbered.
    """

    __slots__ = ("codes", "ids", "starts", "users")

    def __init__(
        self,
        starts: NDArray[np.int64],
        codes: NDArray[np.int64],
        ids: NDArray[Any],
        users: NDArray[Any] | None,
    ) -> None:
        self.starts, self.codes, self.ids, self.users = starts, codes, ids, users

    @property
    def n_users(self) -> int:
        """How many lists there are, empty ones included."""
        return len(self.starts) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many items each list has."""
        return np.diff(self.starts)

    def user(self, place: int) -> str:
        """Return the user of a list for messages."""
        if self.users is None:
            return f"list {place}"
        return f"the list of {shown(plain_id(self.users[place]))}"

    def in_order(self, rows: Any, name: str) -> ItemLists:
        """Return lists of the same users, given in their order or by user.

        They may be sets, and have an item twice; of a user whom a mapping lacks the
        list is empty.
        """
        if isinstance(rows, Mapping):
            if self.users is None:
                raise ValueError(
                    f"{name} is a mapping of users, who have no ids: give user_id."
                )
            known = {user: rows.get(user, ()) for user in self.users.tolist()}
            rows = [*known.values()]
        encoded = _encoded(_flat(rows, name, ordered=False), None, name)
        if encoded.n_users != self.n_users:
            raise ValueError(
                f"{name} must have a list for each of the {self.n_users} users of "
                f"recommended, got {encoded.n_users}."
            )
        return encoded

    def find_in(self, others: ItemLists) -> NDArray[np.int64]:
        """Return the place of each item in the same user's other list, -1 for none.

        It is a place among the ``codes`` of the others, the first one.
        """
        codes = find_items(others.ids, self.ids)[others.codes]
        return item_lists.find_in(
            self.starts, self.codes, others.starts, codes, len(self.ids)
        )

    def first_places(self) -> NDArray[np.int64] | None:
        """Return the places without the later ones of an item in a list.

        None where no list has an item twice.
        """
        if item_lists.find_repeat(self.starts, self.codes, len(self.ids)) is None:
            return None
        keys = self.owners() * len(self.ids) + self.codes
        return np.sort(np.unique(keys, return_index=True)[1])

    def without_repeats(self) -> ItemLists:
        """Return the lists with each item once."""
        first = self.first_places()
        if first is None:
            return self
        sizes = np.bincount(self.owners()[first], minlength=self.n_users)
        return ItemLists(starts_of(sizes), self.codes[first], self.ids, self.users)

    def owners(self) -> NDArray[np.int64]:
        """Return the user of each place, by number."""
        return np.repeat(np.arange(self.n_users), self.lengths)


class _Flat(NamedTuple):
    """Ids one list after the other, and how many each list has."""

    ids: Any
    sizes: NDArray[np.int64]


def read_lists(
    recommended: Any,
    *,
    user_id: Any = None,
    k: int | None = None,
    name: str = "recommended",
) -> ItemLists:
    """Return the list of each user, the first k items of each.

    Lists that have been read before are only cut.

    Raises
    ------
    ValueError
        If a list has an item twice, an id is missing, there are no lists, or users and
        lists do not go together.
    TypeError
        If these are not lists.
    """
    most = None if k is None else whole(k, "k", 1)
    if isinstance(recommended, ItemLists):
        lists = recommended
    elif user_id is not None and _is_flat(recommended):
        lists = _of_columns(recommended, user_id, name)
    else:
        lists = _encoded(_flat(recommended, name, ordered=True), user_id, name)
    if lists is not recommended:
        _refuse_repeats(lists, name)
    return lists if most is None else _cut(lists, most)


def _refuse_repeats(lists: ItemLists, name: str) -> None:
    repeated = item_lists.find_repeat(lists.starts, lists.codes, len(lists.ids))
    if repeated is not None:
        user, place = repeated
        item = shown(plain_id(lists.ids[lists.codes[place]]))
        raise ValueError(
            f"{name} must have an item once in a list: {lists.user(user)} has {item} "
            "twice."
        )


def _cut(lists: ItemLists, most: int) -> ItemLists:
    """Return the first so many items of each list, and the ids of these alone."""
    sizes = lists.lengths
    if not np.any(sizes > most):
        return lists
    place = np.arange(len(lists.codes)) - np.repeat(lists.starts[:-1], sizes)
    codes = lists.codes[place < most]
    used = np.zeros(len(lists.ids), bool)
    used[codes] = True
    numbers = np.cumsum(used, dtype=np.int64) - 1
    starts = starts_of(np.minimum(sizes, most))
    return ItemLists(starts, numbers[codes], lists.ids[used], lists.users)


def _of_columns(items: Any, user_id: Any, name: str) -> ItemLists:
    """Return the lists of two columns, of users and of items in rank order."""
    column = convert(items, name)
    n = len(column.codes if isinstance(column, tuple) else column)
    if n == 0:
        raise ValueError(f"{name} has no rows.")
    of_items = coded(group_ids(column, n, name))
    of_users = encode_groups(user_id, n, "user_id")
    users, codes = of_users.codes, of_items.numbers
    if np.any(users[1:] < users[:-1]):
        order = np.argsort(users, kind="stable")
        codes = codes[order]
    starts = starts_of(of_users.counts)
    return ItemLists(starts, codes, _values(of_items), of_users.values)


def _encoded(flat: _Flat, user_id: Any, name: str) -> ItemLists:
    n = int(flat.sizes.sum())
    codes = coded(group_ids(flat.ids, n, name))
    users = None
    if user_id is not None:
        named = encode_groups(user_id, len(flat.sizes), "user_id")
        if named.k < len(flat.sizes):
            twice = shown(plain_id(named.values[np.argmax(named.counts > 1)]))
            raise ValueError(f"user_id must have one id per list: {twice} has two.")
        users = named.values
    return ItemLists(starts_of(flat.sizes), codes.numbers, _values(codes), users)


def _values(column: Any) -> NDArray[Any]:
    return column.values


# --- lists one after the other


def _is_flat(items: Any) -> bool:
    """Whether this is one column of ids, and no list of lists."""
    if isinstance(items, (list, tuple)) and type(items) in (list, tuple):
        return not items or is_scalar(items[0])
    library = type(items).__module__.partition(".")[0]
    if getattr(items, "ndim", 1) != 1 or hasattr(items, "itercolumns"):
        return False
    if library in ("polars", "pyarrow") and _has_lists(items):
        return False
    if hasattr(items, "get_columns"):
        return False
    if getattr(getattr(items, "dtype", None), "kind", "") == "O" and len(items):
        first = items.iloc[0] if hasattr(items, "iloc") else items[0]
        return is_scalar(first)
    return True


def _has_lists(column: Any) -> bool:
    """Whether a column of Polars or of Arrow holds lists."""
    kind = column.dtype if hasattr(column, "dtype") else getattr(column, "type", "")
    return str(kind).lower().partition("(")[0].partition("<")[0] in (
        *("list", "large_list", "fixed_size_list", "array"),
    )


def _flat(items: Any, name: str, *, ordered: bool) -> _Flat:
    """Return all ids and how many each list has."""
    library = type(items).__module__.partition(".")[0]
    if items is None or isinstance(items, (str, bytes, Mapping)):
        raise _no_lists(items, name)
    if library in ("polars", "pyarrow") and _has_lists(items):
        flat = (
            _of_polars(items, name) if library == "polars" else _of_arrow(items, name)
        )
    elif isinstance(items, (list, tuple)):
        flat = _of_sequence(items, name, ordered)
    elif isinstance(items, AbstractSet) or not hasattr(items, "__len__"):
        raise _no_lists(items, name)
    else:
        flat = _of_array(items, name, ordered)
    if len(flat.sizes) == 0:
        raise ValueError(f"{name} has no lists: it is empty.")
    return flat


def _of_array(items: Any, name: str, ordered: bool) -> _Flat:
    """Return the rows of a matrix, or the lists that an array of objects holds."""
    converted = convert(items, name)
    if isinstance(converted, tuple):
        raise _no_lists(items, name)
    if converted.ndim == 2:
        n, k = converted.shape
        if n and not k:
            raise ValueError(f"{name} must have a column at least, got none.")
        return _Flat(converted.ravel(), np.full(n, k, np.int64))
    if converted.ndim == 1 and converted.dtype.kind == "O":
        return _of_sequence(converted.tolist(), name, ordered)
    if converted.ndim == 1:
        raise _no_lists(items, name)
    raise ValueError(
        f"{name} must be of shape (n_users, k), got the shape {converted.shape}."
    )


def _of_sequence(rows: Sequence[Any], name: str, ordered: bool) -> _Flat:
    kinds = {*map(type, rows)}
    plain = {list, tuple} if ordered else {list, tuple, set, frozenset}
    if not kinds <= plain:
        for place, row in enumerate(rows):
            _check_list(row, place, rows, name, ordered)
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    if kinds == {np.ndarray}:
        of_arrays = {row.dtype.kind for row in rows}
        if len(of_arrays) == 1 and of_arrays <= {*"iu"}:
            return _Flat(np.concatenate(rows), sizes)
    lists = rows if kinds <= plain else map(_items, rows)
    items = [*chain.from_iterable(lists)]
    of_items = {*map(type, items)}
    for kind in of_items:
        if issubclass(kind, (list, tuple, AbstractSet, Mapping, np.ndarray)):
            raise TypeError(
                f"{name} must hold ids such as numbers and texts, got a "
                f"{kind.__name__}."
            )
    if len({issubclass(kind, str) for kind in of_items}) == 2:
        # Not to become texts all, for 1 is not "1".
        return _Flat(np.array(items, object), sizes)
    return _Flat(items, sizes)


def _check_list(
    row: Any, place: int, items: Sequence[Any], name: str, ordered: bool
) -> None:
    is_unordered = isinstance(row, AbstractSet)
    if is_unordered and ordered:
        raise TypeError(f"{name} must be lists in rank order: list {place} is a set.")
    if is_scalar(row) or isinstance(row, Mapping):
        if place == 0:
            raise _no_lists(items, name)
        raise TypeError(
            f"{name} must have a list for each user: place {place} holds {shown(row)}."
        )
    if getattr(row, "ndim", 1) != 1:
        raise ValueError(
            f"{name} must be lists of ids: list {place} has {row.ndim} dimensions."
        )


def _items(row: Any) -> Any:
    """Return the items of a list as objects of Python."""
    for name in ("tolist", "to_list", "to_pylist"):
        if hasattr(row, name):
            return getattr(row, name)()
    return row


def _of_polars(items: Any, name: str) -> _Flat:
    if items.null_count():
        raise_nulls(name, items.null_count(), len(items))
    if str(items.dtype).lower().startswith("array"):
        items = items.arr.to_list()
    sizes = items.list.len()
    return _Flat(items.filter(sizes > 0).explode(), sizes.to_numpy().astype(np.int64))


def _of_arrow(items: Any, name: str) -> _Flat:
    import pyarrow.compute

    if items.null_count:
        raise_nulls(name, items.null_count, len(items))
    sizes = pyarrow.compute.list_value_length(items).to_numpy(zero_copy_only=False)
    return _Flat(pyarrow.compute.list_flatten(items), sizes.astype(np.int64))


def _no_lists(items: Any, name: str) -> TypeError:
    also = " (a column of ids needs user_id)" if name == "recommended" else ""
    return TypeError(
        f"{name} must have a list of ids for each user{also}, got {shown(items)}."
    )
