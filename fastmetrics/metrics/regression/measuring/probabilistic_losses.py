"""Losses of quantiles, intervals, ensembles and normal distributions as forecasts.

A loss is what opens the columns for it. What is opened tells the mean, in blocks of the
kernel, and what each row loses.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, check_level
from fastmetrics._common.references import loaded
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.number_forecasts import (
    ForecastColumns,
    crossing_of,
    read_forecast_columns,
    read_forecast_matrix,
    read_levels,
)
from fastmetrics._kernels.number_forecasts import (
    COVERED,
    ENSEMBLE,
    INTERVAL,
    NORMAL_CRPS,
    NORMAL_LOG,
    NOT_ABOVE,
    PINBALL,
    WIDTH,
    NumberForecasts,
    open_members,
    open_pairs,
    open_quantiles,
)
from fastmetrics._kernels.sums import sum_f64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.annotations import Crossing, Levels

    Rows = NDArray[np.float64]

__all__ = [
    "CRPS_GAUSSIAN",
    "CRPS_QUANTILE",
    "GAUSSIAN_LOG_LOSS",
    "INTERVAL_COVERAGE",
    "MEAN_INTERVAL_WIDTH",
    "MEAN_QUANTILE_LOSS",
    "QUANTILE_COVERAGE",
    "ForecastLosses",
    "crps_ensemble",
    "interval_score",
    "row_losses",
    "single_quantile",
]

# The numbers of a block of rows, and the rows that blocks are multiples of.
_BLOCK = 1 << 19
_AT_ONCE = 512


class ForecastLosses:
    """What forecasts lose by a measure of the kernel; columns are read in place.

    Attributes
    ----------
    defined : bool
        Whether there is such a loss of these forecasts; else those of rows are NaN.
    """

    __slots__ = ("_columns", "_factor", "_kernel", "_measure", "_options", "defined")

    def __init__(
        self,
        columns: ForecastColumns,
        kernel: NumberForecasts,
        measure: int,
        *,
        factor: float = 1.0,
        defined: bool = True,
        **options: Any,
    ) -> None:
        self._columns = columns
        self._kernel = kernel
        self._measure, self._factor, self._options = measure, factor, options
        self.defined = defined

    @property
    def k(self) -> int:
        """How many quantiles or members there are."""
        return self._kernel.k

    def mean(self) -> float:
        """Return the weighted mean of what rows lose."""
        weights, measure = self._columns.weights, self._measure

        def add(start: int, stop: int) -> tuple[Any, int]:
            total, lost, seen = self._kernel.measure_rows(
                start, stop, measure, weights=weights, **self._options
            )
            return (total, lost), seen

        total, lost = _added(self._each(add))
        if math.isfinite(total):
            total += lost
        elif measure == ENSEMBLE:  # NaN, too: of differences that overflow
            total = math.inf
        return total / self._weight()

    def row_values(self) -> Rows:
        """Return what each row loses."""
        out, measure = np.empty(self._kernel.n), self._measure

        def write(start: int, stop: int) -> tuple[Any, int]:
            kernel = self._kernel
            found = kernel.measure_rows(start, stop, measure, out=out, **self._options)
            return None, found[2]

        self._each(write)
        if measure == ENSEMBLE:
            out[np.isnan(out)] = math.inf  # of differences that overflow
        if not self.defined:
            out[:] = math.nan
        return self._factor * out

    def column_means(self) -> Rows:
        """Return the same mean of each column of quantiles."""
        weights, measure = self._columns.weights, self._measure

        def add(start: int, stop: int) -> tuple[Any, int]:
            kernel = self._kernel
            totals, seen = kernel.sum_columns(start, stop, measure, weights=weights)
            return totals.T, seen

        parts = self._each(add)
        with np.errstate(invalid="ignore", over="ignore"):  # of infinite sums
            total, lost = _added(parts)
            exact = np.where(np.isfinite(total), total + lost, total)
        found: Rows = self._factor * (exact / self._weight())
        return found

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


def _added(parts: list[Any]) -> tuple[Any, Any]:
    """Return the total of sums, and what all their additions have lost."""
    total, lost = parts[0]
    for more, less in parts[1:]:
        before = total
        total = before + more
        part = total - before
        lost = lost + less + ((before - (total - part)) + (more - part))
    return total, lost


# --- forecasts of each kind, opened for a measure


def _of_quantiles(
    measure: int,
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
    factor: float = 1.0,
) -> ForecastLosses:
    way = crossing_of(crossing)
    read = read_forecast_matrix(y_true, sample_weight, y_quantiles=y_quantiles)
    matrix = read.forecasts["y_quantiles"]
    read.levels = read_levels(quantiles, matrix.shape[1])
    kernel = open_quantiles(read.true, matrix, read.levels, way)
    return ForecastLosses(read, kernel, measure, factor=factor)


MEAN_QUANTILE_LOSS = partial(_of_quantiles, PINBALL)
CRPS_QUANTILE = partial(_of_quantiles, PINBALL, factor=2.0)
QUANTILE_COVERAGE = partial(_of_quantiles, NOT_ABOVE)


def single_quantile(*columns: ArrayLike, **given: Any) -> ForecastLosses:
    """Open the forecasts of a quantile for its coverage; raise if there are several."""
    found = QUANTILE_COVERAGE(*columns, **given)
    if found.k > 1:
        raise ValueError(
            "quantile_coverage is a single number of a single quantile only: got "
            f"{found.k}. Give one column and its level."
        )
    return found


def _of_intervals(
    measure: int,
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    **options: Any,
) -> ForecastLosses:
    read = read_forecast_columns(
        y_true, sample_weight, y_lower=y_lower, y_upper=y_upper
    )
    kernel = open_pairs(read.true, *read.forecasts.values())
    return ForecastLosses(read, kernel, measure, **options)


INTERVAL_COVERAGE = partial(_of_intervals, COVERED)
MEAN_INTERVAL_WIDTH = partial(_of_intervals, WIDTH)


def interval_score(
    *columns: ArrayLike, confidence_level: float = 0.95, **given: Any
) -> ForecastLosses:
    """Open intervals for their widths, and a penalty per unit outside of them."""
    penalty = 2.0 / (1.0 - check_level(confidence_level))
    return _of_intervals(INTERVAL, *columns, penalty=penalty, **given)


def crps_ensemble(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> ForecastLosses:
    """Open the members of ensembles; no score is fair to one that is alone."""
    check_flag(fair, "fair")
    read = read_forecast_matrix(y_true, sample_weight, y_ensemble=y_ensemble)
    kernel = open_members(read.true, read.forecasts["y_ensemble"])
    several = kernel.k > 1
    return ForecastLosses(
        read,
        kernel,
        ENSEMBLE,
        fair=bool(fair and several),
        defined=bool(several or not fair),
    )


def _of_normals(
    measure: int,
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> ForecastLosses:
    read = read_forecast_columns(y_true, sample_weight, mean=mean, scale=scale)
    kernel = open_pairs(read.true, *read.forecasts.values())
    return ForecastLosses(read, kernel, measure)


CRPS_GAUSSIAN = partial(_of_normals, NORMAL_CRPS)
GAUSSIAN_LOG_LOSS = partial(_of_normals, NORMAL_LOG)


def row_losses(
    loss: Callable[..., ForecastLosses], *columns: ArrayLike, **given: Any
) -> Rows:
    """Return what each row loses, whose weighted mean is the metric."""
    opened: ForecastLosses = loaded(loss)(*columns, **given)
    return opened.row_values()
