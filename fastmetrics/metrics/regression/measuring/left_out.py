"""Pseudo-values of what is no mean over rows: the metric without each row in turn.

Of n rows without weights ``n v - (n - 1) v_i``, with v_i the metric without row i: what
the row adds is taken off every sum. With weights its limit for small changes of a
weight, whose weighted mean is the metric.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels.errors import OF_POWERS
from fastmetrics.metrics.regression.formulas import (
    agreement,
    relative_errors,
    shares_of_variance,
)
from fastmetrics.metrics.regression.formulas import errors as of_errors
from fastmetrics.metrics.regression.formulas.error_totals import ErrorTotals
from fastmetrics.metrics.regression.formulas.slopes import SLOPES, Moments
from fastmetrics.metrics.regression.measuring.averages import average
from fastmetrics.metrics.regression.measuring.error_rows import ALL, totals_of_rows
from fastmetrics.metrics.regression.measuring.error_values import rows_of_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

__all__ = [
    "adjusted_r2_score_values",
    "concordance_correlation_coefficient_values",
    "error_standard_deviation_values",
    "explained_to_total_ratio_values",
    "explained_variance_score_values",
    "kling_gupta_efficiency_values",
    "normalized_root_mean_squared_error_values",
    "r2_score_values",
    "relative_squared_error_values",
    "root_relative_squared_error_values",
    "weighted_absolute_percentage_error_values",
]

_GROUPS = ALL & ~OF_POWERS


def r2_score_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `r2_score`."""
    return _share_values(
        shares_of_variance.r2_score,
        (y_true, y_pred, sample_weight, multioutput),
        force_finite=force_finite,
    )


def explained_variance_score_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `explained_variance_score`."""
    return _share_values(
        shares_of_variance.explained_variance_score,
        (y_true, y_pred, sample_weight, multioutput),
        force_finite=force_finite,
    )


def adjusted_r2_score_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    n_features: float,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    force_finite: bool = True,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `adjusted_r2_score`."""
    return _share_values(
        shares_of_variance.adjusted_r2_score,
        (y_true, y_pred, sample_weight, multioutput),
        n_features=n_features,
        force_finite=force_finite,
    )


def relative_squared_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `relative_squared_error`."""
    columns = y_true, y_pred, sample_weight, multioutput
    return _values(shares_of_variance.relative_squared_error, columns)


def root_relative_squared_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `root_relative_squared_error`."""
    columns = y_true, y_pred, sample_weight, multioutput
    return _values(shares_of_variance.root_relative_squared_error, columns)


def explained_to_total_ratio_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `explained_to_total_ratio`."""
    columns = y_true, y_pred, sample_weight, multioutput
    return _values(shares_of_variance.explained_to_total_ratio, columns)


def concordance_correlation_coefficient_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ddof: float = 0,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `concordance_correlation_coefficient`."""
    return _values(
        agreement.concordance_correlation_coefficient,
        (y_true, y_pred, sample_weight, multioutput),
        ddof=ddof,
    )


def kling_gupta_efficiency_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    variant: str = "2009",
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `kling_gupta_efficiency`."""
    return _values(
        agreement.kling_gupta_efficiency,
        (y_true, y_pred, sample_weight, multioutput),
        variant=variant,
    )


def error_standard_deviation_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `error_standard_deviation`."""
    columns = y_true, y_pred, sample_weight, multioutput
    return _values(of_errors.error_standard_deviation, columns)


