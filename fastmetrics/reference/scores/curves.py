"""Curves over the threshold, their bands and costs, and the equal error rate."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from statistics import NormalDist
from typing import Any

from fastmetrics.reference.inputs import (
    Row,
    check_cost,
    check_share,
    classes_of,
    one_class,
    rows_of,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.intervals import Bounds, clopper_pearson_interval
from fastmetrics.reference.scores.score_sweep import (
    Step,
    area_between,
    exact_steps,
    float_steps,
    roc_points,
    totals,
)

Column = Sequence[Any]


def auc(x, y):
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
    y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=True
):
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
    y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=False
):
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
    y_true, y_score, pos_label=None, sample_weight=None, drop_intermediate=False
):
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


Counts = Sequence[float]
# Of the class that a curve is read along, and of the other one.
Points = list[tuple[float, float]]


def roc_bounds(tps, fps, at, kind, confidence_level):
    """Return bounds of the true positive rate at each false positive rate."""
    points = _points(fps, tps)
    if kind == "simultaneous":
        each = math.sqrt(confidence_level)
        return [_anywhere(points, fps[-1], tps[-1], place, each) for place in at]
    made = []
    for place in at:
        rate = _joined(points, place)
        parts = _parts(points, fps[-1], tps[-1], place, rate, confidence_level)
        made.append(_together(rate, parts))
    return made


def precision_recall_bounds(tps, fps, at, kind, confidence_level):
    """Return bounds of the precision at each recall."""
    points = _points(tps, fps)
    n_positive, n_negative = tps[-1], fps[-1]
    n = n_positive + n_negative
    share = n_positive / n
    made: list[Bounds] = []
    for recall in at:
        precision = _precision_at(recall)
        if recall == 0:
            made.append((0.0, 1.0))
        elif kind == "simultaneous":
            each = confidence_level ** (1 / 3)
            low, high = _anywhere(points, n_positive, n_negative, recall, each)
            off = math.sqrt(math.log(2 / (1 - each)) / (2 * n))  # Hoeffding (1963)
            made.append(
                (
                    precision(max(share - off, 0.0), high),
                    precision(min(share + off, 1.0), low),
                )
            )
        else:
            rate = _joined(points, recall)
            parts = _parts(
                points, n_positive, n_negative, recall, rate, confidence_level
            )
            shares = clopper_pearson_interval(n_positive, n, confidence_level)
            of_rates = [
                (precision(share, high), precision(share, low)) for low, high in parts
            ]
            of_share = (precision(shares[0], rate), precision(shares[1], rate))
            made.append(_together(precision(share, rate), [*of_rates, of_share]))
    return made


def _points(x: Counts, y: Counts) -> Points:
    """Return the shares at each threshold, from the one above all scores."""
    rates = ((a / x[-1], b / y[-1]) for a, b in zip(x, y, strict=True))
    return [(0.0, 0.0), *rates]


def _joined(points: Points, place: float) -> float:
    """Return the last y at this x, or that of the line between the points beside it."""
    if reached := [y for x, y in points if x == place]:
        return reached[-1]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 < place < x1:
            return y0 + (y1 - y0) * (place - x0) / (x1 - x0)
    raise ValueError(f"{place} is not a proportion")


def _between(points: Points, low: float, high: float) -> Bounds:
    """Return the least y from ``low`` on, and the greatest up to ``high``."""
    return (
        min([y for x, y in points if x >= low], default=points[-1][1]),
        max([y for x, y in points if x <= high], default=points[0][1]),
    )


@cache
def kolmogorov_distance(n: int, level: float) -> float:
    """Return how far an empirical distribution of n rows is from the true one.

    At most so far with the probability of the level; found by halving.
    """
    low, high = 0.0, 1.0
    for _ in range(45):
        middle = (low + high) / 2
        if _chance_within(n, Fraction(middle)) < level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _chance_within(n: int, d: Fraction) -> Fraction:
    """Return the chance that n uniform numbers in order are all near their places.

    The i-th is to be from i / n - d to (i - 1) / n + d. It is Steck's determinant,
    expanded by its last column.
    """
    lower = [max(Fraction(i, n) - d, Fraction(0)) for i in range(1, n + 1)]
    upper = [min(Fraction(i - 1, n) + d, Fraction(1)) for i in range(1, n + 1)]
    # chances[k] is that of the first k, over k!.
    chances = [Fraction(1)]
    for k in range(1, n + 1):
        total = Fraction(0)
        for i in range(k):
            reach = max(upper[i] - lower[k - 1], Fraction(0))
            term = reach ** (k - i) / math.factorial(k - i) * chances[i]
            total += term if (k - i) % 2 else -term
        chances.append(total)
    return chances[n] * math.factorial(n)


def _anywhere(points, n_x, n_y, place, each):
    """Return bounds that hold at all places at once."""
    off_x = kolmogorov_distance(int(n_x), each)
    off_y = kolmogorov_distance(int(n_y), each)
    low, high = _between(points, place - off_x, place + off_x)
    return max(low - off_y, 0.0), min(high + off_y, 1.0)


def _parts(points, n_x, n_y, place, rate, level):
    """Return what the rate may be, and where its threshold may lie."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    off = z * math.sqrt(place * (1 - place) / n_x) + 0.5 / n_x
    return [
        clopper_pearson_interval(min(rate * n_y, n_y), n_y, level),
        _between(points, place - off, place + off),
    ]


def _together(estimate: float, parts: Sequence[Bounds]) -> Bounds:
    """Return bounds of a sum of independent parts, from those that each has alone."""
    below = math.hypot(*(max(estimate - low, 0.0) for low, _ in parts))
    above = math.hypot(*(max(high - estimate, 0.0) for _, high in parts))
    return max(estimate - below, 0.0), min(estimate + above, 1.0)


def _precision_at(recall: float) -> Callable[[float, float], float]:
    """Return the precision, by the share of positives and the false positive rate."""

    def precision(share: float, rate: float) -> float:
        total = share * recall + (1 - share) * rate
        return share * recall / total if total > 0 else 1.0

    return precision


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


def cost_curve(y_true, y_score, *, pos_label=None, sample_weight=None):
    """Return the envelope's vertices (x, y) and the threshold to the right of each."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    why = one_class(rows)
    if why:
        nan = warn_undefined("the cost curve", why)
        return [0.0, 1.0], [nan, nan], [nan]
    vertices, thresholds = lower_envelope(rows)
    return [float(x) for x, _ in vertices], [float(y) for _, y in vertices], thresholds


def expected_cost(
    y_true, y_score, *, x_range=(0, 1), pos_label=None, sample_weight=None
):
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


def probability_cost(p_positive, *, cost_fn=1.0, cost_fp=1.0):
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


def normalized_expected_cost(fnr, fpr, *, p_positive, cost_fn=1.0, cost_fp=1.0):
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


def equal_error_rate(
    y_true, y_score, *, convex_hull=False, pos_label=None, sample_weight=None
):
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
