"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import adjustments, one_test_set, planning
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **adjustments.ABOUT,
        **one_test_set.ABOUT,
        **planning.ABOUT,
    },
    rows={},
)
