"""Counts from tables of numbers, for tests of what is read off them."""

import numpy as np

from fastmetrics.metrics.labels.formulas.counts import Counts


def counts_of(table, labels=None):
    """Counts of a table, or of many along leading axes, of shape (..., k, k)."""
    table = np.asarray(table)
    k = table.shape[-1]
    labels = np.arange(k) if labels is None else np.asarray(labels)
    return Counts(
        labels,
        "binary" if k <= 2 else "multiclass",
        np.diagonal(table, axis1=-2, axis2=-1),
        table.sum(axis=-1),
        table.sum(axis=-2),
        table.sum(axis=(-2, -1)),
        table=table,
    )


def columns_of(table, labels=None):
    """(y_true, y_pred): a row for every count of a table of integers."""
    table = np.asarray(table)
    labels = np.arange(len(table)) if labels is None else np.asarray(labels)
    true, predicted = np.indices(table.shape)
    times = table.ravel()
    return (
        np.repeat(labels[true.ravel()], times),
        np.repeat(labels[predicted.ravel()], times),
    )
