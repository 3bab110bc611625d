"""Several labels per row: pairs of matrices that say which row has which label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.columns import (
    as_array,
    as_bools,
    as_column,
    raise_no_rows,
    raise_not_finite,
)
from fastmetrics._inputs.labels import target, type_of_matrix
from fastmetrics._inputs.rows import is_sparse, sparse_rows
from fastmetrics._inputs.scores import numbers, sample_weights
from fastmetrics._kernels import keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

INDICATOR = "multilabel-indicator"

# So many entries are looked at in one go: they stay in the cache meanwhile.
_BLOCK = 1 << 17


class Indicators(NamedTuple):
    """True and predicted labels of each row.

    Attributes
    ----------
    true, predicted : ndarray or csr_array of shape (n, n_labels)
        A row has a label where its entry is not zero; either both are sparse (in
        canonical format, no zero stored) or neither. They may be the caller's own:
        read them only.
    weights : ndarray of shape (n,) or None
        int64 if they came as integers or bool, else float64.
    """

    true: Any
    predicted: Any
    weights: NDArray[Any] | None

    @property
    def n(self) -> int:
        """How many rows there are."""
        return self.true.shape[0]

    @property
    def n_labels(self) -> int:
        """How many labels, that is columns, there are."""
        return self.true.shape[1]

    @property
    def sparse(self) -> bool:
        """Whether the matrices are sparse."""
        return not isinstance(self.true, np.ndarray)

    @property
    def integer_weights(self) -> bool:
        """Whether there are weights, all of them whole numbers by their dtype."""
        return self.weights is not None and self.weights.dtype.kind == "i"


def indicator_pair(
    y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None = None
) -> Indicators:
    """Return two matrices of indicators, checked, and the weights of their rows.

    Indicators are what scikit-learn calls multilabel-indicator: at least two columns,
    at most two distinct values, both whole numbers. Anything else raises, be it that
    only one of the two is such a matrix.
    """
    return pair_indicators(y_true, [y_pred], sample_weight)[0]


def pair_indicators(
    y_true: ArrayLike,
    y_preds: Sequence[ArrayLike],
    sample_weight: ArrayLike | None = None,
) -> list[Indicators]:
    """Return an `indicator_pair` per model; ``y_true`` and weights are read once."""
    true = _matrix(y_true, "y_true")
    predicted = [_matrix(y_pred, "y_pred") for y_pred in y_preds]
    n = true.shape[0]
    for matrix in predicted:
        if matrix.shape[0] != n:
            raise ValueError(
                "Found input variables with inconsistent numbers of samples: y_true "
                f"has {n}, y_pred has {matrix.shape[0]}."
            )
    if n == 0:
        raise_no_rows("y_true")
    kind = _kind(true, "y_true")
    for matrix in predicted:
        _check_kinds(true, kind, matrix, _kind(matrix, "y_pred"))
    weights = None if sample_weight is None else _weights(sample_weight, n)
    dense = isinstance(true, np.ndarray)
    as_sparse = None if dense else _compressed(true)
    pairs = []
    for matrix in predicted:
        if dense and isinstance(matrix, np.ndarray):
            pairs.append(Indicators(true, matrix, weights))
            continue
        if as_sparse is None:
            as_sparse = _compressed(true)
        pairs.append(Indicators(as_sparse, _compressed(matrix), weights))
    return pairs


def _check_kinds(true: Any, kind: str, predicted: Any, other_kind: str) -> None:
    """Raise unless both matrices are indicators of the same labels."""
    if kind != other_kind:
        raise ValueError(
            f"Classification metrics can't handle a mix of {kind} and {other_kind} "
            f"targets: y_true is of shape {true.shape}, y_pred of {predicted.shape}."
        )
    if kind != INDICATOR:
        raise ValueError(
            f"{kind} is not supported: of labels in several columns y_true and "
            "y_pred must have two distinct values at most, whole numbers."
        )
    if true.shape != predicted.shape:
        raise ValueError(
            "y_true and y_pred must have the same labels, got different numbers of "
            f"them: {true.shape[1]} and {predicted.shape[1]} columns."
        )


def indicator_matrix(x: Any, name: str) -> tuple[Any, str]:
    """Return labels in columns, an array or sparse rows, and what they are.

    Named in scikit-learn's words; only with `INDICATOR` is it what it should be.
    """
    matrix = _matrix(x, name)
    if matrix.shape[0] == 0:
        raise_no_rows(name)
    return matrix, _kind(matrix, name)


def row_blocks(n: int, n_labels: int) -> Iterator[slice]:
    """Yield slices that cut n rows into blocks of a bounded number of entries."""
    step = max(1, _BLOCK // max(n_labels, 1))
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def _weights(sample_weight: ArrayLike, n: int) -> NDArray[Any]:
    """Return n weights: int64 if they come as integers or bool, else float64.

    Integers that add up to more than an int64 can hold come back as float64.
    """
    name = "sample_weight"
    column = numbers(as_column(sample_weight, name), name)
    weights = sample_weights(column, n, name)
    if column.dtype.kind not in "biu" or weights.sum() >= 2.0**62:
        return weights
    return column.astype(np.int64, copy=False)


def _matrix(x: Any, name: str) -> Any:
    """Return ``x`` as an array of any dimensions, or in compressed sparse rows."""
    if not is_sparse(x):
        return as_array(x, name)
    if x.ndim != 2 or x.shape[1] == 1:
        raise TypeError(
            f"{name}: sparse input is only supported for several labels per row, got "
            f"shape {x.shape}."
        )
    if x.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must be real, got dtype {x.dtype}."
        )
    return _compressed(sparse_rows(x, name))


def _compressed(x: Any) -> Any:
    """Return compressed sparse rows, entries in order, each once, none of them zero."""
    if isinstance(x, np.ndarray):
        from scipy.sparse import csr_array

        return csr_array(x.astype(np.float32) if x.dtype.char == "e" else x)
    rows = x.tocsr()
    if rows.dtype.char == "?" and as_bools(rows.data) is not rows.data:
        parts = as_bools(rows.data), rows.indices, rows.indptr
        rows = type(rows)(parts, shape=rows.shape)
    if (
        rows.nnz < max(len(rows.data), len(rows.indices))
        or not rows.has_canonical_format
        or not rows.data.all()
    ):
        rows = rows.copy() if rows is x else rows
        rows.sum_duplicates()
        rows.eliminate_zeros()
        rows.prune()
    return rows


def _kind(matrix: Any, name: str) -> str:
    """Name what the labels are, in scikit-learn's words; NaN and infinity raise."""
    if isinstance(matrix, np.ndarray):
        if matrix.ndim == 1 or matrix.shape[1:] == (1,):
            return target(matrix, name)[1]
        values = _two_values(matrix) if matrix.ndim == 2 and matrix.size else None
        entries = matrix
    else:
        entries = matrix.data[:, None]
        values = _two_values(entries) if len(entries) else {0}
        if values is not None and len(values) > 1:  # neither is zero, which is a third
            values = None
    if values is not None and all(map(_is_whole, values)):
        return INDICATOR
    if entries.dtype.kind == "f":
        raise_not_finite(entries, name)
    kind = type_of_matrix(entries)
    # Two values that are too large to be whole, or two besides zero.
    if kind == INDICATOR:
        whole = entries.dtype.kind != "f" or (abs(entries) < 2.0**63).all()
        kind = f"{'multiclass' if whole else 'continuous'}-multioutput"
    return kind


def _two_values(matrix: NDArray[Any]) -> set[Any] | None:
    """Return the distinct values of a matrix of numbers; None if more than two."""
    if matrix.dtype.kind not in "biuf":
        return None
    values: set[Any] = set()
    for rows in row_blocks(*matrix.shape):
        block = matrix[rows].ravel()
        if block.dtype.char in "eg":  # as kernels cannot read them
            with np.errstate(over="ignore"):
                block = block.astype(np.float32 if block.itemsize == 2 else np.float64)
        other, third = keys.find_others(block)
        values.add(block[0].item())
        if other >= 0:
            values.add(block[other].item())
        if third >= 0 or len(values) > 2:
            return None
    return values


def _is_whole(value: Any) -> bool:
    return not isinstance(value, float) or (value.is_integer() and abs(value) < 2.0**63)
