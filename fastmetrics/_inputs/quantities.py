"""Single numbers, or arrays of them, that formulas take in place of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_real, number
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["check_shapes", "plain", "quantity"]


def quantity(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return a number, or an array-like of numbers, as float64."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if is_real(value):
        return np.asarray(number(value, name))
    with np.errstate(over="ignore"):  # of long doubles
        return numbers(as_array(value, name), name).astype(np.float64)


def check_shapes(**found: NDArray[Any]) -> None:
    """Raise unless quantities, by their names, have one shape or are single numbers."""
    shapes = {name: array.shape for name, array in found.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        *names, last = shapes
        raise ValueError(
            f"{', '.join(names)} and {last} must have the same shape or be single "
            f"numbers, got the shapes {', '.join(map(str, shapes.values()))}."
        ) from None


def plain(value: NDArray[Any]) -> Any:
    """Return a number as a float and an array as it is."""
    return float(value) if np.ndim(value) == 0 else value
