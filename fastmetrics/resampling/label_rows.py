"""What each row of labels adds to a metric that is a mean, or a sum, over rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.cells import distinct
from fastmetrics._inputs.indicators import Indicators
from fastmetrics._inputs.label_pairs import LabelPair, pair_models
from fastmetrics.metrics.labels.counting.count_formulas import one_class
from fastmetrics.metrics.labels.counting.indicator_rows import IndicatorRows
from fastmetrics.metrics.labels.counting.indicator_sums import wrong_labels
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.resampling.label_codes import encode, encode_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.labels.counting.count_formulas import CountFormula

__all__ = ["label_rows"]

# Entries of the tables that are made at once, one for each cell that is not empty.
_MOST_ENTRIES = 1 << 22


def label_rows(
    y_true: ArrayLike, y_pred: ArrayLike, reading: CountFormula
) -> NDArray[np.float64]:
    """Return the value of a metric on each row alone, (n,)."""
    [pair] = pair_models(y_true, [y_pred], None)
    if isinstance(pair, Indicators):
        return _of_several_labels(pair, reading)
    assert isinstance(pair, LabelPair)
    codes = encode_pairs([pair], encode(pair.true))
    labels, true_at, predicted_at = codes.places(0)
    k = len(labels)
    # Where the two are in a k × k table; what is gathered from is small.
    cell = (true_at * k)[codes.true.of_row]
    cell += predicted_at[codes.predicted[0].of_row]
    cells, of_row = distinct(cell)
    values = np.empty(len(cells))
    step = max(_MOST_ENTRIES // (k * k), 1)
    for start in range(0, len(cells), step):
        part = slice(start, start + step)
        rows, columns = np.divmod(cells[part], k)
        counts = _one_row_each(labels, rows, columns, reading.view)
        values[part] = reading(counts)
    return values[of_row]


def _one_row_each(
    labels: NDArray[Any], true: NDArray[Any], predicted: NDArray[Any], view: str
) -> Counts:
    """Return the counts of tables with a single row, which is in these cells."""
    m, k = len(true), len(labels)
    at = np.arange(m)
    ones, hits = np.zeros((2, m, k), np.int64), np.zeros((m, k), np.int64)
    ones[0, at, true] = ones[1, at, predicted] = 1
    hits[at, true] = true == predicted
    kind = "binary" if k <= 2 else "multiclass"
    table = None
    if view == "table":
        table = np.zeros((m, k, k), np.int64)
        table[at, true, predicted] = 1
    total = np.ones(m, np.int64)
    return Counts(labels, kind, hits, ones[0], ones[1], total, table=table)


def _of_several_labels(pair: Indicators, reading: CountFormula) -> NDArray[np.float64]:
    if reading.view == "samples":
        counts = IndicatorRows(pair).rows(reading.columns)
        return np.asarray(reading(counts), np.float64)
    parts = [wrong for _, wrong in wrong_labels(pair)]
    wrong = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    if reading.view == "exact":
        counts = one_class((wrong == 0).astype(np.int64), np.ones_like(wrong))
    else:
        each = np.full_like(wrong, pair.n_labels)
        counts = one_class(each - wrong, each)
    return np.asarray(reading(counts), np.float64)
