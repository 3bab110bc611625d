"""What means over rows of a loss share: numbers, outputs, weights, exact arithmetic."""

import math
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from numbers import Real
from typing import Any

from fastmetrics.reference.inputs import check_weights, is_matrix, same_length
from fastmetrics.reference.regression.numbers import plain

__all__ = [
    "Column",
    "Loss",
    "exp",
    "log",
    "mean_over_rows",
    "power",
    "read_outputs",
    "square_root",
]

Column = Sequence[Any]
# What a row loses: of y, and of its forecast. A float is infinite or NaN.
Loss = Callable[[Fraction, Fraction], Fraction | float]

# So many digits that terms may cancel to the 50th.
_DIGITS = Context(prec=120)


def read_outputs(
    y_true: Sequence[Any], y_pred: Sequence[Any]
) -> list[list[tuple[Fraction, Fraction]]]:
    """Return the pairs (observed, predicted) of each output, exact."""
    same_length(y_true=y_true, y_pred=y_pred)
    true, predicted = (_rows(*one) for one in (("y_true", y_true), ("y_pred", y_pred)))
    if len(true[0]) != len(predicted[0]):
        raise ValueError("y_true and y_pred have different numbers of outputs")
    pairs = [zip(a, b, strict=True) for a, b in zip(true, predicted, strict=True)]
    return [list(output) for output in zip(*pairs, strict=True)]


def _rows(name: str, column: Sequence[Any]) -> list[list[Fraction]]:
    rows = [list(row) for row in column] if is_matrix(column) else [[x] for x in column]
    same_length(**{f"row {i} of {name}": row for i, row in enumerate(rows)})
    for row in rows:
        for value in row:
            if isinstance(value, str) or not isinstance(value, Real):
                raise ValueError(f"{name}: {value!r} is not a real number")
            if not math.isfinite(value):
                raise ValueError(f"{name}: {value!r} is not finite")
    return [[Fraction(value) for value in row] for row in rows]


def mean_over_rows(
    loss: Loss,
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    sample_weight: Column | None,
    multioutput: Any = "uniform_average",
    finish: Callable[[Any], Any] = lambda mean: mean,
) -> Any:
    """Return the weighted mean of what rows lose; of several outputs their average.

    ``finish`` is what is made of the mean of each output.
    """
    outputs = read_outputs(y_true, y_pred)
    weights = check_weights(sample_weight, len(outputs[0]))
    means = [finish(_mean(loss, pairs, weights)) for pairs in outputs]
    if multioutput == "raw_values":
        return [plain(mean) for mean in means]
    counts = [Fraction(1)] * len(means)
    if multioutput != "uniform_average":
        counts = [Fraction(weight) for weight in multioutput]
        if len(means) == 1 or len(counts) != len(means):
            raise ValueError("multioutput is of other outputs")
    if any(isinstance(mean, float) for mean in means):  # infinite or NaN
        return sum(w * float(m) for w, m in zip(counts, means, strict=True) if w)
    total = sum(w * m for w, m in zip(counts, means, strict=True))
    return plain(total / sum(counts))


def _mean(loss: Loss, pairs: list[tuple[Fraction, Fraction]], weights: Column) -> Any:
    """Return an exact mean, or an infinite one; rows of weight 0 are left out."""
    lost = [
        (weight, loss(*pair))
        for weight, pair in zip(weights, pairs, strict=True)
        if weight
    ]
    odd = [value for _, value in lost if isinstance(value, float)]
    if odd:
        return odd[0]
    return sum(w * value for w, value in lost) / sum(weights)


def power(base: Fraction, exponent: Fraction) -> Fraction:
    """Return a power of a positive number, to 120 digits."""
    with localcontext(_DIGITS):
        return Fraction(_decimal(base) ** _decimal(exponent))


def log(value: Fraction) -> Fraction:
    """Return the natural logarithm of a positive number, to 120 digits."""
    with localcontext(_DIGITS):
        return Fraction(_decimal(value).ln())


def exp(value: Fraction) -> Fraction | float:
    """Return the exponential, to 120 digits; infinite beyond the floats."""
    if value > 710:
        return math.inf
    if value < -10_000:
        return Fraction(0)
    with localcontext(_DIGITS):
        return Fraction(_decimal(value).exp())


def square_root(value: Fraction) -> Fraction:
    """Return the square root, to 120 digits."""
    with localcontext(_DIGITS):
        return Fraction(_decimal(value).sqrt())


def _decimal(value: Fraction) -> Decimal:
    with localcontext(_DIGITS):
        return Decimal(value.numerator) / Decimal(value.denominator)
