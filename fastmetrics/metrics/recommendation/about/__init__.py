"""What there is to say of the metrics of recommendation."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.recommendation.about import catalogs, diversity, surprise
from fastmetrics.metrics.recommendation.about.coverage import MEASURED

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={**catalogs.ABOUT, **diversity.ABOUT, **surprise.ABOUT},
    rows={
        "": {
            "recommended": [
                *([0, 1, 2], [0, 1, 3], [1, 0, 4], [0, 2, 1], [5, 0, 1]),
                *([0, 1, 2], [1, 3, 0], [2, 0, 6], [0, 1, 4], [3, 1, 0]),
            ],
            "predictable": [0, 1, 2, 3, 4, 5, 6, 7, 7, 2],
            "catalog": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            "popularity": [30, 25, 18, 12, 9, 6, 5, 3, 2, 1],
            "history": [
                *([3, 4], [2, 6], [5, 6], [7, 8], [2, 3]),
                *([4, 9], [8, 9], [1, 3], [2, 5], [6, 4]),
            ],
            "relevant": [
                *([1, 3], [3, 5], [4, 5], [2, 9], [5, 8]),
                *([1, 6], [3, 8], [6, 7], [4, 2], [7, 3]),
            ],
        },
    },
    measured=MEASURED,
)
