"""Bands of curves: closed ones of `reference.scores.bands`, and of rows drawn anew."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import rows_of
from fastmetrics.reference.intervals import quantile, tails
from fastmetrics.reference.random import draw_weights
from fastmetrics.reference.scores import bands

__all__ = ["precision_recall_band", "roc_band"]

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
    y_true: Sequence[Any],
    y_score: Sequence[Any],
    *,
    kind: str = "simultaneous",
    method: str = "auto",
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    random_state: int | None = None,
    pos_label: Any = None,
) -> CurveBand:
    """Return bounds of the true positive rate at 1,001 false positive rates."""

    def read(tps: Sequence[int], fps: Sequence[int], place: float) -> float:
        return joined(fps, tps, place)

    asked = kind, method, confidence_level, n_resamples, random_state or 0
    return _band(_rows(y_true, y_score, pos_label), read, bands.roc_bounds, *asked)


def precision_recall_band(
    y_true: Sequence[Any],
    y_score: Sequence[Any],
    *,
    kind: str = "simultaneous",
    method: str = "bootstrap",
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    random_state: int | None = None,
    pos_label: Any = None,
) -> CurveBand:
    """Return bounds of the precision at 1,001 recalls."""

    def read(tps: Sequence[int], fps: Sequence[int], place: float) -> float:
        share = tps[-1] / (tps[-1] + fps[-1])
        total = share * place + (1 - share) * joined(tps, fps, place)
        return share * place / total if total > 0 else 1.0

    asked = kind, method, confidence_level, n_resamples, random_state or 0
    rows = _rows(y_true, y_score, pos_label)
    return _band(rows, read, bands.precision_recall_bounds, *asked)


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


def _rows(
    y_true: Sequence[Any], y_score: Sequence[Any], pos_label: Any
) -> list[tuple[Any, bool]]:
    """Return score and class of each row: by falling score, positives first in ties."""
    made = rows_of(y_true, y_score, pos_label, None)
    found = [(row.score, row.positive) for row in made]
    if len({positive for _, positive in found}) < 2:
        raise ValueError("y_true has one class")
    return sorted(found, key=lambda row: (row[0], row[1]), reverse=True)


def _counts(
    rows: Sequence[tuple[Any, bool]], weights: Sequence[int]
) -> tuple[list[int], list[int]]:
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


def _band(
    rows: Sequence[tuple[Any, bool]],
    read: Read,
    formula: Callable[..., Bounds],
    kind: str,
    method: str,
    level: float,
    n_resamples: int,
    seed: int,
) -> CurveBand:
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


def _simultaneous(
    y: Sequence[float], by_place: Sequence[list[float]], level: float
) -> Bounds:
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
