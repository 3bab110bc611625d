"""What errors cost: cost curves (Drummond & Holte 2006) and the best threshold.

A threshold with rates (FPR, FNR) is a straight line over the operating condition
x = P(+)cost in [0, 1], from (0, FPR) to (1, FNR). A model used well takes, at every x,
its lowest line; that envelope is the cost curve.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_cost,
    check_share,
    one_class,
    rows_of,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import (
    Step,
    area_between,
    exact_steps,
    totals,
)

__all__ = [
    "cost_curve",
    "expected_cost",
    "normalized_expected_cost",
    "probability_cost",
]

Column = Sequence[Any]
Point = tuple[Fraction, Fraction]

# --------------------------------------------------------------------------- envelope


def cost_lines(rows: Sequence[Row]) -> list[tuple[float, Fraction, Fraction]]:
    """Return (threshold, FPR, FNR) of every classifier, the all-negative one first."""
    positive, negative = totals(rows)
    return [
        (
            float(step.threshold),
            Fraction(step.fp) / negative,
            1 - Fraction(step.tp) / positive,
        )
        for step in [Step(math.inf, 0, 0), *exact_steps(rows)]
    ]


def height(line: tuple[float, Fraction, Fraction], x: Fraction) -> Fraction:
    """Return the cost of one classifier at x."""
    _, fpr, fnr = line
    return (1 - x) * fpr + x * fnr


def lower_envelope(rows: Sequence[Row]) -> tuple[list[Point], list[float]]:
    """Return the vertices of the envelope and the threshold in force after each.

    From x = 0 on: among the lines lowest at x, the one that falls deepest to the right
    is in force, until the first line crosses below it.
    """
    lines = cost_lines(rows)
    x = Fraction(0)
    vertices: list[Point] = []
    thresholds: list[float] = []
    while x < 1:
        lowest = min(height(line, x) for line in lines)
        here = min(
            (line for line in lines if height(line, x) == lowest),
            key=lambda line: height(line, Fraction(1)),
        )
        vertices.append((x, lowest))
        thresholds.append(here[0])
        _, fpr, fnr = here
        crossings = [
            (other_fpr - fpr) / (other_fpr - fpr + fnr - other_fnr)
            for _, other_fpr, other_fnr in lines
            if other_fpr > fpr and other_fnr < fnr
        ]
        x = min((c for c in crossings if c > x), default=Fraction(1))
    lowest = min(height(line, x) for line in lines)
    return [*vertices, (x, lowest)], thresholds


def cost_curve(
    y_true: Column,
    y_score: Column,
    *,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> tuple[list[float], list[float], list[float]]:
    """Return the envelope's vertices (x, y) and the threshold to the right of each."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        nan = warn_undefined("the cost curve", why)
        return [0.0, 1.0], [nan, nan], [nan]
    vertices, thresholds = lower_envelope(rows)
    return [float(x) for x, _ in vertices], [float(y) for _, y in vertices], thresholds


def expected_cost(
    y_true: Column,
    y_score: Column,
    *,
    x_range: tuple[float, float] = (0, 1),
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Area under the envelope over `x_range`, not divided by the range's width."""
    low, high = (check_share("x_range", end) for end in x_range)
    if not low < high:
        raise ValueError(f"x_range={x_range!r} is empty")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the expected cost", why)
    vertices, _ = lower_envelope(rows)
    return float(area_between(vertices, low, high))


# ------------------------------------------------------------------- single conditions


def probability_cost(
    p_positive: Any, *, cost_fn: float = 1.0, cost_fp: float = 1.0
) -> Any:
    """Return P(+)cost: the share of the worst possible cost that positives cause."""
    if isinstance(p_positive, list | tuple):
        return [
            probability_cost(p, cost_fn=cost_fn, cost_fp=cost_fp) for p in p_positive
        ]
    p = check_share("p_positive", p_positive)
    of_positives = p * check_cost("cost_fn", cost_fn)
    of_negatives = (1 - p) * check_cost("cost_fp", cost_fp)
    if of_positives + of_negatives == 0:
        return warn_undefined("P(+)cost", "no error costs anything here")
    return float(of_positives / (of_positives + of_negatives))


def normalized_expected_cost(
    fnr: Any,
    fpr: Any,
    *,
    p_positive: Any,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
) -> Any:
    """Return the height of a classifier's line at one operating condition."""
    if isinstance(fnr, list | tuple):
        return [
            normalized_expected_cost(
                a, b, p_positive=p_positive, cost_fn=cost_fn, cost_fp=cost_fp
            )
            for a, b in zip(fnr, fpr, strict=True)
        ]
    misses, alarms = check_share("fnr", fnr), check_share("fpr", fpr)
    p = check_share("p_positive", p_positive)
    of_positives = p * check_cost("cost_fn", cost_fn)
    of_negatives = (1 - p) * check_cost("cost_fp", cost_fp)
    if of_positives + of_negatives == 0:
        return warn_undefined("the normalized cost", "no error costs anything here")
    return float(
        (misses * of_positives + alarms * of_negatives) / (of_positives + of_negatives)
    )
