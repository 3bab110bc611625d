"""Whether a target holds amounts or names of classes, as far as its values tell.

What has fractions is no name of a class: in the target, or in the predictions of a
target of more than two values (of two, they are scores or probabilities in the place of
labels). Whole numbers are names of classes where they are few, or where each of them
has many rows; else nobody but the caller knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import convert

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Why a target holds amounts, in words.
REASONS = OF_TRUTH, OF_PREDICTIONS = (
    "the truth has fractions",
    "the predictions have fractions, and the truth more than two values",
)

# So many different whole numbers are names of classes, however few rows they have.
FEW_VALUES = 20
# And more, where each of them has so many rows on average.
FEW_ROWS = 10
# Values that are looked at together.
BLOCK = 1 << 16


def holds_amounts(
    shared: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return why the target holds amounts, in words; nothing where it does not.

    Raises
    ------
    ValueError
        If it holds so many whole numbers that they may be amounts or classes.
    """
    truth = _numbers(shared.get("y_true"))
    if truth is None:
        return ""
    if _has_fractions(truth):
        return OF_TRUTH
    columns = [_numbers(one["y_pred"]) for one in models.values() if "y_pred" in one]
    if truth.ndim > 1 or not columns or any(one is None for one in columns):
        return ""
    if not _has_many(truth, 2):
        return ""
    if any(_has_fractions(one) for one in columns if one is not None):
        return OF_PREDICTIONS
    n = len(truth)
    if _has_many(truth, max(FEW_VALUES, n / FEW_ROWS)):
        k = len(np.unique(truth))
        raise ValueError(
            f"y_true holds {k:,} different whole numbers in {n:,} rows, which may be "
            "amounts or classes: name the task, 'regression' or 'labels'"
        )
    return ""


def _numbers(column: Any) -> NDArray[Any] | None:
    """Return a column as numbers; None where it is none, or holds something else."""
    try:
        values = convert(column, "y_true")
    except (TypeError, ValueError, OverflowError):
        return None  # whoever reads it says what is wrong with it
    if not isinstance(values, np.ndarray) or values.ndim > 2 or not values.size:
        return None
    return values if values.dtype.kind in "iuf" else None


def _has_fractions(values: NDArray[Any]) -> bool:
    """Whether there is a finite number that is not whole."""
    if values.dtype.kind != "f":
        return False
    for part in _parts(values):
        if ((part != np.trunc(part)) & np.isfinite(part)).any():
            return True
    return False


def _has_many(values: NDArray[Any], most: float) -> bool:
    """Whether there are more different numbers than that."""
    low, high = values.min(), values.max()
    if not float(high) - float(low) + 1 > most:
        return False  # whole numbers, or NaN among them
    first = next(_parts(values))
    return len(np.unique(first)) > most or len(np.unique(values)) > most


def _parts(values: NDArray[Any]) -> Iterator[NDArray[Any]]:
    return (values[at : at + BLOCK] for at in range(0, len(values), BLOCK))
