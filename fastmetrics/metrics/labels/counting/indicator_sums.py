"""What is counted of two matrices of indicators: per label, per row, kinds of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.indicators import Indicators, row_blocks
from fastmetrics._kernels import indicators
from fastmetrics.metrics.labels.counting.row_kinds import Kinds, add_kinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["blocks_of", "count_kinds", "sum_columns", "sum_rows", "wrong_labels"]

# The most that a key of several numbers may be.
_MOST_KEYS = 1 << 62


def blocks_of(pair: Indicators) -> Iterator[slice]:
    """Yield the rows in blocks of a bounded number of entries."""
    return row_blocks(pair.n, pair.n_labels)


def sum_columns(pair: Indicators) -> NDArray[Any]:
    """Return (3, n_labels): rows with a label in both, in truth, in the prediction.

    int64 without weights and with whole ones, else float64.
    """
    if pair.sparse:
        return np.stack([_column_sums(m, pair.weights) for m in _patterns(pair)])
    shape = 3, pair.n_labels
    if pair.weights is None or pair.integer_weights:
        sums: NDArray[Any] = np.zeros(shape, np.int64)
    else:
        sums, low = np.zeros(shape), np.zeros(shape)
    for rows in blocks_of(pair):
        true, predicted = _flags(pair.true[rows]), _flags(pair.predicted[rows])
        if pair.weights is None:
            indicators.count_columns(true, predicted, sums)
            continue
        weights = np.ascontiguousarray(pair.weights[rows])
        if pair.integer_weights:
            indicators.weigh_columns_whole(true, predicted, weights, sums)
        else:
            indicators.weigh_columns(true, predicted, weights, sums, low)
    if pair.weights is None or pair.integer_weights:
        return sums
    return sums + low


def sum_rows(pair: Indicators) -> NDArray[np.int64]:
    """Return (3, n): labels of a row in both, in truth, in the prediction."""
    if pair.sparse:
        sums = np.stack([np.diff(m.indptr) for m in _patterns(pair)])
        return sums.astype(np.int64)
    sums = np.zeros((3, pair.n), np.int64)
    for rows in blocks_of(pair):
        sums[:, rows] = _sum_block(pair, rows)
    return sums


def _sum_block(pair: Indicators, rows: slice) -> NDArray[np.int64]:
    # A block's sums lie in one piece only on their own.
    part = np.zeros((3, rows.stop - rows.start), np.int64)
    true, predicted = _flags(pair.true[rows]), _flags(pair.predicted[rows])
    indicators.count_rows(true, predicted, part)
    return part


def wrong_labels(pair: Indicators) -> Iterator[tuple[slice, NDArray[Any]]]:
    """Yield blocks of rows and how many labels differ in each of their rows.

    They are told by their values: 2 is not 1.
    """
    if pair.sparse:
        starts = (pair.true != pair.predicted).tocsr().indptr
        for rows in blocks_of(pair):
            yield rows, np.diff(starts[rows.start : rows.stop + 1])
        return
    for rows in blocks_of(pair):
        wrong = np.empty(rows.stop - rows.start, np.int64)
        differ = np.ascontiguousarray(pair.true[rows] != pair.predicted[rows])
        indicators.sum_rows(differ.view(np.uint8), wrong)
        yield rows, wrong


def count_kinds(pair: Indicators) -> Kinds:
    """Return the rows by how many labels they have, block by block."""
    of_sparse = sum_rows(pair) if pair.sparse else None
    total: Kinds | None = None
    for rows, wrong in wrong_labels(pair):
        sums = _sum_block(pair, rows) if of_sparse is None else of_sparse[:, rows]
        hits, true, predicted = sums
        weights = None if pair.weights is None else pair.weights[rows]
        found = _count_block([true, predicted, hits, wrong], weights)
        if total is not None:
            found = add_kinds(total, found)
        total = found
    assert total is not None  # there is a row
    return total


def _count_block(columns: list[Any], weights: NDArray[Any] | None) -> Kinds:
    weighed = [] if weights is None else [(weights > 0).astype(np.int64)]
    key = _number([*columns, *weighed])
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    n = np.diff(starts, append=len(key))
    first = order[starts]
    true, predicted, hits, wrong = (
        column[first].astype(np.int64) for column in columns
    )
    kinds = Kinds(true, predicted, hits, wrong, n)
    if weights is None:
        return kinds
    weights = weights[order]
    squares = np.add.reduceat(np.square(weights, dtype=np.float64), starts)
    return kinds._replace(sums=np.add.reduceat(weights, starts), squares=squares)


def _number(columns: list[Any]) -> Any:
    """Return one number per row, in the order of its numbers in these columns."""
    key = columns[0].astype(np.int64)
    for column in columns[1:]:
        span = int(column.max()) + 1
        if (int(key.max()) + 1) * span > _MOST_KEYS:
            key = np.unique(key, return_inverse=True)[1]
        key = key * span + column
    return key


def _flags(block: NDArray[Any]) -> NDArray[np.uint8]:
    """Return 1 where an entry is not zero."""
    if block.dtype.kind != "b":
        block = block != 0
    return np.ascontiguousarray(block).view(np.uint8)


# --- sparse


def _patterns(pair: Indicators) -> tuple[Any, Any, Any]:
    """Return where both matrices have a label, where the true and the predicted one."""
    true, predicted = (
        type(m)((np.ones(m.nnz, np.uint8), m.indices, m.indptr), shape=m.shape)
        for m in (pair.true, pair.predicted)
    )
    return true.multiply(predicted).tocsr(), true, predicted


def _column_sums(pattern: Any, weights: NDArray[Any] | None) -> NDArray[Any]:
    n_labels = pattern.shape[1]
    if weights is None:
        return np.bincount(pattern.indices, minlength=n_labels)
    if weights.dtype.kind == "i":
        whole = np.zeros(n_labels, np.int64)
        of_entry = np.repeat(weights, np.diff(pattern.indptr))
        np.add.at(whole, pattern.indices, of_entry)
        return whole
    sums, low = np.zeros(n_labels), np.zeros(n_labels)
    weights = np.ascontiguousarray(weights)
    indicators.weigh_indices(pattern.indices, pattern.indptr, weights, sums, low)
    return sums + low
