"""Columns of regression: recognise amounts, and derive points from quantiles.

A column with fractions contains amounts: the target, or the predictions of a target
with more than two values (with two values, these are scores or probabilities). Whole
numbers are classes if they are few or if each has many rows. In all other cases the
caller has to name the task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array, convert
from fastmetrics._inputs.number_pairs import read_levels
from fastmetrics.metrics.record import UNNAMED

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Reasons why a target contains amounts.
REASONS = OF_TRUTH, OF_PREDICTIONS = (
    "the truth has fractions",
    "the predictions have fractions, and the truth more than two values",
)

# Up to this many different whole numbers are classes, with any number of rows.
FEW_VALUES = 20
# More are classes if each has this many rows on average.
FEW_ROWS = 10
# Values in one block.
BLOCK = 1 << 16


def holds_amounts(
    shared: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return the reason why the target contains amounts; empty if it does not.

    Raises
    ------
    ValueError
        If it has so many whole numbers that they may be amounts or classes.
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
            f"y_true has {k:,} different whole numbers in {n:,} rows, which may be "
            "amounts or classes: name the task, 'regression' or 'labels'"
        )
    return ""


def _numbers(column: Any) -> NDArray[Any] | None:
    """Return a column as numbers; None if it is missing or has other values."""
    try:
        values = convert(column, "y_true")
    except (TypeError, ValueError, OverflowError):
        return None  # the family that reads it reports the error
    if not isinstance(values, np.ndarray) or values.ndim > 2 or not values.size:
        return None
    return values if values.dtype.kind in "iuf" else None


def _has_fractions(values: NDArray[Any]) -> bool:
    """Whether a finite number is not whole."""
    if values.dtype.kind != "f":
        return False
    for part in _parts(values):
        if ((part != np.trunc(part)) & np.isfinite(part)).any():
            return True
    return False


def _has_many(values: NDArray[Any], most: float) -> bool:
    """Whether there are more than ``most`` different numbers."""
    low, high = values.min(), values.max()
    if not float(high) - float(low) + 1 > most:
        return False  # whole numbers, or NaN among them
    first = next(_parts(values))
    return len(np.unique(first)) > most or len(np.unique(values)) > most


def _parts(values: NDArray[Any]) -> Iterator[NDArray[Any]]:
    return (values[at : at + BLOCK] for at in range(0, len(values), BLOCK))


BOUNDS = ("y_lower", "y_upper")
# Tolerance for two levels to add up to 1, because of rounded numbers.
ROUNDING = 1e-9

Columns = Mapping[str, Any]
Models = Mapping[str, Columns]


def central_pairs(levels: Sequence[float]) -> list[tuple[int, int]]:
    """Pairs of indices of levels that add up to 1, the widest interval first.

    >>> central_pairs([0.9, 0.25, 0.5, 0.75, 0.1, 0.05])
    [(4, 0), (1, 3)]
    """
    return [
        (i, j)
        for i in sorted(range(len(levels)), key=levels.__getitem__)
        for j in range(len(levels))
        if levels[i] < levels[j] and abs(levels[i] + levels[j] - 1) <= ROUNDING
    ]


def derived_columns(
    shared: Columns, models: Models, options: Columns
) -> dict[str, dict[str, Any]]:
    """Derive points (the median) and the widest central interval from quantiles.

    Points are for models without points; intervals only if no model has any.
    """
    made: dict[str, dict[str, Any]] = {}
    for model, columns in models.items():
        if "y_quantiles" not in columns:
            continue
        matrix, levels = _read(columns["y_quantiles"], options.get("quantiles"), model)
        made[model] = {}
        if "y_pred" not in columns and 0.5 in levels:
            made[model]["y_pred"] = matrix[:, levels.index(0.5)]
        for pair in [] if _have_bounds(models) else central_pairs(levels)[:1]:
            made[model] |= dict(zip(BOUNDS, interval_of(matrix, pair), strict=True))
    return made


def default_options(models: Models, options: Columns) -> dict[str, Any]:
    """Level of the derived intervals."""
    quantiles = [one["y_quantiles"] for one in models.values() if "y_quantiles" in one]
    if not quantiles or _have_bounds(models):
        return {}
    _, levels = _read(quantiles[0], options.get("quantiles"), UNNAMED)
    pairs = central_pairs(levels)
    if not pairs:
        return {}
    low, high = pairs[0]
    return {"interval_level": levels[high] - levels[low]}


def interval_of(
    matrix: NDArray[Any], pair: tuple[int, int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Bounds of the interval between two quantiles, the lower one first.

    If quantiles cross, the lower bound has the higher level.
    """
    low, high = (matrix[:, k] for k in pair)
    if (low <= high).all():
        return low, high
    return np.minimum(low, high), np.maximum(low, high)


def _have_bounds(models: Models) -> bool:
    return any({*BOUNDS} & {*one} for one in models.values())


def _read(
    y_quantiles: Any, quantiles: Any, model: str
) -> tuple[NDArray[Any], list[float]]:
    """Return a model's quantiles as a matrix, and the level of each column.

    Raises
    ------
    TypeError, ValueError
        If levels are missing or invalid, or do not match the columns.
    """
    name = "y_quantiles" if model == UNNAMED else f"y_quantiles[{shown(model)}]"
    if quantiles is None:
        raise TypeError(f"{name} needs quantiles, the level of each of its columns")
    matrix = as_array(y_quantiles, name)
    if matrix.ndim == 1:
        matrix = matrix[:, None]
    if matrix.ndim != 2:
        raise ValueError(f"{name} must be a matrix, got shape {matrix.shape}")
    return matrix, read_levels(quantiles, matrix.shape[1]).tolist()
