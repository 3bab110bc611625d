"""Prediction sets: coverage and size, overall and in parts."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_labels, check_weights, same_length
from fastmetrics.reference.intervals import clopper_pearson_interval
from fastmetrics.reference.random import uniform


def sets_of(y_true: Any, y_set: Any, labels: Any = None) -> list[set[Any]]:
    """Return the set of each row, from a matrix with a column per class, or lists."""
    same_length(y_true=y_true, y_set=y_set)
    is_matrix = all(
        len(row) > 0 and all(isinstance(one, bool) for one in row) for row in y_set
    )
    if not is_matrix:
        k = len({*y_true})
        if k > 1 and all(len(row) == k and {*row} <= {0, 1} for row in y_set):
            raise ValueError("y_set may be a matrix or lists of the labels 0 and 1")
        return [{*row} for row in y_set]
    classes = sorted({*check_labels(y_true)}) if labels is None else list(labels)
    if any(len(row) != len(classes) for row in y_set):
        raise ValueError(f"y_set needs a column for each of {classes}")
    return [
        {label for label, inside in zip(classes, row, strict=True) if inside}
        for row in y_set
    ]


def mean(values: Sequence[int], sample_weight: Any) -> float:
    """Return the weighted mean."""
    weights = check_weights(sample_weight, len(values))
    total = sum(w * v for w, v in zip(weights, values, strict=True))
    return float(Fraction(total) / sum(weights))


def set_coverage(y_true, y_set, *, labels=None, sample_weight=None):
    """Proportion of rows whose set has the true class."""
    sets = sets_of(y_true, y_set, labels)
    hits = [int(label in one) for label, one in zip(y_true, sets, strict=True)]
    return mean(hits, sample_weight)


def mean_set_size(y_true, y_set, *, labels=None, sample_weight=None):
    """Mean number of classes in a set."""
    return mean([len(one) for one in sets_of(y_true, y_set, labels)], sample_weight)


class ConditionalCoverage(NamedTuple):
    """Coverage in parts of the rows, with bounds for all of them at once."""

    groups: list[Any]
    coverage: list[float]
    low: list[float]
    high: list[float]
    n_rows: list[int]


def conditional_set_coverage(
    y_true, y_set, groups=None, *, confidence_level=0.95, labels=None
):
    """Coverage for each set size, or in each group."""
    sets = sets_of(y_true, y_set, labels)
    groups = [len(one) for one in sets] if groups is None else groups
    same_length(y_true=y_true, groups=groups)
    parts = sorted({*groups})
    each = 1 - (1 - confidence_level) / len(parts)
    found = []
    for part in parts:
        rows = zip(y_true, sets, groups, strict=True)
        hits = [label in one for label, one, group in rows if group == part]
        bounds = clopper_pearson_interval(sum(hits), len(hits), each)
        found.append((part, sum(hits) / len(hits), *bounds, len(hits)))
    return ConditionalCoverage(*map(list, zip(*found, strict=True)))


class WorstSlab(NamedTuple):
    """Coverage in the slab that has the lowest among the rows that choose it."""

    coverage: float
    low: float
    high: float
    confidence_level: float
    n_rows: int
    overall_coverage: float
    chosen_coverage: float
    direction: list[float]
    lowest: float
    highest: float


def random_direction(seed: int, replicate: int, size: int) -> list[float]:
    """Return a point on the sphere, from normal numbers."""
    numbers = uniform(seed, replicate, 0, size)
    drawn = [NormalDist().inv_cdf(u + 2.0**-54) for u in numbers]
    return [one / math.hypot(*drawn) for one in drawn]


def slabs_of(numbers: Sequence[float], least: int) -> list[tuple[float, float]]:
    """Return the ends of all intervals with so many of the numbers, by upper end."""
    ends = sorted({*numbers})
    return [
        (low, high)
        for high in ends
        for low in ends
        if low <= high and sum(low <= one <= high for one in numbers) >= least
    ]


def worst_slab_coverage(
    y_true,
    y_set,
    X,
    *,
    min_mass=0.1,
    n_directions=1000,
    confidence_level=0.95,
    labels=None,
    random_state=None,
):
    """Coverage in the worst slab, which half of the rows choose.

    `random_state` is the seed.
    """
    same_length(y_true=y_true, X=X)
    sets = sets_of(y_true, y_set, labels)
    hits = [label in one for label, one in zip(y_true, sets, strict=True)]
    n = len(hits)
    drawn = uniform(random_state, 0, 0, n)
    order = sorted(range(n), key=lambda i: drawn[i])
    choosing, evaluating = order[: n // 2], order[n // 2 :]
    m = len(choosing)
    least = next(k for k in range(m + 1) if k / m >= min_mass)

    def inside(rows, direction, low, high):
        return [
            hits[i]
            for i in rows
            if low <= sum(v * x for v, x in zip(direction, X[i], strict=True)) <= high
        ]

    worst: tuple[Any, ...] = ()
    for k in range(1, n_directions + 1):
        direction = random_direction(random_state, k, len(X[0]))
        numbers = [
            sum(v * x for v, x in zip(direction, X[i], strict=True)) for i in choosing
        ]
        for low, high in slabs_of(numbers, least):
            covered = inside(choosing, direction, low, high)
            rate = Fraction(sum(covered), len(covered))
            if not worst or rate < worst[0]:
                worst = rate, direction, low, high
    rate, direction, low, high = worst
    covered = inside(evaluating, direction, low, high)
    bounds = (0.0, 1.0)
    coverage = math.nan
    if covered:
        coverage = sum(covered) / len(covered)
        bounds = clopper_pearson_interval(sum(covered), len(covered), confidence_level)
    overall = sum(hits[i] for i in evaluating) / len(evaluating)
    return WorstSlab(
        coverage,
        *bounds,
        confidence_level,
        len(covered),
        overall,
        float(rate),
        direction,
        low,
        high,
    )
