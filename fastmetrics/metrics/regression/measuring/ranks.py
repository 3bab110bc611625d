"""Rows in the order of two columns: by the one, ties by the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.sorting import sort_pairs
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels import rank_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["OrderedRows", "Ties", "order_keys", "order_rows", "read_columns"]

# Ranks are packed with a flag into 32 bits, of which one is kept for signs.
MOST_ROWS = 2**30


class Ties(NamedTuple):
    """Distinct values of a column of n rows, and how often each occurs."""

    distinct: int
    squares: int  # the sum of the squares of how often
    cubes: int

    def pairs(self, n: int) -> int:
        """Return how many pairs of rows are tied."""
        return (self.squares - n) // 2

    @property
    def constant(self) -> bool:
        """Whether all rows have one value."""
        return self.distinct < 2


class OrderedRows(NamedTuple):
    """Ranks from 0 in both columns, rows ascending by the first, ties by the second.

    ``rows`` are the indices of the rows before.
    """

    true: NDArray[np.uint64]
    pred: NDArray[np.uint64]
    rows: NDArray[np.intp]

    def reordered(self, order: NDArray[Any], true: NDArray[np.uint64]) -> OrderedRows:
        """Return the rows in another order, with new ranks in the first column."""
        return OrderedRows(true, self.pred[order], self.rows[order])


def read_columns(
    y_true: Any,
    y_pred: Any,
    sample_weight: ArrayLike | None = None,
    pred_name: str = "y_pred",
) -> NumberPair:
    """Return two columns, checked but for NaN; weights are brought near 1.

    Pairs weigh products of weights, whose sums would leave the range else; no measure
    of order depends on the unit of the weights.
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, pred_name=pred_name
    )
    if not pair.is_column:
        raise ValueError(
            f"y_true and {pred_name} must have one column each, got {pair.k}."
        )
    if pair.n >= MOST_ROWS:
        raise ValueError(f"There must be fewer than 2**30 rows, got {pair.n}.")
    if pair.weights is not None:
        power = int(np.frexp(pair.weights.max())[1])
        pair.weights = np.ldexp(pair.weights, -power)
    return pair


def order_keys(pair: NumberPair) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return both columns as integers of the same order; raise if one is not finite."""
    true, pred = rank_pairs.order_keys(pair.true), rank_pairs.order_keys(pair.pred)
    if true is None or pred is None:
        pair.check_finite()
        raise RuntimeError("The columns were modified while they were being read.")
    return true, pred


def order_rows(pair: NumberPair) -> OrderedRows:
    """Sort the rows by both columns."""
    true, pred = order_keys(pair)
    pred, rows = sort_pairs(pred, np.arange(pair.n, dtype=np.uint64))
    ranks = rank_pairs.rank(pred)[0]
    carried = ranks << np.uint64(32) | rows
    true, carried = sort_pairs(true[rows.view(np.int64)], carried)
    return OrderedRows(
        rank_pairs.rank(true)[0],
        carried >> np.uint64(32),
        (carried & np.uint64(0xFFFFFFFF)).astype(np.intp),
    )
