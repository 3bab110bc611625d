"""Groups of rows by ids, slices by the values of columns, and the order in time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.names import by_text, plain_name, shown, some
from fastmetrics._common.options import whole
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    convert,
    one_dimension,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.label_pairs import union
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.rows import missing_rows, take_rows
from fastmetrics._kernels import grouped, objects
from fastmetrics._kernels.codes import encode_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


# A table of all possible ids is worth its memory up to so many per row.
_ROOM_PER_ROW = 4
# NumPy sorts up to so many texts by comparisons as quickly as a kernel.
_FEW = 64


class GroupIds(NamedTuple):
    """Whole numbers that stand for ids and are in their order.

    Attributes
    ----------
    numbers : ndarray of int or uint
        One per row. It may be the caller's own: read it only.
    low : int
        Smallest possible number.
    span : int
        Number of possible values, from ``low`` on.
    values : ndarray or None
        ``values[number]`` is the id; None: numbers are ids of ``dtype``.
    dtype : dtype
    """

    numbers: NDArray[Any]
    low: int
    span: int
    values: NDArray[Any] | None
    dtype: np.dtype[Any]

    def ids(self, offsets: NDArray[Any]) -> NDArray[Any]:
        """Return the ids of the numbers that are so far above the least."""
        if self.values is not None:
            return self.values[offsets.astype(np.int64)]
        numbers = offsets.astype(np.uint64) + np.uint64(self.low % 2**64)
        if self.dtype.kind in "mM":
            return numbers.view(np.int64).view(self.dtype)
        kind = np.uint64 if self.dtype.kind == "u" else np.int64
        return numbers.view(kind).astype(self.dtype)


def group_ids(groups: ArrayLike | None, n: int, name: str = "groups") -> GroupIds:
    """Return the groups of n rows; none may be missing."""
    column_or_categories = convert(groups, name)
    if isinstance(column_or_categories, Categories):
        check_length(column_or_categories.codes, n, name)
        codes = column_or_categories.codes.astype(np.intp, copy=False)
        used = np.flatnonzero(np.bincount(codes))
        values = column_or_categories.values[used]
        if values.dtype.kind in "mM":
            missing = np.flatnonzero(np.isin(codes, used[np.isnat(values)]))
            if len(missing):
                raise_nulls(name, len(missing), n, int(missing[0]))
        return _ranked(codes, values, name, used)
    column = one_dimension(column_or_categories, name)
    check_length(column, n, name)
    kind = column.dtype.kind
    if kind == "O":
        return _of_objects(column, name)
    if kind == "U":
        codes, first = encode_text(column)
        return _ranked(codes, column[first], name)
    if kind == "f":
        if not np.isfinite(column).all():
            raise_not_finite(column, name)
        numbers = _whole(column)
        if numbers is None:
            return _numbered(column)
        return _of_integers(numbers, column.dtype)
    if kind in "mM":
        missing = np.flatnonzero(np.isnat(column))
        if len(missing):
            raise_nulls(name, len(missing), n, int(missing[0]))
        return _of_integers(column.view(np.int64), column.dtype)
    if kind == "S":
        return _numbered(column)
    return _of_integers(column.view(np.uint8) if kind == "b" else column, column.dtype)


def group_codes(
    groups: ArrayLike, n: int, name: str = "groups"
) -> tuple[NDArray[np.int64], int]:
    """Return each row's group as a number from 0 up, in sorted order, and how many."""
    ids = group_ids(groups, n, name)
    codes, distinct = _codes(ids)
    return codes, len(distinct)


def coded(ids: GroupIds) -> GroupIds:
    """Return the ids with consecutive numbers from 0 up."""
    codes, distinct = _codes(ids)
    return GroupIds(codes, 0, len(distinct), ids.ids(distinct), ids.dtype)


def _codes(ids: GroupIds) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return each row's rank among the numbers, and these above the least."""
    n = len(ids.numbers)
    if ids.span <= min(_ROOM_PER_ROW * n + 1024, 2**32):
        return grouped.rank_ids(ids.numbers, ids.low, ids.span)
    offsets = ids.numbers.astype(np.uint64)
    offsets -= np.uint64(ids.low % 2**64)
    keys, rows = sort_pairs(offsets, np.arange(n, dtype=np.uint64))
    is_first = np.empty(n, np.bool_)
    is_first[0] = True
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    codes = np.empty(n, np.int64)
    codes[rows] = np.cumsum(is_first) - 1
    return codes, keys[is_first]


