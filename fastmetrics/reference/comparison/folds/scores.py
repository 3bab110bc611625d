"""What tests of scores by fold share: differences, and when they do not vary."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from fastmetrics.reference.comparison.laws import student_tail
from fastmetrics.reference.inputs import warn_undefined

__all__ = [
    "Differences",
    "FoldTest",
    "differences_of",
    "mean",
    "squares_about_mean",
    "student_test",
    "without_variance",
]

Scores = Sequence[float]


class FoldTest(NamedTuple):
    """What a test over folds found; NaN is the error of what does not vary."""

    statistic: float
    pvalue: float
    estimate: float
    standard_error: float


class Differences(NamedTuple):
    """A - B by fold, and how far rounding alone can take one of them."""

    values: list[float]
    noise: float


def differences_of(scores_a: Scores, scores_b: Scores | None) -> Differences:
    """Return the differences, which ``scores_a`` are already if there is no B."""
    if len(scores_a) < 2:
        raise ValueError("one fold")
    if scores_b is None:
        values, largest = list(scores_a), max(map(abs, scores_a))
    else:
        values = [a - b for a, b in zip(scores_a, scores_b, strict=True)]
        largest = max(map(abs, [*scores_a, *scores_b]))
    return Differences(values, 4 * math.ulp(largest))


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def squares_about_mean(values: Sequence[float]) -> float:
    """Return the sum of squared distances to the mean."""
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values)


def without_variance(estimate: float) -> FoldTest:
    """Return what equal numbers say: nothing if they are 0, else it is undefined."""
    if estimate == 0:
        return FoldTest(0.0, 1.0, 0.0, math.nan)
    nan = warn_undefined("the test", "a variance of 0 cannot make it certain")
    return FoldTest(nan, nan, estimate, nan)


def student_test(
    differences: Differences, variance_per_square: float, alternative: str
) -> FoldTest:
    """Test whether the mean is 0, its variance being s² times a number."""
    values, noise = differences
    estimate = mean(values)
    if max(values) - min(values) <= noise:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    df = len(values) - 1
    error = math.sqrt(variance_per_square * squares_about_mean(values) / df)
    t = estimate / error
    return FoldTest(t, student_tail(t, df, alternative), estimate, error)
