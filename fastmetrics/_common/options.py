"""Options that several functions share, checked."""

from __future__ import annotations

import math
from collections.abc import Container
from numbers import Integral, Real
from operator import index
from typing import Any

import numpy as np

from fastmetrics._common.names import shown

MOST_RESAMPLES = 2**31
LARGEST_COUNT = 2**53  # up to here every whole number is a float


def is_real(value: Any) -> bool:
    """Whether an object is a real number; NumPy has time differences among them."""
    return isinstance(value, Real) and not isinstance(value, np.timedelta64)


def is_integral(value: Any) -> bool:
    """Whether an object is a whole number by its type, as `is_real` sees numbers."""
    return isinstance(value, Integral) and is_real(value)


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
        raise TypeError(f"{name} must be True or False, got {shown(value)}.")


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
        raise ValueError(
            f"{name} must be (a, b) with 0 <= a < b <= 1, got {shown(values)}."
        )
    return low, high


def check_cost(value: float, name: str) -> None:
    """Raise unless a cost is finite and not negative."""
    if not 0 <= number(value, name) < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {shown(value)}.")


def check_level(confidence_level: float, name: str = "confidence_level") -> float:
    """Return a level of confidence; raise ValueError unless bounds can have it."""
    level = number(confidence_level, name)
    if not 0 < level < 1 or (1 + level) / 2 == 1:  # the last is as good as 1
        raise ValueError(
            f"{name} must lie between 0 and 1, got {shown(confidence_level)}"
        )
    return level


def check_resamples(n_resamples: int) -> None:
    """Raise ValueError unless a number of replicates is one that bounds can be of."""
    try:
        enough = index(n_resamples) >= 2
    except TypeError:
        enough = False
    if not enough:
        raise ValueError(
            f"n_resamples must be a whole number of at least 2, got "
            f"{shown(n_resamples)}"
        )
    if n_resamples >= MOST_RESAMPLES:
        raise ValueError("n_resamples must be below 2**31")


def seed_of(random_state: int | np.random.Generator | None) -> int:
    """Turn a random_state into the 64-bit seed that addresses all draws."""
    if random_state is None:
        random_state = np.random.default_rng()
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**64, dtype=np.uint64))
    try:
        found = np.asarray(random_state).item()
        # No Decimal, whose int may have so many digits that it takes for ever.
        seed = int(found) if isinstance(found, int | float | np.floating) else -1
    except (TypeError, ValueError, OverflowError):
        seed = -1
    if not 0 <= seed < 2**64 or seed != random_state:
        raise ValueError(
            "random_state must be None, an int from 0 to 2**64 - 1 or a NumPy "
            f"Generator, got {shown(random_state)}"
        )
    return seed


def whole(value: Any, name: str, at_least: int = 0) -> int:
    """Return an option that is a whole number of at least so much, at most 2**53."""
    try:
        found = int(index(value))
    except TypeError:
        real = is_real(value) and float(value).is_integer()
        found = int(value) if real else at_least - 1
    if found < at_least or isinstance(value, (bool, np.bool_)):
        raise ValueError(
            f"{name} must be a whole number of at least {at_least}, got {shown(value)}."
        )
    if found > LARGEST_COUNT:
        raise ValueError(f"{name} must be at most 2**53.")
    return found


def share(value: Any, name: str) -> float:
    """Return an option that is a number in [0, 1]."""
    found = number(value, name)
    if not 0 <= found <= 1:
        raise ValueError(f"{name} must lie between 0 and 1, got {shown(value)}.")
    return found
