"""Records of errors as shares of what was observed, and of logarithms."""

from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.regression.formulas.records import mean_over_rows

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "mean_absolute_percentage_error",
        "Mean absolute percentage error",
        "row_losses.absolute_percentage_errors",
        "mape",
        short="MAPE",
        in_report=True,
    ),
    mean_over_rows(
        "symmetric_mean_absolute_percentage_error",
        "Symmetric mean absolute percentage error",
        "row_losses.symmetric_percentage_errors",
        "smape",
        short="sMAPE",
        upper=2.0,
    ),
    mean_over_rows(
        "percent_bias",
        "Percent bias",
        "row_losses.signed_percentage_errors",
        "pbias",
        "mpe",
        lower=-INFINITY,
        greater_is_better=None,
        missing="rows of y_true other than 0",
    ),
    mean_over_rows(
        "mean_squared_log_error",
        "Mean squared log error",
        "row_losses.squared_log_errors",
        "msle",
        short="MSLE",
    ),
    mean_over_rows(
        "root_mean_squared_log_error",
        "Root mean squared log error",
        "row_losses.squared_log_errors",
        "rmsle",
        short="RMSLE",
        made_of="root",
    ),
)