def _of_integers(numbers: NDArray[Any], dtype: np.dtype[Any]) -> GroupIds:
    if not len(numbers):
        return GroupIds(numbers, 0, 0, None, dtype)
    low, high = int(numbers.min()), int(numbers.max())
    return GroupIds(numbers, low, high - low + 1, None, dtype)


def _whole(column: NDArray[Any]) -> NDArray[np.int64] | None:
    """Return finite floats as integers if they are such and all are held exactly."""
    if len(column) and float(np.abs(column).max()) >= 2.0**53:
        return None
    numbers = column.astype(np.int64)
    return numbers if np.array_equal(numbers, column) else None


def _numbered(column: NDArray[Any]) -> GroupIds:
    values, codes = np.unique(column, return_inverse=True)
    return GroupIds(codes, 0, len(values), values, column.dtype)


def _of_objects(column: NDArray[Any], name: str) -> GroupIds:
    try:
        codes, known, n_null, first = objects.encode_objects(column)
    except MemoryError:
        raise
    except Exception as error:  # values without a hash, such as lists
        raise TypeError(f"{name} must hold one id per row: {error}.") from error
    if n_null:
        raise_nulls(name, n_null, len(column), first)
    values = np.empty(len(known), object)
    for i, value in enumerate(known):  # at one go, tuples would become a matrix
        values[i] = value
    return _ranked(codes, values, name)


def _ranked(
    codes: NDArray[Any],
    values: NDArray[Any],
    name: str,
    used: NDArray[Any] | None = None,
) -> GroupIds:
    """Rank distinct values, where a code says which a row has.

    ``used``: the codes of the values, if they are not all from 0 up.
    """
    if values.dtype.kind == "f":
        raise_not_finite(values, name)
    order = None
    if len(values) > _FEW and values.dtype.kind in "OU":
        order = objects.order_texts(values.tolist())
    if order is None:
        try:
            order = np.argsort(values, kind="stable")
        except TypeError as error:
            raise TypeError(f"{name} must be of one kind: {error}.") from error
    n_codes = len(values) if used is None else int(used.max(initial=-1)) + 1
    ranks = np.zeros(n_codes, np.int64)
    ranks[order if used is None else used[order]] = np.arange(len(values))
    values = values[order]
    return GroupIds(ranks[codes], 0, len(values), values, values.dtype)


# --- slices of rows: by the values of one column, or by combinations of several


class _Missing(str):
    """The name of the slice of rows without a value: the last of its column."""

    __slots__ = ()


_MISSING = _Missing("missing")
# Units of time in which a value is a date.
_DAYS = ("Y", "M", "W", "D")


class Slices(NamedTuple):
    """The slice of each row.

    Attributes
    ----------
    names : list of str
        The columns that the slices are of.
    values : list of ndarray of shape (k,)
        Of each of them the value in every slice; slices ascend.
    codes : ndarray of int64, of shape (n,)
        The slice of each row.
    """

    names: list[str]
    values: list[NDArray[Any]]
    codes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.values[0])

    def key(self, at: int) -> Any:
        """Return the value that names a slice; of several columns a tuple of them."""
        key = tuple(listed(column[[at]])[0] for column in self.values)
        return key[0] if len(key) == 1 else key

    def plain(self, argument: str) -> Slices:
        """Return the slices named by numbers and texts, dates in ISO form.

        Raises
        ------
        TypeError
            If a value is nothing that such a name stands for.
        """
        if all(column.dtype.kind in "biufU" for column in self.values):
            return self
        columns = []
        for name, column in zip(self.names, self.values, strict=True):
            has, known = known_values(column)
            codes = np.full(len(column), has.sum(), np.int64)
            codes[has] = np.arange(len(known))
            if known.dtype.kind not in "biufU":
                names = [*map(plain_name, listed(known))]
                for plain, value in zip(names, listed(known), strict=True):
                    if plain is None:
                        raise TypeError(
                            f"{argument} must hold numbers, texts or dates, got "
                            f"{shown(value)}: give others as texts"
                        )
                numbers = all(
                    isinstance(plain_value, int | float) for plain_value in names
                )
                named = np.array(names, None if numbers else object)
                ids = coded(group_ids(named, len(names), argument))
                assert ids.values is not None  # coded ids have them
                known = ids.values
                codes[:] = len(known)
                codes[has] = ids.numbers
            if not has.all():
                known = with_missing(known, argument)
            columns.append(Slices([name], [known], codes))
        slices = reduce(lambda outer, inner: within(outer, inner)[0], columns)
        return Slices(slices.names, slices.values, slices.codes[self.codes])

    def without_rows(self) -> Slices:
        """Return the slices without rows."""
        return Slices(self.names, self.values, np.zeros(0, np.int64))

    def keys(self) -> list[Any]:
        """Return the values that name all slices, as `key` does."""
        columns = [listed(column) for column in self.values]
        return columns[0] if len(columns) == 1 else [*zip(*columns, strict=True)]


