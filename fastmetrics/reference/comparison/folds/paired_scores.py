"""Student's t tests of two models' scores on the same folds, as their papers have it.

T. G. Dietterich (1998) and C. Nadeau and Y. Bengio (2003).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from fastmetrics.reference.comparison.folds.scores import (
    FoldTest,
    Scores,
    differences_of,
    mean,
    squares_about_mean,
    student_test,
)
from fastmetrics.reference.comparison.laws import student_tail

__all__ = [
    "bayesian_correlated_t_test",
    "corrected_resampled_t_test",
    "paired_cv_t_test",
]


def paired_cv_t_test(
    scores_a: Scores, scores_b: Scores | None = None, *, alternative: str = "two-sided"
) -> FoldTest:
    """Return t = √k mean / s of the differences, with k - 1 degrees of freedom."""
    differences = differences_of(scores_a, scores_b)
    return student_test(differences, 1 / len(differences.values), alternative)


def corrected_resampled_t_test(
    scores_a: Scores,
    scores_b: Scores | None = None,
    *,
    n_train: float | Sequence[float],
    n_test: float | Sequence[float],
    alternative: str = "two-sided",
) -> FoldTest:
    """Return mean / √((1/J + n_test/n_train) s²), with J - 1 degrees of freedom."""
    differences = differences_of(scores_a, scores_b)
    ratio = size_of(n_test) / size_of(n_train)
    return student_test(differences, 1 / len(differences.values) + ratio, alternative)


def size_of(n: float | Sequence[float]) -> float:
    """Return a size, or the mean of several."""
    return mean(n) if isinstance(n, Sequence) else n


# --- the correlated t test of G. Corani and A. Benavoli (2015)


class Posterior(NamedTuple):
    """Probabilities that the mean difference lies below, in and above the region."""

    p_less: float
    p_rope: float
    p_greater: float


def bayesian_correlated_t_test(
    scores_a: Scores,
    scores_b: Scores | None = None,
    *,
    n_train: float | Sequence[float],
    n_test: float | Sequence[float],
    rope: float = 0.01,
) -> Posterior:
    """Return where a t variable around the mean difference lies, and how probably."""
    values, noise = differences_of(scores_a, scores_b)
    centre, n = mean(values), len(values)
    if max(values) - min(values) <= noise:
        centre = 0.0 if abs(centre) <= noise else centre
        less, greater = float(centre < -rope), float(centre > rope)
        return Posterior(less, 1 - less - greater, greater)
    train, test = size_of(n_train), size_of(n_test)
    correlation = test / (train + test)
    variance = squares_about_mean(values) / (n - 1)
    scale = math.sqrt((1 / n + correlation / (1 - correlation)) * variance)
    less = student_tail((-rope - centre) / scale, n - 1, "less")
    greater = student_tail((rope - centre) / scale, n - 1, "greater")
    return Posterior(less, 1 - less - greater, greater)
