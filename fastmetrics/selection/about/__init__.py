"""What there is to say of splits, validation and search."""

from types import ModuleType

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import partitions, searching

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (partitions, searching)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
