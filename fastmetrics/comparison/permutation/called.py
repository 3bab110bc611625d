"""The permutation test of any function, which is called anew for each replicate."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels import swaps as kernel
from fastmetrics.comparison.permutation.asked import Asking, Found, too_many
from fastmetrics.comparison.permutation.draws import drawn_share
from fastmetrics.comparison.permutation.swaps import compare_differences
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["swapped_columns"]


def swapped_columns(
    function: Callable[[NDArray[Any]], float],
    columns: tuple[NDArray[Any], NDArray[Any]],
    asking: Asking,
    units: NDArray[np.int64] | None = None,
) -> Found:
    """Test any function of a model's column, whose rows the models swap.

    ``units`` are the numbers of the groups that rows are swapped in.
    """
    first, second = map(function, columns)
    if math.isnan(first - second):
        return Found.undefined(first, second)
    too_many(asking)
    n = len(columns[0]) if units is None else int(units.max()) + 1
    compared = compare_differences(first, second, asking.alternative)
    extreme = 0
    with warnings.catch_warnings():
        # What is worth a warning was said of the data themselves.
        warnings.simplefilter("ignore")
        for replicate in range(asking.n_resamples):
            swapped = kernel.swapped(asking.seed, replicate, n)
            rows = swapped if units is None else swapped[units]
            values = [_value(function, each) for each in _swap(columns, rows)]
            extreme += bool(compared.reached(np.array(values[0] - values[1])))
            if asking.progress is not None:
                asking.progress(replicate + 1, asking.n_resamples)
    return Found.of(first, second, drawn_share(extreme, asking.n_resamples))


def _swap(
    columns: tuple[NDArray[Any], NDArray[Any]], rows: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[Any]]:
    first, second = columns
    which = rows.reshape(-1, *[1] * (first.ndim - 1))
    return np.where(which, second, first), np.where(which, first, second)


def _value(function: Callable[[NDArray[Any]], float], column: NDArray[Any]) -> float:
    """Return its value; NaN where it says that it is undefined."""
    try:
        return function(column)
    except UndefinedMetricWarning:
        return math.nan
