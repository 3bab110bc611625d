"""IndicatorRows: counts of several labels per row that keep the rows they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.indicators import Indicators, indicator_pair
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.indicator_sums import (
    blocks_of,
    count_kinds,
    sum_columns,
    sum_rows,
    wrong_labels,
)
from fastmetrics.metrics.labels.counting.row_kinds import Kinds, add_up
from fastmetrics.metrics.labels.formulas.counts import Counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["IndicatorRows"]


class IndicatorRows(IndicatorCounts):
    """Two matrices of indicators, counted when something is asked of them.

    Each question costs a pass over them, in blocks of rows, and is answered from
    memory when asked again. Averages over rows can be had of some labels only. What
    is added up, copied or written to bytes are the counts alone.

    Attributes
    ----------
    pair : Indicators
        The matrices, and the weight of each row.
    """

    __slots__ = ("_total", "_wrong", "pair")

    _margins: Any
    _kinds: Any

    def __init__(self, pair: Indicators) -> None:
        self.pair = pair
        self._margins = self._kinds = None
        self._wrong: tuple[Any, Any] | None = None
        self._total: Any = None

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        sample_weight: ArrayLike | None = None,
    ) -> IndicatorRows:
        """Take two indicator matrices, dense or sparse; wrong ones raise."""
        return cls(indicator_pair(y_true, y_pred, sample_weight))

    # --- what it holds

    @property
    def sums(self) -> NDArray[Any]:
        """Hits, true and predicted rows of each label, with their weights."""
        if self._margins is None:
            self._margins = sum_columns(self.pair)
        return self._margins

    @property
    def kinds(self) -> Kinds:
        """The rows by how many labels they have."""
        if self._kinds is None:
            self._kinds = count_kinds(self.pair)
        return self._kinds

    @property
    def n_labels(self) -> int:
        """How many labels there are."""
        return self.pair.n_labels

    @property
    def n_samples(self) -> int:
        """Rows, whatever their weights."""
        return self.pair.n

    @property
    def weighted(self) -> bool:
        """Whether rows have weights."""
        return self.pair.weights is not None

    @property
    def total(self) -> Any:
        """All rows, or their weight."""
        if self._total is None:
            weights = self.pair.weights
            self._total = self.pair.n
            if weights is not None:
                blocks = blocks_of(self.pair)
                self._total = add_up([weights[rows].sum().item() for rows in blocks])
        return self._total

    # --- per row

    def rows(self, labels: ArrayLike | None = None) -> Counts:
        """Return counts per row, of these labels or of all.

        ``hits``, ``true`` and ``predicted`` are int64 of shape (n,), without weights;
        ``total`` is the number of labels.
        """
        pair = self.pair
        if labels is not None:
            columns = self.columns(labels)
            true, predicted = pair.true[:, columns], pair.predicted[:, columns]
            pair = Indicators(true, predicted, None)
        hits, true, predicted = sum_rows(pair)
        rows = np.arange(pair.n)
        return Counts(rows, self.kind, hits, true, predicted, pair.n_labels)

    @property
    def row_weights(self) -> NDArray[Any] | None:
        """The weight of each row, int64 or float64, or None."""
        return self.pair.weights

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
            for rows, wrong_of_row in wrong_labels(self.pair):
                if weights is None:
                    exact.append(len(wrong_of_row) - np.count_nonzero(wrong_of_row))
                    wrong.append(wrong_of_row.sum().item())
                else:
                    # In the order in which the total was added up: they are the same
                    # to the bit if all rows are exact.
                    exact.append(weights[rows][wrong_of_row == 0].sum().item())
                    wrong.append((weights[rows] * wrong_of_row).sum().item())
            self._wrong = add_up(exact), add_up(wrong)
        return self._wrong

    # --- the counts alone

    def copy(self) -> IndicatorCounts:  # type: ignore[override]
        """Return the counts alone."""
        return IndicatorCounts(self.sums, self.kinds).copy()