def slices_of(by: Any, n: int, missing: str, argument: str = "by") -> Slices:
    """Return the slices of n rows, by one column or by the combinations of several.

    ``argument``: what messages call it.
    """
    columns = _named_columns(by, argument)
    if not columns:
        raise ValueError(f"{argument} has no columns")
    slices = None
    for name, column in columns.items():
        column_name = f"{argument}[{name!r}]" if name in _keys_of(by) else argument
        mine, values = _coded(column, n, column_name, missing)
        inner = Slices([name], [values], mine)
        slices = inner if slices is None else within(slices, inner)[0]
    assert slices is not None  # there are columns
    return slices


def within(outer: Slices, inner: Slices) -> tuple[Slices, NDArray[np.int64]]:
    """Return the combinations that occur, and which outer slice each of them is in."""
    k = len(inner)
    codes, occur = _dense(outer.codes * k + inner.codes)
    values = [column[occur // k] for column in outer.values]
    values += [column[occur % k] for column in inner.values]
    return Slices([*outer.names, *inner.names], values, codes), occur // k


def _dense(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each code's rank among those that occur, and these."""
    most = int(codes.max()) + 1
    if most > 4 * len(codes) + 1024:
        distinct, places = np.unique(codes, return_inverse=True)
        return places, distinct
    distinct = np.flatnonzero(np.bincount(codes, minlength=most))
    if len(distinct) == most:
        return codes, distinct
    places = np.empty(most, np.int64)
    places[distinct] = np.arange(len(distinct))
    return places[codes], distinct


def _named_columns(by: Any, argument: str) -> dict[str, Any]:
    """Return the columns that slices are by, by name."""
    names = _keys_of(by)
    if names:
        if len({*names}) < len(names):
            clash = some([*map(shown, names)], ", ")
            raise ValueError(f"{argument} has two columns of one name: {clash}")
        return by_text({name: by[name] for name in names}, argument, "columns")
    unnamed = "group" if argument == "by" else argument
    if isinstance(by, Mapping):
        return {}
    if getattr(by, "ndim", 1) == 2:
        columns = as_array(by, "by").T
        if len(columns) == 1:
            return {unnamed: columns[0]}
        return {f"{unnamed} {k + 1}": column for k, column in enumerate(columns)}
    name = getattr(by, "name", None)
    return {name if isinstance(name, str) and name else unnamed: by}


def _keys_of(by: Any) -> list[Any]:
    """Return the names of the columns of a dict or a table; empty: it is a column."""
    if isinstance(by, Mapping):
        return [*by]
    for names in ("column_names", "columns"):  # of an Arrow table, of a data frame
        if hasattr(by, names) and getattr(by, "ndim", 2) == 2:
            return [*getattr(by, names)]
    return []


def _coded(
    column: Any, n: int, name: str, missing: str
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return each row's value as a number, and the values, ascending.

    Missing ones are the last value, where they are a slice.
    """
    zone, absent = _zone_of(column), np.zeros(n, np.bool_)
    if missing == "group":
        absent = missing_rows(column, name)
        check_length(absent, n, name)
        if absent.all():
            return np.zeros(n, np.int64), with_missing(np.empty(0, object), name)
        if absent.any():
            known = np.flatnonzero(~absent)
            column, n = take_rows(column, known), len(known)
    ids = coded(group_ids(column, n, name))
    assert ids.values is not None  # coded ids have them
    codes = ids.numbers.astype(np.int64, copy=False)
    values = _in_zone(ids.values, zone)
    if not absent.any():
        return codes, values
    every = np.full(len(absent), len(values), np.int64)
    every[~absent] = codes
    return every, with_missing(values, name)


# --- rows without a value


def with_missing(values: NDArray[Any], name: str) -> NDArray[Any]:
    """Return ascending values of slices, followed by the mark for missing values."""
    extended = np.empty(len(values) + 1, object)
    extended[:-1], extended[-1] = listed(values), _MISSING
    if _MISSING in extended[:-1].tolist():
        raise ValueError(
            f"{name} has rows of the value {str(_MISSING)!r} and rows without a value, "
            "whose slice has that name: give the value another name"
        )
    return extended


def known_values(column: NDArray[Any]) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return a mask of the slices with a value in a column, and these values."""
    has = np.ones(len(column), np.bool_)
    if column.dtype == object:
        has = np.array([type(value) is not _Missing for value in column], np.bool_)
    if has.all():
        return has, column
    known = column[has]
    numbers = all(isinstance(value, int | float) for value in known)
    return has, np.array(known.tolist()) if numbers and len(known) else known


def with_gaps(
    column: Any, name: str, convert_values: Callable[[Any], NDArray[Any]]
) -> NDArray[Any]:
    """Return a column as an array, with None in rows that have no value.

    ``made``: makes the array of a column, or of some of its rows, that has them all.
    """
    absent = missing_rows(column, name)
    if not absent.any():
        return convert_values(column)
    filled = np.full(len(absent), None, object)
    if not absent.all():
        known = np.flatnonzero(~absent)
        filled[known] = listed(convert_values(take_rows(column, known)))
    return filled


# --- slices of several batches


def united(first: Slices, other: Slices) -> Slices:
    """Return the slices of both, and as codes where theirs are among them.

    Raises
    ------
    ValueError
        If texts and numbers are in one column.
    """
    columns = []
    for name, *sides in zip(first.names, first.values, other.values, strict=True):
        (has, mine), (have, theirs) = map(known_values, sides)
        try:
            values, *places = union(mine, theirs)
        except (TypeError, ValueError):
            raise ValueError(
                "by holds texts in one batch and numbers in another: convert one"
            ) from None
        has = np.concatenate([has, have])
        codes = np.full(len(has), len(values), np.int64)
        codes[has] = np.concatenate(places)
        if not has.all():
            values = with_missing(values, "by")
        columns.append(Slices([name], [values], codes))
    return reduce(lambda outer, inner: within(outer, inner)[0], columns)


# --- dates and timestamps


def listed(values: NDArray[Any]) -> list[Any]:
    """Return values as Python has them, dates as dates."""
    kind = values.dtype.kind
    if kind in "mM" and np.datetime_data(values.dtype)[0] not in _DAYS:
        values = values.astype(f"{kind}8[us]")
    elif kind == "M":
        values = values.astype("M8[D]")
    return values.tolist()


def _in_zone(values: NDArray[Any], zone: str | None) -> NDArray[Any]:
    """Return timestamps, which are in UTC, with the zone of their column."""
    if zone is None or values.dtype.kind != "M":
        return values
    from zoneinfo import ZoneInfo

    zoned = [
        time.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)) for time in listed(values)
    ]
    return np.array(zoned, object)


def _zone_of(column: Any) -> str | None:
    """Return the zone of a column of Polars or Arrow, whose arrays know of none."""
    kind = getattr(column, "dtype", None) or getattr(column, "type", None)
    zone = getattr(kind, "time_zone", None) or getattr(kind, "tz", None)
    return zone if isinstance(zone, str) else None


# --- the order of rows in time, and how far the forecasts in them reach


_OF_TIME = ("order", "horizon", "block_length")

_NEEDS_ORDER = (
    "{name} needs order: pass order=True if the rows are in order of time, or their "
    "times"
)


@dataclass(frozen=True, eq=False)
class TimeOrder:
    """Rows of one series.

    Attributes
    ----------
    order : True or column
        Rows are in order of time as they are, or the time of each.
    horizon : int
        How many steps ahead the forecasts are made.
    block_length : int or None
        Times that replicates draw together; None: found by the data.
    """

    order: Any
    horizon: int = 1
    block_length: int | None = None

    def given(self) -> dict[str, Any]:
        """Return it as the arguments of a call."""
        return {name: getattr(self, name) for name in _OF_TIME}

    def of_rows(self, rows: NDArray[np.intp]) -> TimeOrder:
        """Return the order of some of the rows, which follow each other as they do."""
        order = self.order if self.order is True else take_rows(self.order, rows)
        return replace(self, order=order)

    def units(self, n: int) -> tuple[NDArray[np.int64], int]:
        """Return the place of each row's time among the times, and how many these are.

        Raises
        ------
        ValueError
            If times are missing or have no order, or are too few for the horizon.
        """
        if self.order is True:
            codes, times = np.arange(n), n
        else:
            codes, times = group_codes(_times(self.order), n, "order")
        for name in ("horizon", "block_length"):
            if (getattr(self, name) or 0) >= max(times, 2):
                raise ValueError(
                    f"{name} must be below the number of times, {times}, got "
                    f"{getattr(self, name)}"
                )
        return codes, times


def time_order(order: Any, horizon: Any, block_length: Any) -> TimeOrder | None:
    """Return the order of rows in time, or None.

    Raises
    ------
    TypeError, ValueError
        If ``order`` is neither True nor a column, or another argument is not an integer
        of at least 1, or is passed without ``order``.
    """
    if order is None:
        for name, value in (("horizon", horizon), ("block_length", block_length)):
            if value is not None:
                raise ValueError(_NEEDS_ORDER.format(name=name))
        return None
    if isinstance(order, bool | np.bool_):
        if not order:
            raise ValueError("order must be True or the times of the rows, got False")
        order = True
    elif isinstance(order, str) or not hasattr(order, "__len__"):
        raise TypeError(
            f"order must be True or the times of the rows, got {shown(order)}"
        )
    return TimeOrder(
        order,
        1 if horizon is None else whole(horizon, "horizon", 1),
        None if block_length is None else whole(block_length, "block_length", 1),
    )


def check_no_order(names: Iterable[str], function: str) -> None:
    """Raise if a function that keeps no rows gets their order in time.

    Raises
    ------
    TypeError
        If one of the names is such an argument.
    """
    for name in names:
        if name in _OF_TIME:
            raise TypeError(
                f"{function} takes no {name}: it adds up rows and keeps none, and "
                "errors of neighbouring rows in time depend on each other. Pass all "
                "rows to evaluate, compare, confidence_interval, by_group or "
                "evaluate_files, with order."
            )


def across_folds(name: str) -> str:
    """Return the reason why such an argument excludes folds, to end a sentence.

    Empty where it says nothing of time.
    """
    if name not in _OF_TIME:
        return ""
    return (
        ": intervals across folds take rows as independent. Pass the out-of-fold "
        "predictions as columns, without folds, and order"
    )


def _times(order: Any) -> Any:
    """Return times that sort as they follow each other: texts are dates in ISO form."""
    times = convert(order, "order")
    if isinstance(times, Categories):
        times = times.decoded()
    column = one_dimension(times, "order")
    if column.dtype.kind not in "UOS":
        return column
    try:
        if column.dtype.kind == "O":
            column = np.array([*map(_without_zone, column)])
        return column.astype("datetime64[us]")
    except (TypeError, ValueError):
        raise ValueError(
            "order must be numbers, dates or timestamps; texts are read as dates in "
            f"ISO form, such as 2024-01-31, got {shown(column[0])}"
        ) from None


def _without_zone(time: Any) -> Any:
    """Return a time in UTC, which NumPy's times are without saying so."""
    if getattr(time, "tzinfo", None) is None:
        return time
    return time.astimezone(UTC).replace(tzinfo=None)
