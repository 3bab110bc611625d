"""Metrics of labels, scores and probabilities over all pairs of a label and a row.

A prediction is paired with every true label: with each class as often as it occurs. So
n rows of predictions, once for each class and weighted by its size, are all n² pairs.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.labels.counting.confusion_bytes import Cells
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.record import MEAN
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.selection.validation.no_information.pairs import Pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

__all__ = ["of_labels", "of_rows", "of_scores"]

# Matters of how many rows there are or of their order too; and of no true labels.
_OTHERS = ("squared_calibration_error", "adaptive_calibration_error", "kl_divergence")
# Numbers of predictions that are looked at together.
_BLOCK = 1 << 22


def of_labels(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of the table that the two margins make; None: of several."""
    true = pairs.once("true", lambda: as_array(pairs.y_true, "y_true"))
    if true.ndim == 2 and true.shape[1] > 1:
        return None
    table = pairs.once("table", lambda: _table(pairs))
    return float(table.compute(row.name, **parameters))


def _table(pairs: Pairs) -> ConfusionCounts:
    """Return the table of all pairs over n: of so many rows as there are."""
    counts = ConfusionCounts.from_labels(pairs.y_true, pairs.y_pred)
    margins = counts.margins
    rows, columns = np.flatnonzero(margins.true), np.flatnonzero(margins.predicted)
    shares = margins.true[rows] / margins.total
    sums = np.multiply.outer(shares, margins.predicted[columns]).ravel()
    cells = Cells(
        np.repeat(rows, len(columns)),
        np.tile(columns, len(rows)),
        np.ones(len(sums), np.int64),
        sums,
        sums**2,
    )
    return ConfusionCounts.of_cells(counts.labels, cells, whole=False)


def of_scores(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of a sweep over scores that each have both classes."""
    if "sample_weight" not in inspect.signature(row.public).parameters:
        return None
    given = dict(parameters)
    positive = given.pop("pos_label", None)

    def sweep() -> ScoreSweep:
        classes, sizes, found = _classes(pairs)
        each = np.repeat(classes.classes, len(found))
        weights = np.repeat(sizes, len(found))
        return ScoreSweep.from_scores(
            each, np.tile(found, classes.k), positive, weights
        )

    made = pairs.once(f"sweep {positive!r}", sweep)
    return float(made.compute(row.name, **given))


def _classes(
    pairs: Pairs,
) -> tuple[ClassCodes, NDArray[np.float64], NDArray[Any]]:
    """Return the classes, how many rows each has, and the predictions."""
    classes = pairs.once("classes", lambda: ClassCodes(pairs.y_true, "y_true"))
    sizes = np.bincount(classes.codes, minlength=classes.k).astype(np.float64)
    return classes, sizes, as_array(pairs.y_pred, "y_pred")


def of_rows(row: Metric, parameters: Mapping[str, Any], pairs: Pairs) -> float | None:
    """Return the metric of predictions that are held against each class in turn.

    Of a mean over rows a block of predictions at a time. None: the metric takes no
    weights, or the target has several labels per row.
    """
    known = inspect.signature(row.public).parameters
    true = pairs.once("true", lambda: as_array(pairs.y_true, "y_true"))
    takes_weights = "sample_weight" in known and row.function not in _OTHERS
    if not takes_weights or true.ndim != 1:
        return None
    classes, sizes, found = _classes(pairs)
    is_mean = row.interval in MEAN and row.made_of == "mean"
    n_columns = 1 if found.ndim == 1 else found.shape[1]
    n_rows = max(_BLOCK // (n_columns * classes.k), 1) if is_mean else len(found)
    total = 0.0
    for block in _blocks(found, n_rows):
        each = np.repeat(classes.classes, len(block))
        weights = np.repeat(sizes, len(block))
        rows = np.tile(block, (classes.k, *[1] * (block.ndim - 1)))
        value = row.public(each, rows, sample_weight=weights, **parameters)
        value = value[-1] if isinstance(value, tuple) else value
        total += float(value) * len(block)
    return total / len(found)


def _blocks(found: NDArray[Any], n_rows: int) -> Iterator[NDArray[Any]]:
    for start in range(0, len(found), n_rows):
        yield found[start : start + n_rows]
