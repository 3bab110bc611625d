"""The losses that a kernel knows, with their parameters checked and their domains."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import number
from fastmetrics._kernels import error_losses as kinds
from fastmetrics.metrics.regression.measuring.losing_rows import Loss

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair

    Test = Callable[[NDArray[Any]], NDArray[np.bool_]]

__all__ = [
    "ERROR",
    "LOG_COSH",
    "PERCENTAGE",
    "SIGNED_PERCENTAGE",
    "SYMMETRIC",
    "check_one_output",
    "deviance",
    "huber",
    "linex",
    "pinball",
    "pseudo_huber",
    "squared_log",
]

ERROR = Loss(kinds.ERROR)
PERCENTAGE = Loss(kinds.PERCENTAGE)
SIGNED_PERCENTAGE = Loss(kinds.SIGNED_PERCENTAGE)
SYMMETRIC = Loss(kinds.SYMMETRIC)
LOG_COSH = Loss(kinds.LOG_COSH)

_POWERS = {0.0: kinds.SQUARE, 1.0: kinds.POISSON, 2.0: kinds.GAMMA}


def pinball(alpha: float) -> Loss:
    """Return the loss of a quantile of that level."""
    level = number(alpha, "alpha")
    if not 0 <= level <= 1:
        raise ValueError(f"alpha must be in [0, 1], got {alpha!r}.")
    return Loss(kinds.PINBALL, level)


def huber(delta: float) -> Loss:
    """Return Huber's loss, a line beyond errors of that size."""
    return Loss(kinds.HUBER, _positive(delta, "delta"))


def pseudo_huber(delta: float) -> Loss:
    """Return its smooth kin."""
    return Loss(kinds.PSEUDO_HUBER, _positive(delta, "delta"))


def linex(a: float, b: float) -> Loss:
    """Return the loss that is linear on one side, exponential on the other."""
    slope = number(a, "a")
    if not math.isfinite(slope) or slope == 0:
        raise ValueError(f"a must be finite and other than 0, got {a!r}.")
    return Loss(kinds.LINEX, slope, _positive(b, "b"))


def squared_log(pair: NumberPair, name: str = "Mean Squared Logarithmic Error") -> Loss:
    """Return the squared difference of logarithms; ``name`` is for errors."""

    def refuse() -> None:
        _refuse(
            f"{name} cannot be used when targets contain values less than or equal to "
            "-1.",
            pair,
            lambda true: true <= -1,
            lambda pred: pred <= -1,
        )

    return Loss(kinds.SQUARED_LOG, domain=refuse)


def check_one_output(pair: NumberPair, name: str) -> None:
    """Raise where a function of one output has several."""
    if not pair.is_column:
        raise ValueError(
            f"Multioutput not supported in {name}: y_true has {pair.k} outputs."
        )


def deviance(pair: NumberPair, power: float) -> Loss:
    """Return the unit deviance of Tweedie's distribution of a power."""
    chosen = number(power, "power")
    if not math.isfinite(chosen) or 0 < chosen < 1:
        raise ValueError(
            f"power must be finite and at most 0 or at least 1, got {power!r}."
        )

    def refuse() -> None:
        what = f"Mean Tweedie deviance error with power={power} can only be used on "
        if chosen < 0:
            _refuse(f"{what}strictly positive y_pred.", pair, None, _not_positive)
        elif chosen < 2:
            what += "non-negative y and strictly positive y_pred."
            _refuse(what, pair, lambda true: true < 0, _not_positive)
        else:
            what += "strictly positive y and y_pred."
            _refuse(what, pair, _not_positive, _not_positive)

    return Loss(_POWERS.get(chosen, kinds.TWEEDIE), chosen, domain=refuse)


def _positive(value: float, name: str) -> float:
    found = number(value, name)
    if not 0 < found < math.inf:
        raise ValueError(f"{name} must be finite and above 0, got {value!r}.")
    return found


def _not_positive(values: NDArray[Any]) -> NDArray[np.bool_]:
    return values <= 0


def _refuse(
    what: str, pair: NumberPair, wrong_true: Test | None, wrong_pred: Test
) -> None:
    """Raise, saying how many rows of which column are outside, and the first."""
    tests = zip(
        (pair.true, pair.pred), pair.names, (wrong_true, wrong_pred), strict=True
    )
    for column, name, is_wrong in tests:
        wrong = is_wrong(column) if is_wrong is not None else np.zeros(1, bool)
        if wrong.any():
            at = np.argwhere(wrong)[0]
            raise ValueError(
                f"{what} {name} has {np.count_nonzero(wrong)} other values, the first "
                f"in row {at[0]} ({column[tuple(at)]})."
            )
