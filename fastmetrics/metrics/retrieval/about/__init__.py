"""What there is to say of the metrics of retrieval."""

from fastmetrics.metrics.about import Guide
from fastmetrics.metrics.retrieval.about import (
    average_precisions,
    cutoffs,
    discounted_gains,
    first_hits,
    incomplete_judgements,
    recall_levels,
    returned_sets,
    user_models,
)
from fastmetrics.metrics.retrieval.about.coverage import MEASURED

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **discounted_gains.ABOUT,
        **average_precisions.ABOUT,
        **first_hits.ABOUT,
        **cutoffs.ABOUT,
        **recall_levels.ABOUT,
        **incomplete_judgements.ABOUT,
        **user_models.ABOUT,
        **returned_sets.ABOUT,
    },
    rows={
        "": {  # ten queries of three documents
            "y_true": [
                *([1, 0, 0], [0, 2, 0], [0, 0, 1], [2, 1, 0], [1, 0, 1]),
                *([0, 1, 0], [3, 0, 0], [0, 1, 2], [1, 0, 0], [0, 0, 2]),
            ],
            "y_score": [
                *([9, 5, 1], [7, 4, 2], [1, 6, 3], [8, 2, 5], [3, 9, 4]),
                *([2, 8, 6], [4, 7, 1], [5, 3, 9], [6, 8, 2], [1, 7, 9]),
            ],
        }
    },
    measured=MEASURED,
)
