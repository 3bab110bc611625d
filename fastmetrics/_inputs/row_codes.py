"""A number for each row of a table, the same for rows that are equal."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral
from fastmetrics._inputs.columns import Categories, one_dimension
from fastmetrics._kernels import objects
from fastmetrics._kernels.codes import encode_text
from fastmetrics._kernels.equal_rows import number_rows, number_sparse_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.tables import Table

__all__ = ["check_decimals", "number_table", "rounded"]

# Floats have no fractions from here on.
_WHOLE = 2.0**52
# Larger whole numbers are left as they are.
_HUGE = 2**1023
# Powers of ten up to here are floats.
_MOST_DECIMALS = 300
# What the kernel reads.
_PLAIN = frozenset(map(np.dtype, "? i1 i2 i4 i8 u1 u2 u4 u8 f4 f8".split()))


def check_decimals(decimals: Any) -> int | None:
    """Return to how many decimals numbers are rounded; None: they are not."""
    if decimals is None:
        return None
    try:
        found = index(decimals)
    except TypeError:
        raise TypeError(
            f"decimals must be a whole number or None, got {type(decimals).__name__}."
        ) from None
    if isinstance(decimals, (bool, np.bool_)) or abs(found) > _MOST_DECIMALS:
        raise ValueError(
            f"decimals must be a whole number from -{_MOST_DECIMALS} to "
            f"{_MOST_DECIMALS} or None, got {shown(decimals)}."
        )
    return found


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
        found, known, _, _ = objects.encode_objects(column)
    except MemoryError:
        raise
    except Exception as error:
        raise TypeError(
            f"{name} must hold values that can be told apart, such as numbers, texts "
            f"and dates, got {_without_hash(column)}."
        ) from error
    codes = found.astype(np.int64)
    if decimals is not None:
        place: dict[Any, int] = {}
        near = [place.setdefault(_near(one, decimals), len(place)) for one in known]
        codes = np.array([*near, -1], np.int64)[codes]
    nulls = np.fromiter((one is None for one in column), np.bool_, len(column))
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

    What has no more digits than that, or is no number, stays as it is.
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
