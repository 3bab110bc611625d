"""Losses of forecasts of distributions, of numbers and of vectors."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import check_flag, check_level
from fastmetrics._common.records import loaded
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.number_pairs import (
    ForecastColumns,
    crossing_of,
    read_forecast_columns,
    read_forecast_matrix,
    read_levels,
)
from fastmetrics._inputs.scores import numbers, sample_weights
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
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import Crossing, Levels

    Rows = NDArray[np.float64]
    Floats = NDArray[np.float64]


# ----------------------------------------------------------------- probabilistic losses
# Losses of quantiles, intervals, ensembles and normal distributions as forecasts.
#
# A loss is a function that opens the columns. The result has the mean, computed in
# blocks by the kernel, and the loss of each row.


# Numbers in a block of rows; the rows of blocks are a multiple of the second.
_BLOCK = 1 << 19
_AT_ONCE = 512


class ForecastLosses:
    """Losses of forecasts by a measure of the kernel; columns are read in place.

    Attributes
    ----------
    defined : bool
        Whether the loss is defined for these forecasts; otherwise rows have NaN.
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
        """Number of quantiles or members."""
        return self._kernel.k

    def mean(self) -> float:
        """Weighted mean of the losses of rows."""
        weights, measure = self._columns.weights, self._measure

        def add(start: int, stop: int) -> tuple[Any, int]:
            total, lost, seen = self._kernel.measure_rows(
                start, stop, measure, weights=weights, **self._options
            )
            return (total, lost), seen

        total, lost = _added(self._each(add))
        if math.isfinite(total):
            total += lost
        elif measure == ENSEMBLE:  # also if NaN: differences overflowed
            total = math.inf
        return total / self._weight()

    def row_values(self) -> Rows:
        """Loss of each row."""
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
        """Weighted mean of each column of quantiles."""
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
        """Call a method of the kernel for all blocks; raise for invalid values."""
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
    """Total of sums, and the rounding error of their additions."""
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
    quantiles: Levels,
    crossing: Crossing = "allow",
    sample_weight: ArrayLike | None = None,
    *,
    factor: float = 1.0,
) -> ForecastLosses:
    method = crossing_of(crossing)
    read = read_forecast_matrix(y_true, sample_weight, y_quantiles=y_quantiles)
    matrix = read.forecasts["y_quantiles"]
    read.levels = read_levels(quantiles, matrix.shape[1])
    kernel = open_quantiles(read.true, matrix, read.levels, method)
    return ForecastLosses(read, kernel, measure, factor=factor)


MEAN_QUANTILE_LOSS = partial(_of_quantiles, PINBALL)
CRPS_QUANTILE = partial(_of_quantiles, PINBALL, factor=2.0)
QUANTILE_COVERAGE = partial(_of_quantiles, NOT_ABOVE)


def single_quantile(
    y_true: ArrayLike, y_quantiles: ArrayLike, **options: Any
) -> ForecastLosses:
    """Open the forecasts of one quantile for its coverage; raise for several."""
    found = QUANTILE_COVERAGE(y_true, y_quantiles, **options)
    if found.k > 1:
        raise ValueError(
            "quantile_coverage is a single number only for a single quantile: got "
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
    *columns: ArrayLike, confidence_level: float = 0.95, **options: Any
) -> ForecastLosses:
    """Open intervals for their widths, plus a penalty per unit outside."""
    penalty = 2.0 / (1.0 - check_level(confidence_level))
    return _of_intervals(INTERVAL, *columns, penalty=penalty, **options)


def crps_ensemble(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> ForecastLosses:
    """Open the members of ensembles; a fair score needs at least two."""
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
    loss: Callable[..., ForecastLosses], *columns: ArrayLike, **options: Any
) -> Rows:
    """Loss of each row; the weighted mean is the metric."""
    opened: ForecastLosses = loaded(loss)(*columns, **options)
    return opened.row_values()


# ------------------------------------------------------------------------ vector losses
# Ensembles of vectors: distances between members and observations, and ranks.


# Numbers in one block.
_ENTRIES_AT_ONCE = 1 << 20


