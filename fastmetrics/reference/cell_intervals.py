"""Intervals of scores of many rows: cells of thresholds, and smoothed scores."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_quantile
from fastmetrics.reference.inputs import Row, rows_of
from fastmetrics.reference.intervals import quantile, standard_error
from fastmetrics.reference.random import (
    NOISE,
    draw_binomial,
    is_heavy,
    random_bits,
)
from fastmetrics.reference.scores.thresholds import roc_auc_score

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


def smooth_rows(y_true, y_score, pos_label=None, sample_weight=None):
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


def smoothed_replicate(metric, rows, drawn, seed, replicate, **options):
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
    centre, replicates, freedom, confidence_level=0.95, lower=-math.inf, upper=math.inf
):
    """Return the centre ± t standard deviations of the replicates, cut at the range."""
    half = student_quantile(freedom, confidence_level) * standard_error(replicates)
    return max(lower, centre - half), min(upper, centre + half)


# From so many rows of a class in a cell on, how many are heavy is drawn at once.
_BY_LAW = 4096


def cells_of(y_true, y_score, shares, sample_weight=None):
    """Return the rows of each cell, scores falling, of labels 0 and 1.

    A cell ends at the first score at or above which there is a further share of a
    class, 1 / shares of its rows, than at the end of the cell before. With weights, of
    what these weigh, in doubles.
    """

    def share_of(above: Any, total: Any) -> int:
        if sample_weight is None:
            return math.floor(Fraction(above * shares, total or 1))
        return math.floor(above * (shares / (total or 1)))

    cells: list[list[int]] = [[]]
    above, ended = [0, 0], [0, 0]
    totals = [0, 0]
    for i in sorted(range(len(y_true)), key=lambda i: y_score[i], reverse=True):
        totals[y_true[i]] += 1 if sample_weight is None else sample_weight[i]
    for score in sorted(set(y_score), reverse=True):
        tie = [i for i, own in enumerate(y_score) if own == score]
        cells[-1] += tie
        for i in tie:
            above[y_true[i]] += 1 if sample_weight is None else sample_weight[i]
        reached = [share_of(above[label], totals[label]) for label in (0, 1)]
        if reached != ended:
            ended = reached
            cells.append([])
    return [cell for cell in cells if cell]


def cell_order(y_true: Column, cells: Sequence[Sequence[int]]) -> list[int]:
    """Return the rows by cell, and positives before negatives in each.

    In this order the rows of a single model are numbered; those of several bear the
    numbers of the rows given, and those of groups the number of their group.
    """
    return [i for cell in cells for label in (1, 0) for i in cell if y_true[i] == label]


def drawn_weights(seed, replicate, numbers, y_true=None):
    """Return what rows of these numbers weigh in a replicate.

    1 + √3 with probability 1/4, else 1 − 1 / √3: mean 1, variance 1, and skewed by
    2 / √3, where Poisson's law of mean 1 is by 1. With ``y_true`` rows are drawn within
    their class: its weights are brought to a mean of 1.
    """
    weights = [
        1 + math.sqrt(3) if is_heavy(seed, replicate, k) else 1 - 1 / math.sqrt(3)
        for k in numbers
    ]
    if y_true is not None:
        for label in (0, 1):
            mine = [i for i, own in enumerate(y_true) if own == label]
            total = sum(weights[i] for i in mine)
            for i in mine:
                weights[i] *= len(mine) / total
    return weights


def weights_by_cell(seed, replicate, y_true, cells):
    """Return what rows weigh in a replicate that are numbered in `cell_order`.

    Of 4,096 rows of a class in a cell or more the number of heavy ones is drawn, and
    not which they are: it is binomial, and all that the cell's weight depends on.
    """
    numbers = {i: k for k, i in enumerate(cell_order(y_true, cells))}
    weights = drawn_weights(seed, replicate, [numbers[i] for i in range(len(y_true))])
    for place, cell in enumerate(cells):
        for label in (1, 0):
            rows = [i for i in cell if y_true[i] == label]
            if len(rows) < _BY_LAW:
                continue
            run = 2 * place + 1 - label
            n_heavy = draw_binomial(seed, replicate, run, len(rows), 0.25)
            for k, i in enumerate(rows):
                heavy = k < n_heavy
                weights[i] = 1 + math.sqrt(3) if heavy else 1 - 1 / math.sqrt(3)
    return weights


def cell_value(metric, y_true, y_score, cells, weights, sample_weight=None):
    """Return the metric of a replicate: of its cells, and what these lose of the data.

    ``metric`` takes labels, scores and ``sample_weight``; ``weights`` are those of the
    replicate, ``sample_weight`` those of the data, which they multiply.
    """
    place = {i: -k for k, cell in enumerate(cells) for i in cell}
    places = [place[i] for i in range(len(y_true))]
    own = [1] * len(y_true) if sample_weight is None else sample_weight
    lost = metric(y_true, y_score, sample_weight=own) - metric(
        y_true, places, sample_weight=own
    )
    both = [drawn * one for drawn, one in zip(weights, own, strict=True)]
    return metric(y_true, places, sample_weight=both) + lost


def copy_places(rows: Sequence[SmoothRow], numbers: Sequence[int], seed: int) -> Column:
    """Return where the copy of each row lies: byte k of the noise says for number k."""
    return [
        row.place + distances(row.bandwidth)[random_bits(seed, NOISE, 0, number, 8)]
        for row, number in zip(rows, numbers, strict=True)
    ]


def law_of_copies(rows: Sequence[SmoothRow]) -> dict[int, list[float]]:
    """Return what negatives and positives weigh by the smooth law at each place."""
    law: dict[int, list[float]] = {}
    for row in rows:
        for distance in distances(row.bandwidth):
            mass = law.setdefault(row.place + distance, [0.0, 0.0])
            mass[row.positive] += row.weight / 256
    return law


def smoothed_cell_value(metric, rows, places, weights, stratified=False):
    """Return the metric of a replicate of smoothed scores.

    At or above each place a class weighs what it does by the smooth law, plus the
    weights of the copies there, less their number, times what their rows weigh in the
    data; or what it weighs above, if that is more. With ``stratified`` a class weighs
    in all as much as it has rows.
    """
    law = law_of_copies(rows)
    labels, scores, masses = [], [], []
    for positive in (False, True):
        balance, above, pieces = 0.0, 0.0, []
        for place in sorted(law, reverse=True):
            balance += law[place][positive] + sum(
                (weight - 1) * row.weight
                for row, own, weight in zip(rows, places, weights, strict=True)
                if row.positive == positive and own == place
            )
            pieces.append(max(balance - above, 0.0))
            above += pieces[-1]
        n_rows = sum(row.positive == positive for row in rows)
        share = n_rows / above if stratified else 1
        for place, mass in zip(sorted(law, reverse=True), pieces, strict=True):
            if mass:
                labels.append(positive)
                scores.append(place)
                masses.append(mass * share)
    return metric(labels, scores, sample_weight=masses)
