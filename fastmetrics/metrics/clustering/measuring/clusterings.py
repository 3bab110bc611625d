"""From two labellings of any kind to their counts: the way in for measures of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.cells import MANY_ROWS, count_cells
from fastmetrics._common.warn import warn
from fastmetrics._inputs.clusterings import clusterings, labelling
from fastmetrics._kernels import confusion
from fastmetrics.metrics.clustering.measuring.contingency import Contingency, in_order
from fastmetrics.metrics.summary import no_columns_beside

NOISE_POLICIES = ("one_cluster", "drop", "own_clusters")


def count_clusterings(
    labels_true: Any,
    labels_pred: Any,
    noise: str = "one_cluster",
    *,
    warn: bool = True,
) -> Contingency:
    """Count two labellings: Contingency.

    ``labels_true`` may be it already, with ``labels_pred`` None. Labels with fractions
    are warned of unless ``warn`` is False. All that can be wrong with the data raises
    here.
    """
    if noise not in NOISE_POLICIES:
        raise ValueError(
            f"noise must be one of {', '.join(map(repr, NOISE_POLICIES))}, got "
            f"{noise!r}."
        )
    counted = None
    if getattr(labels_true, "size", MANY_ROWS) < MANY_ROWS:
        cells = confusion.count_plain(labels_true, labels_pred)
        if cells is not None:
            counted = Contingency.of_cells(*cells[:4])
            counted.row_labels = counted.row_labels.astype(labels_true.dtype)
            counted.column_labels = counted.column_labels.astype(labels_pred.dtype)
    if counted is None:
        if isinstance(labels_true, Contingency):
            return _in_place_of_labels(labels_true, labels_pred, noise)
        counted = _counted(clusterings(labels_true, labels_pred), warn)
    if noise == "drop":
        return counted.without_noise()
    return counted.with_noise_apart() if noise == "own_clusters" else counted


def _in_place_of_labels(
    table: Contingency, labels_pred: Any, noise: str
) -> Contingency:
    """Return a table that is given as labels_true; anything beside it raises."""
    no_columns_beside(table, labels_pred=labels_pred)
    if noise != "one_cluster":
        raise ValueError(
            "noise must be left out where a Contingency is given: it is a matter of "
            "counting the labels."
        )
    return table


def count_clusters(labels: Any, name: str = "labels") -> Contingency:
    """Count one labelling, against itself."""
    return _counted(labelling(labels, name), False)


def _counted(pair: Any, warns: bool) -> Contingency:
    """Count a pair of checked columns."""
    true, predicted = pair.true, pair.predicted
    if pair.n == 0:
        labels = np.empty(0, true.dtype), np.empty(0, predicted.dtype)
        return Contingency(*labels, *(np.empty(0, np.int64) for _ in range(3)))
    found = None
    if "continuous" not in (true.kind, predicted.kind):
        found = _count(pair)
    if found is None:
        names = pair.continuous()
        if warns and names:
            warn(
                f"Labels in {' and '.join(names)} have fractions (continuous values); "
                "measures of clusterings expect discrete labels, and take every "
                "distinct value for a cluster."
            )
        pair = pair.numbered()
        found = _count(pair)
    if found is None:
        raise RuntimeError("the labels were modified while they were being read.")
    total = found[0]
    for piece in found[1:]:
        total = total + piece
    return _decoded(total, pair.true, pair.predicted)


def _count(pair: Any) -> list[Contingency] | None:
    """Count in pieces; None if there is an item that is no whole number."""
    found = count_cells(pair.true.items, pair.predicted.items)
    return None if found is None else [Contingency.of_cells(*c[:4]) for c in found]


def _decoded(counted: Contingency, true: Any, predicted: Any) -> Contingency:
    """Labels in place of the whole numbers that stand for them on either side."""
    row_labels = true.labels(counted.row_labels)
    column_labels = predicted.labels(counted.column_labels)
    if true.values is None and predicted.values is None:
        counted.row_labels, counted.column_labels = row_labels, column_labels
        return counted
    # Values are in no order, and may be equal to one another.
    row_labels, of_rows = np.unique(row_labels, return_inverse=True)
    column_labels, of_columns = np.unique(column_labels, return_inverse=True)
    cells = of_rows[counted.rows], of_columns[counted.columns], counted.n
    return Contingency(row_labels, column_labels, *in_order(*cells))
