"""The tests of five repetitions of two-fold cross-validation, as their papers have it.

T. G. Dietterich (1998) and E. Alpaydın (1999).
"""

import math
from collections.abc import Sequence

from fastmetrics.reference.comparison.folds.scores import (
    FoldTest,
    Scores,
    differences_of,
    mean,
    squares_about_mean,
    without_variance,
)
from fastmetrics.reference.comparison.laws import f_tail, student_tail

__all__ = ["five_by_two_cv_f_test", "five_by_two_cv_t_test"]


def five_by_two_cv_t_test(
    scores_a: Sequence[Scores],
    scores_b: Sequence[Scores] | None = None,
    *,
    numerator: str = "first",
    alternative: str = "two-sided",
) -> FoldTest:
    """Return the first difference (or √2 of the mean of two) over √(Σ s²/5)."""
    pairs, noise = pairs_of(scores_a, scores_b)
    n = {"first": 1, "mean": 2}[numerator]
    estimate = mean(pairs[0][:n])
    if all(abs(first - second) <= noise for first, second in pairs):
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    error = math.sqrt(math.fsum(map(squares_about_mean, pairs)) / 5)
    t = math.sqrt(n) * estimate / error
    return FoldTest(t, student_tail(t, 5, alternative), estimate, error / math.sqrt(n))


def five_by_two_cv_f_test(
    scores_a: Sequence[Scores], scores_b: Sequence[Scores] | None = None
) -> FoldTest:
    """Return F = Σ Σ Δ² / (2 Σ s²), with 10 and 5 degrees of freedom."""
    pairs, noise = pairs_of(scores_a, scores_b)
    values = [value for pair in pairs for value in pair]
    estimate = mean(values)
    if all(abs(first - second) <= noise for first, second in pairs):
        if max(map(abs, values)) <= noise:
            return without_variance(0.0)
        return without_variance(math.inf)._replace(estimate=estimate)
    squares = math.fsum(map(squares_about_mean, pairs))
    f = math.fsum(value**2 for value in values) / (2 * squares)
    return FoldTest(f, f_tail(f, 10, 5), estimate, math.sqrt(squares / 5 / 2))


def pairs_of(
    scores_a: Sequence[Scores], scores_b: Sequence[Scores] | None
) -> tuple[list[list[float]], float]:
    """Return the five pairs of differences, and the noise of rounding."""
    tables = [scores_a] if scores_b is None else [scores_a, scores_b]
    if any([len(row) for row in table] != [2] * 5 for table in tables):
        raise ValueError("five rows of two folds are needed")
    flat = [[score for row in table for score in row] for table in tables]
    values, noise = differences_of(flat[0], flat[1] if len(flat) > 1 else None)
    return [values[i : i + 2] for i in range(0, 10, 2)], noise
