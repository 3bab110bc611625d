"""What becomes of missing values: what each word means, and rows that are left out.

The one place where rows are left out: what is read after it has none that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.row_takers import n_rows, take_rows
from fastmetrics._inputs.sparse import is_sparse
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Omitted", "check_missing", "complete_rows", "missing_rows"]

# What a query without documents counts, in runs of ranked lists.
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
        """Return those of these rows and of later ones."""
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
    """Return what becomes of missing values.

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
                "missing='group' is for slices: give by, what rows are sliced by"
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

    Columns keep the type that they came in. Where their lengths differ none is left
    out, so that whoever reads them can say so.

    Raises
    ------
    ValueError
        If no row is left.
    TypeError
        If one of them is nothing that has rows.
    """
    flags = {name: missing_rows(column, name) for name, column in columns.items()}
    lengths = {len(one) for one in flags.values()}
    total = max(lengths, default=0)
    found = {name: int(np.count_nonzero(one)) for name, one in flags.items()}
    by_column = {name: n for name, n in found.items() if n}
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

    Of a matrix or a data frame a row has one if any of its entries is missing.
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
    if isinstance(column, np.ndarray) or hasattr(column, "__array__"):
        return _any_of_row(_nulls(np.asarray(column)))
    n_rows(column, name)
    return np.array([_is_missing(one) for one in column], np.bool_)


def _is_missing(value: Any) -> bool:
    if isinstance(value, str | bytes):
        return False
    if isinstance(value, list | tuple | np.ndarray):
        return any(_is_missing(one) for one in value)
    return objects.is_null(value) or bool(np.isscalar(value) and value != value)


def _nulls(array: NDArray[Any]) -> NDArray[np.bool_]:
    kind = array.dtype.kind
    if kind == "f":
        return np.isnan(array)
    if kind in "mM":
        return np.isnat(array)
    if kind in "OT":
        flags = [_is_missing(one) for one in array.ravel().tolist()]
        return np.array(flags, np.bool_).reshape(array.shape)
    return np.zeros(array.shape, np.bool_)


def _any_of_row(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if flags.ndim == 1:
        return flags
    found: NDArray[np.bool_] = np.any(flags.reshape(len(flags), -1), axis=1)
    return found


def _any_of(columns: list[NDArray[np.bool_]], n: int) -> NDArray[np.bool_]:
    """Return for n rows whether any of the columns, of which there may be none, is."""
    found = np.zeros(n, np.bool_)
    for one in columns:
        found |= one
    return found


def _of_pandas(column: Any) -> NDArray[np.bool_]:
    return _any_of_row(np.asarray(column.isna(), np.bool_))


def _of_polars(column: Any) -> NDArray[np.bool_]:
    parts = column.get_columns() if hasattr(column, "get_columns") else [column]
    found = []
    for one in parts:
        nulls = one.is_null().to_numpy()
        if one.dtype.is_float():
            nulls = nulls | one.is_nan().fill_null(True).to_numpy()
        found.append(nulls)
    return _any_of(found, len(column))


def _of_arrow(column: Any) -> NDArray[np.bool_]:
    import pyarrow.compute as pc

    parts = column.itercolumns() if hasattr(column, "itercolumns") else [column]
    found = [
        pc.is_null(one, nan_is_null=True).to_numpy(zero_copy_only=False)
        for one in parts
    ]
    return _any_of(found, len(column))
