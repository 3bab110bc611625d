"""Moments of errors, and errors relative to a naive forecast."""

from __future__ import annotations

import copy
import math
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.means import Mean, mean_of_sums
from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.groups import GroupIds, coded, group_ids
from fastmetrics._inputs.number_pairs import NumberPair, number_array, read_numbers
from fastmetrics._kernels import errors
from fastmetrics._kernels import series as kernel
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.metrics.regression.formulas.slopes import Moments, Slopes
from fastmetrics.metrics.regression.measuring.error_sums import (
    ALL,
    ErrorSums,
    SummedRows,
    sum_rows,
    sum_rows_alike,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula


# ------------------------------------------------------------------------ error moments
# SummedErrors: sums for all requested metrics, from one pass over a model's errors.


# The highest order, and the powers of y and of e of the five moments of `Slopes`.
ORDER = 4
_POWERS = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
# If cancellation leaves less than this proportion of a variance, digits are lost.
_LEFT = 1e-9


class JointMoments:
    """Sums of powers of y times powers of e, over rows with weights or without.

    Parameters
    ----------
    sums : ndarray of shape (5, 5)
        [i, j]: Σ w tⁱ dʲ, with t = y - c, d = e - f and i + j up to 4; 0 beyond.
    squares : ndarray of shape (5, 5)
        The same with w² in place of w.
    origins : tuple of two float
        c and f.
    n : int
        Number of rows with weight above 0.

    Attributes
    ----------
    moments : Moments
    """

    def __init__(
        self,
        sums: NDArray[np.float64],
        squares: NDArray[np.float64],
        origins: tuple[float, float],
        n: int,
    ) -> None:
        self.n = n
        self._total = float(sums[0, 0])
        by = sums / self._total
        away = float(by[1, 0]), float(by[0, 1])
        self._central = _shifted(by, away)
        self._total_of_squares = float(squares[0, 0])
        self._around = _shifted(squares, away)
        self.moments = Moments(
            n,
            origins[0] + away[0],
            origins[1] + away[1],
            *(float(self._central[of]) for of in _POWERS[2:]),
        )

    @property
    def kurtosis(self) -> float:
        """Kurtosis of the errors: 3 for a normal distribution, 0 if all are equal."""
        variance = self._central[0, 2]
        return float(self._central[0, 4] / variance**2) if variance > 0 else 0.0

    def mean(self, slopes: Slopes) -> Mean | None:
        """Return a metric with these slopes as the mean of its pseudo-values.

        Value and skewness are unknown: NaN and 0. None if digits are lost.
        """
        g = np.array(slopes)
        m = np.array([0.0, 0.0, *self.moments[3:]])
        each = np.array([self._around[of] for of in _POWERS])
        both = np.array(
            [[self._around[a + i, b + j] for i, j in _POWERS] for a, b in _POWERS]
        )
        # Σ w² (x - m)(x' - m') of any two of the five.
        both -= np.outer(m, each) + np.outer(each, m)
        both += np.outer(m, m) * self._around[0, 0]
        parts = g * both * g[:, None]
        squares = float(parts.sum())
        if not squares > _LEFT * float(np.abs(parts).sum()):
            return None
        weights = self._total, self._total_of_squares
        return mean_of_sums(math.nan, self.n, weights, (squares, 0.0))


def _shifted(
    sums: NDArray[np.float64], away: tuple[float, float]
) -> NDArray[np.float64]:
    """Return the sums about origins that are moved by ``away``."""
    true, error = (_binomials(-one) for one in away)
    found: NDArray[np.float64] = true @ sums @ error.T
    return found


def _binomials(x: float) -> NDArray[np.float64]:
    """Matrix that maps powers of t to powers of t + x."""
    orders = range(ORDER + 1)
    return np.array(
        [
            [math.comb(i, a) * x ** (i - a) if a <= i else 0.0 for a in orders]
            for i in orders
        ]
    )


# Powers of t and of d of the kernel's products, in order; abs(e y) follows them.
_PRODUCTS = (
    *((1, 1), (3, 0), (2, 1), (1, 2), (0, 3)),
    *((4, 0), (3, 1), (2, 2), (1, 3), (0, 4)),
)
# Names of the other sums.
_NAMES = {(0, 0): "w", (1, 0): "t", (0, 1): "d", (2, 0): "t2", (0, 2): "d2"}
_JOINT = errors.OF_TRUTH | errors.OF_DEVIATIONS | errors.OF_PRODUCTS


class SummedErrors:
    """Sums over a model's errors, and over their products with observed numbers.

    Parameters
    ----------
    sums : ErrorSums
    rows : SummedRows, or None
        With the products; None if they were not requested.
    squares : SummedRows, or None
        The same with squared weights, about the same origins; None without weights.
    power : int
        Weights are divided by this power of two before they are squared, so squares
        stay in range.
    """

    def __init__(
        self,
        sums: ErrorSums,
        rows: SummedRows | None = None,
        squares: SummedRows | None = None,
        power: int = 0,
    ) -> None:
        self.sums = sums
        self._rows, self._squares, self._power = rows, squares, power

    @cached_property
    def joint(self) -> tuple[JointMoments, ...]:
        """Joint moments of observed numbers and errors, by output.

        In the scaled units of the sums.
        """
        if self._rows is None:
            return ()
        totals = self._rows.totals
        assert totals.origins is not None
        sums = [np.ldexp(own, -self._power) for own in _matrices(self._rows)]
        squares = sums if self._squares is None else _matrices(self._squares)
        origins = totals.origins[[0, 2]].T.tolist()
        return tuple(
            JointMoments(own, square, (c, f), totals.n)
            for own, square, (c, f) in zip(sums, squares, origins, strict=True)
        )

    @property
    def kurtosis(self) -> float:
        """Largest kurtosis of the errors of an output; 3 for a normal distribution.

        0 if it is unknown, or errors are all equal.
        """
        return max((one.kurtosis for one in self.joint), default=0.0)

    def spread(self, how: ErrorFormula, parameters: Mapping[str, Any]) -> Mean | None:
        """Variance of a metric, as a `Mean` of its pseudo-values without the value.

        For one output. None if the metric depends on other quantities, or if digits are
        lost.
        """
        if len(self.joint) != 1 or self.sums.totals.scales is not None:
            return None
        if how.slopes is None:
            return self._of_ratio()
        try:
            slopes = how.slopes(self.joint[0].moments, **parameters)
        except ZeroDivisionError:
            return None
        return None if slopes is None else self.joint[0].mean(slopes)

    def _of_ratio(self) -> Mean | None:
        """Return the same for Σ|e| / Σ|y|, without weights."""
        assert self._rows is not None
        assert self._rows.products is not None
        totals = self.sums.totals
        n = totals.n
        above, below, squares, of_true = (
            totals.sums[name].item() for name in ("abs_e", "abs_y", "e2", "y2")
        )
        if self._squares is not None or not below > 0:
            return None
        ratio, both = above / below, self._rows.products[-1].item()
        left = squares - 2 * ratio * both + ratio * ratio * of_true
        if not left > _LEFT * squares:
            return None
        scale = n / below
        return mean_of_sums(ratio, n, (n, n), (left * scale * scale, 0.0))


def _matrices(rows: SummedRows) -> list[NDArray[np.float64]]:
    """Σ w tⁱ dʲ of each output, [i, j]."""
    assert rows.products is not None
    found = np.zeros((len(rows.row), 5, 5))
    for place, name in _NAMES.items():
        found[:, *place] = rows.totals.sums[name]
    for place, product in zip(_PRODUCTS, rows.products, strict=False):
        found[:, *place] = product
    return [*found]


def sum_errors(
    y_true: Any, y_pred: Any, weights: NDArray[np.float64] | None, products: bool
) -> SummedErrors | None:
    """Sum up the rows of a model; None if a sum leaves the range.

    One pass over the rows, or two for products with weights.
    """
    pair = read_numbers(y_true, y_pred, sample_weight=weights)
    found = sum_rows(pair, ALL | errors.OF_PRODUCTS if products else ALL)
    if not np.isfinite(found.sums).all():
        return None
    sums = ErrorSums.of_rows(found, pair.n, weights is not None)
    if not products:
        return SummedErrors(sums)
    if weights is None:
        return SummedErrors(sums, found)
    squared = copy.copy(pair)
    power = int(np.frexp(weights.max())[1])
    squared.weights = np.square(np.ldexp(weights, -power))
    squares = sum_rows_alike(squared, _JOINT, found)
    return SummedErrors(sums, found, squares, power)


# ------------------------------------------------------------------------ scaled errors
# Errors of series relative to the naive forecast, and the values of their rows.


class ScaledSeries(NamedTuple):
    """The scaled error of each series.

    Attributes
    ----------
    values : ndarray of shape (n_series,)
        NaN for a series without a scale.
    weights : ndarray of shape (n_series,)
        Mean weight of the rows of a series; 0 without a scale.
    n_without : int
        Number of series with weight but without a scale.
    scale : float
        Divisor of the errors, for a single series.
    codes : ndarray of shape (n_rows,), or None
        The series of each row; None for a single series.
    pair : NumberPair
        The columns.
    """

    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    n_without: int
    scale: float
    codes: NDArray[np.int64] | None
    pair: NumberPair

    def mean(self) -> float:
        """Mean over the series with a scale; NaN if there are none."""
        kept = self.weights > 0
        if not kept.any():
            return math.nan
        weights = self.weights[kept]
        return sum_products_f64(weights, self.values[kept]) / sum_f64(weights)


def scale_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    y_train: ArrayLike | None = None,
    m: int = 1,
    groups: ArrayLike | None = None,
    groups_train: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    squared: bool,
) -> ScaledSeries:
    """Mean errors relative to naive ones, or the same for root mean squared errors."""
    lag = _season(m)
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    if not pair.is_column:
        raise ValueError(
            f"y_true must be a column, rows in the order of time, got {pair.k} columns."
        )
    train = None if y_train is None else _numbers(y_train)
    _check_given(train, groups, groups_train)
    if groups is None:
        rows = pair.true if train is None else train
        found = _Sorted(pair.true, pair.pred, pair.weights, np.array([pair.n]))
        scales = kernel.mean_naive_errors(rows, np.array([len(rows)]), lag, squared)
        codes = None
    else:
        ids = coded(group_ids(groups, pair.n))
        codes = ids.numbers
        found = _by_series(pair, codes, ids.span)
        if train is None:
            scales = kernel.mean_naive_errors(found.true, found.ends, lag, squared)
        else:
            scales = _scales_of(train, groups_train, ids, lag, squared)
    errors = kernel.mean_errors(
        found.true, found.pred, found.ends, squared, found.weights
    )
    if np.isnan(errors[0]).any():
        pair.check_finite()
        raise RuntimeError("y_true or y_pred was modified while it was being read.")
    weights = _weights_of(found)
    without = scales[0] == 0
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        values = np.ldexp(errors[0] / scales[0], errors[1] - scales[1])
        scale = float(np.ldexp(scales[0][0], scales[1][0]))
    values[without] = math.nan
    n_without = int(np.count_nonzero(without & (weights > 0)))
    weights[without] = 0.0
    return ScaledSeries(values, weights, n_without, scale, codes, pair)


