"""Tables of any library, with rows, classes and groups as whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    check_arrow,
    convert,
    one_dimension,
    raise_no_rows,
)
from fastmetrics._inputs.groups import GroupIds, group_ids
from fastmetrics._inputs.label_columns import LabelColumn, label_column
from fastmetrics._inputs.labels import type_of_matrix
from fastmetrics._inputs.rows import is_sparse, sparse_rows
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._kernels import folds, objects
from fastmetrics._kernels.codes import encode_text, encode_whole
from fastmetrics._kernels.equal_rows import number_rows, number_sparse_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# They are read to tell rows apart, not to calculate: text, dates and categories will
# do, and a missing value is a value like any other.


# Up to here every whole number is a float.
_EXACT = 2**53


class Column(NamedTuple):
    """A column, and which of its values are missing; None: none is."""

    values: NDArray[Any] | Categories
    missing: NDArray[np.bool_] | None = None

    @property
    def n(self) -> int:
        values = self.values
        return len(values.codes if isinstance(values, Categories) else values)

    def decoded(self) -> NDArray[Any]:
        values = self.values
        return values.decoded() if isinstance(values, Categories) else values


class Table(NamedTuple):
    """Rows of n columns: a list of these, or a sparse matrix in compressed rows.

    ``names`` are the names of the columns; None without names.
    """

    n: int
    columns: list[Column]
    sparse: Any = None
    names: list[Any] | None = None


def read_table(X: Any, name: str = "X") -> Table:
    """Return a table of any library; one column, such as a list of texts, will do.

    In an array of more than two dimensions, such as images, each item of the first
    dimension is a row.
    """
    if is_sparse(X):
        if X.ndim != 2:
            raise ValueError(f"{name} must have two dimensions, got {X.ndim}.")
        table = Table(X.shape[0], [], sparse_rows(X, name))
    else:
        table = _of_columns(X, name)
        if not table.columns:
            raise ValueError(f"{name} has no columns, so its rows cannot differ.")
    if table.n == 0:
        raise_no_rows(name)
    return table


def _of_columns(X: Any, name: str) -> Table:
    named = named_columns(X)
    if named is not None:
        columns = [_column(column, f"{name}[{shown(of)}]") for of, column in named]
        n = columns[0].n if columns else 0
        for (of, _), values in zip(named, columns, strict=True):
            if values.n != n:
                raise ValueError(
                    f"The columns of {name} must be of one length: "
                    f"{shown(named[0][0])} has {n} rows, {shown(of)} has {values.n}."
                )
        return Table(n, columns, names=[of for of, _ in named])
    if isinstance(X, (list, tuple)) and X and isinstance(X[0], (list, tuple)):
        return Table(len(X), _of_rows(X, name))
    if isinstance(X, (list, tuple)):
        of_arrays = bool(X) and isinstance(X[0], np.ndarray)
        X = as_array(X, name) if of_arrays else _listed(X)
    column = _column(X, name)
    if isinstance(column.values, Categories) or column.values.ndim == 1:
        return Table(column.n, [column])
    matrix = column.values.reshape(column.n, int(np.prod(column.values.shape[1:])))
    return Table(column.n, [Column(column) for column in matrix.T])


def _of_rows(X: Sequence[Any], name: str) -> list[Column]:
    """Return the columns of a list of rows, which may be of different kinds."""
    width = len(X[0])
    for i, row in enumerate(X):
        if not isinstance(row, (list, tuple)) or len(row) != width:
            size = len(row) if hasattr(row, "__len__") else "no"
            raise ValueError(
                f"{name} must have rows of one length: row 0 has {width} values, row "
                f"{i} has {size}."
            )
    columns = [_listed(values) for values in zip(*X, strict=True)]
    if any(c.dtype == object and isinstance(c[0], (list, tuple)) for c in columns):
        return _of_columns(as_array(X, name), name).columns  # a list of matrices
    return [_column(column, f"{name}[:, {j}]") for j, column in enumerate(columns)]


def _listed(values: Sequence[Any]) -> Any:
    """Return values as an array without conversions: 1 is not "1"."""
    numbers = objects.read_numbers(values)
    if numbers is not None:
        return numbers
    array = np.empty(len(values), object)
    for i, value in enumerate(values):  # at one go, tuples would become a matrix
        array[i] = value
    return array


def _column(column: Any, name: str) -> Column:
    missing = _missing(column, name)
    if missing is None:
        values = convert(column, name)
    else:
        present = convert(_present(column, missing), name)
        kept = present.decoded() if isinstance(present, Categories) else present
        values = np.zeros(len(missing), kept.dtype)
        values[~missing] = kept
    return (
        Column(values) if isinstance(values, Categories) else _marked(values, missing)
    )


# What stands for a missing value where the values themselves have one.
_MISSING: dict[str, Any] = {"f": np.nan, "M": "NaT", "m": "NaT"}


def _marked(values: NDArray[Any], missing: NDArray[np.bool_] | None) -> Column:
    """Return a column whose missing values are marked in one way only."""
    kind = values.dtype.kind
    if kind == "O":
        nulls = np.fromiter(map(objects.is_null, values.ravel()), np.bool_, values.size)
        nulls = nulls.reshape(values.shape)
        if missing is not None:
            nulls |= missing
        if nulls.any():
            values = values.copy()
            values[nulls] = None
        return Column(values)
    if missing is None or kind not in _MISSING:
        return Column(values, missing)
    marked = values.copy()
    marked[missing] = _MISSING[kind]  # in the unit of the column
    return Column(marked)


def _missing(column: Any, name: str) -> NDArray[np.bool_] | None:
    """Return a mask of the nulls of a library's column; None if it has none.

    NaN among floats is not a null; it counts as one if both are possible.
    """
    kind = type(column)  # a missing attribute of a Series of Polars takes long
    if hasattr(kind, "null_count") and hasattr(kind, "drop_nulls"):  # Polars
        return column.is_null().to_numpy() if column.null_count() else None
    if hasattr(kind, "null_count") and hasattr(kind, "drop_null"):  # PyArrow
        check_arrow(column, name)
        has_nulls = column.null_count > 0
        return column.is_null().to_numpy(zero_copy_only=False) if has_nulls else None
    if hasattr(kind, "isna") and not isinstance(column.dtype, np.dtype):  # pandas
        flags = np.asarray(column.isna())
        return flags if flags.any() else None
    return None


def _present(column: Any, missing: NDArray[np.bool_]) -> Any:
    """Return a column without its nulls."""
    if hasattr(column, "drop_nulls"):  # Polars
        return column.drop_nulls()
    if hasattr(column, "drop_null"):  # PyArrow
        return column.drop_null()
    return column[~missing]


def joined_tables(a: Table, b: Table, names: tuple[str, str]) -> Table:
    """Return two tables of the same columns, one below the other."""
    if a.sparse is not None or b.sparse is not None:
        return _joined_sparse(a, b, names)
    if a.names is not None and b.names is not None and a.names != b.names:
        b = _in_order(a, b, names)
    if len(a.columns) != len(b.columns):
        raise ValueError(
            f"{names[0]} and {names[1]} must have the same columns, got "
            f"{len(a.columns)} and {len(b.columns)}."
        )
    called = a.names or b.names or list(range(len(a.columns)))
    columns = [
        _below(x, y, f"column {shown(of)}", names)
        for of, x, y in zip(called, a.columns, b.columns, strict=True)
    ]
    return Table(a.n + b.n, columns, names=called)


def _in_order(a: Table, b: Table, names: tuple[str, str]) -> Table:
    """Return a table with its columns in the order of another, by their names."""
    mine, others = a.names or [], b.names or []
    place = {name: i for i, name in enumerate(others)}
    for of, table_name, other, rest in (
        (mine, *names, place),
        (others, *names[::-1], mine),
    ):
        lacking = [x for x in of if x not in rest]
        if lacking:
            raise ValueError(
                f"{names[0]} and {names[1]} must have the same columns: "
                f"{shown(lacking[0])} of {table_name} is none of {other}."
            )
    return b._replace(columns=[b.columns[place[of]] for of in mine], names=mine)


def _below(a: Column, b: Column, name: str, names: tuple[str, str]) -> Column:
    missing = None
    if a.missing is not None or b.missing is not None:
        marks = [
            np.zeros(x.n, bool) if x.missing is None else x.missing for x in (a, b)
        ]
        missing = np.concatenate(marks)
    both = [a.decoded(), b.decoded()]
    kinds = [_KINDS.get(x.dtype.kind, "text") for x in both]
    if "object" not in kinds and kinds[0] != kinds[1]:
        if not any(x.missing is not None and x.missing.all() for x in (a, b)):
            raise TypeError(
                f"{name} holds {kinds[0]} in {names[0]} and {kinds[1]} in {names[1]}."
            )
        kinds = ["object", "object"]
    if "object" in kinds or not _fit(*both):
        both = [x.astype(object) for x in both]
    return _marked(np.concatenate(both), missing)


_KINDS = {**dict.fromkeys("biuf", "numbers"), "M": "dates", "m": "durations"}
_KINDS["O"] = "object"


def _fit(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Whether the type that holds both arrays' numbers has each of them."""
    if a.dtype == b.dtype or a.dtype.kind not in "biuf":
        return True
    if np.result_type(a, b).kind != "f":
        return True
    whole = [x for x in (a, b) if x.dtype.kind in "iu" and len(x)]
    return all(-_EXACT <= int(x.min()) <= int(x.max()) <= _EXACT for x in whole)


