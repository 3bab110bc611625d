"""Points and intervals made of quantiles, so that these are judged as such too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs import as_array
from fastmetrics.metrics.record import UNNAMED

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["central_pairs", "default_options", "derived_columns", "levels_of"]

# What intervals are taken to be of where nothing says it.
LEVEL = 0.95
# How far two levels may add up to something else than one, as printed numbers do.
ROUNDING = 1e-9

Columns = Mapping[str, Any]
Models = Mapping[str, Columns]


def levels_of(quantiles: Any) -> list[float]:
    """Return the levels of quantiles.

    Raises
    ------
    TypeError
        If they are not given, or are no numbers.
    ValueError
        If one is not between 0 and 1, or there are two alike.
    """
    if quantiles is None:
        raise TypeError("y_quantiles needs quantiles, the level of each of its columns")
    levels = as_array(quantiles, "quantiles")
    if levels.ndim != 1 or levels.dtype.kind not in "iuf" or not len(levels):
        raise TypeError(
            f"quantiles must be levels such as [0.1, 0.5, 0.9], got {quantiles!r}"
        )
    found = levels.astype(np.float64).tolist()
    for level in found:
        if not 0 < level < 1:
            raise ValueError(f"quantiles must be between 0 and 1, got {level!r}")
    if len({*found}) < len(found):
        raise ValueError("quantiles has two levels that are equal")
    return found


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
    quantiles = {model: one for model, one in models.items() if "y_quantiles" in one}
    levels = levels_of(options.get("quantiles"))
    made: dict[str, dict[str, Any]] = {model: {} for model in quantiles}
    pairs = [] if _have_bounds(models) else central_pairs(levels)
    for model, columns in quantiles.items():
        matrix = _matrix(columns["y_quantiles"], len(levels), model)
        if "y_pred" not in columns and 0.5 in levels:
            made[model]["y_pred"] = matrix[:, levels.index(0.5)]
        for low, high in pairs[:1]:
            made[model] |= {"y_lower": matrix[:, low], "y_upper": matrix[:, high]}
    return made


def default_options(models: Models, options: Columns) -> dict[str, Any]:
    """Return the level of the intervals that are made."""
    levels = levels_of(options.get("quantiles"))
    pairs = [] if _have_bounds(models) else central_pairs(levels)
    if not pairs:
        return {}
    low, high = pairs[0]
    return {"interval_level": levels[high] - levels[low]}


def _have_bounds(models: Models) -> bool:
    return any({"y_lower", "y_upper"} & {*one} for one in models.values())


def _matrix(quantiles: Any, k: int, model: str) -> NDArray[Any]:
    """Return a model's quantiles, which must have a column for each level."""
    matrix = as_array(quantiles, "y_quantiles")
    name = "y_quantiles" if model == UNNAMED else f"y_quantiles[{shown(model)}]"
    if matrix.ndim == 1 and k == 1:
        matrix = matrix[:, None]
    if matrix.ndim != 2 or matrix.shape[1] != k:
        raise ValueError(
            f"{name} has shape {matrix.shape}; quantiles has {k} levels, each of which "
            "needs a column"
        )
    return matrix
