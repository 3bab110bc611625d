"""The diagonal of the hat matrix, in exact fractions from the normal equations."""

from collections.abc import Sequence
from fractions import Fraction

from fastmetrics.reference.inputs import check_weights, same_length

__all__ = ["leverage"]


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
