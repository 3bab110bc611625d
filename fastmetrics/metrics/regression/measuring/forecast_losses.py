"""What forecasts of numbers lose: all rows, in blocks of the kernel, and each row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag, check_level
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
    "ForecastRows",
    "covered_rows",
    "ensemble_crps",
    "interval_losses",
    "interval_widths",
    "mean_pinballs",
    "normal_crps",
    "normal_log_losses",
    "of_ensembles",
    "of_intervals",
    "of_normals",
    "of_quantiles",
    "penalty_per_unit",
    "quantile_crps",
    "rows_not_above",
]

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

        total, lost = _added(self._each(add))
        if math.isfinite(total):
            total += lost
        elif measure == ENSEMBLE:  # NaN, too: of differences that overflow
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

        def add(start: int, stop: int) -> tuple[Any, int]:
            kernel = self._kernel
            totals, seen = kernel.sum_columns(start, stop, measure, weights=weights)
            return totals.T, seen

        parts = self._each(add)
        with np.errstate(invalid="ignore", over="ignore"):  # of infinite sums
            total, lost = _added(parts)
            exact = np.where(np.isfinite(total), total + lost, total)
        found: NDArray[np.float64] = exact / self._weight()
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


# --- what each row loses; the weighted mean is the metric


def mean_pinballs(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the mean loss of each row's quantiles."""
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    return rows.row_values(PINBALL)


def quantile_crps(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return twice the mean loss of each row's quantiles."""
    return 2.0 * mean_pinballs(
        y_true,
        y_quantiles,
        quantiles=quantiles,
        crossing=crossing,
        sample_weight=sample_weight,
    )


def rows_not_above(
    y_true: ArrayLike,
    y_quantiles: ArrayLike,
    *,
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return 1 for each row that is not above its quantile, 0 for the others."""
    rows = of_quantiles(y_true, y_quantiles, quantiles, crossing, sample_weight)
    if rows.k > 1:
        raise ValueError(
            "quantile_coverage is a single number of a single quantile only: got "
            f"{rows.k}. Give one column and its level."
        )
    return rows.row_values(NOT_ABOVE)


def covered_rows(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return 1 for each row inside its interval, 0 for the others."""
    return of_intervals(y_true, y_lower, y_upper, sample_weight).row_values(COVERED)


def interval_widths(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the width of each row's interval."""
    return of_intervals(y_true, y_lower, y_upper, sample_weight).row_values(WIDTH)


def interval_losses(
    y_true: ArrayLike,
    y_lower: ArrayLike,
    y_upper: ArrayLike,
    *,
    confidence_level: float = 0.95,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the width of each row's interval and what it loses outside."""
    penalty = penalty_per_unit(confidence_level)
    rows = of_intervals(y_true, y_lower, y_upper, sample_weight)
    return rows.row_values(INTERVAL, penalty=penalty)


def penalty_per_unit(confidence_level: float) -> float:
    """Return what an interval loses for each unit that a row is outside."""
    return 2.0 / (1.0 - check_level(confidence_level))


def ensemble_crps(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the score of each row's ensemble; NaN if it should be fair to one."""
    check_flag(fair, "fair")
    rows = of_ensembles(y_true, y_ensemble, sample_weight)
    found = rows.row_values(ENSEMBLE, fair=bool(fair and rows.k > 1))
    return np.full_like(found, np.nan) if fair and rows.k == 1 else found


def normal_crps(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return the score of each row's normal distribution."""
    return of_normals(y_true, mean, scale, sample_weight).row_values(NORMAL_CRPS)


def normal_log_losses(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Rows:
    """Return minus the logarithm of each row's density."""
    return of_normals(y_true, mean, scale, sample_weight).row_values(NORMAL_LOG)
