"""Whether a target holds amounts or names of classes, as far as its values tell.

What has fractions is no name of a class: in the target, or in the predictions of a
target of more than two values (of two, they are scores or probabilities in the place of
labels). Whole numbers are names of classes where they are few, or where each of them
has many rows; else nobody but the caller knows.
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


BOUNDS = ("y_lower", "y_upper")
# How far two levels may add up to something else than one, as printed numbers do.
ROUNDING = 1e-9

Columns = Mapping[str, Any]
Models = Mapping[str, Columns]


def central_pairs(levels: Sequence[float]) -> list[tuple[int, int]]:
    """Return the places of levels that are as far from 0 as from 1, the widest first.

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
    """Return the median as point forecast, and the widest central interval.

    Of models that have no points, and where no model's intervals were given.
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
    """Return the level of the intervals that are made."""
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
    """Return both ends of the interval between two quantiles, the lesser one first.

    Where they cross, that is the one of the higher level.
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
        If levels are not given, are none, or there is no column for each.
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
