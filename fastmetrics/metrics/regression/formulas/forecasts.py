"""Records of the metrics of quantiles, intervals and distributions as forecasts."""

from typing import Any

from fastmetrics.metrics.record import INFINITY, Metric, other_rows
from fastmetrics.metrics.regression.formulas.records import mean_over_rows

__all__ = ["OTHERS", "RECORDS"]

_QUANTILES: dict[str, Any] = {"targets": ("quantiles",), "required": ("quantiles",)}
_SHARE: dict[str, Any] = {"upper": 1.0, "greater_is_better": None, "interval": "wilson"}


def _row(name: str, title: str, values: str, *aliases: str, **more: Any) -> Metric:
    return mean_over_rows(name, title, f"forecast_losses.{values}", *aliases, **more)


RECORDS = (
    _row(
        "mean_quantile_loss",
        "Mean quantile loss",
        "mean_pinballs",
        "mql",
        **_QUANTILES,
        in_report=True,
    ),
    _row(
        "crps_quantile",
        "CRPS of quantiles",
        "quantile_crps",
        "wis",
        "weighted_interval_score",
        **_QUANTILES,
        in_report=True,
    ),
    _row(
        "quantile_coverage",
        "Coverage of a quantile",
        "rows_not_above",
        **_QUANTILES,
        **_SHARE,
    ),
    _row(
        "interval_coverage",
        "Coverage of prediction intervals",
        "covered_rows",
        "picp",
        targets=("interval",),
        **_SHARE,
        in_report=True,
    ),
    _row(
        "mean_interval_width",
        "Mean width of prediction intervals",
        "interval_widths",
        "mpiw",
        targets=("interval",),
        in_report=True,
    ),
    _row(
        "interval_score",
        "Interval score",
        "interval_losses",
        "winkler_score",
        targets=("interval",),
        in_report=True,
    ),
    _row(
        "crps_ensemble",
        "CRPS of ensembles",
        "ensemble_crps",
        targets=("ensemble",),
        in_report=True,
    ),
    _row(
        "crps_gaussian",
        "CRPS of normal forecasts",
        "normal_crps",
        targets=("normal",),
        in_report=True,
    ),
    _row(
        "gaussian_log_loss",
        "Log loss of normal forecasts",
        "normal_log_losses",
        "gaussian_nll",
        targets=("normal",),
        lower=-INFINITY,
        in_report=True,
    ),
)
OTHERS = other_rows("table", "quantile_losses", targets=("quantiles",))
