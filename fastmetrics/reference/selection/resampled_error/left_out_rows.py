"""Predictions and errors of linear smoothers without each row, by D. Allen (1974)."""

import math
from collections.abc import Sequence
from fractions import Fraction

from fastmetrics.reference.inputs import same_length, warn_undefined

__all__ = ["generalized_cross_validation", "leave_one_out_predict", "press"]


def leave_one_out_predict(
    y_true: Sequence[float], y_pred: Sequence[float], leverage: Sequence[float]
) -> list[float]:
    """Return (ŷ - h y) / (1 - h) of each row; NaN where h is 1 or more."""
    same_length(y_true=y_true, y_pred=y_pred, leverage=leverage)
    found = []
    for y, fitted, h in zip(y_true, y_pred, leverage, strict=True):
        if h >= 1:
            found.append(warn_undefined("a prediction", "a leverage is 1 or more"))
        else:
            exact = Fraction(h)
            left = (Fraction(fitted) - exact * Fraction(y)) / (1 - exact)
            found.append(float(left))
    return found


def press(
    y_true: Sequence[float], y_pred: Sequence[float], leverage: Sequence[float]
) -> float:
    """Return the sum of the squared errors of these predictions."""
    same_length(y_true=y_true, y_pred=y_pred, leverage=leverage)
    if max(leverage) >= 1:
        return warn_undefined("press", "a leverage is 1 or more")
    total = Fraction(0)
    for y, fitted, h in zip(y_true, y_pred, leverage, strict=True):
        total += ((Fraction(y) - Fraction(fitted)) / (1 - Fraction(h))) ** 2
    return float(total)


def generalized_cross_validation(
    y_true: Sequence[float], y_pred: Sequence[float], trace: float
) -> float:
    """Return the mean squared error over (1 - trace/n)²."""
    n = same_length(y_true=y_true, y_pred=y_pred)
    if not 0 <= trace < math.inf:
        raise ValueError(f"trace={trace!r}")
    if trace >= n:
        return warn_undefined("generalized_cross_validation", "the trace is n or more")
    errors = zip(y_true, y_pred, strict=True)
    squares = sum((Fraction(y) - Fraction(fitted)) ** 2 for y, fitted in errors)
    return float(squares / n / (1 - Fraction(trace) / n) ** 2)
