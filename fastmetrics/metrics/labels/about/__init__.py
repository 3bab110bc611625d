"""What there is to say of the metrics of labels."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.labels.about import agreement, averages, rates, shares
from fastmetrics.metrics.labels.about.coverage import MEASURED

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={**shares.ABOUT, **averages.ABOUT, **rates.ABOUT, **agreement.ABOUT},
    rows={
        "binary": {
            "y_true": [1, 1, 0, 1, 0, 0, 1, 0, 0, 0],
            "y_pred": [1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
        },
        "few": {
            "y_true": [1, 1, 0, 1, 0, 0, 1, 0, 0, 0],
            "y_pred": [1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        },
        "multiclass": {
            "y_true": ["a", "a", "a", "a", "b", "b", "b", "c", "c", "c"],
            "y_pred": ["a", "a", "a", "b", "b", "b", "b", "c", "b", "a"],
        },
        "multilabel-indicator": {
            "y_true": [
                *([1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [1, 0, 1]),
                *([0, 0, 1], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 1, 1]),
            ],
            "y_pred": [
                *([1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]),
                *([0, 1, 1], [1, 1, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1]),
            ],
        },
    },
    measured=MEASURED,
)
