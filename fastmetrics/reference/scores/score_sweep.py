"""The threshold swept from above all scores to the lowest: counts at every stop.

Predicted positive means score >= threshold, and all rows that share a score cross the
threshold together.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row


class Step(NamedTuple):
    """A threshold and the weight of true and of false positives at it."""

    threshold: Any
    tp: Any
    fp: Any


def distinct_scores(rows: Sequence[Row]) -> list[Any]:
    """Return the scores that occur, highest first."""
    return sorted({row.score for row in rows}, reverse=True)


def exact_steps(rows: Sequence[Row]) -> list[Step]:
    """Return a step per distinct score, highest first, with exact cumulative weights.

    Each is the plain sum over the rows with score >= threshold: no state is carried
    from one threshold to the next.
    """
    return [
        Step(
            threshold,
            sum(r.weight for r in rows if r.score >= threshold and r.positive),
            sum(r.weight for r in rows if r.score >= threshold and not r.positive),
        )
        for threshold in distinct_scores(rows)
    ]


def float_steps(rows: Sequence[Row]) -> list[Step]:
    """Return the same steps with the weights added up in floating point.

    The order of the additions is part of the definition of a published curve: per
    class, scores descending, rows of equal score in the order given. It decides which
    points `drop_intermediate` sees as exactly collinear.
    """
    ordered = sorted(rows, key=lambda row: row.score, reverse=True)  # stable
    steps = []
    tp = fp = 0.0
    for index, row in enumerate(ordered):
        if row.positive:
            tp += float(row.weight)
        else:
            fp += float(row.weight)
        last = index + 1 == len(ordered)
        if last or ordered[index + 1].score != row.score:
            steps.append(Step(row.score, tp, fp))
    return steps


def totals(rows: Sequence[Row]) -> tuple[Any, Any]:
    """Return the total weight of the positive and of the negative rows."""
    return (
        sum(row.weight for row in rows if row.positive),
        sum(row.weight for row in rows if not row.positive),
    )


def tp_of_top(rows: Sequence[Row], weight: Fraction) -> Fraction:
    """Return the true-positive weight in the top `weight` of all rows.

    A tie group that is only partly taken gives its positives in proportion.
    """
    before = Step(None, 0, 0)
    for step in exact_steps(rows):
        taken = before.tp + before.fp
        group = step.tp + step.fp - taken
        if taken + group >= weight:
            share = Fraction(weight - taken) / group
            return before.tp + share * (step.tp - before.tp)
        before = step
    return Fraction(before.tp)


def roc_points(rows: Sequence[Row]) -> list[tuple[Fraction, Fraction]]:
    """Return the exact (FPR, TPR) points from (0, 0) to (1, 1); both classes needed."""
    positive, negative = totals(rows)
    return [(Fraction(0), Fraction(0))] + [
        (Fraction(step.fp) / negative, Fraction(step.tp) / positive)
        for step in exact_steps(rows)
    ]


def area_between(
    points: Sequence[tuple[Fraction, Fraction]], low: Fraction, high: Fraction
) -> Fraction:
    """Return the area under a polygonal line with ascending x over [low, high]."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            slope = (y1 - y0) / (x1 - x0)
            at_left = y0 + slope * (left - x0)
            at_right = y0 + slope * (right - x0)
            area += (right - left) * (at_left + at_right) / 2
    return area


def average_precision(rows: Sequence[Row]) -> Fraction:
    """Return Σ (R_i - R_{i-1}) P_i."""
    positive, _ = totals(rows)
    area = Fraction(0)
    before = Step(None, 0, 0)
    for step in exact_steps(rows):
        gain = Fraction(step.tp - before.tp) / positive
        area += gain * step.tp / (step.tp + step.fp)
        before = step
    return area


def mcclish(area: Fraction, chance: Fraction, best: Fraction) -> Fraction:
    """Return the area rescaled: chance becomes ½, the best possible 1."""
    return (1 + (area - chance) / (best - chance)) / 2
