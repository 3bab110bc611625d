"""DeLong's test of two AUCs on different rows, whose variances then add up."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.laws import student_tail
from fastmetrics.reference.inputs import rows_of, same_length, warn_undefined
from fastmetrics.reference.scores.delong import ALTERNATIVES, exact_delong

__all__ = ["IndependentTest", "delong_roc_test_independent"]

nan = math.nan


class IndependentTest(NamedTuple):
    """What the test found; the estimate is the first AUC less the second."""

    statistic: float
    pvalue: float
    estimate: float
    df: float


def delong_roc_test_independent(
    y_true_a: Sequence[Any],
    score_a: Sequence[Any],
    y_true_b: Sequence[Any],
    score_b: Sequence[Any],
    *,
    alternative: str = "two-sided",
    pos_label: Any = None,
) -> IndependentTest:
    """Test whether two AUCs differ; t after Welch, a sample having n - 1 of freedom."""
    if alternative not in ALTERNATIVES:
        raise ValueError(f"alternative={alternative!r} is not one of {ALTERNATIVES}")
    samples = [(y_true_a, score_a), (y_true_b, score_b)]
    areas, variances = [], []
    for y_true, scores in samples:
        same_length(y_true=y_true, y_score=scores)
        rows = rows_of(y_true, scores, pos_label)
        if min(sum(row.positive is side for row in rows) for side in (True, False)) < 2:
            warn_undefined("the test of two AUCs", "fewer than two rows of a class")
            return IndependentTest(nan, nan, nan, nan)
        (area,), covariance = exact_delong(y_true, [scores], pos_label)
        assert covariance is not None
        areas.append(area)
        variances.append(covariance[0][0])
    difference, variance = areas[0] - areas[1], sum(variances)
    if variance == 0:
        if difference == 0:
            return IndependentTest(0.0, 1.0, 0.0, nan)
        warn_undefined("the test of two AUCs", "their difference has no variance")
        return IndependentTest(nan, nan, float(difference), nan)
    df = variance**2 / sum(
        own**2 / (len(y_true) - 1)
        for own, (y_true, _) in zip(variances, samples, strict=True)
    )
    t = float(difference) / math.sqrt(variance)
    pvalue = student_tail(t, float(df), alternative)
    return IndependentTest(t, pvalue, float(difference), float(df))
