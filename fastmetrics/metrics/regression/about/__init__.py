"""What there is to say of the metrics of regression."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.regression.about import (
    agreement,
    constant_forecasts,
    correlation,
    criteria,
    decompositions,
    deviances,
    error_losses,
    errors,
    forecasts,
    order_statistics,
    percentage_errors,
    relative_errors,
    scaled_errors,
)

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **agreement.ABOUT,
        **correlation.ABOUT,
        **percentage_errors.ABOUT,
        **error_losses.ABOUT,
        **deviances.ABOUT,
        **order_statistics.ABOUT,
        **constant_forecasts.ABOUT,
        **scaled_errors.ABOUT,
        **decompositions.ABOUT,
        **errors.ABOUT,
        **relative_errors.ABOUT,
        **criteria.ABOUT,
        **forecasts.ABOUT,
    },
    rows={
        **forecasts.ROWS,
        "": {
            "y_true": [3.0, 1.5, 2.0, 7.0, 4.5, 5.0, 2.5, 6.0, 3.5, 1.0],
            "y_pred": [2.5, 1.0, 2.5, 8.0, 4.0, 6.5, 2.5, 5.0, 4.0, 1.5],
        },
    },
)
