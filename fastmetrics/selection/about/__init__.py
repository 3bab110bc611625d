"""What there is to say of splits, validation and search."""

from types import ModuleType

from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

_TOPICS: tuple[ModuleType, ...] = ()

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
