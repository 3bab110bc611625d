"""Student's t tests of two models' scores on the same folds, as their papers have it.

T. G. Dietterich (1998) and C. Nadeau and Y. Bengio (2003).
"""

from collections.abc import Sequence

from fastmetrics.reference.comparison.folds.scores import (
    FoldTest,
    Scores,
    differences_of,
    mean,
    student_test,
)

__all__ = ["corrected_resampled_t_test", "paired_cv_t_test"]


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
