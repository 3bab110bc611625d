"""Options that several functions share, checked."""

from __future__ import annotations

import math
from collections.abc import Container
from numbers import Real
from typing import Any

import numpy as np


def is_real(value: Any) -> bool:
    """Whether an object is a real number; NumPy has time differences among them."""
    return isinstance(value, Real) and not isinstance(value, np.timedelta64)


def number(value: Any, name: str) -> float:
    """Return an option that is a real number."""
    if not is_real(value):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}.")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be in the range of a float.") from None


def check_flag(value: Any, name: str) -> None:
    """Raise unless an option is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}.")


def is_one_of(value: Any, choices: Container[Any]) -> bool:
    """Whether an option is one of a few words, True, False or None; an array is none.

    Comparing an array by ``in`` would raise NumPy's own words.
    """
    return (value is None or isinstance(value, (str, bool))) and value in choices


def stretch(values: Any, name: str) -> tuple[float, float]:
    """Return the two ends of a part of [0, 1]."""
    try:
        low, high = (number(value, name) for value in values)
    except (TypeError, ValueError):
        low = high = math.nan
    if not 0 <= low < high <= 1:
        raise ValueError(f"{name} must be (a, b) with 0 <= a < b <= 1, got {values!r}.")
    return low, high


def check_cost(value: float, name: str) -> None:
    """Raise unless a cost is finite and not negative."""
    if not 0 <= number(value, name) < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {value!r}.")
