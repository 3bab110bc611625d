"""Observed numbers with predictions: numbers, quantiles, intervals, ensembles."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, is_real, number
from fastmetrics._inputs.columns import as_array, raise_no_rows, raise_not_finite
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import (
    map_rows,
    numbers,
    sample_weights,
    warn_other_order,
)
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

# They are passed on unchanged, whatever their type, strides and order: kernels read
# them a block at a time. Whether numbers are finite is seen there too, on the way; only
# where sums are not is `NumberPair.check_finite` asked for the error to raise.


def quantity(value: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return a number, or an array-like of numbers, as float64."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if is_real(value):
        return np.asarray(number(value, name))
    with np.errstate(over="ignore"):  # of long doubles
        return numbers(as_array(value, name), name).astype(np.float64)


def check_shapes(**arrays: NDArray[Any]) -> None:
    """Raise unless quantities, by their names, have one shape or are single numbers."""
    shapes = {name: array.shape for name, array in arrays.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        *names, last = shapes
        raise ValueError(
            f"{', '.join(names)} and {last} must have the same shape or be single "
            f"numbers, got the shapes {', '.join(map(str, shapes.values()))}."
        ) from None


def plain(value: NDArray[Any]) -> Any:
    """Return a number as a float and an array as it is."""
    return float(value) if np.ndim(value) == 0 else value


# --- two columns of numbers, or two matrices of several outputs: observed and predicted
#
# They are passed on unchanged, whatever their type, strides and order: kernels read
# them a block at a time. Whether numbers are finite is seen there too, on the way; only
# where sums are not is `NumberPair.check_finite` asked for the error to raise.

# What kernels read in place; half floats and long doubles are converted.
_PLAIN = frozenset(np.dtype(code) for code in "bBhHiIlLqQfd")
_AS_BYTES = np.dtype(np.uint8)

_MODES = ("raw_values", "uniform_average")


class Outputs:
    """The average over several outputs.

    Attributes
    ----------
    k : int
        Outputs.
    multioutput : str
        "raw_values", "uniform_average", "variance_weighted" or "weights".
    output_weights : ndarray of float64, or None
        What outputs count in the average; None: all the same.
    """

    __slots__ = ("k", "multioutput", "output_weights")

    k: int
    multioutput: str
    output_weights: NDArray[np.float64] | None

    def __init__(self, k: int) -> None:
        self.k = k
        self.multioutput = "uniform_average"
        self.output_weights = None


class NumberPair(Outputs):
    """Observed and predicted numbers of the same rows, and how outputs are averaged.

    Attributes
    ----------
    true, pred : ndarray of shape (n,) or (n, k)
        Integers, float32 or float64: the caller's own memory, to be read only.
    weights : ndarray of float64, or None
        The rows' weights.
    n : int
        Rows.
    is_column : bool
        Whether there is one output.
    names : tuple of two str
        What errors call the columns.
    """

    __slots__ = ("is_column", "n", "names", "pred", "true", "weights")

    true: NDArray[Any]
    pred: NDArray[Any]
    weights: NDArray[np.float64] | None
    n: int
    is_column: bool
    names: tuple[str, str]

    def __init__(
        self, true: NDArray[Any], pred: NDArray[Any], names: tuple[str, str]
    ) -> None:
        super().__init__(1 if true.ndim == 1 else true.shape[1])
        self.true = true
        self.pred = pred
        self.n = len(true)
        self.is_column = true.ndim == 1
        self.weights = None
        self.names = names

    def check_finite(self) -> None:
        """Raise if a number is NaN or infinite; one pass over each column."""
        for array, name in zip((self.true, self.pred), self.names, strict=True):
            if array.dtype.kind == "f" and not all(map_rows(_are_finite, array)):
                raise_not_finite(array, name)

    def columns(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return observed and predicted numbers of each output."""
        if self.is_column:
            return [(self.true, self.pred)]
        return [(self.true[:, j], self.pred[:, j]) for j in range(self.k)]


