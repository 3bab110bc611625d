"""Records of the kinds of metrics that the family has most of."""

from __future__ import annotations

from typing import Any

from fastmetrics.metrics.record import INFINITY, SKEWED_T, Metric

__all__ = ["error_record", "mean_over_rows"]

# What a report shows unasked: of points the errors that are looked at first, of other
# forecasts whether they can be taken at their word, and how sharp they are.
_REPORTED = {
    "mean_squared_error", "root_mean_squared_error", "mean_absolute_error",
    "median_absolute_error", "mean_error", "r2_score",
    "mean_absolute_percentage_error", "pearson_r", "spearman_rho",
    "mean_quantile_loss", "crps_quantile", "interval_coverage", "mean_interval_width",
    "interval_score", "crps_ensemble", "crps_gaussian", "gaussian_log_loss",
}  # fmt: skip
_MEASURING = "fastmetrics.metrics.regression.measuring"


def error_record(name: str, title: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of an error of point forecasts: 0 or more, the less the better.

    ``more`` are further facts, or others in place of these.
    """
    facts: dict[str, Any] = {
        "targets": ("point",),
        "upper": INFINITY,
        "greater_is_better": False,
        "aliases": aliases,
        "in_report": name in _REPORTED,
    }
    values = more.pop("row_values", "")
    if values:
        more["row_values"] = f"{_MEASURING}.{values}"
    return Metric(name, title, **{**facts, **more})


def mean_over_rows(
    name: str, title: str, values: str, *aliases: str, **more: Any
) -> Metric:
    """Return the record of an error that is the mean of what ``values`` gives.

    ``values`` is the module and the name of that function in ``measuring``.
    """
    facts = {"interval": SKEWED_T, "row_values": values}
    return error_record(name, title, *aliases, **{**facts, **more})
