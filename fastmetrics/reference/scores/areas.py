"""Areas under curves, or under parts of them, by definition.

Exact up to the last division, except where a logarithm enters.
"""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_share,
    one_class,
    rows_of,
    warn_undefined,
)
from fastmetrics.reference.scores.score_sweep import (
    Step,
    area_between,
    average_precision,
    exact_steps,
    mcclish,
    roc_points,
    totals,
)

__all__ = ["log_auc_score", "partial_auc_score", "pr_auc_score"]

Column = Sequence[Any]


def _pr_linear(rows: Sequence[Row]) -> Fraction:
    """Return the trapezoids under the curve's points, (recall 0, precision 1) first."""
    positive, _ = totals(rows)
    points = [(Fraction(0), Fraction(1))] + [
        (Fraction(s.tp) / positive, Fraction(s.tp) / (s.tp + s.fp))
        for s in exact_steps(rows)
    ]
    return sum(
        ((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(points)),
        Fraction(0),
    )


def _pr_integral(rows: Sequence[Row]) -> float:
    """Return the area with fp linear in tp between thresholds (Keilwagen 2014)."""
    positive, _ = totals(rows)
    pieces = []
    for (_, t0, f0), (_, t1, f1) in pairwise([Step(None, 0, 0), *exact_steps(rows)]):
        if t1 == t0:
            continue
        h = Fraction(f1 - f0) / (t1 - t0)
        a, c = 1 + h, f0 - h * t0
        area = (t1 - t0) / (a * positive)
        if c != 0:
            # ln((a t1 + c) / (a t0 + c)), where a t + c is t + f
            growth = Fraction(a * (t1 - t0)) / (t0 + f0)
            area -= c / (a * a * positive) * _log1p(growth)
        pieces.append(float(area))
    return math.fsum(pieces)


def _log1p(x: Fraction) -> Fraction:
    """Return ln(1 + x) to forty digits of x² at least, for what it lacks of x counts.

    A power series where x is small, else by Python's decimal numbers.
    """
    if x < Fraction(1, 10**30):
        return x - x**2 / 2 + x**3 / 3
    with localcontext(prec=110):
        one = Decimal(x.numerator) / Decimal(x.denominator)
        return Fraction((1 + one).ln())


def _pr_davis_goadrich(rows: Sequence[Row]) -> Fraction:
    """Return trapezoids at every whole true positive, fp linear in tp between."""
    positive, _ = totals(rows)
    area = Fraction(0)
    for (_, t0, f0), (_, t1, f1) in pairwise([Step(None, 0, 0), *exact_steps(rows)]):
        if t1 == t0:
            continue
        h = Fraction(f1 - f0, t1 - t0)

        def precision(t: int, t0: int = t0, f0: int = f0, h: Fraction = h) -> Fraction:
            f = f0 + h * (t - t0)
            # Out of the origin the line has one precision throughout.
            return 1 / (1 + h) if t + f == 0 else t / (t + f)

        for t in range(t0, t1):
            area += (precision(t) + precision(t + 1)) / 2 / positive
    return area


def pr_auc_score(
    y_true: Column,
    y_score: Column,
    *,
    interpolation: str = "step",
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Area under the precision-recall curve, under one of four readings of it."""
    areas: dict[str, Callable[[Sequence[Row]], Any]] = {
        "step": average_precision,
        "linear": _pr_linear,
        "integral": _pr_integral,
        "davis-goadrich": _pr_davis_goadrich,
    }
    if interpolation not in areas:
        raise ValueError(f"interpolation={interpolation!r} not one of {list(areas)}")
    if interpolation == "davis-goadrich" and sample_weight is not None:
        raise ValueError("davis-goadrich steps by whole rows: no sample_weight")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    if not any(row.positive for row in rows):
        return warn_undefined("the precision-recall curve", "no positive rows")
    return float(areas[interpolation](rows))


def partial_auc_score(
    y_true: Column,
    y_score: Column,
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    fpr_range: tuple[float, float] | None = None,
    standardize: str | None = None,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Area of one strip of the ROC curve, raw or rescaled as McClish (1989) does."""
    if sum(limit is not None for limit in (max_fpr, min_tpr, fpr_range)) != 1:
        raise ValueError("give exactly one of max_fpr, min_tpr and fpr_range")
    if standardize not in (None, "mcclish"):
        raise ValueError(f"standardize={standardize!r} is not None or 'mcclish'")
    if min_tpr is not None:
        low, high = check_share("min_tpr", min_tpr), Fraction(1)
    elif fpr_range is not None:
        low, high = (check_share("fpr_range", end) for end in fpr_range)
    else:
        low, high = Fraction(0), check_share("max_fpr", max_fpr)
    if not low < high:
        raise ValueError(f"the range from {float(low)} to {float(high)} is empty")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the partial AUC", why)
    points = roc_points(rows)
    if min_tpr is not None:
        # The same strip seen from the side: 1 - FPR as a function of TPR.
        area = area_between([(tpr, 1 - fpr) for fpr, tpr in points], low, high)
        chance = (1 - low) ** 2 / 2
    else:
        area = area_between(points, low, high)
        chance = (high**2 - low**2) / 2
    if standardize is None:
        return float(area)
    return float(mcclish(area, chance, high - low))


def log_auc_score(
    y_true: Column,
    y_score: Column,
    *,
    fpr_range: tuple[float, float] = (0.001, 1.0),
    adjusted: bool = False,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> float:
    """Area of the ROC curve over ln FPR, over that of the strip (Mysinger 2010).

    A line of slope b and intercept i has b (x1 - x0) + i ln(x1 / x0) below it.
    """
    if not isinstance(adjusted, bool):
        raise TypeError("adjusted must be True or False")
    low, high = (check_share("fpr_range", end) for end in fpr_range)
    if not 0 < low < high:
        raise ValueError(f"no logarithms from {float(low)} to {float(high)}")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        return warn_undefined("the area over the logarithm of the FPR", why)
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(roc_points(rows)):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            slope = (y1 - y0) / (x1 - x0)
            intercept = y0 - slope * x0
            area += slope * (right - left) + intercept * _log1p(right / left - 1)
    width = _log1p(high / low - 1)
    chance = (high - low) / width if adjusted else 0
    return float(area / width - chance)
