"""How well predictions agree with what is observed, in place, spread and order."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_choice,
    check_weights,
    is_matrix,
    same_length,
    warn_undefined,
)

Column = Sequence[Any]

__all__ = ["concordance_correlation_coefficient", "kling_gupta_efficiency"]


class Moments(NamedTuple):
    """Weighted means, and means of squares and products about them, exact."""

    n: Any
    true: Fraction
    pred: Fraction
    true_square: Fraction
    pred_square: Fraction
    product: Fraction


def moments(y_true: Column, y_pred: Column, weights: Sequence[Any]) -> Moments:
    """Return the moments of two columns; n is what the rows weigh."""
    total = sum(weights)

    def mean(values: Any) -> Fraction:
        return sum(w * v for w, v in zip(weights, values, strict=True)) / Fraction(
            total
        )

    true, pred = [Fraction(y) for y in y_true], [Fraction(p) for p in y_pred]
    a, b = mean(true), mean(pred)
    return Moments(
        total,
        a,
        b,
        mean((y - a) ** 2 for y in true),
        mean((p - b) ** 2 for p in pred),
        mean((y - a) * (p - b) for y, p in zip(true, pred, strict=True)),
    )


def concordance_correlation_coefficient(
    y_true: Column,
    y_pred: Column,
    *,
    ddof: float = 0,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return 2 s_xy / (s_x² + s_y² + (x̄ - ȳ)²), Lin's coefficient."""

    def of_column(y: Column, p: Column, weights: Sequence[Any]) -> float:
        of = moments(y, p, weights)
        if not of.n > ddof:
            return warn_undefined("the coefficient", "no more rows than ddof")
        factor = of.n / Fraction(of.n - Fraction(ddof))
        apart = factor * (of.true_square + of.pred_square) + (of.true - of.pred) ** 2
        if apart == 0:
            return warn_undefined("the coefficient", "two equal constants")
        return float(2 * factor * of.product / apart)

    if not 0 <= ddof < math.inf:
        raise ValueError(f"ddof={ddof!r} is not finite and >= 0")
    return over_outputs(of_column, y_true, y_pred, sample_weight, multioutput)


def kling_gupta_efficiency(
    y_true: Column,
    y_pred: Column,
    *,
    variant: str = "2009",
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return 1 less the distance of (r, α, β) from (1, 1, 1)."""

    def of_column(y: Column, p: Column, weights: Sequence[Any]) -> float:
        of = moments(y, p, weights)
        needed = [of.true_square, of.pred_square, of.true]
        if variant == "2012":
            needed.append(of.pred)
        if not all(needed):
            return warn_undefined("the efficiency", "a divisor is 0")
        r = float(of.product) / math.sqrt(of.true_square * of.pred_square)
        alpha = math.sqrt(of.pred_square / of.true_square)
        beta = float(of.pred / of.true)
        if variant == "2012":
            alpha /= beta
        return 1 - math.hypot(r - 1, alpha - 1, beta - 1)

    check_choice("variant", variant, ["2009", "2012"])
    return over_outputs(of_column, y_true, y_pred, sample_weight, multioutput)


def columns(matrix: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the columns of a matrix."""
    return [[row[j] for row in matrix] for j in range(len(matrix[0]))]


def over_outputs(
    of_column: Any,
    y_true: Column,
    y_pred: Column,
    sample_weight: Column | None,
    multioutput: Any,
) -> Any:
    """Return the value of the columns, or the average of those of their outputs."""
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    weights = check_weights(sample_weight, n)
    if is_matrix(y_true):
        values = [
            of_column(y, p, weights)
            for y, p in zip(columns(y_true), columns(y_pred), strict=True)
        ]
    else:
        values = [of_column(y_true, y_pred, weights)]
    if isinstance(multioutput, str):
        check_choice("multioutput", multioutput, ["raw_values", "uniform_average"])
        if multioutput == "raw_values":
            return values
        multioutput = [1] * len(values)
    whole = sum(multioutput)
    return sum(v * w for v, w in zip(values, multioutput, strict=True)) / whole
