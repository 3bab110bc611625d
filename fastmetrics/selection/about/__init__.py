"""What there is to say of splits, validation and search."""

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import (
    by_key,
    checks,
    partitions,
    random_splits,
    shares,
    time_splits,
)

__all__ = ["GUIDE"]

_TOPICS = (
    by_key,
    checks,
    partitions,
    random_splits,
    shares,
    time_splits,
)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