def read_numbers(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    pred_name: str = "y_pred",
    variance_weighted: bool = False,
) -> NumberPair:
    """Return observed and predicted numbers, checked but for NaN and infinity.

    A matrix of one column is a column. ``variance_weighted``: whether the function
    knows that average, for which None stands too: as the uniform one.
    """
    if type(y_true) is not np.ndarray:
        weights = {"sample_weight": sample_weight}
        warn_other_order(y_true=y_true, **{pred_name: y_pred}, **weights)
    true = number_array(y_true, "y_true")
    pred = number_array(y_pred, pred_name)
    if len(true) != len(pred):
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: y_true has "
            f"{len(true)}, {pred_name} has {len(pred)}."
        )
    if true.ndim != pred.ndim or (true.ndim == 2 and true.shape[1] != pred.shape[1]):
        shapes = [1 if x.ndim == 1 else x.shape[1] for x in (true, pred)]
        raise ValueError(
            f"y_true and {pred_name} have different number of output "
            f"({shapes[0]}!={shapes[1]})"
        )
    pair = NumberPair(true, pred, ("y_true", pred_name))
    if sample_weight is not None:
        pair.weights = sample_weights(sample_weight, pair.n)
    read_multioutput(pair, multioutput, variance_weighted)
    return pair


def number_array(x: Any, name: str) -> NDArray[Any]:
    """Return one or two dimensions of numbers that kernels read; they may be NaN."""
    array = x
    if type(x) is not np.ndarray or x.ndim != 1 or x.dtype not in _PLAIN:
        array = numbers(as_array(x, name), name)
        if array.ndim > 2:
            raise ValueError(
                f"Found array with dim {array.ndim}: {name} must have one or two "
                f"dimensions, got shape {array.shape}."
            )
        if array.ndim == 2:
            if array.shape[1] == 0:
                raise ValueError(
                    f"Found array with 0 feature(s) (shape={array.shape}) while a "
                    f"minimum of 1 is required: {name} has no column."
                )
            if array.shape[1] == 1:
                array = array[:, 0]
        array = _readable(array)
    if len(array) == 0:
        raise_no_rows(name)
    return array


def average_outputs(values: NDArray[np.float64], outputs: Outputs) -> Any:
    """Return the average of the outputs' values, or all of them if asked for.

    They are along the last axis.
    """
    if outputs.multioutput == "raw_values":
        return values
    weights = outputs.output_weights
    if outputs.k == 1:
        average = values[..., 0]
    elif weights is None:
        average = values.mean(axis=-1)
    else:
        average = values @ (weights / weights.sum())
    return float(average) if average.ndim == 0 else average


def read_multioutput(
    outputs: Outputs, multioutput: Any, variance_weighted: bool = False
) -> None:
    """Read the average over outputs; ``variance_weighted`` as above."""
    if type(multioutput) is str and multioutput == "uniform_average":
        return
    if isinstance(multioutput, str):
        allowed = (*_MODES, "variance_weighted") if variance_weighted else _MODES
        if multioutput not in allowed:
            raise ValueError(
                f"Allowed 'multioutput' string values are {allowed}. You provided "
                f"multioutput={multioutput!r}"
            )
        outputs.multioutput = multioutput
        return
    if multioutput is None:
        if not variance_weighted:
            _refuse(multioutput)
        return
    try:
        weights = numbers(as_array(multioutput, "multioutput"), "multioutput")
    except TypeError:
        weights = None
    if weights is None:
        _refuse(multioutput)
    if weights.ndim != 1:
        raise ValueError(
            "multioutput must be a string or one weight per output, got shape "
            f"{weights.shape}."
        )
    if outputs.k == 1:
        raise ValueError("Custom weights are useful only in multi-output cases.")
    if len(weights) != outputs.k:
        raise ValueError(
            f"There must be equally many custom weights ({len(weights)}) as outputs "
            f"({outputs.k})."
        )
    weights = weights.astype(np.float64)
    raise_not_finite(weights, "multioutput")
    with np.errstate(over="ignore"):
        total = weights.sum()
    if (weights < 0).any() or not 0 < total < inf:
        raise ValueError(
            "multioutput must hold weights that are not negative and of a finite sum "
            f"above 0, got {weights.tolist()}."
        )
    outputs.output_weights = weights
    outputs.multioutput = "weights"


