"""Pairs of numbers, read and subtracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Differences", "halfway", "median", "read_differences"]


class Differences(NamedTuple):
    """What pairs differ by, and the largest number that it was taken of."""

    values: NDArray[np.float64]
    largest: float
    name: str  # of what they are: "x − y"


def read_differences(x: ArrayLike, y: ArrayLike | None) -> Differences:
    """Return x - y, or ``x`` where it already holds the differences.

    Raises ValueError unless there are two pairs or more, of finite numbers.
    """
    first = _read(x, "x")
    if y is None:
        found, largest, name = first, _largest(first), "x"
    else:
        second = _read(y, "y")
        if len(first) != len(second):
            raise ValueError(
                "x and y must hold a number each for the same rows, got "
                f"{len(first)} and {len(second)}."
            )
        with np.errstate(over="ignore"):
            found = first - second
        if not np.isfinite(found).all():
            raise ValueError("x and y must not differ by more than a float can hold.")
        largest, name = max(_largest(first), _largest(second)), "x − y"
    if len(found) < 2:
        raise ValueError(f"x must hold two numbers or more, got {len(found)}.")
    return Differences(found, largest, name)


def median(ordered: NDArray[np.float64]) -> float:
    """Return the median of ascending numbers."""
    n = len(ordered)
    return halfway(float(ordered[(n - 1) // 2]), float(ordered[n // 2]))


def halfway(low: float, high: float) -> float:
    """Return the mean of two numbers, which may be as large as floats get."""
    return low if low == high else low / 2 + high / 2


def _read(column: ArrayLike, name: str) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # of long doubles, to infinity
        found = numbers(as_column(column, name), name).astype(np.float64)
    raise_not_finite(found, name)
    return found


def _largest(values: NDArray[np.float64]) -> float:
    return float(np.abs(values).max(initial=0.0))
