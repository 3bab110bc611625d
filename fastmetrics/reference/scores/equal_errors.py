"""Where the false positive rate is the false negative rate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from fastmetrics.reference.inputs import one_class, rows_of, warn_undefined
from fastmetrics.reference.scores.score_sweep import roc_points

__all__ = ["equal_error_rate"]

Column = Sequence[Any]
Point = tuple[Fraction, Fraction]


def equal_error_rate(
    y_true: Column,
    y_score: Column,
    *,
    convex_hull: bool = False,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """FPR where it is 1 - TPR, on the straight lines between the ROC points."""
    if not isinstance(convex_hull, bool):
        raise TypeError("convex_hull must be True or False")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the equal error rate", why)
    points = [(Fraction(fpr), Fraction(tpr)) for fpr, tpr in roc_points(rows)]
    if convex_hull:
        return float(_least_worst(points))
    return float(_crossing(points))


def _crossing(points: list[Point]) -> Fraction:
    for (x0, y0), (x1, y1) in pairwise(points):
        before, after = x0 + y0 - 1, x1 + y1 - 1
        if before <= 0 <= after and after > before:
            return x0 + (x1 - x0) * -before / (after - before)
    raise AssertionError("the curve goes from (0, 0) to (1, 1)")


def _least_worst(points: list[Point]) -> Fraction:
    """Return the least FPR = FNR that any mixture of two thresholds reaches.

    The upper hull is made of such mixtures, and every pair of points is tried.
    """
    return min(
        _crossing([a, b])
        for a in points
        for b in points
        if a[0] + a[1] <= 1 <= b[0] + b[1] and sum(a) < sum(b)
    )
