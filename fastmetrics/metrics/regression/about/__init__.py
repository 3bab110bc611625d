"""What there is to say of the metrics of regression."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.regression.about import agreement, errors, losses
from fastmetrics.metrics.regression.about.coverage import MEASURED

__all__ = ["GUIDE"]

GUIDE = Guide(
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
