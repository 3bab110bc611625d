"""What metrics of forecasts of numbers share: exact rows, weights, means."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_weights, same_length
from fastmetrics.reference.probability.rows import read_matrix
from fastmetrics.reference.regression.numbers import plain

Column = Sequence[Any]
Matrix = Sequence[Sequence[Any]]


def read_rows(y_true: Column, **forecasts: Sequence[Any]) -> list[list[Fraction]]:
    """Return each row as y and all numbers that were forecast of it, exact."""
    same_length(y_true=y_true, **forecasts)
    columns = {"y_true": y_true, **forecasts}
    read = [read_matrix(name, column) for name, column in columns.items()]
    rows = zip(*read, strict=True)
    return [[Fraction(x) for part in row for x in part] for row in rows]


def weighted_mean(values: Column, sample_weight: Column | None) -> float:
    """Return the mean, rounded once; rows of weight 0 are left out.

    It is infinite if a row is, and NaN if one is and another is so the other way.
    """
    weights = check_weights(sample_weight, len(values))
    pairs = [(w, v) for w, v in zip(weights, values, strict=True) if w]
    infinite = {v for _, v in pairs if isinstance(v, float) and math.isinf(v)}
    if infinite:
        return sum(infinite)
    return plain(sum(w * Fraction(v) for w, v in pairs) / sum(weights))
