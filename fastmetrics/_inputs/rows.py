"""Rows of any container: taken by number, without missing values, also sparse."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_one_of
from fastmetrics._inputs.columns import Categories
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from numpy.typing import NDArray


# --- SciPy's sparse matrices, checked before any conversion
#
# SciPy checks positions when a matrix is made, never when it is converted: there it
# writes to wherever they lead. A matrix that was changed since, or loaded from
# somewhere, is therefore looked at before anything of SciPy's is called on it.

# Diagonals further out hold nothing; SciPy may count them in 32 bits.
_FURTHEST = 1 << 31


def is_sparse(x: Any) -> bool:
    """Whether this is one of SciPy's sparse arrays or matrices."""
    return any(cls.__module__.startswith("scipy.sparse") for cls in type(x).__mro__)


def sparse_rows(x: Any, name: str) -> Any:
    """Return a sparse matrix in compressed rows, checked; itself if it is that."""
    check_sparse(x, name)
    rows = x.tocsr()
    if rows is not x:  # some formats are only known to be right when converted
        check_sparse(rows, name)
    return rows


def check_sparse(x: Any, name: str) -> None:
    """Raise ValueError if the insides of a sparse matrix would lead out of its arrays.

    It must have two dimensions.
    """
    check = _CHECKS.get(x.format)
    if check is not None:
        check(x, name)


def _check_compressed(x: Any, name: str) -> None:
    n_lines, n_across = x.shape if x.format == "csr" else x.shape[::-1]
    _check_lines(x, name, n_lines, n_across)


def _check_blocks(x: Any, name: str) -> None:
    data = x.data
    if data.ndim != 3 or 0 in data.shape[1:]:
        _refuse(name, f"its blocks are of shape {data.shape}")
    _, height, width = data.shape
    n_lines, n_across = x.shape
    if n_lines % height or n_across % width:
        _refuse(name, f"blocks of {height} × {width} do not fill {x.shape}")
    _check_lines(x, name, n_lines // height, n_across // width)


def _check_lines(x: Any, name: str, n_lines: int, n_across: int) -> None:
    """Check where lines start, and the positions that are stored for each."""
    starts, indices = _whole(x.indptr, name), _whole(x.indices, name)
    if len(starts) != n_lines + 1 or starts[0] != 0:
        _refuse(name, f"indptr must be of {n_lines + 1} numbers, the first a 0")
    if (starts[1:] < starts[:-1]).any():
        _refuse(name, "indptr falls")
    if starts[-1] > min(len(indices), len(x.data)):
        _refuse(name, f"indptr ends at {starts[-1]}, past what is stored")
    _check_positions(indices, n_across, name)


def _check_coordinates(x: Any, name: str) -> None:
    if len(x.coords) != len(x.shape):
        _refuse(name, f"it has {len(x.coords)} coordinates for the shape {x.shape}")
    for positions, size in zip(x.coords, x.shape, strict=True):
        if len(_whole(positions, name)) != len(x.data):
            _refuse(name, f"{len(positions)} positions for {len(x.data)} entries")
        _check_positions(positions, size, name)


def _check_diagonals(x: Any, name: str) -> None:
    offsets = _whole(x.offsets, name)
    if x.data.ndim != 2 or len(offsets) != len(x.data):
        _refuse(name, f"{len(offsets)} diagonals for data of shape {x.data.shape}")
    if len(np.unique(offsets)) < len(offsets):
        _refuse(name, "a diagonal occurs twice")
    if offsets.size and not -_FURTHEST < offsets.min() <= offsets.max() < _FURTHEST:
        _refuse(name, f"a diagonal lies at {max(offsets.tolist(), key=abs)}")


def _check_lists(x: Any, name: str) -> None:
    of_rows = len(x.rows), len(x.data)
    if of_rows != (x.shape[0], x.shape[0]):
        _refuse(name, f"{of_rows[0]} and {of_rows[1]} lists for {x.shape[0]} rows")
    for positions, values in zip(x.rows, x.data, strict=True):
        if not isinstance(positions, list) or not isinstance(values, list):
            _refuse(name, "not every row is a list")
        if len(positions) != len(values):
            _refuse(name, f"{len(positions)} positions for {len(values)} entries")


def _check_keys(x: Any, name: str) -> None:
    n_rows, n_columns = x.shape
    for row, column in x.keys():
        if not (0 <= row < n_rows and 0 <= column < n_columns):
            _refuse(name, f"the key {(row, column)} lies out of the shape {x.shape}")


def _whole(positions: NDArray[Any], name: str) -> NDArray[Any]:
    if positions.ndim != 1 or positions.dtype.kind not in "iu":
        _refuse(
            name, f"positions are {positions.dtype} of shape {positions.shape}, no ints"
        )
    return positions


def _check_positions(positions: NDArray[Any], size: int, name: str) -> None:
    if len(positions) and not 0 <= positions.min() <= positions.max() < size:
        _refuse(
            name,
            f"positions from {positions.min()} to {positions.max()} in a dimension of "
            f"{size}",
        )


def _refuse(name: str, reason: str) -> NoReturn:
    raise ValueError(f"{name} is not a valid sparse matrix: {reason}.")


_CHECKS: dict[str, Callable[[Any, str], None]] = {
    "bsr": _check_blocks,
    "coo": _check_coordinates,
    "csc": _check_compressed,
    "csr": _check_compressed,
    "dia": _check_diagonals,
    "dok": _check_keys,
    "lil": _check_lists,
}


# --- rows of any container: their number, and some rows by number
#
# What is taken is of the type that came in: a data frame of a data frame, a list of a
# list. Nothing is converted, and no library is imported that was not in use already.


def n_rows(x: Any, name: str = "X") -> int:
    """Return the number of rows of ``x``, which may be that number itself."""
    if is_integral(x) and not isinstance(x, bool | np.bool_):
        n = int(x)
        if n < 0:
            raise ValueError(f"{name} must be a number of rows or data, got {n}.")
        return n
    shape = getattr(x, "shape", None)
    if isinstance(shape, tuple):
        if not shape:
            raise TypeError(
                f"{name} must be data with rows, got the single value {x!r}: it "
                "has no length."
            )
        if isinstance(shape[0], Integral):
            return int(shape[0])
    if isinstance(x, (str, bytes)) or not hasattr(x, "__len__"):
        raise TypeError(
            f"{name} must be data with rows, or their number: expected sequence or "
            f"array-like, got {type(x)}, which has no length."
        )
    return len(x)


def common_length(X: Any, y: Any = None, groups: Any = None) -> int:
    """Return the number of rows that all that is given has in common."""
    parts = {"X": X, "y": y, "groups": groups}
    lengths = {name: n_rows(x, name) for name, x in parts.items() if x is not None}
    if not lengths:
        raise TypeError(
            "X must be data with rows, or their number, got None and neither y nor "
            "groups: expected sequence or array-like."
        )
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{name} has {n}" for name, n in lengths.items())
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"{list(lengths.values())} ({counts})."
        )
    return next(iter(lengths.values()))


