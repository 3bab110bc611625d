"""What there is to say of splits, validation and search."""

from types import ModuleType

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import (
    fold_scores,
    partitions,
    searching,
    validating,
)

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (
    fold_scores,
    partitions,
    searching,
    validating,
)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
