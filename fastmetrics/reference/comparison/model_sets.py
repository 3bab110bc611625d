"""Bands of curves, dominance of curves, and the model confidence set."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from statistics import NormalDist
from typing import NamedTuple

from fastmetrics.reference.inputs import Row, check_choice, rows_of
from fastmetrics.reference.intervals import quantile, tails
from fastmetrics.reference.mean_intervals import cosine_terms
from fastmetrics.reference.random import draw_weights, uniform
from fastmetrics.reference.scores import curves
from fastmetrics.reference.scores.score_sweep import exact_steps

PLACES = 1001
_OF_KIND = {"simultaneous": "ks", "pointwise": "clopper-pearson"}
Bounds = list[tuple[float, float]]
# What a curve is at a place, of the counts of positives and negatives above thresholds.
Read = Callable[[Sequence[int], Sequence[int], float], float]


class CurveBand(NamedTuple):
    """A curve and its bounds at a row of places."""

    x: list[float]
    y: list[float]
    low: list[float]
    high: list[float]
    kind: str
    method: str
    approximate: bool
    confidence_level: float


def roc_band(
    y_true,
    y_score,
    *,
    kind="simultaneous",
    method="auto",
    confidence_level=0.95,
    n_resamples=1999,
    random_state=None,
    pos_label=None,
):
    """Return bounds of the true positive rate at 1,001 false positive rates."""

    def read(tps: Sequence[int], fps: Sequence[int], place: float) -> float:
        return joined(fps, tps, place)

    asked = kind, method, confidence_level, n_resamples, random_state or 0
    return _band(_rows(y_true, y_score, pos_label), read, curves.roc_bounds, *asked)


def precision_recall_band(
    y_true,
    y_score,
    *,
    kind="simultaneous",
    method="bootstrap",
    confidence_level=0.95,
    n_resamples=1999,
    random_state=None,
    pos_label=None,
):
    """Return bounds of the precision at 1,001 recalls."""

    def read(tps: Sequence[int], fps: Sequence[int], place: float) -> float:
        share = tps[-1] / (tps[-1] + fps[-1])
        total = share * place + (1 - share) * joined(tps, fps, place)
        return share * place / total if total > 0 else 1.0

    asked = kind, method, confidence_level, n_resamples, random_state or 0
    rows = _rows(y_true, y_score, pos_label)
    return _band(rows, read, curves.precision_recall_bounds, *asked)


def joined(x: Sequence[int], y: Sequence[int], place: float) -> float:
    """Return the share of y at a share of x, of counts that rise from (0, 0).

    Points are joined by straight lines; of points with one x the last one counts.
    """
    x, y = [0, *x], [0, *y]
    wanted = place * x[-1]
    at = max(k for k in range(len(x)) if x[k] <= wanted)
    if x[at] == wanted or at + 1 == len(x):
        return y[at] / y[-1]
    part = (wanted - x[at]) / (x[at + 1] - x[at])
    return (y[at] + part * (y[at + 1] - y[at])) / y[-1]


def _rows(y_true, y_score, pos_label):
    """Return score and class of each row: by falling score, positives first in ties."""
    made = rows_of(y_true, y_score, pos_label, None)
    found = [(row.score, row.positive) for row in made]
    if len({positive for _, positive in found}) < 2:
        raise ValueError("y_true has one class")
    return sorted(found, key=lambda row: (row[0], row[1]), reverse=True)


def _counts(rows, weights):
    """Return how many positives and negatives are at or above each distinct score."""
    tps, fps = [], []
    for score in sorted({score for score, _ in rows}, reverse=True):
        above = [
            (positive, w)
            for (one, positive), w in zip(rows, weights, strict=True)
            if one >= score
        ]
        tps.append(sum(w for positive, w in above if positive))
        fps.append(sum(w for positive, w in above if not positive))
    return tps, fps


def _band(rows, read, formula, kind, method, level, n_resamples, seed):
    if method == "auto":
        method = _OF_KIND[kind]
    if method not in (_OF_KIND[kind], "bootstrap"):
        raise ValueError(f"{kind=} {method=}")
    places = [k / (PLACES - 1) for k in range(PLACES)]
    tps, fps = _counts(rows, [1] * len(rows))
    y = [read(tps, fps, place) for place in places]
    if method != "bootstrap":
        made = formula(tps, fps, places, kind, level)
    else:
        least = formula(tps, fps, places, "pointwise", level)
        drawn = []
        for replicate in range(n_resamples):
            again = _counts(rows, draw_weights(seed, replicate, [len(rows)]))
            if again[0][-1] and again[1][-1]:
                drawn.append([read(*again, place) for place in places])
        by_place = [list(values) for values in zip(*drawn, strict=True)]
        made = [
            (min(low, least_low), max(high, least_high))
            for (low, high), (least_low, least_high) in zip(
                _pointwise(by_place, level)
                if kind == "pointwise"
                else _simultaneous(y, by_place, level),
                least,
                strict=True,
            )
        ]
    lows, highs = ([*side] for side in zip(*made, strict=True))
    approximate = method != "ks"
    return CurveBand(places, y, lows, highs, kind, method, approximate, level)


def _pointwise(by_place: Sequence[list[float]], level: float) -> Bounds:
    low, high = tails(level)
    return [(quantile(one, low), quantile(one, high)) for one in by_place]


def _simultaneous(y, by_place, level):
    """Go as many standard errors to either side as the largest deviation goes."""
    errors = []
    for values in by_place:
        mean = math.fsum(values) / len(values)
        squares = math.fsum((value - mean) ** 2 for value in values)
        errors.append(math.sqrt(squares / (len(values) - 1)))
    largest = sorted(
        max(
            abs(by_place[k][replicate] - y[k]) / errors[k]
            for k in range(len(y))
            if errors[k] > 1e-12
        )
        for replicate in range(len(by_place[0]))
    )
    rank = math.ceil(level * (len(largest) + 1))
    reach = largest[rank - 1] if rank <= len(largest) else math.inf
    return [
        (max(one - reach * error, 0.0), min(one + reach * error, 1.0))
        if error > 1e-12
        else (one, one)
        for one, error in zip(y, errors, strict=True)
    ]


MOST_TERMS = 50


class ModelConfidenceSet(NamedTuple):
    """Which models are in the set, and the p-values of all."""

    included: tuple[str, ...]
    pvalues: dict[str, float]
    eliminated: tuple[str, ...]
    mean_losses: dict[str, float]
    confidence_level: float


class Sums(NamedTuple):
    """What models add up to, and Λ_j for j = 1 … B of each."""

    sums: dict[str, float]
    waves: dict[str, list[float]]


def model_confidence_set(
    losses,
    *,
    confidence_level=0.95,
    statistic="max",
    horizon=1,
    n_resamples=1999,
    random_state=None,
):
    """Leave out the worst model, until those that are left do not differ.

    The p-value of a step is the chance of a statistic as large among normal sums of
    the same covariance, of which it is estimated anew; that of a model the largest up
    to the step that leaves it out.
    """
    check_choice("statistic", statistic, ["max", "range"])
    names = [*losses]
    n = len(losses[names[0]])
    if len(names) < 2 or n < 5 or not 1 <= horizon < n:
        raise ValueError("too few models or times")
    means = {name: math.fsum(losses[name]) / n for name in names}
    size = min(cosine_terms(n, horizon), MOST_TERMS)
    waves = {
        name: [
            math.sqrt(2 / n)
            * math.fsum(
                loss * math.cos(math.pi * j * (t + 0.5) / n)
                for t, loss in enumerate(losses[name])
            )
            for j in range(1, size + 1)
        ]
        for name in names
    }
    observed = Sums({name: math.sqrt(n) * means[name] for name in names}, waves)
    drawn = [
        _simulated(waves, size, random_state or 0, at) for at in range(n_resamples)
    ]
    left, order, steps = list(names), [], []
    while len(left) > 1:
        worst, largest = _statistic(observed, left, statistic)
        as_large = sum(_statistic(one, left, statistic)[1] >= largest for one in drawn)
        left.remove(worst)
        order.append(worst)
        steps.append((1 + as_large) / (1 + n_resamples))
    order.append(left[0])
    among = [max(steps[: at + 1]) for at in range(len(steps))] + [1.0]
    pvalues = dict(zip(order, among, strict=True))
    return ModelConfidenceSet(
        tuple(
            name
            for name in sorted(names, key=lambda one: means[one])
            if pvalues[name] > 1 - confidence_level
        ),
        {name: pvalues[name] for name in names},
        tuple(order[:-1]),
        means,
        confidence_level,
    )


def _simulated(waves, size, seed, at):
    """Return normal sums with the covariance Σ_j Λ_j Λ_j' / B, and Λ of such sums."""
    z = [NormalDist().inv_cdf(u) for u in uniform(seed, at, 0, (size + 1) * size)]

    def of(row: int, name: str) -> float:
        weights = z[row * size : (row + 1) * size]
        return math.fsum(map(float.__mul__, weights, waves[name])) / math.sqrt(size)

    return Sums(
        {name: of(0, name) for name in waves},
        {name: [of(row, name) for row in range(1, size + 1)] for name in waves},
    )


