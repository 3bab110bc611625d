"""Which counts a metric is read off: of the classes, or of rows with several labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics.metrics.labels.formulas.counts import Counts

INDICATOR = "multilabel-indicator"


def counts_of(counts: Any, view: str) -> Counts:
    """Return the counts that a view is of, from a table or from several labels.

    "margins" and "table" are the classes', without and with the whole table, and
    "cells" those with the cells that are not empty; "exact" are the rows that are right
    in all labels, "entries" the single entries.
    """
    if view == "table":
        return counts.full
    if view == "cells":
        return counts.by_cell
    if view == "exact" and counts.kind == INDICATOR:
        return one_class(counts.n_exact, counts.total)
    if view == "entries" and counts.kind == INDICATOR:
        entries = counts.total * counts.n_labels
        return one_class(entries - counts.n_wrong, entries)
    return counts.margins


def one_class(hits: Any, total: Any) -> Counts:
    """Return counts of which the share of hits matters alone, of a single class."""
    hits, total = np.asarray(hits), np.asarray(total)
    each = total[..., None]
    return Counts(
        np.zeros(1, np.int64), "multiclass", hits[..., None], each, each, total
    )
