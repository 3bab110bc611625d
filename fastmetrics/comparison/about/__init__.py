"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import paired_tests, planning, proportion_tests
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **paired_tests.ABOUT,
        **planning.ABOUT,
        **proportion_tests.ABOUT,
    },
    rows={},
)