def takeable(x: Any) -> Any:
    """Return ``x``, or what holds the same and has rows that can be taken."""
    if is_sparse(x):
        if x.ndim == 2:
            check_sparse(x, "X")
        # By rows, as scikit-learn hands them on, of whatever format.
        return x if x.format == "csr" else x.tocsr()
    if isinstance(x, memoryview):
        return np.asarray(x)
    if hasattr(x, "__getitem__") or hasattr(x, "iloc") or x is None:
        return x
    if hasattr(x, "__array__"):
        return np.asarray(x)
    # What can be walked through only once has no rows to take again.
    return list(x) if isinstance(x, Iterable) and not isinstance(x, Iterator) else x


def take_rows(x: Any, rows: NDArray[np.intp]) -> Any:
    """Return the rows of ``x`` with these numbers, in their order."""
    if type(x) is np.ndarray:
        # Rows in contiguous memory are copied whole.
        return x.take(rows, axis=0) if x.flags.c_contiguous else x[rows]
    if isinstance(x, Categories):
        return Categories(x.codes[rows], x.values)
    if is_sparse(x) or isinstance(x, memoryview):
        return takeable(x)[rows]
    if hasattr(x, "iloc"):  # as data frames of pandas: labels are not row numbers
        return x.iloc[rows]
    module = type(x).__module__.partition(".")[0]
    if module == "pyarrow":
        return _taken_of_arrow(x, rows)
    if module == "pandas":
        return x.take(rows)
    if hasattr(x, "shape") or module == "polars":
        return x[rows]
    if isinstance(x, range):
        return [x[i] for i in rows.tolist()]
    items = takeable(x)
    try:
        return list(map(items.__getitem__, rows.tolist()))
    except IndexError:
        raise ValueError(
            f"{type(x).__name__} must hold as many rows as its length says, "
            f"{len(items)}, and has no row {_first_missing(items, rows)}."
        ) from None


def _taken_of_arrow(x: Any, rows: NDArray[np.intp]) -> Any:
    """Return rows of an Arrow column, also of a type that Arrow takes none of."""
    import pyarrow as pa

    try:
        return x.take(rows)
    except pa.ArrowNotImplementedError:
        if not hasattr(x, "type"):
            raise
        values = x.to_pylist()
        return pa.array([values[row] for row in rows], x.type)


