"""Ensembles of vectors: the energy score, and ranks among the members."""

import math
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.inputs import (
    check_choice,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.random import uniform

__all__ = ["energy_score", "rank_histogram"]

Vector = list[float]


def read_vectors(
    y_true: Sequence[Any], y_ensemble: Sequence[Any]
) -> list[tuple[Vector, list[Vector]]]:
    """Return the observation and the members of each row, numbers as vectors of one."""
    n = same_length(y_true=y_true, y_ensemble=y_ensemble)
    rows = []
    for i in range(n):
        y, members = y_true[i], y_ensemble[i]
        if not isinstance(y, list | tuple):
            members = members if isinstance(members, list | tuple) else [members]
            y, members = [y], [[x] for x in members]
        rows.append(([float(v) for v in y], [[float(v) for v in x] for x in members]))
    numbers = [v for y, members in rows for x in [y, *members] for v in x]
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a number is not finite")
    sizes = {(len(members), len(x)) for y, members in rows for x in [y, *members]}
    if len(sizes) != 1 or not rows[0][1]:
        raise ValueError("shapes do not fit")
    return rows


def energy_score(
    y_true: Sequence[Any],
    y_ensemble: Sequence[Any],
    *,
    fair: bool = False,
    sample_weight: Sequence[Any] | None = None,
) -> float:
    """Mean distance of the members from y, less half that of them from each other."""
    rows = read_vectors(y_true, y_ensemble)
    check_weights(sample_weight, len(rows))
    m = len(rows[0][1])
    if fair and m == 1:
        return warn_undefined("energy_score", "there is one member: it has no others")
    pairs = m * (m - 1) if fair else m * m
    weights = [1.0] * len(rows) if sample_weight is None else [*sample_weight]
    scores = [
        math.fsum(math.dist(x, y) for x in members) / m
        - math.fsum(math.dist(a, b) for a in members for b in members) / (2 * pairs)
        for y, members in rows
    ]
    total = math.fsum(w * s for w, s in zip(weights, scores, strict=True) if w)
    return total / math.fsum(weights)


def rank_histogram(
    y_true: Sequence[Any],
    y_ensemble: Sequence[Any],
    *,
    ranking: str = "average",
    random_state: int | None = None,
) -> tuple[list[int], list[int]]:
    """Return how often each rank occurs, and the rank of each observation."""
    check_choice("ranking", ranking, ["average", "multivariate"])
    rows = read_vectors(y_true, y_ensemble)
    drawn = uniform(random_state or 0, 0, 0, len(rows))
    ranks = []
    for (y, members), u in zip(rows, drawn, strict=True):
        every = [y, *members]
        own, *others = [_pre_rank(x, every, ranking) for x in every]
        ties = sum(one == own for one in others)
        ranks.append(1 + sum(one < own for one in others) + int(u * (ties + 1)))
    sizes = range(1, len(rows[0][1]) + 2)
    return [ranks.count(rank) for rank in sizes], ranks


def _pre_rank(x: Vector, every: Sequence[Vector], ranking: str) -> int:
    """Return the sum of ranks in each coordinate, or how many are no greater in all."""
    if ranking == "average":
        return sum(sum(a <= b for a, b in zip(one, x, strict=True)) for one in every)
    return sum(all(a <= b for a, b in zip(one, x, strict=True)) for one in every)