class Vectors(NamedTuple):
    """Observations, (n, d), forecasts of the members, (n, m, d), and weights."""

    true: Floats
    members: Floats
    weights: Floats | None

    def blocks(self, size: int) -> Iterator[slice]:
        """Yield blocks of rows; ``size`` is the number of results per row."""
        step = max(1, _ENTRIES_AT_ONCE // max(size, 1))
        for start in range(0, len(self.true), step):
            yield slice(start, start + step)


def read_vectors(
    y_true: ArrayLike, y_ensemble: ArrayLike, sample_weight: ArrayLike | None = None
) -> Vectors:
    """Read and check vectors; numbers are vectors with one coordinate."""
    true, members = (
        numbers(as_array(one, name), name).astype(np.float64)
        for one, name in ((y_true, "y_true"), (y_ensemble, "y_ensemble"))
    )
    if true.ndim == 1:
        true = true[:, np.newaxis]
    if members.ndim == 2 and true.shape[1] == 1:
        members = members[:, :, np.newaxis]
    if members.ndim == 1 and true.shape[1] == 1:
        members = members[:, np.newaxis, np.newaxis]
    if true.ndim != 2 or members.ndim != 3 or members.shape[2] != true.shape[1]:
        raise ValueError(
            "y_true must have shape (n_samples, n_dimensions) and y_ensemble "
            "(n_samples, n_members, n_dimensions), or (n_samples,) and (n_samples, "
            f"n_members); got {np.shape(y_true)} and {np.shape(y_ensemble)}."
        )
    check_length(members, len(true), "y_ensemble")
    if not members.size:
        raise ValueError(f"y_ensemble has no numbers: its shape is {members.shape}.")
    for name, array in (("y_true", true), ("y_ensemble", members)):
        raise_not_finite(array.reshape(-1), name)
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(true))
    return Vectors(true, members, weights)


def energy_losses(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> Floats:
    """Energy score of each row; NaN if the fair score is undefined."""
    check_flag(fair, "fair")
    read = read_vectors(y_true, y_ensemble, sample_weight)
    n, m, d = read.members.shape
    found = np.empty(n)
    pairs = m * (m - 1) if fair else m * m
    # Numbers near the largest float are scaled, so sums of distances stay in range.
    true, ensembles, power = read.true, read.members, 0
    if max(np.abs(true).max(), np.abs(ensembles).max()) > 1e300:
        power = 64
        true, ensembles = np.ldexp(true, -power), np.ldexp(ensembles, -power)
    for rows in read.blocks(m * d):
        members = ensembles[rows]
        from_true = _lengths(members - true[rows, np.newaxis]).sum(axis=1)
        apart = np.zeros(len(members))
        for j in range(m - 1):
            between = members[:, j + 1 :] - members[:, j, np.newaxis]
            apart += _lengths(between).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            losses = from_true / m - apart / pairs
            found[rows] = np.ldexp(losses, power) if power else losses
    if fair and m == 1:
        found[:] = math.nan
    return found


def _lengths(vectors: Floats) -> Floats:
    """Euclidean lengths, computed without overflow of squares."""
    largest = np.abs(vectors).max(axis=-1)
    if vectors.shape[-1] == 1:
        return largest
    unit = np.where(largest > 0, largest, 1.0)
    scaled = vectors / unit[..., np.newaxis]
    found: Floats = np.sqrt(np.sum(scaled * scaled, axis=-1)) * unit
    return found


def pre_ranks(read: Vectors, ranking: str) -> NDArray[Any]:
    """Pre-ranks of the observation (first) and of the members, (n, m + 1).

    Numbers are returned as they are, because their ranks have the same order.
    """
    n, m, d = read.members.shape
    if d == 1:
        return np.concatenate([read.true, read.members[:, :, 0]], axis=1)
    found = np.empty((n, m + 1), np.int64)
    for rows in read.blocks((m + 1) ** 2):
        every = np.concatenate(
            [read.true[rows, np.newaxis], read.members[rows]], axis=1
        )
        shape = len(every), m + 1, m + 1
        together, added = np.ones(shape, np.bool_), np.zeros(shape[:2], np.int64)
        for at in range(d):
            one = every[..., at]
            below = one[:, np.newaxis, :] <= one[:, :, np.newaxis]
            together &= below
            added += below.sum(axis=2)
        found[rows] = together.sum(axis=2) if ranking == "multivariate" else added
    return found
