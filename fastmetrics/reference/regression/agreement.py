"""How well predictions agree with what is observed, in place, spread and order."""

import math
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.regression.numbers import (
    Column,
    Row,
    averaged,
    mean,
    outputs_of,
    root,
    variance,
)

__all__ = [
    "concordance_correlation_coefficient",
    "cosine_similarity",
    "kling_gupta_efficiency",
]


class Moments(NamedTuple):
    """Weighted means, and means of squares and products about them, exact."""

    true: Fraction
    pred: Fraction
    true_square: Fraction
    pred_square: Fraction
    product: Fraction


def moments(rows: list[Row]) -> Moments:
    """Return the moments of two columns."""
    true, pred = [row.true for row in rows], [row.pred for row in rows]
    a, b = mean(true, rows), mean(pred, rows)
    products = [(y - a) * (p - b) for y, p in zip(true, pred, strict=True)]
    return Moments(
        a, b, variance(true, rows), variance(pred, rows), mean(products, rows)
    )


def concordance_correlation_coefficient(
    y_true: Column,
    y_pred: Column,
    *,
    ddof: float = 0,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return 2 s_xy / (s_x² + s_y² + (x̄ - ȳ)²), Lin's coefficient.

    Weighted rows count as many as there would be, without weights, of means of the same
    precision.
    """
    if not 0 <= ddof < math.inf:
        raise ValueError(f"ddof={ddof!r} is not finite and >= 0")
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        of = moments(rows)
        squares = sum(Fraction(row.weight) ** 2 for row in rows)
        n = Fraction(sum(row.weight for row in rows)) ** 2 / squares
        if not n > ddof:
            values.append(warn_undefined("the coefficient", "no more rows than ddof"))
            continue
        factor = n / (n - Fraction(ddof))
        apart = factor * (of.true_square + of.pred_square) + (of.true - of.pred) ** 2
        if apart == 0:
            values.append(warn_undefined("the coefficient", "two equal constants"))
        else:
            values.append(float(2 * factor * of.product / apart))
    return averaged(values, multioutput)


def cosine_similarity(
    y_true: Column,
    y_pred: Column,
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return Σ w y p / √(Σ w y² Σ w p²), the cosine of the angle of two columns."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        weights = [Fraction(row.weight) for row in rows]
        both, true, pred = (
            sum(
                (w * a * b for w, (a, b) in zip(weights, pairs, strict=True)),
                Fraction(),
            )
            for pairs in (
                [(row.true, row.pred) for row in rows],
                [(row.true, row.true) for row in rows],
                [(row.pred, row.pred) for row in rows],
            )
        )
        if true == 0 or pred == 0:
            values.append(warn_undefined("the cosine", "a column is all 0"))
        else:
            values.append(math.copysign(root(both**2 / (true * pred)), both))
    return averaged(values, multioutput)


def kling_gupta_efficiency(
    y_true: Column,
    y_pred: Column,
    *,
    variant: str = "2009",
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """Return 1 less the distance of (r, α, β) from (1, 1, 1)."""
    check_choice("variant", variant, ["2009", "2012"])
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        of = moments(rows)
        needed = [of.true_square, of.pred_square, of.true]
        if variant == "2012":
            needed.append(of.pred)
        if not all(needed):
            values.append(warn_undefined("the efficiency", "a divisor is 0"))
            continue
        size = root(of.product**2 / (of.true_square * of.pred_square))
        r = math.copysign(size, of.product)
        alpha = root(of.pred_square / of.true_square)
        beta = float(of.pred / of.true)
        if variant == "2012":
            alpha /= beta
        values.append(1 - math.hypot(r - 1, alpha - 1, beta - 1))
    return averaged(values, multioutput)
