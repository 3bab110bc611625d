"""Rows of whatever holds them: how many there are, and some of them by number.

What is taken is of the type that came in: a data frame of a data frame, a list of a
list. Nothing is converted, and no library is imported that was not in use already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_integral
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.sparse import check_sparse, is_sparse

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["common_length", "n_rows", "take_rows", "takeable"]


def n_rows(x: Any, name: str = "X") -> int:
    """Return how many rows there are in ``x``, which may be that number itself."""
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
        found = ", ".join(f"{name} has {n}" for name, n in lengths.items())
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"{list(lengths.values())} ({found})."
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
        # Of rows that lie one after the other, whole ones are copied at a time.
        return x.take(rows, axis=0) if x.flags.c_contiguous else x[rows]
    if isinstance(x, Categories):
        return Categories(x.codes[rows], x.values)
    if is_sparse(x) or isinstance(x, memoryview):
        return takeable(x)[rows]
    if hasattr(x, "iloc"):  # as data frames of pandas: labels are no numbers of rows
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
