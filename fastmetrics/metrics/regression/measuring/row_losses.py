"""What each row loses, for metrics that are the mean of it over the rows.

Parameters are those of the metrics. Of several outputs a row's loss is averaged as they
are. ``MOMENTS`` has what finds the mean and its spread in one pass that keeps no
losses, under the names of the functions that give them.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.number_pairs import NumberPair, read_numbers
from fastmetrics.metrics.regression.measuring import losses
from fastmetrics.metrics.regression.measuring.losing_rows import (
    Loss,
    losses_of,
    mean_of_losses,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.means import Mean

    Losses = NDArray[np.float64]

__all__ = [
    "MOMENTS",
    "absolute_percentage_errors",
    "gamma_deviances",
    "huber_losses",
    "linex_losses",
    "log_cosh_errors",
    "pinball_losses",
    "poisson_deviances",
    "pseudo_huber_losses",
    "signed_percentage_errors",
    "squared_log_errors",
    "symmetric_percentage_errors",
    "tweedie_deviances",
]


def absolute_percentage_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return |e| / |y| of each row, as in `mean_absolute_percentage_error`."""
    return _losses(y_true, y_pred, sample_weight, multioutput, losses.PERCENTAGE)


def symmetric_percentage_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return 2 |e| / (|y| + |f|) of each row."""
    return _losses(y_true, y_pred, sample_weight, multioutput, losses.SYMMETRIC)


def signed_percentage_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return e / |y| of each row; NaN where y is 0."""
    loss = losses.SIGNED_PERCENTAGE
    found = _losses(y_true, y_pred, sample_weight, multioutput, loss)
    found[np.isinf(found)] = np.nan
    return found


def squared_log_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return the squares of log(1 + f) - log(1 + y) of each row."""
    make = losses.squared_log
    return _losses(y_true, y_pred, sample_weight, multioutput, make)


def pinball_losses(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    alpha: float = 0.5,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return the pinball loss of each row."""
    loss = losses.pinball(alpha)
    return _losses(y_true, y_pred, sample_weight, multioutput, loss)


def huber_losses(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    delta: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return Huber's loss of each row."""
    loss = losses.huber(delta)
    return _losses(y_true, y_pred, sample_weight, multioutput, loss)


def pseudo_huber_losses(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    delta: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return the pseudo-Huber loss of each row."""
    loss = losses.pseudo_huber(delta)
    return _losses(y_true, y_pred, sample_weight, multioutput, loss)


def log_cosh_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return log(cosh e) of each row."""
    return _losses(y_true, y_pred, sample_weight, multioutput, losses.LOG_COSH)


def linex_losses(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    a: float = -1.0,
    b: float = 1.0,
    multioutput: Any = "uniform_average",
) -> Losses:
    """Return the LINEX loss of each row."""
    loss = losses.linex(a, b)
    return _losses(y_true, y_pred, sample_weight, multioutput, loss)


def tweedie_deviances(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    power: float = 0,
) -> Losses:
    """Return the unit deviance of each row."""
    pair = read_numbers(y_true, y_pred, sample_weight=sample_weight)
    losses.check_one_output(pair, "mean_tweedie_deviance")
    return losses_of(pair, losses.deviance(pair, power))


def poisson_deviances(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Losses:
    """Return the unit deviance of Poisson's distribution of each row."""
    return tweedie_deviances(y_true, y_pred, sample_weight=sample_weight, power=1)


def gamma_deviances(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
) -> Losses:
    """Return the unit deviance of the gamma distribution of each row."""
    return tweedie_deviances(y_true, y_pred, sample_weight=sample_weight, power=2)


def _losses(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    sample_weight: ArrayLike | None,
    multioutput: Any,
    loss: Loss | Callable[[NumberPair], Loss],
) -> Losses:
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )
    return losses_of(pair, loss if isinstance(loss, Loss) else loss(pair))


# --- without keeping what each row loses


def _moments(
    make: Callable[..., Loss],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    **parameters: Any,
) -> Mean | None:
    """Return the mean of the losses of rows that count alike, and how it varies.

    None where it takes the losses themselves, as of several outputs.
    """
    pair = read_numbers(y_true, y_pred)
    if not pair.is_column:
        return None
    return mean_of_losses(pair, make(pair, **parameters))


def _alone(make: Callable[..., Loss]) -> Callable[..., Loss]:
    """Return the same of a loss that does not look at the rows."""
    return lambda _, **parameters: make(**parameters)


_MAKERS: dict[str, Callable[..., Loss]] = {
    "absolute_percentage_errors": lambda _: losses.PERCENTAGE,
    "symmetric_percentage_errors": lambda _: losses.SYMMETRIC,
    "squared_log_errors": losses.squared_log,
    "pinball_losses": _alone(lambda alpha=0.5: losses.pinball(alpha)),
    "huber_losses": _alone(lambda delta=1.0: losses.huber(delta)),
    "pseudo_huber_losses": _alone(lambda delta=1.0: losses.pseudo_huber(delta)),
    "log_cosh_errors": lambda _: losses.LOG_COSH,
    "linex_losses": _alone(lambda a=-1.0, b=1.0: losses.linex(a, b)),
    "tweedie_deviances": lambda pair, power=0: losses.deviance(pair, power),
    "poisson_deviances": lambda pair: losses.deviance(pair, 1),
    "gamma_deviances": lambda pair: losses.deviance(pair, 2),
}

# The functions that find the mean of what others give, and its spread.
MOMENTS: dict[str, Callable[..., Mean | None]] = {
    name: functools.partial(_moments, make) for name, make in _MAKERS.items()
}
