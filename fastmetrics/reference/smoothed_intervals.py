"""Intervals of values optimised over thresholds: smoothed scores, by definition.

The best value over thresholds of the rows at hand is too good, and rows drawn from
them again repeat that. The rows of either class are therefore taken for a sample of a
smooth law, a normal kernel around each of them; its value is where the interval is
centred, and samples of it say how wide it is.

Optimal values depend on the order of the scores alone, and so does this: scores are
first moved to where they would lie if those of negatives were standard normal and those
of positives normal with the same spread, as far away as the AUC says.
"""

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.inputs import Row, rows_of
from fastmetrics.reference.intervals import quantile, standard_error
from fastmetrics.reference.random import NOISE, random_bits
from fastmetrics.reference.scores.ranking import roc_auc_score

__all__ = [
    "SmoothRow",
    "degrees_of_freedom",
    "is_separated",
    "is_too_tied",
    "smooth_rows",
    "smoothed_interval",
    "smoothed_replicate",
    "smoothed_value",
]

Column = Sequence[Any]
Metric = Callable[..., float]

NORMAL = NormalDist()
STEPS = 64  # places on the line from one whole number to the next
N_DISTANCES = 256  # equally likely places of a kernel: as many as a byte has values
CENTRE = 0.7  # bandwidth of the law whose value is the centre; replicates: 1
MOST_TIED = 0.5  # share of the rows that a tie may hold
FEWEST_ERRORS = 2  # rows that must be wrong at the best threshold


class SmoothRow(NamedTuple):
    """A row at its place on the line, and the bandwidth of its class, in places."""

    positive: bool
    place: int
    weight: Any
    bandwidth: float


# ---------------------------------------------------------------------------- the line


def smooth_rows(
    y_true: Column,
    y_score: Column,
    pos_label: Any = None,
    sample_weight: Column | None = None,
) -> list[SmoothRow]:
    """Return the rows in the order given at their places on the line."""
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    places = places_of(rows)
    bandwidths = {}
    for positive in (False, True):
        mine = [i for i, row in enumerate(rows) if row.positive == positive]
        size = effective_size([rows[i].weight for i in mine])
        bandwidths[positive] = bandwidth([places[i] for i in mine], size)
    return [
        SmoothRow(row.positive, place, row.weight, bandwidths[row.positive])
        for row, place in zip(rows, places, strict=True)
    ]


def places_of(rows: Sequence[Row]) -> list[int]:
    """Return where each row lies: the normal score of its rank, to the nearest place.

    The law of all rows is a mixture, (1 − π) Φ(z) + π Φ(z − d), with the share π of
    positives and d = √2 Φ⁻¹(AUC), of which AUC is a consequence; a row lies where that
    is the weight below it and half of that in its tie, by the weight of all.
    """
    total = sum(row.weight for row in rows)
    share = sum(row.weight for row in rows if row.positive) / total
    distance = distance_of_classes(rows)

    def law(z: float) -> float:
        return (1 - share) * NORMAL.cdf(z) + share * NORMAL.cdf(z - distance)

    def place(row: Row) -> int:
        below = sum(other.weight for other in rows if other.score < row.score)
        tied = sum(other.weight for other in rows if other.score == row.score)
        rank = (below + tied / 2) / total
        # Places beyond 9 standard deviations are never needed, whatever n is.
        low = math.floor(STEPS * (min(distance, 0) - 9))
        high = math.ceil(STEPS * (max(distance, 0) + 9))
        while low < high:  # the first place whose upper end has so much below it
            middle = (low + high) // 2
            if law((middle + 0.5) / STEPS) < rank:
                low = middle + 1
            else:
                high = middle
        return low

    found = {row.score: place(row) for row in rows}
    return [found[row.score] for row in rows]


def distance_of_classes(rows: Sequence[Row]) -> float:
    """Return how far apart two unit normals are whose AUC is that of the rows.

    An AUC of 0 or 1 counts as if one pair in two data sets were placed the other way.
    """
    area = roc_auc_score(
        [row.positive for row in rows],
        [row.score for row in rows],
        sample_weight=[row.weight for row in rows],
    )
    n_positive = sum(row.positive for row in rows)
    least = 1 / (2 * n_positive * (len(rows) - n_positive))
    return math.sqrt(2) * NORMAL.inv_cdf(min(max(area, least), 1 - least))


