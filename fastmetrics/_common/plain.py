"""What was found as Python's own numbers, lists and dicts, as JSON can hold it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["plain", "plain_all"]


def plain(value: Any) -> Any:
    """Return a NumPy scalar as Python's own, and what JSON cannot hold as None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def plain_all(value: Any) -> Any:
    """Return the same of arrays, sequences and mappings of such, at any depth.

    >>> plain_all({"p": np.array([0.5, np.nan])})
    {'p': [0.5, None]}
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(name): plain_all(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_all(one) for one in value]
    return plain(value)
