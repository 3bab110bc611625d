"""Records of losses of an error: pinball, Huber's and its smooth kin, LINEX."""

from fastmetrics.metrics.regression.formulas.records import mean_over_rows

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "mean_pinball_loss",
        "Mean pinball loss",
        "row_losses.pinball_losses",
        "pinball",
        "quantile_loss",
    ),
    mean_over_rows("huber_loss", "Huber loss", "row_losses.huber_losses", "huber"),
    mean_over_rows(
        "pseudo_huber_loss",
        "Pseudo-Huber loss",
        "row_losses.pseudo_huber_losses",
        "huber_loss_pseudo",
        "pseudo_huber",
    ),
    mean_over_rows(
        "log_cosh_error",
        "Log-cosh error",
        "row_losses.log_cosh_errors",
        "log_cosh",
        "logcosh",
    ),
    mean_over_rows("linex_loss", "LINEX loss", "row_losses.linex_losses", "linex"),
)
