"""Replicates of scores of many rows, by definition: cells of neighbouring thresholds.

Thresholds are cut into cells, each with about the same share of either class, and a
replicate knows no threshold inside a cell. What the values of the data themselves lose
by that is added to those of all replicates. A row's weight has two values, with the
mean and the variance of a count of draws with replacement; it multiplies what the row
weighs in the data. Rows of a group have one weight in common, or count as often as the
group was drawn.

Scores that are smoothed lie in cells as it is. Each row has a copy at one of the places
of its kernel. A replicate is the smooth law, plus what the weights of the copies differ
from 1 by.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.random import (
    NOISE,
    draw_binomial,
    is_heavy,
    random_bits,
)
from fastmetrics.reference.smoothed_intervals import SmoothRow, distances

__all__ = [
    "cell_order",
    "cell_value",
    "cells_of",
    "copy_places",
    "drawn_weights",
    "law_of_copies",
    "smoothed_cell_value",
    "weights_by_cell",
]

# From so many rows of a class in a cell on, how many are heavy is drawn at once.
_BY_LAW = 4096

Column = Sequence[Any]
Metric = Callable[..., float]


def cells_of(
    y_true: Column, y_score: Column, shares: int, sample_weight: Column | None = None
) -> list[list[int]]:
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


def drawn_weights(
    seed: int, replicate: int, numbers: Sequence[int], y_true: Column | None = None
) -> list[float]:
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


def weights_by_cell(
    seed: int, replicate: int, y_true: Column, cells: Sequence[Sequence[int]]
) -> list[float]:
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


def cell_value(
    metric: Metric,
    y_true: Column,
    y_score: Column,
    cells: Sequence[Sequence[int]],
    weights: Sequence[float],
    sample_weight: Column | None = None,
) -> float:
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


def smoothed_cell_value(
    metric: Metric,
    rows: Sequence[SmoothRow],
    places: Column,
    weights: Sequence[float],
    stratified: bool = False,
) -> float:
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