class _Sorted(NamedTuple):
    """Rows, sorted by series."""

    true: NDArray[Any]
    pred: NDArray[Any]
    weights: NDArray[np.float64] | None
    ends: NDArray[np.int64]


def _season(m: int) -> int:
    try:
        lag = index(m)
    except TypeError:
        raise TypeError(f"m must be a whole number, got {type(m).__name__}.") from None
    if not 1 <= lag < 2**62:
        raise ValueError(f"m must be at least 1, got {shown(m)}.")
    return lag


def _numbers(y_train: ArrayLike) -> NDArray[Any]:
    """Values for the scale; all are checked, though not all enter a difference."""
    train = number_array(y_train, "y_train")
    if train.ndim > 1:
        raise ValueError(f"y_train must be a column, got {train.shape[1]} columns.")
    if train.dtype.kind == "f" and not np.isfinite(train).all():
        raise_not_finite(train, "y_train")
    return train


def _check_given(
    train: NDArray[Any] | None,
    groups: ArrayLike | None,
    groups_train: ArrayLike | None,
) -> None:
    if groups_train is not None and (train is None or groups is None):
        raise ValueError(
            "groups_train must be None unless y_train and groups are given: it names "
            "the series of each row of y_train."
        )
    if train is not None and groups is not None and groups_train is None:
        raise ValueError(
            "groups_train must be given with y_train and groups: the series of each "
            "value of y_train."
        )