def _statistic(of: Sums, left: Sequence[str], statistic: str) -> tuple[str, float]:
    """Return the worst of some models, and the largest difference over its error."""
    found: dict[str, float] = {}
    if statistic == "max":
        for name in left:
            others = [(other, 1 / len(left)) for other in left]
            found[name] = _standardized(of, [(name, 1.0)], others)
    else:
        for a, b in combinations(left, 2):
            t = _standardized(of, [(a, 1.0)], [(b, 1.0)])
            found[a] = max(found.get(a, -math.inf), t)
            found[b] = max(found.get(b, -math.inf), -t)
    worst = max(left, key=lambda name: found[name])
    return worst, found[worst]


def _standardized(of, plus, minus):
    """Return a difference of sums over the root of its estimated variance."""
    terms = [*plus, *((name, -share) for name, share in minus)]
    size = len(of.waves[plus[0][0]])
    d = math.fsum(share * of.sums[name] for name, share in terms)
    squares = [
        math.fsum(share * of.waves[name][j] for name, share in terms) ** 2
        for j in range(size)
    ]
    error = math.sqrt(math.fsum(squares) / size)
    if error > 1e-12:
        return d / error
    return math.copysign(math.inf, d) if abs(d) > 1e-12 else 0.0


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
    y_true,
    score_a,
    score_b,
    *,
    curve="roc",
    hull=False,
    pos_label=None,
    sample_weight=None,
):
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


def _ends(points, left, right, is_stepped):
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
