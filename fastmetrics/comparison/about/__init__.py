"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import adjustments
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

GUIDE = Guide(about={**adjustments.ABOUT}, rows={})
