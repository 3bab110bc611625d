"""Records of medians and other quantiles of errors."""

from typing import Any

from fastmetrics.metrics.record import INFINITY, ORDER, Metric
from fastmetrics.metrics.regression.formulas.records import error_record

__all__ = ["RECORDS"]


def _of_quantile(
    name: str, title: str, values: str, *aliases: str, **more: Any
) -> Metric:
    values = f"order.{values}"
    return error_record(
        name, title, *aliases, interval=ORDER, row_values=values, **more
    )


RECORDS = (
    _of_quantile(
        "median_absolute_error",
        "Median absolute error",
        "absolute_errors",
        *("medae", "mdae"),
        in_report=True,
    ),
    _of_quantile(
        "median_squared_error", "Median squared error", "squared_errors", "medse"
    ),
    _of_quantile(
        "error_quantiles",
        "Quantile of the errors",
        "errors",
        lower=-INFINITY,
        required=("q",),
        quantile="q",
    ),
)
