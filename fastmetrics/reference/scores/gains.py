"""What is found among the rows that score highest: gain, lift, and single points."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_share,
    one_class,
    rows_of,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import (
    Step,
    exact_steps,
    roc_points,
    totals,
    tp_of_top,
)

__all__ = [
    "break_even_point",
    "cumulative_gain_curve",
    "ks_statistic",
    "lift_curve",
    "lift_score",
]

Column = Sequence[Any]


def cumulative_gain_curve(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> tuple[list[float], list[float], list[float]]:
    """Return (population, gain, thresholds) from (0, 0) at infinity on.

    `population` is the share of all weight that is predicted positive, `gain` the
    recall there.
    """
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    positive, negative = totals(rows)
    steps = [Step(math.inf, 0, 0), *exact_steps(rows)]
    population = [float((s.tp + s.fp) / (positive + negative)) for s in steps]
    if positive == 0:
        gain = [warn_undefined("the gain", "no positive rows")] * len(steps)
    else:
        gain = [float(step.tp / positive) for step in steps]
    return population, gain, [float(step.threshold) for step in steps]


def lift_curve(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> tuple[list[float], list[float], list[Any]]:
    """Return (population, lift, thresholds) from the highest score on.

    Lift is recall over population: how many times more positives there are among the
    rows taken than in as many rows taken blindly.
    """
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    positive, negative = totals(rows)
    base = positive + negative
    steps = exact_steps(rows)
    population = [float((step.tp + step.fp) / base) for step in steps]
    if positive == 0:
        lift = [warn_undefined("the lift", "no positive rows")] * len(steps)
    else:
        lift = [float((s.tp * base) / (positive * (s.tp + s.fp))) for s in steps]
    return population, lift, [step.threshold for step in steps]


def lift_score(
    y_true: Column,
    y_score: Column,
    *,
    at: float = 0.1,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Recall within the top share `at` of the weight, divided by `at`."""
    share = check_share("at", at, low_open=True)
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the lift", "no positive rows")
    positive, negative = totals(rows)
    found = tp_of_top(rows, share * (positive + negative))
    return float(found / positive / share)


def break_even_point(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Precision when as much is predicted positive as is positive."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the break-even point", "no positive rows")
    positive = Fraction(totals(rows)[0])
    return float(tp_of_top(rows, positive) / positive)


def ks_statistic(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Largest |TPR - FPR| over all thresholds."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the KS statistic", why)
    return float(max(abs(tpr - fpr) for fpr, tpr in roc_points(rows)))
