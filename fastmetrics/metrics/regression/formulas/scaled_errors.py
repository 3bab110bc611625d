"""Records of errors in units of those of the naive forecast."""

from typing import Any

from fastmetrics.metrics.regression.formulas.records import mean_over_rows

__all__ = ["RECORDS"]

_MORE: dict[str, Any] = {
    "approximate": True,
    "reason": (
        "rows of a series are taken as independent, and their scale as fixed: where "
        "errors are correlated in time the interval covers less than it says"
    ),
    "missing": "change in the values of any series",
    "interval_needs": ("y_train", "groups"),
}

RECORDS = (
    mean_over_rows(
        "mean_absolute_scaled_error",
        "Mean absolute scaled error",
        "scaled_errors.absolute_values",
        "mase",
        **_MORE,
    ),
    mean_over_rows(
        "root_mean_squared_scaled_error",
        "Root mean squared scaled error",
        "scaled_errors.squared_values",
        "rmsse",
        **_MORE,
    ),
)
