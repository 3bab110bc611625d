"""What there is to say of the metrics of regression."""

from fastmetrics.metrics.about import Convention, Guide
from fastmetrics.metrics.regression.about import agreement, errors, losses
from fastmetrics.metrics.regression.about.coverage import MEASURED

__all__ = ["GUIDE"]

CONVENTIONS = (
    Convention(
        "The sign and the scale of AIC and BIC",
        "2 K − 2 ln L, and K ln n − 2 ln L: lower is better",
        "R's AIC and BIC, statsmodels",
        "the default",
        ("aic", "bic"),
    ),
    Convention(
        "The sign and the scale of AIC and BIC",
        "2 ln L − 2 K: higher is better",
        "some texts",
        'convention="schwarz"',
        ("aic",),
    ),
    Convention(
        "The sign and the scale of AIC and BIC",
        "the variance of the errors in place of the likelihood",
        "statsmodels aic_sigma",
        "no option",
        ("aic",),
    ),
    Convention(
        "The sign and the scale of AIC and BIC",
        "ln L − ½ K ln n: −½ of it",
        "Schwarz (1978)",
        "no option",
        ("bic",),
    ),
    Convention(
        "The sign and the scale of AIC and BIC",
        "2 ln L − K ln n: −1 times it",
        "mclust",
        'convention="schwarz"',
        ("bic",),
    ),
    Convention(
        "The bins of the ENCE",
        "of about as many rows each",
        "Levi and others (2022)",
        "the default",
        ("expected_normalized_calibration_error",),
    ),
    Convention(
        "The bins of the ENCE",
        "of one width of the predicted deviation",
        "netcal",
        "no option",
        ("expected_normalized_calibration_error",),
    ),
)


GUIDE = Guide(
    conventions=CONVENTIONS,
    about={**errors.ABOUT, **agreement.ABOUT, **losses.ABOUT},
    rows={
        **losses.ROWS,
        "": {
            "y_true": [3.0, 1.5, 2.0, 7.0, 4.5, 5.0, 2.5, 6.0, 3.5, 1.0],
            "y_pred": [2.5, 1.0, 2.5, 8.0, 4.0, 6.5, 2.5, 5.0, 4.0, 1.5],
        },
    },
    measured=MEASURED,
)
