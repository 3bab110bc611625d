"""Prediction sets: coverage and size, overall and in parts."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_labels, check_weights, same_length
from fastmetrics.reference.intervals import clopper_pearson_interval


def sets_of(y_true, y_set, labels=None) -> list[set[Any]]:
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


def mean(values: Sequence[int], sample_weight) -> float:
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
