"""Observed and predicted numbers, as exact fractions, and averages over outputs."""

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_weights, is_matrix, same_length

Column = Sequence[Any]


class Row(NamedTuple):
    """An observed and a predicted number, and what the row weighs."""

    true: Fraction
    pred: Fraction
    weight: Any

    @property
    def error(self) -> Fraction:
        """How much too high the prediction is."""
        return self.pred - self.true


def outputs_of(
    y_true: Column, y_pred: Column, sample_weight: Column | None = None
) -> list[list[Row]]:
    """Return the rows of each output; those of weight 0 are in none."""
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    weights = check_weights(sample_weight, n)
    true, pred = columns(y_true), columns(y_pred)
    if len(true) != len(pred):
        raise ValueError(f"{len(true)} outputs in y_true, {len(pred)} in y_pred")
    return [
        [Row(y, p, w) for y, p, w in zip(one, other, weights, strict=True) if w > 0]
        for one, other in zip(true, pred, strict=True)
    ]


def columns(values: Column) -> list[list[Fraction]]:
    """Return the columns of a matrix, or the one that there is."""
    rows = [list(row) for row in values] if is_matrix(values) else [[x] for x in values]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError("rows of unequal length, or without numbers")
    return [[exact(row[j]) for row in rows] for j in range(len(rows[0]))]


def exact(number: Any) -> Fraction:
    """Return a number without rounding."""
    is_real = isinstance(number, Real)
    if not is_real:
        raise ValueError(f"{number!r} is not a real number")
    if not math.isfinite(number):
        raise ValueError(f"{number!r} is not finite")
    return Fraction(number)


def mean(values: list[Fraction], rows: list[Row]) -> Fraction:
    """Return the mean of values, weighted as the rows are."""
    total = Fraction(sum(row.weight for row in rows))
    return (
        sum((v * row.weight for v, row in zip(values, rows, strict=True)), Fraction())
        / total
    )


def variance(values: list[Fraction], rows: list[Row]) -> Fraction:
    """Return the mean of the squared deviations from the mean."""
    middle = mean(values, rows)
    return mean([(value - middle) ** 2 for value in values], rows)


def root(number: Fraction) -> float:
    """Return the square root, also where the number itself is out of range."""
    if number == 0:
        return 0.0
    # A power of four, of which the root is known, makes it a number near 1.
    power = (number.numerator.bit_length() - number.denominator.bit_length()) // 2
    return math.ldexp(math.sqrt(number / Fraction(4) ** power), power)


def plain(number: Any) -> float:
    """Return the nearest float; infinity beyond the largest."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def averaged(values: list[float], multioutput: Any, shares: Any = None) -> Any:
    """Return all values, their mean, or their mean by weights.

    ``shares`` are the weights of "variance_weighted"; None: there is no such average.
    """
    if multioutput == "raw_values":
        return values
    if multioutput is None and shares is not None:
        multioutput = "uniform_average"
    if multioutput == "variance_weighted" and shares is not None:
        weights = shares if any(shares) else [1] * len(values)
    elif multioutput == "uniform_average":
        weights = [1] * len(values)
    else:
        if isinstance(multioutput, str) or len(multioutput) != len(values):
            raise ValueError(f"multioutput={multioutput!r}")
        if len(values) == 1:
            raise ValueError("weights of one output")
        weights = [Fraction(weight) for weight in multioutput]
    total = sum(weights)
    found = [
        float(Fraction(weight) / total) * value
        for weight, value in zip(weights, values, strict=True)
    ]
    return math.fsum(found) if all(map(math.isfinite, found)) else sum(found)