def _order(codes: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Order of the rows by series; None if they are sorted."""
    if not (codes[1:] < codes[:-1]).any():
        return None
    rows = np.arange(len(codes), dtype=np.uint64)
    return sort_pairs(codes.view(np.uint64), rows)[1].view(np.int64)


def _by_series(pair: NumberPair, codes: NDArray[np.int64], n: int) -> _Sorted:
    ends = np.cumsum(np.bincount(codes, minlength=n))
    order = _order(codes)
    true, pred, weights = pair.true, pair.pred, pair.weights
    if order is not None:
        true, pred = true[order], pred[order]
        weights = None if weights is None else weights[order]
    return _Sorted(true, pred, weights, ends)


def _scales_of(
    train: NDArray[Any], groups_train: Any, series: GroupIds, lag: int, squared: bool
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the naive errors of each series; 0 of one that is not in `train`."""
    own = coded(group_ids(groups_train, len(train), "groups_train"))
    codes = own.numbers
    order = _order(codes)
    ends = np.cumsum(np.bincount(codes, minlength=own.span))
    found = kernel.mean_naive_errors(
        train if order is None else train[order], ends, lag, squared
    )
    place = {name: at for at, name in enumerate(_names(own, series))}
    at = np.array([place.get(name, -1) for name in _names(series, own)])
    means, powers = (one[at] for one in found)
    means[at < 0] = 0.0
    return means, powers


def _names(ids: GroupIds, others: GroupIds) -> list[Any]:
    """Return the ids of the series; times in a unit that both columns have."""
    values = ids.values
    assert values is not None  # coded ids have them
    if ids.dtype.kind in "mM" and others.dtype.kind == ids.dtype.kind:
        common = np.promote_types(ids.dtype, others.dtype)
        return list(values.astype(common).view(np.int64).tolist())
    return list(values.tolist())


def _weights_of(rows: _Sorted) -> NDArray[np.float64]:
    """Return the mean weight of each series' rows."""
    if rows.weights is None:
        return np.ones(len(rows.ends))
    starts = np.concatenate([[0], rows.ends[:-1]])
    sums = np.add.reduceat(rows.weights, starts)
    return np.asarray(sums / (rows.ends - starts))


# ------------------------------------------------------------- what rows contribute


def row_values(
    y_true: ArrayLike, y_pred: ArrayLike, *, squared: bool, **options: Any
) -> NDArray[np.float64]:
    """Contribution of each row to a mean error relative to the naive one.

    For the root of squares in a single series, the root plus the first-order influence
    of the row.
    """
    found = scale_errors(y_true, y_pred, squared=squared, **options)
    if found.codes is not None:
        return _of_series(found, found.codes)
    losses = _losses(found)
    root = found.mean() if squared else 0.0
    if not root > 0:  # no error, or no scale
        return losses
    with np.errstate(over="ignore"):
        return np.asarray((losses * (losses / root) + root) / 2)


def _losses(found: ScaledSeries) -> NDArray[np.float64]:
    """Return each row's error over the scale, NaN if there is none."""
    scale = found.scale if found.scale else math.nan
    true = found.pair.true.astype(np.float64)
    with np.errstate(over="ignore"):
        return np.asarray(np.abs(found.pair.pred - true) / scale)


def _of_series(found: ScaledSeries, codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean plus each row's part of the deviation of its series.

    The weighted sum over the rows of a series is its contribution to the mean over
    series. Series that are left out contribute nothing.
    """
    mean = found.mean()
    weights = found.pair.weights
    total = float(len(codes)) if weights is None else sum_f64(weights)
    sizes = np.bincount(codes, minlength=len(found.values))
    adds = np.where(found.weights > 0, found.values - mean, 0.0)
    adds *= total / sum_f64(found.weights) / sizes if mean == mean else math.nan
    return np.asarray(mean + adds[codes])
