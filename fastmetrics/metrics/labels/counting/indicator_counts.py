"""IndicatorCounts: how often each of several labels per row was there and predicted."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _inputs
from fastmetrics._inputs import Indicators
from fastmetrics._kernels import indicators
from fastmetrics.metrics.labels.formulas.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray


class IndicatorCounts:
    """Counts of a multilabel target, per label or per row.

    The matrices are kept, and counted when something is asked of them: each question
    costs a pass over them, in blocks of rows, and is answered from memory when asked
    again.

    Attributes
    ----------
    labels : ndarray of shape (n_labels,)
        The numbers of the columns: 0, 1, ...
    n_labels : int
        How many labels there are.
    total : int or float
        All rows, or their weight.
    row_weights : ndarray of shape (n,) or None
        The weight of each row, int64 or float64.
    """

    __slots__ = ("_margins", "_pair", "_wrong", "labels", "total")

    kind = "multilabel-indicator"

    def __init__(self, pair: Indicators) -> None:
        self._pair = pair
        self._margins: Counts | None = None
        self._wrong: tuple[Any, Any] | None = None
        self.labels = np.arange(pair.n_labels)
        self.total: Any = pair.n
        if pair.weights is not None:
            self.total = _sum_of(pair.weights[rows].sum() for rows in self._blocks())

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        sample_weight: ArrayLike | None = None,
    ) -> IndicatorCounts:
        """Count two indicator matrices, dense or sparse; wrong ones raise.

        Parameters
        ----------
        y_true, y_pred : array_like or sparse matrix of shape (n_samples, n_labels)
            Which labels each row has, and was predicted to have: not zero where it
            does. At most two distinct values, whole numbers.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.
        """
        return cls(_inputs.indicator_pair(y_true, y_pred, sample_weight))

    @property
    def n_labels(self) -> int:
        """How many labels there are."""
        return self._pair.n_labels

    @property
    def row_weights(self) -> NDArray[Any] | None:
        """The weight of each row, or None."""
        return self._pair.weights

    def __repr__(self) -> str:
        """Return the size of what was counted."""
        return f"IndicatorCounts({self._pair.n} rows, {self.n_labels} labels)"

    # --- per label

    @property
    def margins(self) -> Counts:
        """`Counts` of the labels, unlike `rows` with the weights."""
        if self._margins is None:
            pair = self._pair
            sums = _sparse_sums(pair) if pair.sparse else self._dense_sums()
            hits, true, predicted = sums
            self._margins = Counts(
                self.labels, self.kind, hits, true, predicted, self.total
            )
        return self._margins

    def _dense_sums(self) -> NDArray[Any]:
        pair = self._pair
        shape = 3, pair.n_labels
        if pair.weights is None or pair.integer_weights:
            sums: NDArray[Any] = np.zeros(shape, np.int64)
        else:
            sums, low = np.zeros(shape), np.zeros(shape)
        for rows in self._blocks():
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

    # --- per row

    def rows(self, labels: ArrayLike | None = None) -> Counts:
        """Return counts per row, of these labels or of all.

        ``hits``, ``true`` and ``predicted`` are int64 of shape (n,), without weights;
        ``total`` is the number of labels.
        """
        pair = self._pair
        if labels is not None:
            columns = self.columns(labels)
            true, predicted = pair.true[:, columns], pair.predicted[:, columns]
            pair = Indicators(true, predicted, None)
        sums: NDArray[Any]
        if pair.sparse:
            sums = np.stack([np.diff(m.indptr) for m in _patterns(pair)])
            sums = sums.astype(np.int64)
        else:
            sums = np.zeros((3, pair.n), np.int64)
            for rows in _inputs.row_blocks(pair.n, pair.n_labels):
                # A block's sums lie in one piece only on their own.
                part = np.zeros((3, rows.stop - rows.start), np.int64)
                indicators.count_rows(
                    _flags(pair.true[rows]), _flags(pair.predicted[rows]), part
                )
                sums[:, rows] = part
        hits, true, predicted = sums
        return Counts(
            np.arange(pair.n), self.kind, hits, true, predicted, pair.n_labels
        )

    def columns(self, labels: ArrayLike) -> NDArray[np.intp]:
        """Return the numbers of columns that ``labels`` are, or raise."""
        wanted = np.asarray(labels)
        if wanted.ndim != 1 or (wanted.size and wanted.dtype.kind not in "iu"):
            raise ValueError(
                "labels must be numbers of columns for multilabel targets, got "
                f"{labels!r}."
            )
        if wanted.size and wanted.max() >= self.n_labels:
            raise ValueError(
                "All labels must be in [0, n labels) for multilabel targets. Got "
                f"{wanted.max()} > {self.n_labels - 1}"
            )
        if wanted.size and wanted.min() < 0:
            raise ValueError(
                "All labels must be in [0, n labels) for multilabel targets. Got "
                f"{wanted.min()} < 0"
            )
        return wanted.astype(np.intp)

    # --- entries that differ, told by their values: 2 is not 1

    @property
    def n_exact(self) -> Any:
        """The rows, or their weight, in which every label is predicted right."""
        return self._differing()[0]

    @property
    def n_wrong(self) -> Any:
        """The entries in which truth and prediction differ, or their rows' weight."""
        return self._differing()[1]

    def _differing(self) -> tuple[Any, Any]:
        if self._wrong is None:
            exact, wrong = [], []
            weights = self.row_weights
            for rows, wrong_of_row in self._wrong_labels():
                if weights is None:
                    exact.append(len(wrong_of_row) - np.count_nonzero(wrong_of_row))
                    wrong.append(wrong_of_row.sum())
                else:
                    # In the order in which the total was added up: they are the same
                    # to the bit if all rows are exact.
                    exact.append(weights[rows][wrong_of_row == 0].sum())
                    wrong.append((weights[rows] * wrong_of_row).sum())
            self._wrong = _sum_of(exact), _sum_of(wrong)
        return self._wrong

    def _wrong_labels(self) -> Iterator[tuple[slice, NDArray[Any]]]:
        """Yield blocks of rows and how many labels differ in each of their rows."""
        pair = self._pair
        if pair.sparse:
            starts = (pair.true != pair.predicted).tocsr().indptr
            for rows in self._blocks():
                yield rows, np.diff(starts[rows.start : rows.stop + 1])
            return
        for rows in self._blocks():
            wrong = np.empty(rows.stop - rows.start, np.int64)
            differ = np.ascontiguousarray(pair.true[rows] != pair.predicted[rows])
            indicators.sum_rows(differ.view(np.uint8), wrong)
            yield rows, wrong

    def _blocks(self) -> Iterator[slice]:
        return _inputs.row_blocks(self._pair.n, self.n_labels)


def _sum_of(parts: Any) -> Any:
    """Add up to a Python number: integers exactly, others rounded once."""
    items = [part.item() if isinstance(part, np.generic) else part for part in parts]
    return sum(items) if all(type(item) is int for item in items) else fsum(items)


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


def _sparse_sums(pair: Indicators) -> NDArray[Any]:
    return np.stack([_column_sums(m, pair.weights) for m in _patterns(pair)])


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
