"""The one door for SciPy's sparse matrices: no conversion before their insides fit.

SciPy checks positions when a matrix is made, never when it is converted: there it
writes to wherever they lead. A matrix that was changed since, or loaded from somewhere,
is therefore looked at before anything of SciPy's is called on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["check_sparse", "is_sparse", "sparse_rows"]

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
    raise ValueError(f"{name} is no valid sparse matrix: {reason}.")


_CHECKS: dict[str, Callable[[Any, str], None]] = {
    "bsr": _check_blocks,
    "coo": _check_coordinates,
    "csc": _check_compressed,
    "csr": _check_compressed,
    "dia": _check_diagonals,
    "dok": _check_keys,
    "lil": _check_lists,
}
