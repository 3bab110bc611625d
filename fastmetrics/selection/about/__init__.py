"""What there is to say of splits, validation and search."""

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import splits, validation

__all__ = ["GUIDE"]

GUIDE = Guide(about={**splits.ABOUT, **validation.ABOUT}, rows={})
