"""What each row adds to a metric that is a mean over rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.columns import as_array
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.wanted import Wanted
from fastmetrics.metrics.labels.counting.count_formulas import count_formula
from fastmetrics.resampling.label_rows import label_rows
from fastmetrics.resampling.row_records import (
    has_row_values,
    parameters_of,
    row_values_of,
)
from fastmetrics.selection.validation.combined_folds import is_row_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

__all__ = ["has_row_losses", "row_losses", "share_losses", "with_all_labels"]


def has_row_losses(wanted: Wanted, y_true: NDArray[Any]) -> bool:
    """Whether a metric is a mean over rows of what each one adds to it."""
    row = wanted.row
    if row is None or not is_row_mean(row):
        return False
    if has_row_values(row):
        return True
    return y_true.ndim == 1 and wanted.parameters.get("normalize", True) is not False


def row_losses(
    wanted: Wanted, y_true: NDArray[Any], y_pred: NDArray[Any]
) -> NDArray[np.float64]:
    """Return what each row adds to such a metric, of which their mean is the value."""
    row = wanted.row
    assert row is not None  # or it has none
    if has_row_values(row):
        return np.asarray(
            row_values_of(row)(y_true, y_pred, **wanted.parameters), np.float64
        )
    # Of two labels or more: a share of right or wrong rows asks for no more.
    reading = count_formula(row, "multiclass", wanted.parameters)
    return label_rows(y_true, y_pred, reading)


def share_losses(
    row: Metric, y_true: Any, columns: Sequence[Any]
) -> Callable[[], NDArray[np.float64]] | None:
    """Return what makes the row losses of one share of rows less those of another.

    None where the metric is no share of right or wrong rows, or rows have several
    labels: then its interval is of losses already, or of something else.
    """
    wanted = Wanted(row, row.public, {})
    true = as_array(y_true, "y_true")
    if has_row_values(row) or len(columns) != 2 or not has_row_losses(wanted, true):
        return None

    def losses() -> NDArray[np.float64]:
        first, second = (
            row_losses(wanted, true, as_array(one, "y_pred")) for one in columns
        )
        return first - second

    return losses


def with_all_labels(wanted: Wanted, y_true: NDArray[Any]) -> Wanted:
    """Return the metric told of all classes: some may be missing among a few rows."""
    row = wanted.row
    if row is None or wanted.parameters.get("labels") is not None:
        return wanted
    settings = FAMILIES[row.task].settings
    if "labels" not in settings or "labels" not in parameters_of(wanted.function):
        return wanted
    if y_true.ndim != 1:
        return wanted
    labels = ClassCodes(y_true, "y_true").classes
    return wanted._replace(parameters={**wanted.parameters, "labels": labels})
