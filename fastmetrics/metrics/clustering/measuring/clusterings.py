"""From two labellings of any kind to their counts: the way in for measures of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._common.arrays import count_cells, count_few, in_order
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._common.packing import distinct_labels
from fastmetrics._inputs.label_columns import clusterings, label_column, labelling
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.summary import no_columns_beside

NOISE_POLICIES = ("one_cluster", "drop", "own_clusters")


def count_clusterings(
    labels_true: Any, labels_pred: Any, noise: str = "one_cluster", *, warn: bool = True
) -> Contingency:
    """Count two labellings: Contingency.

    ``labels_true`` may be it already, with ``labels_pred`` None: then only its noise is
    treated. Labels with fractions are warned of unless ``warn`` is False. All that can
    be wrong with the data raises here.
    """
    check_noise(noise)
    cells = count_few(labels_true, labels_pred)
    if cells is not None:
        counted = Contingency.of_cells(*cells[:4])
        counted.row_labels = counted.row_labels.astype(labels_true.dtype)
        counted.column_labels = counted.column_labels.astype(labels_pred.dtype)
    elif isinstance(labels_true, Contingency):
        no_columns_beside(labels_true, labels_pred=labels_pred)
        counted = labels_true
        if warn:
            _warn_of_fractions(_fractional_sides(counted))
    else:
        counted = _counted(clusterings(labels_true, labels_pred), warn)
    return treat_noise(counted, noise)


def check_noise(noise: str) -> None:
    """Raise ValueError for what is no way to treat noise."""
    if not is_one_of(noise, NOISE_POLICIES):
        raise ValueError(
            f"noise must be one of {', '.join(map(repr, NOISE_POLICIES))}, got "
            f"{shown(noise)}."
        )


def treat_noise(counted: Contingency, noise: str) -> Contingency:
    """Return a table with its noise treated in this way; twice is as once."""
    check_noise(noise)
    if noise == "drop":
        return counted.without_noise()
    return counted.with_noise_apart() if noise == "own_clusters" else counted


def count_clusters(labels: Any, name: str = "labels") -> Contingency:
    """Count one labelling, against itself; a Contingency has been counted."""
    if isinstance(labels, Contingency):
        return labels
    return _counted(labelling(labels, name), False)


def _counted(pair: Any, warns: bool) -> Contingency:
    """Count a pair of checked columns."""
    true, predicted = pair.true, pair.predicted
    if pair.n == 0:
        labels = np.empty(0, true.dtype), np.empty(0, predicted.dtype)
        return Contingency(*labels, *(np.empty(0, np.int64) for _ in range(3)))
    table = None
    if "continuous" not in (true.kind, predicted.kind):
        table = _count(pair)
    if table is None:
        names = pair.continuous()
        if warns:
            _warn_of_fractions(names)
        pair = pair.numbered()
        table = _count(pair)
    if table is None:
        raise RuntimeError("the labels were modified while they were being read.")
    total = table[0]
    for piece in table[1:]:
        total = total + piece
    return _decoded(total, pair.true, pair.predicted)


def _warn_of_fractions(names: list[str]) -> None:
    if names:
        kinds = [
            "continuous" if name in names else "discrete"
            for name in ("labels_true", "labels_pred")
        ]
        warn(
            f"Clustering metrics expects discrete values but received {kinds[0]} "
            f"values for label, and {kinds[1]} values for target: every distinct value "
            f"in {' and '.join(names)} is taken for a cluster."
        )


def _fractional_sides(table: Contingency) -> list[str]:
    """Name the sides of a table whose labels have fractions, as `continuous` does."""
    sides = {"labels_true": table.row_labels, "labels_pred": table.column_labels}
    return [
        name
        for name, labels in sides.items()
        if labels.dtype.kind in "fO"
        and len(labels)
        and label_column(labels, name).first_fraction() is not None
    ]


def _count(pair: Any) -> list[Contingency] | None:
    """Count in pieces; None if there is an item that is no whole number."""
    cells = count_cells(pair.true.items, pair.predicted.items)
    return None if cells is None else [Contingency.of_cells(*c[:4]) for c in cells]


def _decoded(counted: Contingency, true: Any, predicted: Any) -> Contingency:
    """Labels in place of the whole numbers that stand for them on either side."""
    row_labels = true.labels(counted.row_labels)
    column_labels = predicted.labels(counted.column_labels)
    if true.values is None and predicted.values is None:
        counted.row_labels, counted.column_labels = row_labels, column_labels
        return counted
    # Values are in no order, and may be equal to one another.
    row_labels, of_rows = distinct_labels(row_labels)
    column_labels, of_columns = distinct_labels(column_labels)
    cells = of_rows[counted.rows], of_columns[counted.columns], counted.n
    return Contingency(row_labels, column_labels, *in_order(*cells))
