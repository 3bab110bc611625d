"""Intervals of cross-validated values, as their papers define them.

Each function returns the estimate, its standard error and the two bounds.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.comparison.folds.scores import mean, squares_about_mean
from fastmetrics.reference.intervals import normal_interval

__all__ = ["FoldInterval", "corrected", "folds", "naive", "nested", "pooled"]

Numbers = Sequence[float]


class FoldInterval(NamedTuple):
    """An estimate, its standard error, and bounds."""

    estimate: float
    standard_error: float
    low: float
    high: float


def pooled(losses: Numbers, level: float) -> FoldInterval:
    """Take all out-of-fold losses for one sample: s/√n, Student's law."""
    n = len(losses)
    error = math.sqrt(squares_about_mean(losses) / (n - 1) / n)
    return _student(mean(losses), error, n - 1, level)


def folds(values: Numbers, standard_errors: Numbers, level: float) -> FoldInterval:
    """Add up the variances of folds, which are independent given the models."""
    k = len(values)
    error = math.sqrt(math.fsum(one**2 for one in standard_errors)) / k
    low, high = normal_interval(mean(values), error, level)
    return FoldInterval(mean(values), error, low, high)


def corrected(
    values: Numbers, n_train: float, n_test: float, level: float
) -> FoldInterval:
    """Widen the standard error of J values for the rows that training sets share."""
    n_values = len(values)
    variance = squares_about_mean(values) / (n_values - 1)
    error = math.sqrt(variance * (1 / n_values + n_test / n_train))
    return _student(mean(values), error, n_values - 1, level)


def naive(values: Numbers, level: float) -> FoldInterval:
    """Take J values for independent ones, which they are not."""
    n_values = len(values)
    error = math.sqrt(squares_about_mean(values) / (n_values - 1) / n_values)
    return _student(mean(values), error, n_values - 1, level)


def nested(
    losses_of: Callable[[list[int], list[int]], Numbers],
    fold_ids: Sequence[Sequence[int]],
    level: float,
) -> FoldInterval:
    """Cross-validate inside each outer training part, one fold of it after the other.

    ``losses_of(train, test)`` fits on some rows and returns the losses of the others.
    """
    n, k = len(fold_ids[0]), max(fold_ids[0]) + 1
    every_inner: list[float] = []
    every_outer: list[float] = []
    squares = []
    for ids in fold_ids:
        for fold in range(k):
            inner: list[float] = []
            for other in range(k):
                if other != fold:
                    train = [i for i in range(n) if ids[i] not in (fold, other)]
                    inner += losses_of(train, [i for i in range(n) if ids[i] == other])
            train = [i for i in range(n) if ids[i] != fold]
            outer = losses_of(train, [i for i in range(n) if ids[i] == fold])
            variance = squares_about_mean(outer) / (len(outer) - 1)
            squares.append((mean(inner) - mean(outer)) ** 2 - variance / len(outer))
            every_inner += inner
            every_outer += outer
    bias = (1 + (k - 2) / k) * (mean(every_inner) - mean(every_outer))
    estimate = mean(every_inner) - bias
    n_losses = len(every_outer)
    deviation = math.sqrt(squares_about_mean(every_outer) / (n_losses - 1))
    least = deviation / math.sqrt(n * (k - 1) / k)
    found = math.sqrt(max(0.0, mean(squares)))
    error = min(max(found, least), math.sqrt(k) * least) * math.sqrt((k - 1) / k)
    low, high = normal_interval(estimate, error, level)
    return FoldInterval(estimate, error, low, high)


def _student(estimate: float, error: float, freedom: int, level: float) -> FoldInterval:
    half = student_quantile(freedom, level) * error
    return FoldInterval(estimate, error, estimate - half, estimate + half)
