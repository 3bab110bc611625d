"""Errors of series of rows in units of those of the naive forecast, and row values."""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.sorting import sort_pairs
from fastmetrics._inputs.columns import raise_not_finite
from fastmetrics._inputs.groups import GroupIds, coded, group_ids
from fastmetrics._inputs.number_pairs import NumberPair, number_array, read_numbers
from fastmetrics._kernels import series as kernel
from fastmetrics._kernels.sums import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ScaledSeries", "row_values", "scale_errors"]


class ScaledSeries(NamedTuple):
    """The scaled error of each series.

    Attributes
    ----------
    values : ndarray of shape (n_series,)
        NaN of a series without a scale.
    weights : ndarray of shape (n_series,)
        What the rows of a series weigh on average; 0 of one without a scale.
    n_without : int
        How many series have weight and no scale.
    scale : float
        Of a single series, what its errors are divided by.
    codes : ndarray of shape (n_rows,), or None
        The series of each row; None of a single series.
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
        """Return the mean over the series that have a scale; NaN of none."""
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
    """Return mean errors over naive ones, or roots of mean squares over such roots."""
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
    """Rows series by series."""

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
    """Return the values to scale by, all finite: not all of them enter a difference."""
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
            "groups_train must be None unless y_train, whose rows' series it says, and "
            "groups are given."
        )
    if train is not None and groups is not None and groups_train is None:
        raise ValueError(
            "groups_train must be given with y_train and groups: the series of each "
            "value of y_train."
        )


def _order(codes: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the rows series by series; None if they lie so."""
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
    y_true: ArrayLike, y_pred: ArrayLike, *, squared: bool, **given: Any
) -> NDArray[np.float64]:
    """Return what each row contributes to a mean error over the naive one.

    Of the root of squares in a single series that is the root and what a row adds to
    it, to the first order.
    """
    found = scale_errors(y_true, y_pred, squared=squared, **given)
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
    """Return the mean, and in each row its share of how its series differs from it.

    The sum over a series' rows, with their weights, is what the series adds to the
    mean over series. Those that are left out add nothing.
    """
    mean = found.mean()
    weights = found.pair.weights
    total = float(len(codes)) if weights is None else sum_f64(weights)
    sizes = np.bincount(codes, minlength=len(found.values))
    adds = np.where(found.weights > 0, found.values - mean, 0.0)
    adds *= total / sum_f64(found.weights) / sizes if mean == mean else math.nan
    return np.asarray(mean + adds[codes])
