"""Counts of recommended items, popularity of items, and the values of each user."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, with_noun
from fastmetrics._common.options import hold_warnings, is_one_of, number, warn, whole
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._common.records import as_public
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.item_lists import (
    ItemLists,
    check_known,
    find_items,
    places_of_items,
    read_lists,
)
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import item_lists
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.item_lists import ItemLists

    Numbers = NDArray[np.float64]


def gini(counts: NDArray[np.int64], n: int) -> float:
    """Return the Gini index of n counts, given the nonzero counts."""
    x = np.sort(counts)
    place = np.arange(n - len(x) + 1, n + 1, dtype=np.float64)
    return float(np.sum((2 * place - n - 1) * x)) / (n * float(x.sum()))


def entropy(counts: NDArray[np.int64]) -> float:
    """Return the entropy of counts above 0, in nats."""
    total = float(counts.sum())
    x = counts.astype(np.float64)
    # With only one item, rounding may be below 0.
    return max(float(np.sum(x * (np.log(total) - np.log(x)))) / total, 0.0)


def mean_overlap(
    roots: NDArray[np.float64], shares: NDArray[np.float64], n: int
) -> float:
    """Return the mean over pairs of n lists of |A∩B| / √(|A|·|B|).

    ``roots`` and ``shares`` are the sums of 1/√k and of 1/k over the lists with each
    item: (Σ 1/√k)² - Σ 1/k is twice the sum over pairs of these lists.
    """
    of_items = np.maximum(roots * roots - shares, 0.0)  # of one list it is 0
    return min(float(np.sum(of_items)) / (n * (n - 1)), 1.0)


def mean_of_equal(counts: NDArray[np.int64], k: int, n: int) -> float:
    """Return the same for n lists of equal length k, from integers."""
    pairs = float(np.sum(counts.astype(np.float64) * (counts - 1)))
    return pairs / (float(k) * n * (n - 1))


# Items that a notebook shows of many.
_MOST_SHOWN = 20


class ItemCounts(Summary):
    """Counts of recommended items and of the lengths of lists.

    The summary for metrics of all lists together: coverage of the catalog,
    concentration, diversity between users, popularity and novelty. The sum of two
    summaries of different users is the summary of all these users.

    Parameters
    ----------
    items : array_like of shape (n_items,)
        Ids of the recommended items, ascending.
    counts : array_like of shape (n_items,)
        Number of lists with each item, at least 1.
    roots, shares : array_like of shape (n_items,)
        For each item the sums of 1/√k and of 1/k over the lists with this item; k is
        the length of the list.
    lengths : array_like of shape (n_lengths,)
        Distinct lengths of lists, ascending; 0 for an empty list.
    users : array_like of shape (n_lengths,)
        Number of lists of each length, at least 1.

    Attributes
    ----------
    items, counts, roots, shares, lengths, users : ndarray
        As above.

    Notes
    -----
    ``catalog_coverage``, ``user_coverage``, ``item_gini``, ``distributional_coverage``,
    ``inter_user_diversity``, ``mean_popularity`` and ``novelty`` accept it as
    ``recommended``. Metrics that compare the items of one list need the lists.

    See Also
    --------
    fastmetrics.inter_user_diversity : Dissimilarity of the lists of two users.

    Examples
    --------
    >>> from fastmetrics import ItemCounts
    >>> counts = ItemCounts.from_lists([[1, 2], [2, 3]])
    >>> counts += ItemCounts.from_lists([[3, 4]])
    >>> counts.items, counts.counts
    (array([1, 2, 3, 4]), array([1, 2, 2, 1]))
    >>> counts.compute("catalog_coverage", catalog=range(1, 6))
    0.8
    >>> round(counts.compute("inter_user_diversity"), 4)
    0.6667
    >>> ItemCounts.from_bytes(counts.to_bytes()) == counts
    True
    """

    __slots__ = ("counts", "items", "lengths", "roots", "shares", "users")

    task = "recommendation"

    items: NDArray[Any]
    counts: NDArray[np.int64]
    roots: NDArray[np.float64]
    shares: NDArray[np.float64]
    lengths: NDArray[np.int64]
    users: NDArray[np.int64]

    def __init__(
        self,
        items: ArrayLike,
        counts: ArrayLike,
        roots: ArrayLike,
        shares: ArrayLike,
        lengths: ArrayLike,
        users: ArrayLike,
    ) -> None:
        self.items = np.array(items)
        if self.items.ndim != 1 or not _rise(self.items):
            raise ValueError("items must be one column of ids that ascend")
        n = len(self.items)
        self.counts = _whole(counts, "counts", n, 1)
        self.lengths = np.array(lengths)
        if self.lengths.ndim != 1:
            raise ValueError("lengths must be one column")
        self.lengths = _whole(self.lengths, "lengths", len(self.lengths), 0)
        if not _rise(self.lengths):
            raise ValueError("lengths must ascend")
        self.users = _whole(users, "users", len(self.lengths), 1)
        self.roots = _sums(roots, "roots", self.counts)
        self.shares = _sums(shares, "shares", self.counts)
        if sum(self.counts.tolist()) != sum(
            a * b
            for a, b in zip(self.lengths.tolist(), self.users.tolist(), strict=True)
        ):
            raise ValueError("counts do not add up to what lists of these lengths hold")

    @classmethod
    def from_lists(
        cls, recommended: Any, *, user_id: ArrayLike | None = None, k: int | None = None
    ) -> ItemCounts:
        """Count the items of lists.

        Parameters
        ----------
        recommended : array_like of shape (n_users, k), or sequence of lists
            Ids of the items recommended to each user, the best first; or one column of
            ids, with ``user_id``.
        user_id : array_like, optional
            User of each row of a column of items, or of each list.
        k : int, optional
            Only the first k items of each list count.

        Returns
        -------
        ItemCounts

        Raises
        ------
        ValueError
            If a list has an item twice, ids are missing, or there are no lists.
        TypeError
            If these are not lists.
        """
        return cls._of(read_lists(recommended, user_id=user_id, k=k))

    @classmethod
    def _of(cls, lists: ItemLists) -> ItemCounts:
        counts = object.__new__(cls)
        counts.items = lists.ids
        counts.counts, counts.roots, counts.shares = item_lists.tally(
            lists.starts, lists.codes, len(lists.ids)
        )
        users = np.bincount(lists.lengths)
        counts.lengths = np.flatnonzero(users)
        counts.users = users[counts.lengths]
        return counts

    # --- what formulas ask

    @property
    def n_users(self) -> int:
        """Number of lists, including empty lists."""
        return int(self.users.sum())

    @property
    def n_samples(self) -> int:
        """Number of lists; a user is a row in other summaries."""
        return self.n_users

    @property
    def n_empty(self) -> int:
        """Number of empty lists."""
        return int(self.users[self.lengths == 0].sum())

    @property
    def n_recommended(self) -> int:
        """Number of items in all lists."""
        return int(self.counts.sum())

    def compute(self, name: str, **parameters: Any) -> Any:
        """Compute a metric from the summary.

        Parameters
        ----------
        name : str
            A metric of the catalog such as "item_gini", or its alias.
        **parameters Parameters of its function, except ``recommended``.

        Returns
        -------
        float
            Value of the function with these parameters, without its warnings.

        Raises
        ------
        ValueError
            If there is no such metric, or it needs data that the summary lacks.
        TypeError
            If a required parameter is missing, or the metric needs lists.
        """
        row = self._row(name)
        parameters_of_row = row.with_parameters(parameters)
        with hold_warnings():
            return float(row.public(self, **parameters_of_row))

    # --- merging and keeping

    def __add__(self, other: object) -> ItemCounts:
        if not isinstance(other, ItemCounts):
            return NotImplemented
        made = object.__new__(ItemCounts)
        made.items, places = _union(self.items, other.items)
        n = len(made.items)
        for name in ("counts", "roots", "shares"):
            mine, theirs = getattr(self, name), getattr(other, name)
            total = np.zeros(n, mine.dtype)
            total[places[: len(mine)]] = mine
            total[places[len(mine) :]] += theirs
            setattr(made, name, total)
        lengths = np.concatenate([self.lengths, other.lengths])
        made.lengths, at = np.unique(lengths, return_inverse=True)
        made.users = np.zeros(len(made.lengths), np.int64)
        np.add.at(made.users, at, np.concatenate([self.users, other.users]))
        return made

    def to_bytes(self) -> bytes:
        """Return the counts as bytes.

        Returns
        -------
        bytes
            Bytes that `from_bytes` reads, on any platform and in any later version.
        """
        of_items = zip((self.counts, self.roots, self.shares), _TYPES, strict=True)
        parts = [part.astype(dtype) for part, dtype in of_items]
        parts += [self.lengths.astype("<i8"), self.users.astype("<i8")]
        kind, ids = pack_labels(self.items)
        head = len(self.items), len(self.lengths), kind, len(ids)
        return _FORMAT.seal(head, [ids, *(part.tobytes() for part in parts)])

    @classmethod
    def from_bytes(cls, data: Any) -> ItemCounts:
        """Read the bytes that `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        ItemCounts

        Raises
        ------
        ValueError
            If the bytes are not such counts, are damaged, or have a later version.
        """
        (m, n, kind, size), reader = _FORMAT.open(data)
        items = unpack_labels(_FORMAT, kind, m, reader.take_bytes(size))
        of_items = [reader.take(dtype, m) for dtype in _TYPES]
        of_lists = [reader.take("<i8", n), reader.take("<i8", n)]
        reader.finish()
        try:
            return cls(items, *of_items, *of_lists)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ItemCounts):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        items, users = with_noun(len(self), "item"), with_noun(self.n_users, "user")
        return f"ItemCounts({items}, {users})"

    def _shown(self) -> Shown:
        first = np.argsort(-self.counts, kind="stable")[:_MOST_SHOWN]
        rows = [[str(self.items[i]), amount(int(self.counts[i]))] for i in first]
        return Shown(repr(self), ["item", "lists"], rows)


def tallied(recommended: Any, user_id: Any = None, k: Any = None) -> ItemCounts:
    """Return the counts of lists, or the given counts."""
    if not isinstance(recommended, ItemCounts):
        return ItemCounts.from_lists(recommended, user_id=user_id, k=k)
    for name, value in {"user_id": user_id, "k": k}.items():
        if value is not None:
            raise TypeError(
                f"{name} must be None where ItemCounts are given: they have been "
                "counted already."
            )
    return recommended


def _rise(values: NDArray[Any]) -> bool:
    return bool(np.all(values[1:] > values[:-1]))


def _union(a: NDArray[Any], b: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the distinct ids of both, and the places of the ids of a and then of b."""
    if not len(a) or not len(b):
        some = a if len(a) else b
        return some.copy(), np.arange(len(some), dtype=np.int64)
    kinds = {("text" if part.dtype.kind in "OU" else "number") for part in (a, b)}
    if len(kinds) > 1:
        raise ValueError("ItemCounts of texts and of numbers cannot be merged")
    if a.dtype.kind == "U" or b.dtype.kind == "U":
        a, b = a.astype(object), b.astype(object)
    both = np.concatenate([a, b])
    codes = coded(group_ids(both, len(both), "items"))
    assert codes.values is not None  # they have been numbered
    return codes.values, codes.numbers


def _whole(values: ArrayLike, name: str, n: int, least: int) -> NDArray[np.int64]:
    array = np.array(values)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers, got dtype {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"{name} must be of shape ({n},), got {array.shape}")
    if np.any(array < least) or sum(array.tolist()) >= 2**63:
        raise ValueError(
            f"{name} must be at least {least}, and add up to less than 2**63"
        )
    return array.astype(np.int64, copy=False)


def _sums(
    values: ArrayLike, name: str, counts: NDArray[np.int64]
) -> NDArray[np.float64]:
    array = np.array(values)
    if array.size and array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be real numbers, got dtype {array.dtype}")
    if array.shape != counts.shape:
        raise ValueError(f"{name} must be of shape {counts.shape}, got {array.shape}")
    sums = array.astype(np.float64, copy=False)
    # A list with the item has at least that one, so each term is at most 1.
    if not np.all((sums > 0) & (sums <= counts * (1 + 1e-9))):
        raise ValueError(f"{name} must be above 0 and at most the counts")
    return sums


_TYPES = "<i8", "<f8", "<f8"  # of counts, roots and shares
_FORMAT = Format(b"FMITEMCT", 1, "QQBQ", "these ItemCounts are", "no ItemCounts")


# ------------------------------------------------------------------------- popularities


class Popularity(NamedTuple):
    """A number for each item.

    Attributes
    ----------
    values : ndarray
        Values, none negative.
    names : ndarray or None
        Ids of a mapping; None: ids are in `items`, or are numbers.
    items : object
        As the caller gave it.
    """

    values: Numbers
    names: NDArray[Any] | None
    items: Any

    def of(self, ids: NDArray[Any], missing: str = "error") -> Numbers:
        """Return the popularity of items; NaN or an error for an unknown item."""
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
            f"popularity of the item {item} is 0, so its novelty is infinite: "
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
    # With only one known item, rounding may be below 0.
    return np.maximum((math.log2(total) - np.log2(known)) / scale, 0.0)


def omits(unseen: Any) -> bool:
    """Whether unknown items are left out; otherwise they are an error."""
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
    """Return the popularity of items, by id or in the order of `items`.

    A `Popularity` is returned unchanged.
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
            "popularity is a Series with its own index: pass its values with "
            "items=popularity.index, or popularity.to_dict(), if these are the items."
        )


# -------------------------------------------------------------------------- user values


def mean_over_users(values: Numbers, name: str, lack: str) -> float:
    """Return the mean of the values that are not NaN; NaN with a warning if all are."""
    kept = values[~np.isnan(values)]
    if len(kept) == 0:
        warn(f"{name} is undefined: {lack}. NaN is returned.", UndefinedMetricWarning)
        return math.nan
    return float(np.mean(kept))


def user_mean(lack: str) -> Callable[[Callable[..., Numbers]], Any]:
    """Make a public function of values of users: their mean, ignoring NaN.

    ``lack`` is the reason in the warning if all values are NaN.
    """

    def decorate(values: Callable[..., Numbers]) -> Any:
        def mean(*args: Any, **own: Any) -> float:
            return mean_over_users(values(*args, **own), values.__name__, lack)

        common = signature(values).replace(return_annotation="float")
        return as_public(mean, values, "recommended", common)

    return decorate


def read_own_lists(recommended: Any, name: str, user_id: Any, k: Any) -> ItemLists:
    """Return the lists; raise for counts of items."""
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
    """Return the pseudo-values n v - (n - 1) v_i of the diversity between users.

    v_i is the exact value without user i: the sum over pairs minus the pairs of this
    user. Users with an empty list are resampled with the others but contribute nothing.
    Their pseudo-value is v, and the deviations of the others are scaled up accordingly.
    All are NaN if fewer than three users have items.
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
