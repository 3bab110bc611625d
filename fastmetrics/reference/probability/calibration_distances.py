"""Distances of forecasts from a smooth calibration curve, from definitions.

The curve is a logistic regression of the outcomes on a restricted cubic spline of
logit p (F. E. Harrell, "Regression Modeling Strategies", 2015, section 2.4.5).
"""

import itertools
import math
from collections.abc import Sequence

from fastmetrics.reference.inputs import check_share, warn_undefined
from fastmetrics.reference.probability.calibration_errors import forecast_rows
from fastmetrics.reference.probability.recalibration import logit, softplus
from fastmetrics.reference.regression.errors import quantile as quantile_of

Matrix = list[list[float]]

# Harrell's table 2.3: quantiles of x at which the knots are.
KNOTS = {
    3: (0.1, 0.5, 0.9),
    4: (0.05, 0.35, 0.65, 0.95),
    5: (0.05, 0.275, 0.5, 0.725, 0.95),
    6: (0.05, 0.23, 0.41, 0.59, 0.77, 0.95),
    7: (0.025, 0.1833, 0.3417, 0.5, 0.6583, 0.8167, 0.975),
}
# Between knots, of their range; and of what is left of a column besides those before.
NEAR, DEPENDENT = 1e-6, 1e-10
# The information on a direction of unit length, per row, of a curve that exists.
UNKNOWN = 1e-9


def integrated_calibration_index(
    y_true, y_proba, *, quantile=None, n_knots=4, pos_label=None, sample_weight=None
):
    """Return the mean of |p - c(p)|, or a quantile of it; c is the smooth curve."""
    if quantile is not None:
        check_share("quantile", quantile)
    rows = forecast_rows(y_true, y_proba, pos_label, sample_weight)
    x = [logit(float(row.score)) for row in rows]
    outcomes = [float(row.positive) for row in rows]
    weights = [float(row.weight) for row in rows]
    rates = smooth_curve(x, outcomes, weights, n_knots)
    if isinstance(rates, str):
        return warn_undefined("integrated_calibration_index", rates)
    distances = [abs(float(row.score) - c) for row, c in zip(rows, rates, strict=True)]
    if quantile is not None:
        return quantile_of(distances, quantile, weights)
    total = math.fsum(w * d for w, d in zip(weights, distances, strict=True))
    return total / math.fsum(weights)


def smooth_curve(x, outcomes, weights, n_knots):
    """Return the probability that the curve has at each x, or why there is none."""
    if len({*outcomes}) < 2:
        return "one class only"
    basis = orthonormal(spline_basis(x, weights, n_knots), weights)
    if basis is None:
        return "too few distinct forecasts"
    total = math.fsum(weights)
    beta = [0.0] * n_knots
    for _ in range(100):
        line = [dot(row, beta) for row in basis]
        rates = [math.exp(-softplus(-z)) for z in line]
        bends = [
            w * math.exp(-softplus(z) - softplus(-z))
            for z, w in zip(line, weights, strict=True)
        ]
        slopes = [w * (y - q) for w, y, q in zip(weights, outcomes, rates, strict=True)]
        gradient = [dot(column, slopes) for column in zip(*basis, strict=True)]
        information = gram(basis, bends)
        step, least = solved(information, gradient)
        if least < UNKNOWN * total:
            return "the classes do not overlap"
        before, size = likelihood(basis, outcomes, weights, beta), 1.0
        small = max(map(abs, step)) <= 1e-10 * (1 + max(map(abs, beta)))
        after = moved(beta, step, size)
        while not small and likelihood(basis, outcomes, weights, after) < (
            before - 1e-12 * abs(before)
        ):
            size /= 2
            after = moved(beta, step, size)
        beta = after
        if small:
            break
    return [math.exp(-softplus(-dot(row, beta))) for row in basis]


def spline_basis(x, weights, n_knots):
    """Return 1, x and the cubic terms of each row; None where knots are too near.

    The terms are made so that the spline is linear beyond the outer knots.
    """
    knots = [quantile_of(x, level, weights) for level in KNOTS[n_knots]]
    first, last, before = knots[0], knots[-1], knots[-2]
    if min(b - a for a, b in itertools.pairwise(knots)) <= NEAR * (last - first):
        return None

    def term(value: float, knot: float) -> float:
        def cube(at: float) -> float:
            return (max(value - at, 0.0) / (last - first)) ** 3

        return (
            cube(knot)
            - cube(before) * (last - knot) / (last - before)
            + cube(last) * (before - knot) / (last - before)
        )

    middle = (first + last) / 2
    return [
        [1.0, (value - middle) / (last - first), *(term(value, k) for k in knots[:-2])]
        for value in x
    ]


def orthonormal(basis: Matrix | None, weights: Sequence[float]) -> Matrix | None:
    """Return columns of mean square 1 that are orthogonal; None if some depend."""
    if basis is None:
        return None
    total = math.fsum(weights)

    def product(a: Sequence[float], b: Sequence[float]) -> float:
        return math.fsum(w * p * q for w, p, q in zip(weights, a, b, strict=True))

    found: Matrix = []
    for column in map(list, zip(*basis, strict=True)):
        left = column
        for _ in range(2):  # a second time against rounding
            for other in found:
                share = product(left, other) / total
                left = [v - share * o for v, o in zip(left, other, strict=True)]
        size = product(left, left)
        if size <= DEPENDENT * product(column, column):
            return None
        found.append([v * math.sqrt(total / size) for v in left])
    return [[*row] for row in zip(*found, strict=True)]


def likelihood(basis, outcomes, weights, beta):
    """Return the logarithm of the likelihood."""
    lines = [dot(row, beta) for row in basis]
    return -math.fsum(
        w * softplus(-z if y else z)
        for z, y, w in zip(lines, outcomes, weights, strict=True)
    )


def gram(basis: Matrix, weights: Sequence[float]) -> Matrix:
    """Return the weighted products of all columns."""
    columns = [*zip(*basis, strict=True)]
    return [
        [
            math.fsum(w * p * q for w, p, q in zip(weights, a, b, strict=True))
            for b in columns
        ]
        for a in columns
    ]


def solved(matrix: Matrix, values: Sequence[float]) -> tuple[list[float], float]:
    """Solve equations of a matrix that is positive definite; and its least pivot."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    k = len(rows)
    least = math.inf
    for i in range(k):
        least = min(least, rows[i][i])
        if least <= 0:
            return [0.0] * k, 0.0
        for j in range(i + 1, k):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j], strict=True)]
    found = [0.0] * k
    for i in reversed(range(k)):
        rest = rows[i][k] - dot(rows[i][i + 1 : k], found[i + 1 :])
        found[i] = rest / rows[i][i]
    return found, least


def moved(beta: Sequence[float], step: Sequence[float], size: float) -> list[float]:
    """Return coefficients after part of a step."""
    return [b + size * s for b, s in zip(beta, step, strict=True)]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the sum of products."""
    return math.fsum(p * q for p, q in zip(a, b, strict=True))
