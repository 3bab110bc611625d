"""A report as plain dicts, for JSON, and as a data frame."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.report.sections.labels import plain_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.intervals.single import Interval
    from fastmetrics.report.judge import Report
    from fastmetrics.report.sections.clustering import ClusterScores
    from fastmetrics.report.sections.labels import ClassScores

__all__ = ["to_dict", "to_frame"]

# A matrix of more classes than this is written by its cells that are not empty.
MOST_DENSE = 200


def to_dict(report: Report) -> dict[str, Any]:
    """Return everything in a report; see `Report.to_dict`."""
    return {
        "tasks": report.tasks,
        "kind": report.kind,
        "n_rows": report.n_rows,
        "n_features": report.n_features,
        "n_positive": report.n_positive,
        "n_negative": report.n_negative,
        "weight_positive": _plain(report.weight_positive),
        "weight_negative": _plain(report.weight_negative),
        "prevalence": _plain(report.prevalence),
        "pos_label": _plain(report.pos_label),
        "threshold": _plain(report.threshold),
        "confidence_level": _plain(report.confidence_level),
        "method": report.method,
        "n_resamples": _plain(report.n_resamples),
        "seed": report.seed,
        "metrics": {
            name: {
                "title": METRICS[name].title,
                "lower": _plain(METRICS[name].lower),
                "upper": _plain(METRICS[name].upper),
                "greater_is_better": METRICS[name].greater_is_better,
            }
            for name in report.metrics
        },
        "models": {
            model: {name: _interval_dict(one) for name, one in row.items()}
            for model, row in report.values.items()
        },
        "differences": [
            {
                "a": pair[0],
                "b": pair[1],
                "metrics": {
                    name: {
                        **_interval_dict(one),
                        "p_value": _plain(report.p_value(pair, name)),
                    }
                    for name, one in row.items()
                },
            }
            for pair, row in report.differences.items()
        ],
        "classes": [
            {"label": _plain(label), "support": _plain(value)}
            for label, value in report.class_support.items()
        ],
        "per_class": {
            model: [_class_dict(row) for row in rows]
            for model, rows in report.per_class.items()
        },
        "confusion": {
            model: _confusion_dict(counts) for model, counts in report.counts.items()
        },
        "per_cluster": {
            model: [_cluster_dict(row) for row in rows]
            for model, rows in report.per_cluster.items()
        },
        "contingency": {
            model: _contingency_dict(table)
            for model, table in report.contingency.items()
        },
        "notes": list(report.notes),
    }


def to_frame(
    report: Report, differences: bool, per_class: bool, per_cluster: bool
) -> Any:
    """Return a data frame; see `Report.to_frame`."""
    if differences + per_class + per_cluster > 1:
        raise ValueError(
            "differences, per_class and per_cluster exclude each other: one frame each"
        )
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("Report.to_frame needs pandas: pip install pandas") from error
    content = {} if per_class or per_cluster else to_dict(report)
    columns: tuple[str, ...] = ("estimate", "low", "high")
    if differences:
        rows = [
            {"a": pair["a"], "b": pair["b"], "metric": name, **one}
            for pair in content["differences"]
            for name, one in pair["metrics"].items()
        ]
        index = ["a", "b", "metric"]
    elif per_class:
        rows = [
            {"model": model, "class": row.label, **_flat(row)}
            for model, classes in report.per_class.items()
            for row in classes
        ]
        index, columns = ["model", "class"], _CLASS_COLUMNS
    elif per_cluster:
        rows = [
            {"model": model, **_cluster_dict(row), "cluster": row.label}
            for model, clusters in report.per_cluster.items()
            for row in clusters
        ]
        index, columns = ["model", "cluster"], _CLUSTER_COLUMNS
        rows = [{name: row[name] for name in (*index, *columns)} for row in rows]
    else:
        rows = [
            {"model": model, "metric": name, **one, **content["metrics"][name]}
            for model, row in content["models"].items()
            for name, one in row.items()
        ]
        index = ["model", "metric"]
    frame = pd.DataFrame(rows, columns=None if rows else [*index, *columns])
    return frame.set_index(index)


_CLASS_COLUMNS = (
    "precision", "precision_low", "precision_high",
    "recall", "recall_low", "recall_high",
    "f1", "support", "predicted", "hits",
)  # fmt: skip
_CLUSTER_COLUMNS = ("size", "silhouette", "mean_distance", "diameter")


def _flat(row: ClassScores) -> dict[str, float]:
    """Return the numbers of one class as columns."""
    intervals = (
        number
        for one in (row.precision, row.recall)
        for number in (one.estimate, one.low, one.high)
    )
    numbers = (*intervals, row.f1, row.support, row.predicted, row.hits)
    return dict(zip(_CLASS_COLUMNS, numbers, strict=True))


def _class_dict(row: ClassScores) -> dict[str, Any]:
    return {
        "label": _plain(row.label),
        "precision": _interval_dict(row.precision),
        "recall": _interval_dict(row.recall),
        "f1": _plain(row.f1),
        "support": _plain(row.support),
        "predicted": _plain(row.predicted),
        "hits": _plain(row.hits),
    }


def _cluster_dict(row: ClusterScores) -> dict[str, Any]:
    numbers = {name: _plain(getattr(row, name)) for name in _CLUSTER_COLUMNS}
    return {"label": _plain(row.label), **numbers}


def _contingency_dict(table: Any) -> dict[str, Any]:
    labels = (
        np.asarray(side).tolist() for side in (table.row_labels, table.column_labels)
    )
    true, clusters = ([_plain(label) for label in side] for side in labels)
    cells = table.rows, table.columns, table.n
    is_small = max(table.shape) <= MOST_DENSE
    return {
        "labels": true,
        "clusters": clusters,
        **_counted(table.table() if is_small else None, cells),
    }


def _confusion_dict(counts: Any) -> dict[str, Any]:
    """Return the matrix, or its cells if it is large.

    Of a multilabel target it is a matrix per label: true or not, predicted or not.
    """
    labels = [_plain(label) for label in plain_labels(counts)]
    if counts.kind == "multilabel-indicator":
        four = np.stack(counts.margins.each_vs_rest(), axis=-1)
        return {"labels": labels, "matrices": four.reshape(-1, 2, 2).tolist()}
    rows, columns, n, sums, _ = counts.cells
    cells = rows, columns, n if sums is None else sums
    is_small = len(labels) <= MOST_DENSE
    return {"labels": labels, **_counted(counts.counts if is_small else None, cells)}


def _counted(
    matrix: NDArray[Any] | None, cells: tuple[NDArray[Any], ...]
) -> dict[str, Any]:
    """Return the matrix, or its cells (position true, predicted, rows) without it."""
    if matrix is not None:
        return {"matrix": matrix.tolist()}
    columns = (one.tolist() for one in cells)
    return {"cells": [list(cell) for cell in zip(*columns, strict=True)]}


def _interval_dict(interval: Interval) -> dict[str, Any]:
    return {
        "estimate": _plain(interval.estimate),
        "low": _plain(interval.low),
        "high": _plain(interval.high),
        "standard_error": _plain(interval.standard_error),
        "method": interval.method,
        "approximate": interval.approximate,
        "n_resamples": interval.n_resamples,
        "n_undefined": interval.n_undefined,
        "reason": interval.reason,
    }


def _plain(value: Any) -> Any:
    """Return a NumPy scalar as Python's own, and what JSON cannot hold as None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
