"""Curves over the threshold, point by point, in the layout scikit-learn gives them.

Published curves are floating point: the counts at each threshold are added up in the
order that `score_sweep.float_steps` states, and each rate is one division.
"""

import math
import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from fastmetrics.reference.inputs import (
    classes_of,
    rows_of,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import Step, float_steps

__all__ = ["auc", "det_curve", "precision_recall_curve", "roc_curve"]

Column = Sequence[Any]


def auc(x: Column, y: Column) -> float:
    """Area under the points (x, y) by trapezoids; x must be monotonic."""
    if same_length(x=x, y=y) < 2:
        raise ValueError("an area needs at least 2 points")
    widths = [right - left for left, right in pairwise(x)]
    descending = any(width < 0 for width in widths)
    if descending and not all(width <= 0 for width in widths):
        raise ValueError("x is neither increasing nor decreasing")
    pieces = [w * (a + b) / 2 for w, (a, b) in zip(widths, pairwise(y), strict=True)]
    area = math.fsum(pieces) if all(map(math.isfinite, pieces)) else sum(pieces)
    return float(-area if descending else area)


def _without_collinear(steps: list[Step]) -> list[Step]:
    """Drop steps in whose two neighbouring moves both counts grow the same."""
    if len(steps) <= 2:
        return steps
    kept = [steps[0]]
    for before, here, after in zip(steps, steps[1:], steps[2:], strict=False):
        bend_tp = (after.tp - here.tp) - (here.tp - before.tp)
        bend_fp = (after.fp - here.fp) - (here.fp - before.fp)
        if bend_tp != 0 or bend_fp != 0:
            kept.append(here)
    return [*kept, steps[-1]]


def _without_level(steps: list[Step]) -> list[Step]:
    """Drop steps whose true positives equal those of both neighbours."""
    if len(steps) <= 2:
        return steps
    inner = [
        here
        for before, here, after in zip(steps, steps[1:], steps[2:], strict=False)
        if before.tp != here.tp or here.tp != after.tp
    ]
    return [steps[0], *inner, steps[-1]]


def roc_curve(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
    drop_intermediate: bool = True,
) -> tuple[list[float], list[float], list[float]]:
    """Return (fpr, tpr, thresholds) from (0, 0) at infinity to (1, 1)."""
    steps = float_steps(rows_of(y_true, y_score, pos_label, sample_weight))
    if drop_intermediate:
        steps = _without_collinear(steps)
    steps = [Step(math.inf, 0.0, 0.0), *steps]
    _, positive, negative = steps[-1]
    if negative == 0:
        fpr = [warn_undefined("the false positive rate", "no negative rows")] * len(
            steps
        )
    else:
        fpr = [step.fp / negative for step in steps]
    if positive == 0:
        tpr = [warn_undefined("the true positive rate", "no positive rows")] * len(
            steps
        )
    else:
        tpr = [step.tp / positive for step in steps]
    return fpr, tpr, [float(step.threshold) for step in steps]


def precision_recall_curve(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
    drop_intermediate: bool = False,
) -> tuple[list[float], list[float], list[Any]]:
    """Return (precision, recall, thresholds), thresholds ascending, then (1, 0)."""
    steps = float_steps(rows_of(y_true, y_score, pos_label, sample_weight))
    if drop_intermediate:
        steps = _without_level(steps)
    positive = steps[-1].tp
    if positive == 0:
        warnings.warn("no positive rows: recall is set to one", stacklevel=2)
    steps.reverse()
    return (
        [step.tp / (step.tp + step.fp) for step in steps] + [1.0],
        [step.tp / positive if positive else 1.0 for step in steps] + [0.0],
        [step.threshold for step in steps],
    )


def det_curve(
    y_true: Column,
    y_score: Column,
    pos_label: Any = None,
    sample_weight: Column | None = None,
    drop_intermediate: bool = False,
) -> tuple[list[float], list[float], list[float]]:
    """Return (fpr, fnr, thresholds), thresholds ascending.

    It runs from the highest threshold that misses nothing to the highest one at which
    nothing is a false alarm; everything beyond those two is left out.
    """
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if len(classes_of(y_true)) != 2:
        raise ValueError("a DET curve needs two classes in y_true")
    steps = [Step(math.inf, 0.0, 0.0), *float_steps(rows)]
    if drop_intermediate:
        steps = _without_level(steps)
    _, positive, negative = steps[-1]
    if positive == 0 or negative == 0:
        # Labels of two classes, but all the weight on one.
        warn_undefined("a rate", "a class weighs nothing")
    first = max(i for i, step in enumerate(steps) if step.fp == 0)
    last = min(i for i, step in enumerate(steps) if step.tp == positive)
    inside = steps[first : last + 1][::-1]
    return (
        [step.fp / negative if negative else math.nan for step in inside],
        [(positive - s.tp) / positive if positive else math.nan for s in inside],
        [float(step.threshold) for step in inside],
    )
