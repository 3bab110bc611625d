"""Deviances against those of the mean of what was observed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics.metrics.regression.measuring import losses
from fastmetrics.metrics.regression.measuring.losses import (
    Loss,
    losses_of,
    mean_loss,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["base_deviance", "d2_tweedie_values", "in_range", "undefined"]

# Deviances of a mean that is off by rounding, over its own size, are below this.
_ROUNDING = 1e-30


def base_deviance(pair: NumberPair, loss: Loss) -> tuple[float, float]:
    """Return the mean of y_true, and the mean deviance of forecasting it in each row.

    The latter is 0 where y_true is constant but for rounding.
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
    """Return numbers whose squares doubles hold, where those of a pair they did not.

    None where what was ``found`` will do. Only with power 0 is a common factor, here a
    power of two, of no account.
    """
    if loss.a != 0 or all(1e-200 < one < 1e200 for one in found):
        return None
    columns = [np.asarray(one, np.float64) for one in (pair.true, pair.pred)]
    largest = max(float(np.abs(one).max()) for one in columns)
    if largest == 0:
        return None
    true, pred = (np.ldexp(one, -math.frexp(largest)[1]) for one in columns)
    made = NumberPair(true, pred, pair.names)
    made.weights = pair.weights
    return made


def undefined(pair: NumberPair, base: float) -> str:
    """Return why there is no share of what the mean loses; empty: there is one."""
    if pair.n < 2:
        return "D^2 score is not well-defined with less than two samples"
    if math.isnan(base):
        return "The mean of y_true is not above 0, which powers below 0 need"
    return "" if base > 0 else "y_true is constant: its mean leaves nothing to explain"


def against(pair: NumberPair, value: float) -> NumberPair:
    """Return y_true with one number as the prediction of all rows."""
    made = NumberPair(pair.true, np.broadcast_to(value, pair.n), pair.names)
    made.weights = pair.weights
    return made


def d2_tweedie_values(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    power: float = 0,
) -> NDArray[np.float64]:
    r"""Return the pseudo-values of `d2_tweedie_score`.

    With N and D the deviances of the model and of the mean :math:`\bar y` summed, a row
    of deviances l and d takes l from N. From D it takes d, and what the others' own
    mean does better: :math:`(n - 1) d(\bar y_{-i}, \bar y)`, for deviances are Bregman
    divergences. With weights this last is of second order.
    """
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    losses.check_one_output(pair, "d2_tweedie_score")
    loss = losses.deviance(power)
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
    """Return the deviances of the others' means from that of all rows.

    Of power 0 any mean has one; of all else NaN stands for that of a mean that is not
    above 0, with which there is nothing to explain.
    """
    known = np.ones(len(others), bool) if loss.a == 0 else others > 0
    made = NumberPair(
        np.where(known, others, mean),
        np.broadcast_to(mean, len(others)),
        ("y_true", "y_pred"),
    )
    found = losses_of(made, loss)
    return np.where(known, found, np.nan)


def _mean_of_truth(pair: NumberPair) -> float:
    made = NumberPair(np.broadcast_to(0.0, pair.n), pair.true, pair.names)
    made.weights = pair.weights
    return float(mean_loss(made, losses.ERROR))
