"""What there is to say of the metrics of clusterings."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.clustering.about import agreement, geometry
from fastmetrics.metrics.clustering.about.coverage import MEASURED

__all__ = ["GUIDE"]

CLUSTERS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 0]

GUIDE = Guide(
    about={**agreement.ABOUT, **geometry.ABOUT},
    rows={
        "agreement": {"y_true": [0, 0, 0, 0, 1, 1, 1, 2, 2, 2], "y_pred": CLUSTERS},
        "geometry": {
            "X": [
                *([0, 0], [0, 1], [1, 0], [4, 3], [4, 4]),
                *([5, 4], [4, 6], [9, 0], [8, 1], [2, 1]),
            ],
            "y_pred": CLUSTERS,
        },
        "partition": {"y_pred": CLUSTERS},
    },
    measured=MEASURED,
)
