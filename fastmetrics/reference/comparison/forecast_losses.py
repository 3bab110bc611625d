"""Diebold and Mariano's test: losses of two forecasters of one series."""

import math
from collections.abc import Sequence

from fastmetrics.reference.comparison.folds.scores import (
    FoldTest,
    differences_of,
    mean,
    without_variance,
)
from fastmetrics.reference.comparison.laws import student_tail
from fastmetrics.reference.in_time import cosine_variance, harvey_variance
from fastmetrics.reference.inputs import check_choice

__all__ = ["diebold_mariano_test"]


def diebold_mariano_test(
    loss_a: Sequence[float],
    loss_b: Sequence[float] | None = None,
    *,
    horizon: int = 1,
    variance: str = "cosine",
    alternative: str = "two-sided",
) -> FoldTest:
    """Return the mean difference over its long-run standard error."""
    check_choice("variance", variance, ["cosine", "hln"])
    found = differences_of(loss_a, loss_b)
    d, noise = found.values, found.noise
    if len(d) < 3 or not 1 <= horizon < len(d):
        raise ValueError("too few times")
    estimate = mean(d)
    if max(d) - min(d) <= noise:
        return without_variance(0.0 if abs(estimate) <= noise else estimate)
    if variance == "cosine":
        error, df = cosine_variance(d, horizon)
    else:
        error, df = harvey_variance(d, horizon)
    t = estimate / error if error else math.nan
    return FoldTest(t, student_tail(t, df, alternative), estimate, error)