def _first_missing(items: Any, rows: NDArray[np.intp]) -> int:
    for row in rows.tolist():
        try:
            items[row]
        except IndexError:
            return row
    return len(items)


# --- missing values: the treatments, and rows that are left out
#
# The only place where rows are left out: later readers see no missing value.

# The value of a query without documents, in runs of ranked lists.
_OF_RUNS = ("zero", "skip")


class Omitted(NamedTuple):
    """Rows that were left out.

    Attributes
    ----------
    n : int
        How many they are.
    total : int
        How many rows were given.
    by_column : mapping of str to int
        Of each column with a missing value, how many of its rows have one.
    """

    n: int
    total: int
    by_column: Mapping[str, int]

    def joined(self, later: Omitted) -> Omitted:
        """Return the sum of these rows and later ones."""
        names = {**self.by_column, **later.by_column}
        by_column = {
            name: self.by_column.get(name, 0) + later.by_column.get(name, 0)
            for name in names
        }
        return Omitted(self.n + later.n, self.total + later.total, by_column)


def check_missing(
    missing: object,
    *,
    sliced: bool | None = None,
    settings: dict[str, Any] | None = None,
) -> Literal["raise", "omit", "group"]:
    """Return the treatment of missing values.

    Parameters
    ----------
    missing : object
        As it was given.
    sliced : bool or None
        Whether rows are sliced; None: the function has no slices.
    settings : dict or None
        The settings of families: what a query without documents counts is one of them,
        of the same name. None: the function has no runs of ranked lists.

    Raises
    ------
    ValueError
        If it is another word, or rows are not sliced and it is for slices.
    """
    words = ["raise", "omit"]
    if sliced is not None:
        words += ["group"]
    if settings is not None:
        words += _OF_RUNS
    if not is_one_of(missing, words):
        *others, last = map(repr, words)
        raise ValueError(
            f"missing must be {', '.join(others)} or {last}, got {shown(missing)}"
        )
    if missing == "omit":
        return "omit"
    if missing == "group":
        if not sliced:
            raise ValueError(
                "missing='group' is for slices: pass by, the columns to slice rows by"
            )
        return "group"
    if missing in _OF_RUNS and settings is not None:
        settings["missing"] = missing
    return "raise"


def complete_rows(
    columns: Mapping[str, Any], *, of_batch: bool = False
) -> tuple[dict[str, Any], Omitted]:
    """Return columns without the rows that one of them has no value in.

    ``of_batch``: there are other rows, so none of these need be left.

    Columns keep the type that they came in. If their lengths differ, no row is left
    out, and the reader raises the error.

    Raises
    ------
    ValueError
        If no row is left.
    TypeError
        If one of them is nothing that has rows.
    """
    flags = {name: missing_rows(column, name) for name, column in columns.items()}
    lengths = {len(flag) for flag in flags.values()}
    total = max(lengths, default=0)
    n_missing = {name: int(np.count_nonzero(flag)) for name, flag in flags.items()}
    by_column = {name: n for name, n in n_missing.items() if n}
    if not by_column or len(lengths) > 1:
        return dict(columns), Omitted(0, total, {})
    kept = np.flatnonzero(~np.logical_or.reduce([*flags.values()]))
    if not len(kept) and not of_batch:
        raise ValueError(
            f"all {total} rows have a missing value, in {_listed(by_column)}: no row "
            "is left"
        )
    taken = {name: take_rows(column, kept) for name, column in columns.items()}
    return taken, Omitted(total - len(kept), total, by_column)