def _joined_sparse(a: Table, b: Table, names: tuple[str, str]) -> Table:
    from scipy import sparse

    both = []
    for table, name in zip((a, b), names, strict=True):
        if table.sparse is None:
            dense = [column.decoded() for column in table.columns]
            if any(column.dtype.kind not in "biuf" for column in dense):
                raise TypeError(
                    f"{name} must hold numbers only, as the other is sparse."
                )
            both.append(sparse.csr_array(np.column_stack(dense)))
        else:
            both.append(sparse.csr_array(table.sparse))
    if both[0].shape[1] != both[1].shape[1]:
        raise ValueError(
            f"{names[0]} and {names[1]} must have the same columns, got "
            f"{both[0].shape[1]} and {both[1].shape[1]}."
        )
    return Table(a.n + b.n, [], sparse.vstack(both, format="csr"))


# --- a number for each row of a table, the same for rows that are equal

# Floats have no fractions from here on.
_WHOLE = 2.0**52
# Larger whole numbers are left as they are.
_HUGE = 2**1023
# Powers of ten up to here are floats.
_MOST_DECIMALS = 300
# Types that the kernel reads.
_PLAIN = frozenset(map(np.dtype, "? i1 i2 i4 i8 u1 u2 u4 u8 f4 f8".split()))


