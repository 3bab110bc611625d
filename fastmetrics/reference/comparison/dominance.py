"""How two curves lie: both walked piece by piece, in fractions."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row, rows_of
from fastmetrics.reference.scores.score_sweep import exact_steps

__all__ = ["curve_dominance"]

Point = tuple[Fraction, Fraction]


class Gap(NamedTuple):
    """The largest distance, and where it is."""

    size: float
    at: float


class Dominance(NamedTuple):
    """How two curves lie."""

    verdict: str
    share_a: float
    share_b: float
    share_equal: float
    crossings: tuple[float, ...]
    largest_gap_a: Gap
    largest_gap_b: Gap


def curve_dominance(
    y_true: Sequence[Any],
    score_a: Sequence[Any],
    score_b: Sequence[Any],
    *,
    curve: str = "roc",
    hull: bool = False,
    pos_label: Any = None,
    sample_weight: Sequence[Any] | None = None,
) -> Dominance:
    """Return which curve is the upper one where, and by how much at most."""
    if curve not in ("roc", "precision_recall") or (hull and curve != "roc"):
        raise ValueError(f"{curve=} {hull=}")
    curves = []
    for score in (score_a, score_b):
        points = _roc_points(rows_of(y_true, score, pos_label, sample_weight))
        curves.append(_hull(points) if hull else points)
    if curve == "precision_recall":
        shares = _positive_share(rows_of(y_true, score_a, pos_label, sample_weight))
        curves = [_precisions(points, shares) for points in curves]
    is_stepped = curve == "precision_recall"
    at = sorted({x for points in curves for x, _ in points})
    # (where, A's curve less B's) just right of each place and just left of the next.
    pieces = []
    for left, right in pairwise(at):
        ends = []
        for points in curves:
            ends.append(_ends(points, left, right, is_stepped))
        (start_a, end_a), (start_b, end_b) = ends
        pieces.append((left, right, start_a - start_b, end_a - end_b))
    return _summed(pieces)


def _roc_points(rows: Sequence[Row]) -> list[Point]:
    steps = exact_steps(rows)
    n_positive, n_negative = Fraction(steps[-1].tp), Fraction(steps[-1].fp)
    if not (n_positive and n_negative):
        raise ValueError("one class")
    found = [(step.fp / n_negative, step.tp / n_positive) for step in steps]
    return [(Fraction(0), Fraction(0)), *found]


def _positive_share(rows: Sequence[Row]) -> Fraction:
    total = sum((row.weight for row in rows), Fraction(0))
    return sum((row.weight for row in rows if row.positive), Fraction(0)) / total


def _precisions(points: Sequence[Point], share: Fraction) -> list[Point]:
    """Return recalls with the precision on the way up to each."""
    found: list[Point] = []
    recall = Fraction(0)
    for fpr, tpr in points[1:]:
        if tpr > recall:
            recall = tpr
            found.append((tpr, share * tpr / (share * tpr + (1 - share) * fpr)))
    return [(Fraction(0), found[0][1]), *found]


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the points that no line between two others is above."""
    kept = []
    for x, y in points:
        below = any(
            x0 <= x <= x1 and x0 < x1 and y < y0 + (y1 - y0) * (x - x0) / (x1 - x0)
            for x0, y0 in points
            for x1, y1 in points
        )
        if not below:
            kept.append((x, y))
    return kept


def _ends(
    points: Sequence[Point], left: Fraction, right: Fraction, is_stepped: bool
) -> Point:
    """Return y just right of one place and just left of the next."""
    if is_stepped:
        value = next(y for x, y in points if x >= right)
        return value, value
    x0, y0 = [one for one in points if one[0] <= left][-1]
    x1, y1 = next(one for one in points if one[0] >= right)
    slope = (y1 - y0) / (x1 - x0)
    return y0 + slope * (left - x0), y0 + slope * (right - x0)


def _summed(pieces: Sequence[tuple[Fraction, ...]]) -> Dominance:
    shares = {1: Fraction(0), -1: Fraction(0), 0: Fraction(0)}
    runs: list[tuple[int, Fraction]] = []  # a sign, and where it begins
    for left, right, start, end in pieces:
        signs = _sign(start), _sign(end)
        if signs[0] * signs[1] < 0:
            middle = left + (right - left) * start / (start - end)
            parts = [(signs[0], left, middle), (signs[1], middle, right)]
        else:
            parts = [(signs[0] or signs[1], left, right)]
        for sign, begin, stop in parts:
            shares[sign] += stop - begin
            if sign and (not runs or runs[-1][0] != sign):
                runs.append((sign, begin))
    differences = [
        one
        for left, right, start, end in pieces
        for one in ((left, start), (right, end))
    ]
    gaps = {}
    for sign in (1, -1):
        at, size = max(differences, key=lambda one: sign * one[1])
        gaps[sign] = Gap(float(sign * size), float(at))
        if sign * size <= 0:
            gaps[sign] = Gap(0.0, math.nan)
    verdict = {(True, True): "cross", (True, False): "a", (False, True): "b"}.get(
        (gaps[1].size > 0, gaps[-1].size > 0), "equal"
    )
    return Dominance(
        verdict,
        float(shares[1]),
        float(shares[-1]),
        float(shares[0]),
        tuple(float(begin) for _, begin in runs[1:]),
        gaps[1],
        gaps[-1],
    )


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
