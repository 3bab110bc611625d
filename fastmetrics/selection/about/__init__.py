"""What there is to say of splits, validation and search."""

from types import ModuleType

from fastmetrics.metrics.about import Guide
from fastmetrics.selection.about import partitions, shares
from fastmetrics.selection.about import checks

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (checks,)
from fastmetrics.selection.about import partitions

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (partitions, shares)
from fastmetrics.selection.about import by_key, partitions, random_splits, time_splits

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (
    by_key,
    partitions,
    random_splits,
    time_splits,
)
from fastmetrics.selection.about import checks, partitions

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = (checks, partitions)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