def _are_finite(array: NDArray[Any]) -> bool:
    return bool(np.isfinite(array).all())


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers in a type that kernels read."""
    if array.dtype in _PLAIN:
        return array
    if array.dtype.kind == "b":
        return array.view(_AS_BYTES)
    with np.errstate(over="ignore"):  # of long doubles; infinity is refused
        return array.astype(np.float64)


def _refuse(multioutput: Any) -> NoReturn:
    raise TypeError(
        "multioutput must be a string or one weight per output, got "
        f"{type(multioutput).__name__}."
    )


# --- observed numbers and forecasts: quantiles, intervals, ensembles, normals
#
# They are passed on unchanged; kernels see on their way whether they are finite, and
# whether they are in order where they must be. Only then `ForecastColumns.raise_wrong`
# is asked for the error to raise.

# Codes of the kernels for crossing quantiles.
_CROSSING = {"allow": ALLOW, "sort": SORT, "raise": WATCH}


class ForecastColumns:
    """The columns of a forecast, and the observed values.

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

    def raise_wrong(self, flags: int) -> NoReturn:
        """Raise the error of numbers that a kernel has refused."""
        if flags & NOT_FINITE:
            for name, array in {"y_true": self.true, **self.forecasts}.items():
                raise_not_finite(array, name)
        elif flags & DISORDER and self.levels is not None:
            self._raise_crossing(self.levels)
        elif flags & DISORDER:
            self._raise_upside_down()
        elif flags & NEGATIVE:
            self._raise_negative()
        raise RuntimeError("A column was modified while it was being read.")

    def _raise_crossing(self, levels: NDArray[np.float64]) -> None:
        ((name, matrix),) = self.forecasts.items()
        ascending = matrix[:, np.argsort(levels)]
        rows = np.flatnonzero((ascending[:, 1:] < ascending[:, :-1]).any(axis=1))
        if len(rows):
            row = ascending[rows[0]].tolist()
            raise ValueError(
                f"The quantiles of {name} cross in {len(rows)} of {self.n} rows, the "
                f"first in row {rows[0]}: by ascending level they are {row}. "
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
    if not all(np.isfinite(column).all() for column in columns):
        read.raise_wrong(NOT_FINITE)
    if (columns[-1] < 0).any():
        read.raise_wrong(NEGATIVE)
    true, mu, deviation = (column.astype(np.float64, copy=False) for column in columns)
    return true, mu, deviation, read.weights


def read_forecast_matrix(
    y_true: ArrayLike, sample_weight: ArrayLike | None, **matrix: ArrayLike
) -> ForecastColumns:
    """Return a forecast of several numbers per row; a column is a matrix of one."""
    ((name, values),) = matrix.items()
    array = number_array(values, name)
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
    coverages = _levels(levels, "levels")
    if coverages.ndim != 1 or not len(coverages):
        raise ValueError(
            f"levels must be a column of levels, got shape {coverages.shape}."
        )
    _check_levels(coverages, "levels")
    return coverages


def _levels(levels: Any, name: str) -> NDArray[np.float64]:
    if is_real(levels):
        return np.array([number(levels, name)])
    column = numbers(as_array(levels, name), name)
    return np.require(column, np.float64, ["C", "ALIGNED"])


def _check_levels(levels: NDArray[np.float64], name: str) -> None:
    listed = levels.tolist()
    if not all(0 < level < 1 for level in listed):
        raise ValueError(f"{name} must lie between 0 and 1, got {_shown(listed)}.")
    if len({*listed}) < len(listed):
        raise ValueError(f"{name} must all be different, got {_shown(listed)}.")


def crossing_of(crossing: Any) -> int:
    """Return the kernel's code for the treatment of quantiles that cross."""
    if not is_one_of(crossing, _CROSSING):
        raise ValueError(
            f"crossing must be 'allow', 'sort' or 'raise', got {shown(crossing)}."
        )
    return _CROSSING[crossing]


def _column(values: ArrayLike, name: str) -> NDArray[Any]:
    array = number_array(values, name)
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