def check_decimals(decimals: Any) -> int | None:
    """Return to how many decimals numbers are rounded; None: they are not."""
    if decimals is None:
        return None
    try:
        places = index(decimals)
    except TypeError:
        raise TypeError(
            f"decimals must be a whole number or None, got {type(decimals).__name__}."
        ) from None
    if isinstance(decimals, (bool, np.bool_)) or abs(places) > _MOST_DECIMALS:
        raise ValueError(
            f"decimals must be a whole number from -{_MOST_DECIMALS} to "
            f"{_MOST_DECIMALS} or None, got {shown(decimals)}."
        )
    return places


def number_table(
    table: Table, *, decimals: int | None = None, name: str = "X"
) -> tuple[NDArray[np.int64], int]:
    """Return a code per row, by first appearance, and how many there are.

    Rows share a code exactly if they are equal. ``decimals`` rounds floats first.
    """
    if table.sparse is not None:
        return _number_sparse(table.sparse, decimals, name)
    items: list[NDArray[Any]] = []
    for column in table.columns:
        items.append(_items(column.values, decimals, name))
        if column.missing is not None:
            items.append(column.missing)
    return number_rows(items)


def _items(
    values: NDArray[Any] | Categories, decimals: int | None, name: str
) -> NDArray[Any]:
    """Return numbers that are equal exactly where values are."""
    if isinstance(values, Categories):
        if values.values.dtype.kind not in "OUS" or decimals is not None:
            return _items(values.decoded(), decimals, name)
        return values.codes
    column = one_dimension(values, name)
    kind = column.dtype.kind
    if decimals is not None and (kind == "f" or (kind in "iu" and decimals < 0)):
        return rounded(column, decimals)
    if column.dtype in _PLAIN:
        return column
    if kind in "mM":
        return column.view(np.int64)
    if kind == "U":
        return encode_text(column)[0]
    if kind == "O":
        return _objects(column, decimals, name)
    if column.dtype.char == "e":
        return column.astype(np.float32)
    return np.unique(column, return_inverse=True)[1]  # long doubles, bytes


