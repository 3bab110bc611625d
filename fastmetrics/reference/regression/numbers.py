"""Exact numbers, and means of losses over rows."""

import math
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import partial
from numbers import Real
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_weights,
    is_matrix,
    named_after,
    same_length,
)

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


def outputs_of(y_true, y_pred, sample_weight=None):
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


def of_outputs(formula: Callable[..., Any]) -> Any:
    """Make a metric from a formula of the rows of one output; outputs are averaged."""

    def metric(
        y_true, y_pred, *, sample_weight=None, multioutput="uniform_average", **own
    ):
        outputs = outputs_of(y_true, y_pred, sample_weight)
        return averaged([formula(rows, **own) for rows in outputs], multioutput)

    return named_after(formula, metric)


# What a row loses: of y, and of its forecast. A float is infinite or NaN.
Loss = Callable[[Fraction, Fraction], Fraction | float]

# So many digits that terms may cancel to the 50th.
_DIGITS = Context(prec=120)


def read_outputs(y_true, y_pred):
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
    loss,
    y_true,
    y_pred,
    sample_weight,
    multioutput="uniform_average",
    finish=lambda mean: mean,
):
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


def mean_of_losses(loss: Any = None, *, finish: Any = None) -> Any:
    """Make a metric of what rows lose: ``loss(**own)`` returns ``loss(y, forecast)``.

    ``finish`` is what is made of the mean of each output.
    """
    if loss is None:
        return partial(mean_of_losses, finish=finish)
    finished: Any = {} if finish is None else {"finish": finish}

    def metric(
        y_true, y_pred, *, sample_weight=None, multioutput="uniform_average", **own
    ):
        rows = y_true, y_pred, sample_weight, multioutput
        return mean_over_rows(loss(**own), *rows, **finished)

    return named_after(loss, metric)


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
