"""What there is to say of the metrics of scores."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.scores.about import areas, thresholds
from fastmetrics.metrics.scores.about.coverage import MEASURED

__all__ = ["GUIDE"]

LABELS = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.3, 0.2, 0.1]

GUIDE = Guide(
    about={**areas.ABOUT, **thresholds.ABOUT},
    rows={
        "": {"y_true": LABELS, "y_score": SCORES},
        "turned": {"y_true": LABELS, "y_score": [-score for score in SCORES]},
    },
    measured=MEASURED,
)