def _objects(column: NDArray[Any], decimals: int | None, name: str) -> NDArray[Any]:
    try:
        encoded, known, _, _ = objects.encode_objects(column)
    except MemoryError:
        raise
    except Exception as error:
        raise TypeError(
            f"{name} must hold hashable values, such as numbers, texts and dates, got "
            f"{_without_hash(column)}."
        ) from error
    codes = encoded.astype(np.int64)
    if decimals is not None:
        place: dict[Any, int] = {}
        near = [place.setdefault(_near(value, decimals), len(place)) for value in known]
        codes = np.array([*near, -1], np.int64)[codes]
    nulls = np.fromiter((value is None for value in column), np.bool_, len(column))
    codes[nulls] = -1  # they had the code of the first value
    return codes


def _without_hash(column: NDArray[Any]) -> str:
    """Name the type of the first object that has no hash, as lists have none."""
    for value in column:
        try:
            hash(value)
        except Exception:
            return f"a {type(value).__name__}"
    return "values that cannot be compared"


def _near(value: Any, decimals: int) -> Any:
    """Return an object rounded, if it is a number that is to be."""
    if isinstance(value, (float, np.floating)):
        return float(rounded(np.array([value]), decimals)[0])
    is_whole = is_integral(value)
    if decimals >= 0 or not is_whole or isinstance(value, bool):
        return value
    whole = int(value)
    if not -_HUGE < whole < _HUGE:
        return whole
    return float(rounded(np.array([float(whole)]), decimals)[0])


def rounded(numbers: NDArray[Any], decimals: int) -> NDArray[np.float64]:
    """Return numbers with so many digits behind the point, halves to even.

    Numbers with fewer digits, and other values, do not change.
    """
    x = numbers.astype(np.float64)
    factor = 10.0 ** abs(decimals)
    with np.errstate(over="ignore", invalid="ignore"):
        scaled = x * factor if decimals >= 0 else x / factor
        whole = np.rint(scaled)
        near = whole / factor if decimals >= 0 else whole * factor
    return np.where(np.abs(scaled) < _WHOLE, near, x)


def _number_sparse(
    rows: Any, decimals: int | None, name: str
) -> tuple[NDArray[np.int64], int]:
    from scipy import sparse

    if rows.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got the dtype {rows.dtype}.")
    rows = sparse.csr_array(rows, copy=True)
    rows.sum_duplicates()
    kind = rows.dtype.kind
    data = rows.data
    if decimals is not None and (kind == "f" or (kind in "iu" and decimals < 0)):
        data = rounded(data, decimals)
    elif kind == "f":
        data = data.astype(np.float64)
    else:  # the same bits, where they are of no sign
        data = data.astype(np.uint64 if kind == "u" else np.int64).view(np.int64)
    rows = sparse.csr_array((data, rows.indices, rows.indptr), shape=rows.shape)
    rows.eliminate_zeros()
    starts, positions = rows.indptr, rows.indices
    n = int(starts[-1])
    return number_sparse_rows(
        starts.astype(np.int64),
        positions[:n].astype(np.int64),
        np.ascontiguousarray(rows.data[:n]),
    )


# --- classes and groups of rows as whole numbers
#
# Codes are 0 for what appears first, 1 for the next that differs and so on: that takes
# one pass and sorts nothing. Where sorted order is wanted, the distinct ones are
# sorted.

# A table of all numbers in a range is worth its memory up to so wide a range, or up to
# so many places per row.
_TABLE = 1 << 16
_ROOM_PER_ROW = 4
# So many rows are asked first in which range the numbers lie.
_FIRST_ROWS = 4096
# How far around it others are looked for.
_AROUND = 1 << 14
# Groups of so many adjacent rows, on average, are encoded instead of the rows.
_ROWS_PER_RUN = 4


