"""Predictions and errors of linear smoothers without each row, by D. Allen (1974)."""

import math
from collections.abc import Sequence
from fractions import Fraction

from fastmetrics.reference.inputs import check_weights, same_length, warn_undefined

__all__ = ["generalized_cross_validation", "leave_one_out_predict", "leverage", "press"]


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


# --- the diagonal of the hat matrix, in exact fractions from the normal equations


def leverage(
    X: Sequence[Sequence[float]],
    *,
    ridge: float = 0.0,
    fit_intercept: bool = True,
    sample_weight: Sequence[float] | None = None,
) -> list[float]:
    """Return h = w zᵀ (ZᵀWZ + λD)⁻¹ z of each row z.

    Rows begin with a 1 for the intercept, which has no penalty in D. Of columns that
    depend on each other all but one are left out.
    """
    n = same_length(X=X, sample_weight=sample_weight)
    weights = [Fraction(w) for w in check_weights(sample_weight, n)]
    ones = [Fraction(1)] if fit_intercept else []
    rows = [ones + [Fraction(x) for x in row] for row in X]
    p = len(rows[0])
    normal = [
        [
            sum(
                (w * z[a] * z[b] for w, z in zip(weights, rows, strict=True)),
                Fraction(),
            )
            for b in range(p)
        ]
        for a in range(p)
    ]
    for a in range(len(ones), p):
        normal[a][a] += Fraction(ridge)
    return [
        float(w * sum(a * b for a, b in zip(z, _solved(normal, z), strict=True)))
        if w
        else 0.0
        for w, z in zip(weights, rows, strict=True)
    ]


def _solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Return a solution of a consistent system; unknowns without a pivot are 0."""
    p = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    pivots: list[int] = []
    for column in range(p):
        found = next((i for i in range(len(pivots), p) if rows[i][column] != 0), None)
        if found is None:
            continue
        at = len(pivots)
        rows[at], rows[found] = rows[found], rows[at]
        scale = rows[at][column]
        rows[at] = [value / scale for value in rows[at]]
        for i in range(p):
            if i != at and rows[i][column] != 0:
                times = rows[i][column]
                rows[i] = [
                    a - times * b for a, b in zip(rows[i], rows[at], strict=True)
                ]
        pivots.append(column)
    solution = [Fraction(0)] * p
    for at, column in enumerate(pivots):
        solution[column] = rows[at][p]
    return solution
