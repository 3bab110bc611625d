"""Rows of forecasts of numbers, open for the kernel: what they lose, in blocks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.number_forecasts import (
    ForecastColumns,
    crossing_of,
    read_forecast_columns,
    read_forecast_matrix,
    read_levels,
)
from fastmetrics._kernels.number_forecasts import (
    ENSEMBLE,
    NumberForecasts,
    open_members,
    open_pairs,
    open_quantiles,
)
from fastmetrics._kernels.sort import sum_f64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

__all__ = ["ForecastRows", "of_ensembles", "of_intervals", "of_normals", "of_quantiles"]

# The numbers of a block of rows, and the rows that blocks are multiples of.
_BLOCK = 1 << 19
_AT_ONCE = 512


class ForecastRows:
    """What was observed and what was forecast of the same rows, read in place."""

    __slots__ = ("_columns", "_kernel")

    def __init__(self, columns: ForecastColumns, kernel: NumberForecasts) -> None:
        self._columns = columns
        self._kernel = kernel

    @property
    def k(self) -> int:
        """How many quantiles or members there are."""
        return self._kernel.k

    def mean(self, measure: int, **options: Any) -> float:
        """Return the weighted mean of what rows lose."""
        weights = self._columns.weights

        def add(start: int, stop: int) -> tuple[Any, int]:
            total, lost, seen = self._kernel.measure_rows(
                start, stop, measure, weights=weights, **options
            )
            return (total, lost), seen

        total = _combined(self._each(add))
        if measure == ENSEMBLE and math.isnan(total):  # of differences that overflow
            total = math.inf
        return total / self._weight()

    def row_values(self, measure: int, **options: Any) -> NDArray[np.float64]:
        """Return what each row loses."""
        out = np.empty(self._kernel.n)

        def write(start: int, stop: int) -> tuple[Any, int]:
            kernel = self._kernel
            found = kernel.measure_rows(start, stop, measure, out=out, **options)
            return None, found[2]

        self._each(write)
        if measure == ENSEMBLE:
            out[np.isnan(out)] = math.inf  # of differences that overflow
        return out

    def column_means(self, measure: int) -> NDArray[np.float64]:
        """Return the same mean of each column of quantiles."""
        weights = self._columns.weights
        parts = self._each(
            lambda a, b: self._kernel.sum_columns(a, b, measure, weights=weights)
        )
        columns = ([part[j] for part in parts] for j in range(self._kernel.k))
        return np.array([_combined(column) for column in columns]) / self._weight()

    def _weight(self) -> float:
        weights = self._columns.weights
        return float(self._kernel.n) if weights is None else sum_f64(weights)

    def _each(self, function: Callable[[int, int], tuple[Any, int]]) -> list[Any]:
        """Return what a method of the kernel gives for the blocks, which were fine."""
        n = self._kernel.n
        step = max(_BLOCK // self._kernel.k // _AT_ONCE, 1) * _AT_ONCE
        if n <= step:
            found = [function(0, n)]
        else:
            blocks = [(i, min(i + step, n)) for i in range(0, n, step)]
            found = map_blocks(lambda block: function(*block), blocks)
        seen = 0
        for _, of_block in found:
            seen |= of_block
        if seen:
            self._columns.raise_wrong(seen)
        return [part for part, _ in found]


def _combined(parts: list[Any]) -> float:
    """Return the total of sums and of what their additions have lost."""
    totals = [float(total) for total, _ in parts]
    plain = sum(totals)
    if not math.isfinite(plain):
        return plain
    return math.fsum([*totals, *(float(lost) for _, lost in parts)])


def of_quantiles(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    quantiles: Any,
    crossing: Any,
    sample_weight: ArrayLike | None,
) -> ForecastRows:
    """Open observed numbers and predicted quantiles."""
    way = crossing_of(crossing)
    read = read_forecast_matrix(y_true, sample_weight, y_quantiles=y_quantiles)
    matrix = read.forecasts["y_quantiles"]
    read.levels = read_levels(quantiles, matrix.shape[1])
    return ForecastRows(read, open_quantiles(read.true, matrix, read.levels, way))


def of_ensembles(
    y_true: ArrayLike, y_ensemble: ArrayLike, sample_weight: ArrayLike | None
) -> ForecastRows:
    """Open observed numbers and the members of ensembles."""
    read = read_forecast_matrix(y_true, sample_weight, y_ensemble=y_ensemble)
    return ForecastRows(read, open_members(read.true, read.forecasts["y_ensemble"]))


def of_intervals(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    sample_weight: ArrayLike | None,
) -> ForecastRows:
    """Open observed numbers and the ends of intervals."""
    read = read_forecast_columns(
        y_true, sample_weight, y_lower=y_lower, y_upper=y_upper
    )
    return ForecastRows(read, open_pairs(read.true, *read.forecasts.values()))


def of_normals(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    sample_weight: ArrayLike | None,
) -> ForecastRows:
    """Open observed numbers, means and standard deviations."""
    read = read_forecast_columns(y_true, sample_weight, mean=mean, scale=scale)
    return ForecastRows(read, open_pairs(read.true, *read.forecasts.values()))