class Encoded:
    """The class or group of each row, as a number from 0 up.

    Attributes
    ----------
    codes : ndarray of uint8, uint16 or uint32, shape (n,)
        Every number below ``k`` occurs.
    values : ndarray of shape (k,)
        What each number stands for: all different.
    """

    def __init__(self, codes: NDArray[Any], values: NDArray[Any]) -> None:
        self.codes = codes
        self.values = values

    @property
    def k(self) -> int:
        """The number of distinct values."""
        return len(self.values)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The number of rows of each code."""
        return folds.count_codes(self.codes, self.k)

    def in_order(self) -> Encoded:
        """Return codes in the sorted order of their values."""
        order = np.argsort(self.values, kind="stable")
        if np.array_equal(order, np.arange(self.k)):
            return self
        rank = np.empty(self.k, self.codes.dtype)
        rank[order] = np.arange(self.k)
        codes = np.empty_like(self.codes)
        folds.look_up(rank, self.codes, codes)
        return Encoded(codes, self.values[order])


def encode_classes(labels: ArrayLike, name: str = "y") -> Encoded:
    """Return the classes that labels name by first appearance; other labels raise."""
    column = _class_column(labels, name)
    if isinstance(column, str):
        raise ValueError(
            f"{name}: Supported target types are: ('binary', 'multiclass'). Got "
            f"{column!r} instead."
        )
    codes, distinct = _encode(column.items)
    values = column.labels(distinct)
    if column.values is not None:  # some may be equal to one another
        _, first, rank = np.unique(values, return_index=True, return_inverse=True)
        if len(first) < len(values):
            codes, distinct = _encode(rank[codes])
            values = values[first[distinct]]
    return Encoded(codes, values)


def encode_groups(groups: ArrayLike, n: int, name: str = "groups") -> Encoded:
    """Return the groups of n rows by first appearance; ids may be of any kind."""
    ids = group_ids(groups, n, name)
    if not n:
        raise_no_rows(name)
    return _encode_ids(ids, ids.numbers)


def encode_runs(
    groups: ArrayLike, n: int, name: str = "groups"
) -> tuple[Encoded, NDArray[np.int64] | None]:
    """Return the groups of n rows, and where each begins if its rows are adjacent.

    With the beginnings, the codes are those of the groups instead of the rows.
    """
    ids = group_ids(groups, n, name)
    if not n:
        raise_no_rows(name)
    is_new = ids.numbers[1:] != ids.numbers[:-1]
    if np.count_nonzero(is_new) < n // _ROWS_PER_RUN:
        starts = np.append(0, np.flatnonzero(is_new) + 1)
        runs = _encode_ids(ids, ids.numbers[starts])
        if runs.k == len(starts):
            return runs, starts
    return _encode_ids(ids, ids.numbers), None


def _encode_ids(ids: GroupIds, numbers: NDArray[Any]) -> Encoded:
    """Return numbers of ids by first appearance."""
    codes, distinct = _encode(numbers, ids)
    offsets = distinct.view(np.uint64) - np.uint64(ids.low % 2**64)
    return Encoded(codes, ids.ids(offsets))


def class_target(y: ArrayLike, name: str = "y") -> bool:
    """Whether there are two or more classes, so folds can be stratified."""
    return not isinstance(_class_column(y, name), str)


def _class_column(labels: ArrayLike, name: str) -> LabelColumn | str:
    """Return labels that name classes; for other labels, their type in one word."""
    converted = convert(labels, name)
    if isinstance(converted, Categories):
        n = len(converted.codes)
    else:
        n = len(converted)
        if converted.ndim != 1 and not (
            converted.ndim == 2 and converted.shape[1] == 1
        ):
            return type_of_matrix(converted)
    if not n:
        raise_no_rows(name)
    column = label_column(converted, name)
    if column.kind == "continuous" or column.first_fraction() is not None:
        return "continuous"
    return column


def _encode(
    items: NDArray[Any], ids: GroupIds | None = None
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return codes of whole numbers, and the number of each code, as int64 bits."""
    n = len(items)
    if ids is None:
        few = items[:_FIRST_ROWS]
        low, high = int(few.min()), int(few.max())
        if high - low < _TABLE:
            around = _AROUND if len(few) < n else 0
            low = max(low - around, -(2**63))
            codes, numbers, done = encode_whole(items, low, high - low + around + 1)
            if done == n:
                return codes, numbers
        low, high = int(items.min()), int(items.max())
        span = high - low + 1
    else:
        low, span = ids.low, ids.span
    if span <= max(_TABLE, _ROOM_PER_ROW * n):
        low -= 2**64 if low >= 2**63 else 0
        codes, numbers, done = encode_whole(items, low, span)
        assert done == n
        return codes, numbers
    # A table of hashes distinguishes items of eight bytes of any type.
    bits = np.ascontiguousarray(items).astype(
        np.uint64 if items.dtype.kind == "u" else np.int64
    )
    codes, first = encode_text(bits.view("U2"))
    return codes, bits[first].view(np.int64)
