"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import adjustments
from fastmetrics.comparison.about import proportion_tests
from fastmetrics.comparison.about import paired_tests, proportion_tests
from fastmetrics.comparison.about import adjustments, paired_tests, proportion_tests
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **adjustments.ABOUT,
        **paired_tests.ABOUT,
        **proportion_tests.ABOUT,
    },
    rows={},
)
