"""Observed numbers and what was forecast: quantiles, intervals, ensembles, normals.

They are handed on as they lie; kernels see on their way whether they are finite, and
whether they are in order where they must be. Only then `ForecastColumns.raise_wrong` is
asked for the error to raise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, is_real, number
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.number_pairs import number_array
from fastmetrics._inputs.scores import numbers, sample_weights
from fastmetrics._inputs.targets import check_length
from fastmetrics._kernels.number_forecasts import (
    ALLOW,
    DISORDER,
    NEGATIVE,
    NOT_FINITE,
    SORT,
    WATCH,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "ForecastColumns",
    "crossing_of",
    "read_coverages",
    "read_forecast_columns",
    "read_forecast_matrix",
    "read_levels",
    "read_normals",
]

# What is done about quantiles that cross, as kernels know it.
_CROSSING = {"allow": ALLOW, "sort": SORT, "raise": WATCH}


class ForecastColumns:
    """The columns of a forecast, and what is observed.

    Attributes
    ----------
    true : ndarray of shape (n,)
        Integers, float32 or float64, as all that follow: the caller's own memory, to
        be read only.
    forecasts : dict of str to ndarray
        By the name of the argument: columns, or one matrix of shape (n, k).
    weights : ndarray of float64, or None
        The rows' weights.
    levels : ndarray of float64, or None
        Of quantiles: the level of each column.
    """

    __slots__ = ("forecasts", "levels", "true", "weights")

    def __init__(
        self,
        true: NDArray[Any],
        forecasts: dict[str, NDArray[Any]],
        sample_weight: ArrayLike | None,
    ) -> None:
        self.true = true
        self.forecasts = forecasts
        self.levels: NDArray[np.float64] | None = None
        self.weights: NDArray[np.float64] | None = None
        for name, array in forecasts.items():
            check_length(array, len(true), name)
        if sample_weight is not None:
            self.weights = sample_weights(sample_weight, len(true))

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.true)

    def raise_wrong(self, seen: int) -> NoReturn:
        """Raise what is wrong with numbers that a kernel has refused."""
        if seen & NOT_FINITE:
            for name, array in {"y_true": self.true, **self.forecasts}.items():
                raise_not_finite(array, name)
        elif seen & DISORDER and self.levels is not None:
            self._raise_crossing(self.levels)
        elif seen & DISORDER:
            self._raise_upside_down()
        elif seen & NEGATIVE:
            self._raise_negative()
        raise RuntimeError("A column was modified while it was being read.")

    def _raise_crossing(self, levels: NDArray[np.float64]) -> None:
        ((name, matrix),) = self.forecasts.items()
        ascending = matrix[:, np.argsort(levels)]
        rows = np.flatnonzero((ascending[:, 1:] < ascending[:, :-1]).any(axis=1))
        if len(rows):
            found = ascending[rows[0]].tolist()
            raise ValueError(
                f"The quantiles of {name} cross in {len(rows)} of {self.n} rows, the "
                f"first in row {rows[0]}: by ascending level they are {found}. "
                "crossing='sort' sorts each row, crossing='allow' takes them as they "
                "are."
            )

    def _raise_upside_down(self) -> None:
        (below, lower), (above, upper) = self.forecasts.items()
        rows = np.flatnonzero(lower > upper)
        if len(rows):
            at = int(rows[0])
            raise ValueError(
                f"{below} must not be above {above}: it is in {len(rows)} of {self.n} "
                f"rows, the first is row {at} ({lower[at]} > {upper[at]})."
            )

    def _raise_negative(self) -> None:
        scale = self.forecasts["scale"]
        rows = np.flatnonzero(scale < 0)
        if len(rows):
            raise ValueError(
                f"scale must not be negative: {len(rows)} of {self.n} are, the first "
                f"in row {rows[0]} ({scale[rows[0]]})."
            )


def read_forecast_columns(
    y_true: ArrayLike, sample_weight: ArrayLike | None, **columns: ArrayLike
) -> ForecastColumns:
    """Return columns of the forecast, by the names of their arguments."""
    read = {name: _column(array, name) for name, array in columns.items()}
    return ForecastColumns(_column(y_true, "y_true"), read, sample_weight)


def read_normals(
    y_true: ArrayLike,
    mean: ArrayLike,
    scale: ArrayLike,
    sample_weight: ArrayLike | None = None,
) -> tuple[Any, Any, Any, NDArray[np.float64] | None]:
    """Return checked columns of normal forecasts as float64, and weights or None."""
    read = read_forecast_columns(y_true, sample_weight, mean=mean, scale=scale)
    columns = read.true, *read.forecasts.values()
    if not all(np.isfinite(one).all() for one in columns):
        read.raise_wrong(NOT_FINITE)
    if (columns[-1] < 0).any():
        read.raise_wrong(NEGATIVE)
    true, mu, deviation = (one.astype(np.float64, copy=False) for one in columns)
    return true, mu, deviation, read.weights


def read_forecast_matrix(
    y_true: ArrayLike, sample_weight: ArrayLike | None, **matrix: ArrayLike
) -> ForecastColumns:
    """Return a forecast of several numbers per row; a column is a matrix of one."""
    ((name, given),) = matrix.items()
    array = number_array(given, name)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    return ForecastColumns(_column(y_true, "y_true"), {name: array}, sample_weight)


def read_levels(quantiles: Any, k: int) -> NDArray[np.float64]:
    """Return the levels of k columns of quantiles: different, and in (0, 1)."""
    levels = _levels(quantiles, "quantiles")
    if levels.shape != (k,):
        raise ValueError(
            "quantiles must hold the level of each column of y_quantiles, which has "
            f"{k}: got shape {levels.shape}."
        )
    _check_levels(levels, "quantiles")
    return levels


def read_coverages(levels: Any) -> NDArray[np.float64]:
    """Return any number of levels of intervals: different, and in (0, 1)."""
    found = _levels(levels, "levels")
    if found.ndim != 1 or not len(found):
        raise ValueError(f"levels must be a column of levels, got shape {found.shape}.")
    _check_levels(found, "levels")
    return found


def _levels(given: Any, name: str) -> NDArray[np.float64]:
    if is_real(given):
        return np.array([number(given, name)])
    found = numbers(as_array(given, name), name)
    return np.require(found, np.float64, ["C", "ALIGNED"])


def _check_levels(levels: NDArray[np.float64], name: str) -> None:
    listed = levels.tolist()
    if not all(0 < level < 1 for level in listed):
        raise ValueError(f"{name} must lie between 0 and 1, got {_shown(listed)}.")
    if len({*listed}) < len(listed):
        raise ValueError(f"{name} must all be different, got {_shown(listed)}.")


def crossing_of(crossing: Any) -> int:
    """Return what is done about quantiles that cross, as kernels know it."""
    if not is_one_of(crossing, _CROSSING):
        raise ValueError(
            f"crossing must be 'allow', 'sort' or 'raise', got {shown(crossing)}."
        )
    return _CROSSING[crossing]


def _column(given: ArrayLike, name: str) -> NDArray[Any]:
    array = number_array(given, name)
    if array.ndim == 2:
        raise ValueError(
            f"{name} must be a 1d array (or of shape (n_samples, 1)), got an array of "
            f"shape {array.shape}."
        )
    return array


def _shown(levels: list[float]) -> str:
    """Return a few levels, and how many there are if there are more."""
    if len(levels) <= 10:
        return str(levels)
    return f"{str(levels[:10])[:-1]}, ...] ({len(levels)} in all)"
