"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import (
    adjustments,
    paired_tests,
    proportion_tests,
    rank_tests,
)
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(
    about={
        **adjustments.ABOUT,
        **paired_tests.ABOUT,
        **proportion_tests.ABOUT,
        **rank_tests.ABOUT,
    },
    rows={},
)
