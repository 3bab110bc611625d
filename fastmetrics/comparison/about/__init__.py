"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import one_test_set
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(about={**one_test_set.ABOUT}, rows={})
