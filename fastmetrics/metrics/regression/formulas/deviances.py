"""Records of deviances of Tweedie's distributions."""

from fastmetrics.metrics.record import INFINITY
from fastmetrics.metrics.regression.formulas.records import (
    error_record,
    mean_over_rows,
)

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "mean_tweedie_deviance",
        "Mean Tweedie deviance",
        "row_losses.tweedie_deviances",
        "tweedie_deviance",
    ),
    mean_over_rows(
        "mean_poisson_deviance",
        "Mean Poisson deviance",
        "row_losses.poisson_deviances",
        "poisson_deviance",
    ),
    mean_over_rows(
        "mean_gamma_deviance",
        "Mean gamma deviance",
        "row_losses.gamma_deviances",
        "gamma_deviance",
    ),
    error_record(
        "d2_tweedie_score",
        "D² of the Tweedie deviance",
        "d2_tweedie",
        lower=-INFINITY,
        upper=1.0,
        greater_is_better=True,
        interval="jackknife",
        scale="log-complement",
        row_values="explained_deviance.d2_tweedie_values",
        chance=0.0,
        missing="rows of y_true that differ",
    ),
)
