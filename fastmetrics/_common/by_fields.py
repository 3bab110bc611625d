"""ByFields: results that are equal where their fields are, NaN beside NaN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

__all__ = ["ByFields"]


class ByFields:
    """Equality and hash of a dataclass by its fields, in which NaN equals NaN.

    The dataclass is made with ``eq=False``: what it would generate compares NaN by
    identity before Python 3.13, and never finds it equal since.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return _equal(_compared(self), _compared(other))

    def __hash__(self) -> int:
        return hash(_hashable(_compared(self)))


def _compared(result: Any) -> tuple[Any, ...]:
    return tuple(getattr(result, one.name) for one in fields(result) if one.compare)


def _equal(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and _equal(a.tolist(), b.tolist())
    for kind in (tuple, list):
        if isinstance(a, kind) and isinstance(b, kind):
            return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    return bool(a == b) or (_is_nan(a) and _is_nan(b))


def _is_nan(value: Any) -> bool:
    return isinstance(value, (float, np.floating)) and bool(value != value)


def _hashable(value: Any) -> Any:
    """Return what has the same hash for all values that are equal to this one."""
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return None if _is_nan(value) else value