def effective_size(weights: Sequence[Any]) -> float:
    """Return for how many rows that count alike these are worth (Kish): (Σw)² / Σw²."""
    return sum(weights) ** 2 / sum(weight**2 for weight in weights)


def bandwidth(places: Sequence[int], size: float) -> float:
    """Return Silverman's 0.9 min(s, IQR / 1.349) n^(−1/5) (1986, equation 3.31).

    Where the quartiles coincide, s alone; n is the effective size.
    """
    if len(places) < 2:
        return 0.0
    spread = standard_error(places)
    quartiles = quantile(places, 0.75) - quantile(places, 0.25)
    if quartiles > 0:
        spread = min(spread, quartiles / 1.349)
    return 0.9 * spread * size**-0.2


def distances(width: float) -> list[int]:
    """Return how far a kernel reaches, the middles of 256 parts equal in weight."""
    parts = [(k + 0.5) / N_DISTANCES for k in range(N_DISTANCES)]
    return [round(width * NORMAL.inv_cdf(part)) for part in parts]


# ------------------------------------------------------------------ values, replicates


def smoothed_value(metric: Metric, rows: Sequence[SmoothRow], **options: Any) -> float:
    """Return the metric of the smooth law: of each row at all places of its kernel."""
    labels, scores, weights = [], [], []
    for row in rows:
        for distance in distances(CENTRE * row.bandwidth):
            labels.append(row.positive)
            scores.append(row.place + distance)
            weights.append(row.weight)
    return metric(labels, scores, sample_weight=weights, **options)


def smoothed_replicate(
    metric: Metric,
    rows: Sequence[SmoothRow],
    drawn: Sequence[int],
    seed: int,
    replicate: int,
    **options: Any,
) -> float:
    """Return the metric of a sample of the smooth law.

    `drawn` is how often each row is taken (`replicate_weights`). All copies, row by
    row, are numbered, and number k moves by the distance that byte k of the replicate's
    noise says.
    """
    labels, scores, weights = [], [], []
    number = 0
    for row, copies in zip(rows, drawn, strict=True):
        reach = distances(row.bandwidth)
        for _ in range(copies):
            byte = random_bits(seed, NOISE, replicate, number, 8)
            number += 1
            labels.append(row.positive)
            scores.append(row.place + reach[byte])
            weights.append(row.weight)
    return metric(labels, scores, sample_weight=weights, **options)


# ----------------------------------------------------------------------- the interval


def is_too_tied(y_score: Column) -> bool:
    """Whether one tie, of two rows or more, holds over half of the rows.

    A smooth law has no such score.
    """
    largest = max(list(y_score).count(score) for score in set(y_score))
    return largest > 1 and largest > MOST_TIED * len(y_score)


def is_separated(rows: Sequence[SmoothRow], y_score: Column) -> bool:
    """Whether less than two rows are wrong at the best threshold, in either direction.

    How many other rows would be is then hardly known.
    """
    pairs = list(zip(rows, y_score, strict=True))
    wrong = [
        sum((score >= threshold) != row.positive for row, score in pairs)
        for threshold in (*y_score, math.inf)
    ]
    return min(min(wrong), len(rows) - max(wrong)) < FEWEST_ERRORS


def degrees_of_freedom(rows: Sequence[SmoothRow], groups: int | None = None) -> float:
    """Return those of the standard error: the rows of the rarer class, less one.

    Rows with weights count for their effective size, and there are never more than
    groups.
    """
    sizes = [
        effective_size([row.weight for row in rows if row.positive == positive])
        for positive in (False, True)
    ]
    return min(sizes + ([] if groups is None else [groups])) - 1


def smoothed_interval(
    centre: float,
    replicates: Sequence[float],
    freedom: float,
    confidence_level: float = 0.95,
    lower: float = -math.inf,
    upper: float = math.inf,
) -> tuple[float, float]:
    """Return the centre ± t standard deviations of the replicates, cut at the range."""
    half = student_quantile(freedom, confidence_level) * standard_error(replicates)
    return max(lower, centre - half), min(upper, centre + half)
