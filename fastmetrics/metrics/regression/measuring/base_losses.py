"""What forecasts lose against the best constant, and each row's part in that."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.sorting import spread
from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics._kernels import base_losses
from fastmetrics._kernels.sort import sum_f64
from fastmetrics.metrics.regression.measuring.order import OBSERVED, pair_quantiles
from fastmetrics.metrics.regression.measuring.outputs import mean_over_outputs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.annotations import MultiOutput

__all__ = [
    "BaseLosses",
    "d2_absolute_error_values",
    "d2_pinball_values",
    "losses_against_mean",
    "losses_against_quantile",
    "relative_absolute_error_values",
]

# Sums between these have lost nothing to the ends of the range.
_LEAST, _MOST = 1e-280, 1e300


class BaseLosses(NamedTuple):
    """Sums over the rows of each output, up to a common factor.

    Attributes
    ----------
    lost : ndarray of float64
        By the forecasts.
    base : ndarray of float64
        By the constant.
    constants, shifts : ndarray of float64
        Each constant in two parts, so that distances from it keep their digits where
        they are far smaller than it.
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
    rows = slice(None) if weights is None else weights > 0
    if weights is not None:
        weights = np.ldexp(weights, -math.frexp(float(weights.max()))[1])
    powers = _power(true[rows], pred[rows]), _power(true[rows], np.abs(constant))
    with np.errstate(over="ignore"):  # in the other sum, and in what is infinite
        lost, base = (
            _summed(
                np.ldexp(true, -power),
                np.ldexp(pred, -power),
                tuple(np.ldexp(constant, -power).tolist()),
                alpha,
                weights,
            )[which]
            for which, power in enumerate(powers)
        )
        return float(np.ldexp(lost, powers[0] - powers[1])), base


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


def d2_absolute_error_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    multioutput: MultiOutput = "uniform_average",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the pseudo-values of `d2_absolute_error_score`, as above."""
    return d2_pinball_values(
        y_true, y_pred, multioutput=multioutput, sample_weight=sample_weight
    )


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
    """Return what rows contribute to a ratio of two means of theirs."""
    above = float(np.average(own, weights=pair.weights))
    below = float(np.average(base, weights=pair.weights))
    if not below > 0.0:
        return np.full(pair.n, math.nan)
    ratio = above / below
    return ratio + (own - ratio * base) / below
