"""Tables of any library as columns in which equal items are equal values.

They are read to tell rows apart, not to calculate: text, dates and categories will do,
and a missing value is a value like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import (
    Categories,
    as_array,
    check_arrow,
    convert,
    raise_no_rows,
)
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._inputs.sparse import is_sparse, sparse_rows
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Column", "Table", "joined_tables", "read_table"]

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

    ``names`` are those of the columns, None where they have none.
    """

    n: int
    columns: list[Column]
    sparse: Any = None
    names: list[Any] | None = None


def read_table(X: Any, name: str = "X") -> Table:
    """Return a table of any library; one column, such as a list of texts, will do.

    Of an array of more than two dimensions, such as images, each item of the first is a
    row.
    """
    if is_sparse(X):
        if X.ndim != 2:
            raise ValueError(f"{name} must have two dimensions, got {X.ndim}.")
        table = Table(X.shape[0], [], sparse_rows(X, name))
    else:
        table = _of_columns(X, name)
        if not table.columns:
            raise ValueError(f"{name} has no columns: its rows cannot be told apart.")
    if table.n == 0:
        raise_no_rows(name)
    return table


def _of_columns(X: Any, name: str) -> Table:
    named = named_columns(X)
    if named is not None:
        columns = [_column(one, f"{name}[{shown(of)}]") for of, one in named]
        n = columns[0].n if columns else 0
        for (of, _), one in zip(named, columns, strict=True):
            if one.n != n:
                raise ValueError(
                    f"The columns of {name} must be of one length: "
                    f"{shown(named[0][0])} has {n} rows, {shown(of)} has {one.n}."
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
    return Table(column.n, [Column(one) for one in matrix.T])


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
    columns = [_listed(one) for one in zip(*X, strict=True)]
    if any(
        one.dtype == object and isinstance(one[0], (list, tuple)) for one in columns
    ):
        return _of_columns(as_array(X, name), name).columns  # a list of matrices
    return [_column(one, f"{name}[:, {j}]") for j, one in enumerate(columns)]


def _listed(values: Sequence[Any]) -> Any:
    """Return values as an array that leaves each what it is: 1 is not "1"."""
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
        found = convert(column, name)
    else:
        present = convert(_present(column, missing), name)
        kept = present.decoded() if isinstance(present, Categories) else present
        found = np.zeros(len(missing), kept.dtype)
        found[~missing] = kept
    return Column(found) if isinstance(found, Categories) else _marked(found, missing)


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
    """Return where a column of a library has nulls; None if it has none.

    NaN among floats is no null of theirs; it stands for one where both are possible.
    """
    kind = type(column)  # to ask a Series of Polars for what it has not takes it long
    if hasattr(kind, "null_count") and hasattr(kind, "drop_nulls"):  # Polars
        return column.is_null().to_numpy() if column.null_count() else None
    if hasattr(kind, "null_count") and hasattr(kind, "drop_null"):  # PyArrow
        check_arrow(column, name)
        has_nulls = column.null_count > 0
        return column.is_null().to_numpy(zero_copy_only=False) if has_nulls else None
    if hasattr(kind, "isna") and not isinstance(column.dtype, np.dtype):  # pandas
        found = np.asarray(column.isna())
        return found if found.any() else None
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
    place = {one: i for i, one in enumerate(others)}
    for of, one, other, rest in ((mine, *names, place), (others, *names[::-1], mine)):
        lacking = [x for x in of if x not in rest]
        if lacking:
            raise ValueError(
                f"{names[0]} and {names[1]} must have the same columns: "
                f"{shown(lacking[0])} of {one} is none of {other}."
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
    for one, name in zip((a, b), names, strict=True):
        if one.sparse is None:
            dense = [column.decoded() for column in one.columns]
            if any(column.dtype.kind not in "biuf" for column in dense):
                raise TypeError(
                    f"{name} must hold numbers only, as the other is sparse."
                )
            both.append(sparse.csr_array(np.column_stack(dense)))
        else:
            both.append(sparse.csr_array(one.sparse))
    if both[0].shape[1] != both[1].shape[1]:
        raise ValueError(
            f"{names[0]} and {names[1]} must have the same columns, got "
            f"{both[0].shape[1]} and {both[1].shape[1]}."
        )
    return Table(a.n + b.n, [], sparse.vstack(both, format="csr"))
