"""Constant forecasts: means, medians and quantiles of the targets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import ABSOLUTE_ERROR as ABSOLUTE_ERROR
from fastmetrics._common.arrays import ERROR as ERROR
from fastmetrics._common.arrays import OBSERVED as OBSERVED
from fastmetrics._common.arrays import middle, neighbours, spread
from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics._kernels import base_losses
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.metrics.regression.measuring import point_losses
from fastmetrics.metrics.regression.measuring.point_losses import (
    Loss,
    losses_of,
    mean_loss,
    mean_over_outputs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.regression.definitions import MultiOutput


# ---------------------------------------------------------------------------- quantiles
# Quantiles of observed numbers and of errors, and the rows that they are quantiles of.
#
# An order statistic is a quantile of the row values, not their mean.


def pair_quantiles(
    pair: NumberPair, levels: Sequence[float], what: int, *, squared: bool = False
) -> NDArray[np.float64]:
    """Return quantiles of each output, (levels, outputs).

    ``squared``: of the squares of values that are not negative, which keep their order.
    """
    found = np.empty((len(levels), pair.k))
    for j, (true, pred) in enumerate(pair.columns()):
        own = None if what == OBSERVED else pred
        low, high = neighbours(what, true, own, pair.weights, levels, pair.check_finite)
        if squared:
            with np.errstate(over="ignore"):
                low, high = low * low, high * high
        means = map(middle, low.tolist(), high.tolist())
        found[:, j] = [*means]
    return found


# --- what rows have that a metric is a quantile of


def row_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    absolute: bool = True,
    squared: bool = False,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the error of each row of a single output, its size or its square."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    if not pair.is_column:
        raise ValueError(
            f"An average over {pair.k} outputs is not a quantile of the rows."
        )
    pair.check_finite()
    with np.errstate(over="ignore"):
        found = np.asarray(pair.pred, np.float64) - np.asarray(pair.true, np.float64)
        if squared:
            return np.square(found)
    return np.asarray(np.abs(found) if absolute else found)


# ------------------------------------------------------------------- constant forecasts
# What forecasts lose against the best constant, and each row's part in that.


# Sums between these have lost nothing to the ends of the range.
_LEAST, _MOST = 1e-280, 1e300


class BaseLosses(NamedTuple):
    """Sums over the rows of each output, up to a common factor.

    Attributes
    ----------
    lost : ndarray of float64
        Loss of the forecasts.
    base : ndarray of float64
        Loss of the constant.
    constants, shifts : ndarray of float64
        Each constant in two parts, so small distances from it keep their digits.
    """

    lost: NDArray[np.float64]
    base: NDArray[np.float64]
    constants: NDArray[np.float64]
    shifts: NDArray[np.float64]


def losses_against_quantile(pair: NumberPair, alpha: float) -> BaseLosses:
    """Return pinball losses, the constant being the quantile of level alpha."""
    constants = pair_quantiles(pair, (alpha,), OBSERVED)[0]
    return _losses(pair, constants, np.zeros(pair.k), alpha)


def losses_against_mean(pair: NumberPair) -> BaseLosses:
    """Return half of the absolute errors, the constant being the mean."""
    means = np.array([_mean(true, pair) for true, _ in pair.columns()])
    return _losses(pair, means[:, 0], means[:, 1], 0.5)


def _losses(
    pair: NumberPair,
    constants: NDArray[np.float64],
    shifts: NDArray[np.float64],
    alpha: float,
) -> BaseLosses:
    each = zip(pair.columns(), constants.tolist(), shifts.tolist(), strict=True)
    found = [
        _sum_pinball(true, pred, (constant, shift), alpha, pair)
        for (true, pred), constant, shift in each
    ]
    lost, base = np.array(found).T
    return BaseLosses(lost, base, constants, shifts)


def _sum_pinball(
    true: Any,
    pred: Any,
    constant: tuple[float, float],
    alpha: float,
    pair: NumberPair,
) -> tuple[float, float]:
    weights = pair.weights
    lost, base = _summed(true, pred, constant, alpha, weights)
    if _in_range(lost) and _in_range(base):
        return lost, base
    pair.check_finite()
    # Each is summed with the numbers that make it brought near 1, as neither may leave
    # the floats for the other's size; then both change by the same factor.
    true, pred = np.asarray(true, np.float64), np.asarray(pred, np.float64)
    if weights is not None:  # rows of weight 0 may be of any size
        rows = weights > 0
        true, pred, weights = true[rows], pred[rows], weights[rows]
        weights = np.ldexp(weights, -math.frexp(float(weights.max()))[1])
    powers = _power(true, pred), _power(true, np.abs(constant))
    plain = lost, base
    with np.errstate(over="ignore"):  # in the other sum, and of infinities
        scaled = (
            _summed(
                np.ldexp(true, -power),
                np.ldexp(pred, -power),
                tuple(np.ldexp(constant, -power).tolist()),
                alpha,
                weights,
            )[which]
            for which, power in enumerate(powers)
        )
        # A loss that is small relative to the numbers can vanish by scaling.
        lost, base = (
            np.ldexp(total, power - powers[1]) if total else np.ldexp(own, -powers[1])
            for total, power, own in zip(scaled, powers, plain, strict=True)
        )
        return float(lost), float(base)


def _summed(
    true: Any,
    pred: Any,
    constant: tuple[float, float],
    alpha: float,
    weights: Any,
) -> tuple[float, float]:
    """Return the sums of the losses of the predictions and of the constant."""

    def add(piece: int) -> tuple[tuple[float, float], tuple[float, float]]:
        return base_losses.sum_pinball(true, pred, *constant, alpha, weights, piece)

    return _added(add, len(true))


def _in_range(total: float) -> bool:
    return total == 0 or _LEAST < total < _MOST


def _added(add: Any, n: int) -> tuple[float, float]:
    """Return the two sums of all pieces."""
    pieces = range(-(-n // base_losses.PIECE))
    parts = [add(0)] if len(pieces) == 1 else spread(n)(add, pieces)
    lost, base = zip(*parts, strict=True)
    return _total(lost), _total(base)


def _total(parts: Any) -> float:
    """Return the sum of compensated sums, in their order."""
    numbers = [x for part in parts for x in part]
    if all(math.isfinite(x) for x in numbers):
        return math.fsum(numbers)
    return float(sum(part[0] for part in parts))


def _mean(true: Any, pair: NumberPair) -> tuple[float, float]:
    """Return the mean as the number of most weight, and how far it is from that.

    That row is close to a mean that it dominates, and the distance keeps its digits.
    """
    weights = pair.weights
    heaviest = 0 if weights is None else int(np.argmax(weights))
    origin, power = float(true[heaviest]), 0

    def add(piece: int) -> tuple[float, float]:
        return base_losses.sum_around(true, origin, weights, piece)

    pieces = range(-(-pair.n // base_losses.PIECE))
    total = _total(spread(pair.n)(add, pieces))
    if not math.isfinite(total):
        pair.check_finite()
        power = _power(true)
        true = np.ldexp(np.asarray(true, np.float64), -power)
        origin = float(true[heaviest])
        if weights is not None:
            weights = np.ldexp(weights, -math.frexp(float(weights.max()))[1])
        total = _total(spread(pair.n)(add, pieces))
    weight = pair.n if weights is None else sum_f64(weights)
    return math.ldexp(origin, power), math.ldexp(total / weight, power)


def _power(*columns: Any) -> int:
    """Return a power of two that all numbers stay well below in size.

    So far that sums over the rows, and of differences, are in range too.
    """
    largest = max(float(np.abs(np.asarray(x, np.float64)).max()) for x in columns)
    return math.frexp(largest)[1] + 2 if largest else 0


# --- what each row contributes


def d2_pinball_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    alpha: float = 0.5,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `d2_pinball_score`: the limit of small weights.

    The constant is the best one, so to move it changes nothing to first order.
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    sums = losses_against_quantile(pair, alpha)
    found = []
    for j, (true, pred) in enumerate(pair.columns()):
        y = np.asarray(true, np.float64)
        own = _pinball(y - pred, alpha)
        base = _pinball(y - sums.constants[j], alpha)
        found.append(1.0 - _ratios(own, base, pair))
    return mean_over_outputs(found, pair)


def relative_absolute_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `relative_absolute_error`, in the same limit.

    A row moves the mean as well: more rows above it than below make the sum of
    distances smaller as it rises.
    """
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    sums = losses_against_mean(pair)
    found = []
    for j, (true, pred) in enumerate(pair.columns()):
        y = np.asarray(true, np.float64)
        away = (y - sums.constants[j]) - sums.shifts[j]
        slope = -float(np.average(np.sign(away), weights=pair.weights))
        base = np.abs(away) + slope * away
        found.append(_ratios(np.abs(y - pred), base, pair))
    return mean_over_outputs(found, pair)


