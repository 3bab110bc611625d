"""What there is to say of the metrics of probabilities."""

from fastmetrics.metrics.about import Convention, Guide
from fastmetrics.metrics.probability.about import calibration, losses
from fastmetrics.metrics.probability.about.coverage import MEASURED

__all__ = ["GUIDE"]

OUTCOMES = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
CLASSES = [0, 1, 2, 2, 1, 0, 0, 1, 2, 1]
FORECASTS = [
    *([0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.5, 0.3, 0.2]),
    *([0.3, 0.4, 0.3], [0.2, 0.3, 0.5], [0.6, 0.3, 0.1], [0.1, 0.8, 0.1]),
    *([0.2, 0.2, 0.6], [0.5, 0.1, 0.4]),
]

CONVENTIONS = (
    Convention(
        "The scale of AU1P",
        "the mean over pairs of classes, weighted by their shares",
        'mlr3measures, scikit-learn multi_class="ovo" with average="weighted"',
        "the default",
        ("multiclass_auc_au1p", "multiclass_auc_score"),
    ),
    Convention(
        "The scale of AU1P",
        "one c-th of it, of c classes",
        "Ferri and others (2009), as they print it",
        "no option",
        ("multiclass_auc_au1p", "multiclass_auc_score"),
    ),
)


GUIDE = Guide(
    conventions=CONVENTIONS,
    about={**losses.ABOUT, **calibration.ABOUT},
    rows={
        "": {
            "y_true": OUTCOMES,
            "y_proba": [0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.3, 0.2, 0.1],
        },
        "decisions": {
            "y_true": OUTCOMES,
            "y_proba": [2.5, 0.5, 0.2, 1.0, -0.5, -1.5, -0.2, -2.0, -0.8, -1.0],
        },
        "classes": {"y_true": CLASSES, "y_proba": FORECASTS},
        "rankings": {
            "y_true": [
                *([1, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0], [0, 1, 0]),
                *([1, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]),
            ],
            "y_proba": FORECASTS,
        },
    },
    measured=MEASURED,
)
