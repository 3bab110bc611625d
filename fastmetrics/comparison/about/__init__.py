"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import fold_tests, proportion_tests
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **proportion_tests.ABOUT,
        **fold_tests.ABOUT,
    },
    rows={},
)
