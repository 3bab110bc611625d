"""Records of losses relative to those of the best constant."""

from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.regression.formulas.records import error_record

__all__ = ["RECORDS"]

_SHARE = {
    "lower": -INFINITY,
    "upper": 1.0,
    "greater_is_better": True,
    "interval": "jackknife",
    "scale": "log-complement",
    "chance": 0.0,
    "missing": "rows of a second value in y_true",
}

RECORDS = (
    error_record(
        "d2_absolute_error_score",
        "D² of the absolute error",
        row_values="base_losses.d2_absolute_error_values",
        **_SHARE,
    ),
    error_record(
        "d2_pinball_score",
        "D² of the pinball loss",
        row_values="base_losses.d2_pinball_values",
        **_SHARE,
    ),
    error_record(
        "relative_absolute_error",
        "Relative absolute error",
        "rae",
        interval="jackknife",
        scale="log",
        chance=1.0,
        missing="rows of a second value in y_true",
        row_values="base_losses.relative_absolute_error_values",
    ),
)