def _pinball(d: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    return np.maximum(alpha * d, (alpha - 1.0) * d)


def _ratios(
    own: NDArray[np.float64], base: NDArray[np.float64], pair: NumberPair
) -> NDArray[np.float64]:
    """Contributions of rows to a ratio of two means."""
    above = float(np.average(own, weights=pair.weights))
    below = float(np.average(base, weights=pair.weights))
    if not below > 0.0:
        return np.full(pair.n, math.nan)
    ratio = above / below
    return ratio + (own - ratio * base) / below


# Deviances of a mean that is off by rounding, over its own size, are below this.
_ROUNDING = 1e-30


def base_deviance(pair: NumberPair, loss: Loss) -> tuple[float, float]:
    """Return the mean of y_true, and the mean deviance of forecasting it in each row.

    The latter is 0 if y_true is constant but for rounding.
    """
    mean, power = _mean_of_truth(pair), loss.a
    if power < 0 and mean <= 0:
        return mean, math.nan
    # Where the mean is 0, so is every row that counts, or the power is 0.
    if mean == 0 and power != 0:
        return mean, 0.0
    base = mean_loss(against(pair, mean), loss)
    if base > 0 and mean != 0:
        # Logarithms, for the power of a mean may leave the range.
        least = math.log(_ROUNDING) + (2 - power) * math.log(abs(mean))
        base = base if math.log(base) > least else 0.0
    return mean, base


def in_range(pair: NumberPair, loss: Loss, *found: float) -> NumberPair | None:
    """Scale a pair whose squares leave the range of floats; None if they do not.

    Only with power 0 does a common factor, here a power of two, not matter.
    """
    if loss.a != 0 or all(1e-200 < one < 1e200 for one in found):
        return None
    columns = [np.asarray(one, np.float64) for one in (pair.true, pair.pred)]
    largest = max(float(np.abs(one).max()) for one in columns)
    if largest == 0:
        return None
    true, pred = (np.ldexp(one, -math.frexp(largest)[1]) for one in columns)
    scaled = NumberPair(true, pred, pair.names)
    scaled.weights = pair.weights
    return scaled


def undefined(pair: NumberPair, base: float) -> str:
    """Reason why D² is undefined; empty if it is defined."""
    if pair.n < 2:
        return "D^2 score is not well-defined with less than two samples"
    if math.isnan(base):
        return "The mean of y_true is not above 0, which powers below 0 need"
    return "" if base > 0 else "y_true is constant: its mean leaves nothing to explain"


def against(pair: NumberPair, value: float) -> NumberPair:
    """Return y_true with one number as the prediction of all rows."""
    constant = NumberPair(pair.true, np.broadcast_to(value, pair.n), pair.names)
    constant.weights = pair.weights
    return constant


def d2_tweedie_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    power: float = 0,
) -> NDArray[np.float64]:
    r"""Return the pseudo-values of `d2_tweedie_score`.

    With N and D the deviances of the model and of the mean :math:`\bar y` summed, a row
    of deviances l and d takes l from N. From D it takes d and the gain of the others'
    own mean, :math:`(n - 1) d(\bar y_{-i}, \bar y)`, because deviances are Bregman
    divergences. With weights the gain is of second order.
    """
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    point_losses.check_one_output(pair, "d2_tweedie_score")
    loss = point_losses.deviance(power)
    mean, base = base_deviance(pair, loss)
    scaled = in_range(pair, loss, base)
    if scaled is not None:
        pair = scaled
        mean, base = base_deviance(pair, loss)
    lost = losses_of(pair, loss)
    if undefined(pair, base):
        return np.full(pair.n, np.nan)
    n = pair.n
    of_mean = losses_of(against(pair, mean), loss)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if pair.weights is not None:
            share = float(lost @ pair.weights) / float(of_mean @ pair.weights)
            whole = 1.0 / base
            return 1.0 - share - whole * lost + whole * share * of_mean
        total, whole = float(lost.sum()), float(of_mean.sum())
        others = mean - (pair.true.astype(np.float64) - mean) / (n - 1)
        moved = _deviances_of_means(others, mean, loss)
        without = 1.0 - (total - lost) / (whole - of_mean - (n - 1) * moved)
        return np.asarray(n * (1.0 - total / whole) - (n - 1) * without)


def _deviances_of_means(
    others: NDArray[np.float64], mean: float, loss: Loss
) -> NDArray[np.float64]:
    """Deviances of the mean of all rows from the means without each row.

    For powers other than 0, NaN if such a mean is not above 0, because there is nothing
    to explain.
    """
    known = np.ones(len(others), bool) if loss.a == 0 else others > 0
    means = NumberPair(
        np.where(known, others, mean),
        np.broadcast_to(mean, len(others)),
        ("y_true", "y_pred"),
    )
    found = losses_of(means, loss)
    return np.where(known, found, np.nan)


def _mean_of_truth(pair: NumberPair) -> float:
    negated = NumberPair(np.broadcast_to(0.0, pair.n), pair.true, pair.names)
    negated.weights = pair.weights
    return float(mean_loss(negated, point_losses.ERROR))