def _listed(by_column: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ({n})" for name, n in by_column.items())


def missing_rows(column: Any, name: str) -> NDArray[np.bool_]:
    """Return for each row whether it has a missing value: null, None, NaN or NaT.

    A row of a matrix or data frame has one if any entry is missing.
    """
    if isinstance(column, Categories):
        return _nulls(np.asarray(column.values))[column.codes]
    if is_sparse(column):
        rows = column.tocsr()
        counts = np.concatenate([[0], np.cumsum(_nulls(rows.data))])
        return counts[rows.indptr[1:]] > counts[rows.indptr[:-1]]
    library = type(column).__module__.partition(".")[0]
    known = {"pandas": _of_pandas, "polars": _of_polars, "pyarrow": _of_arrow}
    if library in known:
        return known[library](column)
    is_one = isinstance(column, str | bytes) or getattr(column, "ndim", 1) == 0
    if is_one or not hasattr(column, "__len__"):
        raise TypeError(
            f"{name} must be array-like to have rows left out, got "
            f"{type(column).__name__}"
        )
    if isinstance(column, np.ma.MaskedArray):
        return _any_of_row(np.ma.getmaskarray(column) | _nulls(column.data))
    if isinstance(column, np.ndarray | memoryview) or hasattr(column, "__array__"):
        return _any_of_row(_nulls(np.asarray(column)))
    n_rows(column, name)
    return np.array([_is_missing(value) for value in column], np.bool_)


def _is_missing(value: Any) -> bool:
    if isinstance(value, str | bytes):
        return False
    if value is np.ma.masked:
        return True
    if isinstance(value, list | tuple) or (
        isinstance(value, np.ndarray) and value.ndim
    ):
        return any(_is_missing(item) for item in value)
    return objects.is_null(value) or bool(np.isscalar(value) and value != value)


def _nulls(array: NDArray[Any]) -> NDArray[np.bool_]:
    kind = array.dtype.kind
    if kind == "f":
        return np.isnan(array)
    if kind in "mM":
        return np.isnat(array)
    if kind in "OT":
        flags = [_is_missing(value) for value in array.ravel().tolist()]
        return np.array(flags, np.bool_).reshape(array.shape)
    return np.zeros(array.shape, np.bool_)


def _any_of_row(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if flags.ndim == 1:
        return flags
    return np.any(flags, axis=tuple(range(1, flags.ndim)))


def _any_of(columns: list[NDArray[np.bool_]], n: int) -> NDArray[np.bool_]:
    """Return for n rows whether any of the columns, of which there may be none, is."""
    flags = np.zeros(n, np.bool_)
    for column in columns:
        flags |= column
    return flags


def _of_pandas(column: Any) -> NDArray[np.bool_]:
    return _any_of_row(np.asarray(column.isna(), np.bool_))


def _of_polars(column: Any) -> NDArray[np.bool_]:
    parts = column.get_columns() if hasattr(column, "get_columns") else [column]
    flags = []
    for part in parts:
        nulls = part.is_null().to_numpy()
        if part.dtype.is_float():
            nulls = nulls | part.is_nan().fill_null(True).to_numpy()
        flags.append(nulls)
    return _any_of(flags, len(column))


def _of_arrow(column: Any) -> NDArray[np.bool_]:
    import pyarrow.compute as pc

    parts = column.itercolumns() if hasattr(column, "itercolumns") else [column]
    flags = [
        pc.is_null(part, nan_is_null=True).to_numpy(zero_copy_only=False)
        for part in parts
    ]
    return _any_of(flags, len(column))


# --- parameters of a metric that have a value for each row, such as a group
#
# They go with the rows: what is drawn again, cut into slices or left out of the columns
# is drawn again, cut or left out of them.


def row_parameters(
    parameters: Mapping[str, Any], n: int, names: Collection[str] | None
) -> dict[str, Any]:
    """Return those parameters that have n rows: arrays, series, frames and lists.

    Also a dict of such columns. ``names`` are all that may have rows; None: any may.
    """
    return {
        name: value
        for name, value in parameters.items()
        if (names is None or name in names) and _has_rows(value, n)
    }


def take_parameters(
    parameters: Mapping[str, Any],
    rows: NDArray[Any],
    n: int,
    names: Collection[str] | None,
) -> dict[str, Any]:
    """Return the parameters of some of n rows; ``names`` as above."""
    taken = {
        name: {key: take_rows(column, rows) for key, column in columns.items()}
        if isinstance(columns, Mapping)
        else take_rows(columns, rows)
        for name, columns in row_parameters(parameters, n, names).items()
    }
    return {**parameters, **taken}


def check_no_rows_inside(function: Any, n: int, name: str) -> None:
    """Raise ValueError if a partial function holds n rows that cannot be taken apart.

    These are its positional arguments, and keywords next to positional arguments.
    """
    while isinstance(function, partial):
        inside = *function.args, *function.keywords.values()
        if any(_has_rows(value, n) for value in inside):
            raise ValueError(
                f"{name} holds an argument with {n} rows, which does not follow the "
                "rows when these are drawn again: give it by name in metric_params."
            )
        function = function.func


def _has_rows(value: Any, n: int) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and all(_is_column(column, n) for column in value.values())
    return _is_column(value, n)


def _is_column(value: Any, n: int) -> bool:
    """Whether a value is a column, or a table, of n rows.

    A tuple is one value: levels and ranges are tuples.
    """
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return bool(shape) and shape[0] == n
    if isinstance(value, str | bytes | tuple | Mapping) or isinstance(value, type):
        return False
    return (
        hasattr(value, "__len__") and hasattr(value, "__getitem__") and len(value) == n
    )