def weighted_absolute_percentage_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `weighted_absolute_percentage_error`."""
    columns = y_true, y_pred, sample_weight, multioutput
    return _values(relative_errors.weighted_absolute_percentage_error, columns)


def normalized_root_mean_squared_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    normalization: str = "mean",
) -> NDArray[np.float64]:
    """Return the pseudo-values of `normalized_root_mean_squared_error`."""
    if normalization not in ("mean", "std"):
        raise ValueError(
            "rows have no pseudo-values of a root mean squared error over the "
            f"{normalization}: it is no smooth function of sums."
        )
    return _values(
        relative_errors.normalized_root_mean_squared_error,
        (y_true, y_pred, sample_weight, multioutput),
        normalization=normalization,
    )


def _share_values(
    formula: Callable[..., Any], columns: tuple[Any, ...], **parameters: Any
) -> NDArray[np.float64]:
    pair = rows_of_errors(*columns, variance_weighted=True)
    return _of_pair(formula, pair, parameters)


def _values(
    formula: Callable[..., Any], columns: tuple[Any, ...], **parameters: Any
) -> NDArray[np.float64]:
    return _of_pair(formula, rows_of_errors(*columns), parameters)


def _of_pair(
    formula: Callable[..., Any], pair: NumberPair, parameters: dict[str, Any]
) -> NDArray[np.float64]:
    totals = totals_of_rows(pair, _GROUPS)
    rows = _Rows(pair, totals)
    if pair.weights is not None:
        return _influences(formula, pair, totals, rows, parameters)
    n = totals.n
    without = ErrorTotals(
        n - 1, _LeftOut(totals, rows), totals.scales, totals.origins, totals.extremes
    )
    if totals.scales is not None:
        without.scales = totals.scales[:, None, :]
    if totals.origins is not None:
        without.origins = totals.origins[:, None, :]
    with np.errstate(all="ignore"):
        value = average(formula(totals, **parameters), pair, totals)
        left = average(formula(without, **parameters), pair, without)
        found: NDArray[np.float64] = n * value - (n - 1) * left
    return np.atleast_1d(found)


class _Rows:
    """What each row of a weight of 1 adds to the sums, made when it is asked for."""

    def __init__(self, pair: NumberPair, totals: ErrorTotals) -> None:
        shape = pair.n, pair.k
        # Scaled before they are subtracted: a difference may leave the range.
        self.true = pair.true.reshape(shape).astype(np.float64)
        self.pred = pair.pred.reshape(shape).astype(np.float64)
        self.totals = totals

    def __getitem__(self, name: str) -> Any:
        if name == "tq":
            return self._base("t") * self._base("q")
        base, power = _PARTS[name]
        values = self._base(base)
        return values if power == 1 else np.square(values)

    def _base(self, base: str) -> Any:
        if base == "w":
            return 1.0
        which = {"t": 0, "y": 0, "q": 1, "d": 2, "e": 2, "a": 2}[base]
        values = (self.true, self.pred, self.pred - self.true)[which]
        if self.totals.scales is not None:
            values = values * self.totals.scales[which]
        if base in "tqd":
            assert self.totals.origins is not None
            return values - self.totals.origins[which]
        return np.abs(values) if base in "ya" else values


# Of which values a sum is, and of which power of them.
_PARTS = {
    "w": ("w", 1),
    "w2": ("w", 1),  # of weights of 1
    "e": ("e", 1),
    "abs_e": ("a", 1),
    "e2": ("e", 2),
    "t": ("t", 1),
    "t2": ("t", 2),
    "d": ("d", 1),
    "d2": ("d", 2),
    "q": ("q", 1),
    "q2": ("q", 2),
    "abs_y": ("y", 1),
}


class _LeftOut(dict[str, Any]):
    """The sums without each row in turn, made when a formula reads them."""

    def __init__(self, totals: ErrorTotals, rows: _Rows) -> None:
        super().__init__()
        self.totals, self.rows = totals, rows

    def __missing__(self, name: str) -> Any:
        left = self.totals.sums[name] - self.rows[name]
        if (len(name) > 1 and name != "tq") or name == "w":
            left = np.maximum(left, 0.0)  # of magnitudes and squares
        self[name] = left
        return left


def _influences(
    formula: Callable[..., Any],
    pair: NumberPair,
    totals: ErrorTotals,
    rows: _Rows,
    parameters: dict[str, Any],
) -> NDArray[np.float64]:
    """Return the metric plus what a row's weight does to it."""
    with np.errstate(all="ignore"):
        values = np.asarray(formula(totals, **parameters))
        slopes = SLOPES.get(formula.__name__)
        if slopes is None:
            by_row = _of_quotient(values, totals, rows)
        else:
            by_output = [
                _of_output(partial(slopes, **parameters), j, pair, totals, rows)
                for j in range(pair.k)
            ]
            by_row = np.stack(by_output, axis=-1)
        value = average(values, pair, totals)
        if pair.multioutput != "variance_weighted":
            return np.atleast_1d(value + average(by_row, pair, totals))
        squares = np.square(rows["t"] - totals.sums["t"] / totals.weight)
        share = totals.centred("t2", "t") / totals.weight
        if totals.scales is not None:
            factor = (totals.scales[0].min() / totals.scales[0]) ** 2
            squares, share = squares * factor, share * factor
        moved = (squares - share) * (values - value) + share * by_row
        found: NDArray[np.float64] = value + moved.sum(axis=-1) / share.sum()
        return found


def _of_output(
    slopes: Callable[..., Any],
    j: int,
    pair: NumberPair,
    totals: ErrorTotals,
    rows: _Rows,
) -> NDArray[np.float64]:
    """Return the influences on one output's value."""
    true = rows.true[:, j] - totals.mean_true[j]
    error = rows.pred[:, j] - rows.true[:, j] - totals.mean_error[j]
    parts = [true, error, true * true, true * error, error * error]
    means = [float(np.average(part, weights=pair.weights)) for part in parts[2:]]
    at = Moments(
        int(totals.n), float(totals.mean_true[j]), float(totals.mean_error[j]), *means
    )
    try:
        of_each = slopes(at)
    except ZeroDivisionError:  # where it is not defined
        return np.full(pair.n, np.nan)
    moved = [part - mean for part, mean in zip(parts, [0.0, 0.0, *means], strict=True)]
    found = sum(
        slope * part for slope, part in zip(of_each, moved, strict=True) if slope
    )
    return np.zeros(pair.n) + found


def _of_quotient(value: Any, totals: ErrorTotals, rows: _Rows) -> Any:
    """Return the influences on the sum of abs(e) over that of abs(y)."""
    above, below = rows["abs_e"], rows["abs_y"]
    ratio = totals.ratio_of_scales(2, 0)
    return (above * ratio - value * below) * totals.weight / totals.sums["abs_y"]
