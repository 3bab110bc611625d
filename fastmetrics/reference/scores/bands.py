"""Bounds of a ROC or a precision-recall curve, place by place, from the definitions.

Campbell (1994) for all places at once, with the exact law of Kolmogorov's distance
(Steck 1971); for one place Clopper and Pearson's bounds and those of the threshold, put
together as Zou and Donner (2008) do.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from statistics import NormalDist

from fastmetrics.reference.intervals import Bounds, clopper_pearson_interval

__all__ = ["kolmogorov_distance", "precision_recall_bounds", "roc_bounds"]

Counts = Sequence[float]
# Of the class that a curve is read along, and of the other one.
Points = list[tuple[float, float]]


def roc_bounds(
    tps: Counts, fps: Counts, at: Sequence[float], kind: str, confidence_level: float
) -> list[Bounds]:
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


def precision_recall_bounds(
    tps: Counts, fps: Counts, at: Sequence[float], kind: str, confidence_level: float
) -> list[Bounds]:
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
    raise ValueError(f"{place} is no share")


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


def _anywhere(
    points: Points, n_x: float, n_y: float, place: float, each: float
) -> Bounds:
    """Return bounds that hold at all places at once."""
    off_x = kolmogorov_distance(int(n_x), each)
    off_y = kolmogorov_distance(int(n_y), each)
    low, high = _between(points, place - off_x, place + off_x)
    return max(low - off_y, 0.0), min(high + off_y, 1.0)


def _parts(
    points: Points, n_x: float, n_y: float, place: float, rate: float, level: float
) -> list[Bounds]:
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
