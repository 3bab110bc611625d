"""What metrics are to folds follows from what they are: no list falls behind."""

import warnings

import numpy as np
import pytest

from fastmetrics import catalog
from fastmetrics.metrics.record import PROPORTION
from fastmetrics.selection.validation.combined_folds import combination, is_row_mean


def value(row, *columns):
    """The metric of plain columns, None where it takes something else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(row.public(*columns, **row.parameters))
        except (TypeError, ValueError):
            return None


def rows(*tasks):
    for row in catalog.METRICS.values():
        if row.kind == "metric" and row.task in tasks:
            yield row


def is_mean_of(row, *columns):
    """Whether a metric is the mean over rows of several drawn data sets."""
    n = len(columns[0])
    for cut in (n // 5, n // 2):
        whole = value(row, *columns)
        parts = [
            value(row, *(column[part] for column in columns))
            for part in (slice(cut), slice(cut, None))
        ]
        if whole is None or None in parts:
            return None
        mean = (cut * parts[0] + (n - cut) * parts[1]) / n
        if not np.isclose(whole, mean, rtol=1e-9, atol=1e-12):  # rounding
            return False
    return True


def test_of_labels_shares_of_all_rows_are_told_from_other_shares(rng):
    y = np.sort(rng.integers(0, 2, 60))  # parts have other shares of the classes
    p = np.where(rng.random(60) < 0.7, y, 1 - y)
    held = 0
    for row in rows("labels"):
        found = is_mean_of(row, y, p)
        if found is None or not row.interval:
            continue
        if row.parameters.get("average") == "micro":  # accuracy, but for some classes
            continue
        if row.interval in PROPORTION:
            held += 1
            assert is_row_mean(row) == found, row.name
        if combination(row) == "pooled":
            assert found, row.name
    assert held > 5


def test_what_only_one_model_puts_in_order_is_averaged(rng):
    y = rng.normal(size=40)
    p = y + rng.normal(size=40)
    orders = set()
    for row in rows("regression"):
        found = value(row, y, p), value(row, y, 3 * p + 2)
        if None not in found:
            is_order = found[0] == pytest.approx(found[1], rel=1e-9)  # rounding
            assert (combination(row) == "mean") == is_order, row.name
            orders |= {row.function} if is_order else set()
    assert len(orders) > 4
